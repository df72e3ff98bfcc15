import Foundation
import ZIMDb

/// Turns a parsed predicate into an expression: names into columns, dotted paths into joins, values into parameters as
/// the column that they are compared with would store them.
struct PredicateResolver {
    let plan: TablePlan
    let session: Session
    /// The query so far; paths add joins to it.
    var spec: QuerySpec
    /// The join table of the relationship whose filter this is: its columns can be named where the target has no such.
    var join: Mapping?
    /// What the paths of the comparison that is read right now lead to behind a to-many relationship; nil outside of
    /// comparisons, where a path can lead to one row only.
    var related: [QueryJoin]?
    /// What tables are called in the statements around this one.
    var outerNames: [String] = []

    /// A column that a path leads to.
    struct Target {
        let expression: SQLExpression
        let mapping: Mapping
        let position: Int
    }

    mutating func expression(_ node: PredicateNode) throws -> SQLExpression {
        switch node {
        case .comparison(let left, let comparison, let right, let ignoresCase):
            return try ofAny { try $0.compare(left, comparison, right, ignoresCase: ignoresCase) }
        case .isNull(let operand, let negated):
            return try ofAny {
                let (operand, target) = try $0.operand(operand, like: nil)
                // Closures may write something else of nil.
                if let target, let written = try? target.taking(.null), !written.isNull {
                    return try $0.session.plan(for: target.mapping).condition(
                        operand, negated ? .notEqualTo : .equalTo, written, at: target.position, in: $0.session)
                }
                return negated ? operand.isNotNull : operand.isNull
            }
        case .inList(let operand, let list, let negated):
            return try ofAny(negated: negated) {
                let (operand, target) = try $0.operand(operand, like: nil)
                if let target, let values = try $0.values(list, for: target), !values.contains(where: \.isNull) {
                    return try $0.session.plan(for: target.mapping).isIn(
                        operand, anyNumbers: values, negated: $1, at: target.position, in: $0.session)
                }
                var items: [SQLExpression] = []
                for item in list { items.append(try $0.operand(item, like: target).expression) }
                return $1 ? operand.isNotIn(items) : operand.isIn(items)
            }
        case .between(let operand, let low, let high, let negated):
            return try ofAny(negated: negated) {
                let (operand, target) = try $0.operand(operand, like: nil)
                if let target, let ends = try $0.values([low, high], for: target) {
                    let between = try $0.session.plan(for: target.mapping).between(
                        operand, anyNumbers: ends[0], ends[1], at: target.position, in: $0.session)
                    return $1 ? !between : between
                }
                let between = operand.between(
                    try $0.operand(low, like: target).expression, try $0.operand(high, like: target).expression)
                return $1 ? !between : between
            }
        case .and(let nodes): return .all(try nodes.map { try expression($0) })
        case .or(let nodes): return .any(try nodes.map { try expression($0) })
        case .not(let node): return !(try expression(node))
        case .constant(let value): return value ? .all([]) : .any([])
        }
    }

    private mutating func compare(
        _ left: PredicateOperand, _ comparison: PredicateComparison, _ right: PredicateOperand, ignoresCase: Bool
    ) throws -> SQLExpression {
        // Whichever side is a column says how the value on the other is stored.
        let target = try target(of: left) ?? target(of: right)
        let isTextual = comparison.isTextual
        var (leftSide, leftTarget) = try operand(left, like: isTextual ? nil : target)
        if isTextual {
            if let leftTarget {
                leftSide = try session.plan(for: leftTarget.mapping).text(
                    of: leftSide, at: leftTarget.position, in: session)
            }
            guard case .value(let value) = right else {
                throw ModelError(
                    .predicate, "the right side of \(comparison.rawValue) must be a text", table: plan.mapping.table)
            }
            let text = try text(value, comparison)
            if let match = TextMatch(comparison) {
                return match.condition(leftSide, text, ignoresCase: ignoresCase, dialect: plan.dialect)
            }
            guard ignoresCase, !plan.dialect.features.contains(.likeIgnoresCase) else {
                return leftSide.like(.value(text))
            }
            let wanted = SQLExpression.lower(.value(text))
            return SQLExpression.lower(leftSide).like(
                plan.dialect.features.contains(.collatedLike) ? wanted.letterForLetter : wanted)
        }
        if !ignoresCase, let condition = try condition(left, comparison, right) { return condition }
        let (rightSide, rightTarget) = try operand(right, like: target)
        guard let operation = SQLOperator(rawValue: comparison.rawValue) else {
            throw ModelError(.predicate, "the operator \(comparison.rawValue) is not known", table: plan.mapping.table)
        }
        if ignoresCase {
            return .binary(.function("lower", leftSide), operation, .function("lower", rightSide))
        }
        guard let leftTarget, let rightTarget else { return .binary(leftSide, operation, rightSide) }
        return try ComparedPair(
            left: session.plan(for: leftTarget.mapping), leftTarget.position,
            right: session.plan(for: rightTarget.mapping), rightTarget.position
        ).condition(leftSide, operation, rightSide, in: session)
    }

    /// The condition of a column and a value, on whichever side it stands; nil for any other comparison.
    private mutating func condition(
        _ left: PredicateOperand, _ comparison: PredicateComparison, _ right: PredicateOperand
    ) throws -> SQLExpression? {
        let isFlipped: Bool
        var value: SQLValue
        switch (left, right) {
        case (.path, .value(let given)): (value, isFlipped) = (given, false)
        case (.value(let given), .path): (value, isFlipped) = (given, true)
        default: return nil
        }
        guard let target = try target(of: isFlipped ? right : left),
            var operation = SQLOperator(rawValue: comparison.rawValue)
        else { return nil }
        if isFlipped { operation = operation.flipped }
        value = try target.taking(value)
        let (plan, position) = (try session.plan(for: target.mapping), target.position)
        // As it was written, where there is nothing to it but the two sides.
        if isFlipped, case .exact = try plan.match(position, in: session),
            try target.mapping.isBeside(value, at: position) || value.isNull
                || !plan.isBetween(value, target.mapping.stored(value, in: position), at: position)
        {
            return nil
        }
        return try plan.condition(target.expression, operation, anyNumber: value, at: position, in: session)
    }

    /// The values of a list that has no other operands.
    private func values(_ list: [PredicateOperand], for target: Target) throws -> [SQLValue]? {
        let values = try list.compactMap {
            if case .value(let value) = $0 { try target.taking(value) } else { SQLValue?.none }
        }
        return values.count == list.count ? values : nil
    }

    private func text(_ value: SQLValue, _ comparison: PredicateComparison) throws -> String {
        do { return try String(column: value.asStored) } catch {
            throw ModelError(
                .predicate, "the right side of \(comparison.rawValue) must be a text, not \(value.shown)",
                table: plan.mapping.table,
                value: value)
        }
    }

    private mutating func target(of operand: PredicateOperand) throws -> Target? {
        guard case .path(let names, let position) = operand else { return nil }
        return try path(names, position: position)
    }

    private mutating func operand(
        _ operand: PredicateOperand, like target: Target?
    ) throws -> (expression: SQLExpression, target: Target?) {
        switch operand {
        case .path(let names, let position):
            let found = try path(names, position: position)
            return (found.expression, found)
        case .value(let value):
            guard let target else { return (.value(value), nil) }
            let value = try target.taking(value)
            if value.isNull || target.mapping.isBeside(value, at: target.position) { return (.value(value), nil) }
            let plan = try session.plan(for: target.mapping)
            return (.value(try plan.given(value, at: target.position, in: session)), nil)
        case .arithmetic(let left, let arithmetic, let right):
            guard let operation = SQLOperator(rawValue: arithmetic.rawValue) else {
                throw ModelError(
                    .predicate, "the operator \(arithmetic.rawValue) is not known", table: plan.mapping.table)
            }
            return (
                .binary(
                    try self.operand(left, like: nil).expression, operation,
                    try self.operand(right, like: nil).expression),
                nil
            )
        case .function(let name, let arguments, _):
            let operands = try arguments.map { try self.operand($0, like: nil).expression }
            if name == "length", let operand = operands.first { return (.length(operand), nil) }
            return (.function(name, arguments: operands), nil)
        }
    }
}

extension PredicateResolver.Target {
    /// A value as its property takes it: a decimal number as its digits where the property keeps them, else as what it is among
    /// its numbers; what closures write of it, where the column has some.
    fileprivate func taking(_ value: SQLValue) throws -> SQLValue { try mapping.encoded(number(value), at: position) }

    private func number(_ value: SQLValue) -> SQLValue {
        guard let digits = value.decimalDigits else { return value.asStored }
        let type = mapping.columns[position].field.propertyType
        let kept: [Any.Type] = [Decimal.self, NSDecimalNumber.self, String.self, Substring.self, SQLValue.self]
        if kept.contains(where: { $0 == type }) { return .text(digits) }
        if let number = Int64(digits) { return .integer(number) }
        let raw = (type as? any RawRepresentable.Type)?.rawType ?? type
        if UInt64(digits) != nil, raw == UInt64.self || raw == UInt.self { return .text(digits) }
        guard let number = Double(digits) else { return .text(digits) }
        // Beyond every number that the property has, as is what would become the same Double as the last of them.
        if raw is any FixedWidthInteger.Type, abs(number) >= 0x1p63 { return .real(number < 0 ? -0x1p65 : 0x1p65) }
        if type is any BinaryFloatingPoint.Type || number != number.rounded() || abs(number) > 0x1p51 {
            return .real(number)
        }
        // It is none of the whole numbers, though its Double is one.
        let exact = Decimal(string: digits) ?? Decimal(number)
        return .real(exact == Decimal(number) ? number : exact < Decimal(number) ? number - 0.5 : number + 0.5)
    }
}

extension SQLOperator {
    /// The operator for the same comparison the other way round.
    fileprivate var flipped: SQLOperator {
        switch self {
        case .lessThan: .greaterThan
        case .lessThanOrEqualTo: .greaterThanOrEqualTo
        case .greaterThan: .lessThan
        case .greaterThanOrEqualTo: .lessThanOrEqualTo
        default: self
        }
    }
}

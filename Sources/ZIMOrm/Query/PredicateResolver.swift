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
    var related: [RelatedTable]?
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
                let operand = try $0.operand(operand, like: nil).expression
                return negated ? operand.isNotNull : operand.isNull
            }
        case .inList(let operand, let list, let negated):
            return try ofAny(negated: negated) {
                let (operand, target) = try $0.operand(operand, like: nil)
                if let target, let values = $0.values(list, for: target), !values.contains(where: \.isNull) {
                    let plan = try $0.session.plan(for: target.mapping)
                    let read = values.filter { !target.isBeside($0) }
                    // A number that no row holds adds nothing to the others.
                    if !read.isEmpty || values.isEmpty {
                        return try plan.isIn(operand, read, negated: $1, at: target.position, in: $0.session)
                    }
                    let resolver = $0
                    let equal = try values.map { try resolver.condition(target, .equalTo, $0, isBeside: true) }
                    return $1 ? !SQLExpression.any(equal) : .any(equal)
                }
                var items: [SQLExpression] = []
                for item in list { items.append(try $0.operand(item, like: target).expression) }
                return $1 ? operand.isNotIn(items) : operand.isIn(items)
            }
        case .between(let operand, let low, let high, let negated):
            return try ofAny(negated: negated) {
                let (operand, target) = try $0.operand(operand, like: nil)
                if let target, let ends = $0.values([low, high], for: target) {
                    let areBeside = ends.map(target.isBeside)
                    let between =
                        try areBeside.contains(true)
                        ? $0.condition(target, .greaterThanOrEqualTo, ends[0], isBeside: areBeside[0])
                            && $0.condition(target, .lessThanOrEqualTo, ends[1], isBeside: areBeside[1])
                        : $0.session.plan(for: target.mapping).between(
                            operand, ends[0], ends[1], at: target.position, in: $0.session)
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
        let (leftSide, leftTarget) = try operand(left, like: isTextual ? nil : target)
        if isTextual {
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
        value = target.taking(value)
        let isBeside = target.isBeside(value)
        let (plan, position) = (try session.plan(for: target.mapping), target.position)
        // As it was written, where there is nothing to it but the two sides.
        if isFlipped, case .exact = try plan.match(position, in: session),
            try isBeside || value.isNull
                || !plan.isBetween(value, target.mapping.stored(value, in: position), at: position)
        {
            return nil
        }
        return try condition(target, operation, value, isBeside: isBeside)
    }

    /// - Parameter isBeside: see ``Target/isBeside(_:)``.
    private func condition(
        _ target: Target, _ operation: SQLOperator, _ value: SQLValue, isBeside: Bool
    ) throws -> SQLExpression {
        let plan = try session.plan(for: target.mapping)
        let (column, position) = (target.expression, target.position)
        return isBeside
            ? try plan.condition(column, operation, beside: value, at: position, in: session)
            : try plan.condition(column, operation, value, at: position, in: session)
    }

    /// The values of a list that has no other operands.
    private func values(_ list: [PredicateOperand], for target: Target) -> [SQLValue]? {
        let values = list.compactMap { if case .value(let value) = $0 { target.taking(value) } else { SQLValue?.none } }
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
            guard let target, !value.isNull else { return (.value(value), nil) }
            let value = target.taking(value)
            if target.isBeside(value) { return (.value(value), nil) }
            return (try FilterResolver(mapping: target.mapping).value(value, for: target.position), nil)
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
    /// its numbers.
    fileprivate func taking(_ value: SQLValue) -> SQLValue {
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

    /// Whether a value is a number among those that the property can have, and none of them: no row holds 2.5 where it is an Int,
    /// but rows lie above and below it.
    fileprivate func isBeside(_ value: SQLValue) -> Bool {
        (value.isNumber || value.isBeyondInt64) && mapping.columns[position].field.holdsNumbers
            && (try? mapping.stored(value, in: position)) == nil
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

extension Field {
    fileprivate var holdsNumbers: Bool {
        guard let type = valueType else { return false }
        let raw = (type as? any RawRepresentable.Type)?.rawType ?? type
        return raw is any FixedWidthInteger.Type || raw is any BinaryFloatingPoint.Type || raw == Decimal.self
    }
}

extension SQLValue {
    var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }

    /// Whether it is a whole number that no signed one of 64 bits is, which is given as its digits.
    fileprivate var isBeyondInt64: Bool {
        guard case .text(let digits) = self else { return false }
        return Int64(digits) == nil && UInt64(digits) != nil
    }
}

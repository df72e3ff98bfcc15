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

    /// A column that a path leads to.
    struct Target {
        let expression: SQLExpression
        let mapping: Mapping
        let place: Int
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
                var items: [SQLExpression] = []
                for item in list { items.append(try $0.operand(item, like: target).expression) }
                return $1 ? operand.isNotIn(items) : operand.isIn(items)
            }
        case .between(let operand, let low, let high, let negated):
            return try ofAny(negated: negated) {
                let (operand, target) = try $0.operand(operand, like: nil)
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
        let leftSide = try operand(left, like: isTextual ? nil : target).expression
        if isTextual {
            guard case .value(let value) = right else {
                throw ModelError(
                    .predicate, "the right side of \(comparison.rawValue) must be a text", table: plan.mapping.table)
            }
            let text = try text(value, comparison)
            switch comparison {
            case .contains: return match(.contains, leftSide, text, ignoresCase)
            case .beginsWith: return match(.beginsWith, leftSide, text, ignoresCase)
            case .endsWith: return match(.endsWith, leftSide, text, ignoresCase)
            default:
                if ignoresCase, !plan.dialect.features.contains(.likeIgnoresCase) {
                    return SQLExpression.function("lower", leftSide).like(.function("lower", .value(text)))
                }
                return leftSide.like(.value(text))
            }
        }
        let rightSide = try operand(right, like: target).expression
        guard let operation = SQLOperator(rawValue: comparison.rawValue) else {
            throw ModelError(.predicate, "the operator \(comparison.rawValue) is not known", table: plan.mapping.table)
        }
        if ignoresCase {
            return .binary(.function("lower", leftSide), operation, .function("lower", rightSide))
        }
        return .binary(leftSide, operation, rightSide)
    }

    private func match(_ match: TextMatch, _ operand: SQLExpression, _ text: String, _ ignoresCase: Bool)
        -> SQLExpression
    {
        match.condition(operand, text, ignoresCase: ignoresCase, dialect: plan.dialect)
    }

    private func text(_ value: SQLValue, _ comparison: PredicateComparison) throws -> String {
        do { return try String(column: value) } catch {
            throw ModelError(
                .predicate, "the right side of \(comparison.rawValue) must be a text, not \(value)",
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
            do {
                return (try FilterResolver(mapping: target.mapping).value(value, for: target.place), nil)
            } catch  where value.isNumber {
                // No row holds 2.5 where the property is an Int, but rows lie above and below it.
                return (.value(value), nil)
            }
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
            return (.function(name, arguments: try arguments.map { try self.operand($0, like: nil).expression }), nil)
        }
    }
}

extension SQLValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }
}

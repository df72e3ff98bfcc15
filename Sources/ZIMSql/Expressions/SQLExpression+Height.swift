extension SQLExpression {
    /// How many expressions may stand inside one another: more than any engine reads, few enough for the stack.
    ///
    /// Conditions in a row with AND or OR between them count as one, however many.
    package static var heightLimit: Int { 200 }
}

extension SQLBuildError {
    package static let tooHigh = SQLBuildError(
        .invalid, "an expression has more than \(SQLExpression.heightLimit) others inside one another",
        hint: "Put conditions together with all(_:) or any(_:), and values with raw SQL")
}

extension SQLFunctionCall {
    /// What its rows are divided and ordered by.
    fileprivate var terms: [SQLExpression] {
        if ordering.isEmpty, window == nil { return [] }
        return ordering.map(\.expression) + (window.map { $0.partition + $0.order.map(\.expression) } ?? [])
    }
}

extension SQLExpression.Node {
    /// One more than the highest expression inside.
    var height: UInt16 {
        switch self {
        case .name, .identifier, .column, .path, .value, .truth, .subquery, .exists, .star, .sql, .operand, .mistake: 0
        case .binary(_, let left, let right), .like(let left, let right, _, _, _): max(left.height, right.height) + 1
        case .connective(_, let conditions): Self.above(conditions.all)
        case .not(let operand), .prefix(_, let operand), .cast(let operand, _), .collate(let operand, _):
            operand.height + 1
        case .list(let items): Self.above(items)
        case .block(let conditions): conditions.reduce(0) { max($0, $1.left.height, $1.right.height) } + 1
        case .function(let call):
            max(Self.above(call.arguments), (call.filter?.height ?? 0) + 1, Self.above(call.terms))
        case .choice(let choice):
            choice.branches.reduce(max(choice.operand?.height ?? 0, choice.otherwise?.height ?? 0)) {
                max($0, $1.condition.height, $1.result.height)
            } + 1
        }
    }

    private static func above(_ items: [SQLExpression]) -> UInt16 {
        items.withUnsafeBufferPointer { items in
            var height: UInt16 = 0
            for index in items.indices { height = max(height, items[index].height) }
            return height + 1
        }
    }
}

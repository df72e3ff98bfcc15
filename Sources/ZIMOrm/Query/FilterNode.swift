/// What a ``Filter`` holds, whatever class it is for: not generic, so that putting filters together asks the runtime for no
/// types.
struct FilterNode {
    private enum Kind {
        case leaf((FilterResolver) throws -> SQLExpression)
        case connective(SQLConnector, ConditionTree<FilterNode>)
        indirect case not(FilterNode)
    }

    private let kind: Kind
    /// How many filters stand inside one another.
    private let height: Int

    init(_ resolve: @escaping (FilterResolver) throws -> SQLExpression) {
        kind = .leaf(resolve)
        height = 0
    }

    /// A filter of others, unless that many of them inside one another would leave the stack.
    private init(_ kind: Kind, height: Int) {
        let isTooHigh = height > SQLExpression.heightLimit
        self.kind = isTooHigh ? .leaf { _ in throw SQLBuildError.tooHigh } : kind
        self.height = isTooHigh ? 0 : height
    }

    func resolve(_ resolver: FilterResolver) throws -> SQLExpression {
        switch kind {
        case .leaf(let resolve): try resolve(resolver)
        case .connective(.and, let filters): .all(try filters.all.map { try $0.resolve(resolver) })
        case .connective(.or, let filters): .any(try filters.all.map { try $0.resolve(resolver) })
        case .not(let filter): !(try filter.resolve(resolver.negated))
        }
    }

    static prefix func ! (operand: FilterNode) -> FilterNode {
        // Twice the contrary is the condition itself, also where it is NULL.
        if case .not(let inner) = operand.kind { return inner }
        return FilterNode(.not(operand), height: operand.height + 1)
    }

    static func joined(_ connector: SQLConnector, _ left: FilterNode, _ right: FilterNode) -> FilterNode {
        let (leftTree, rightTree) = (left.tree(of: connector), right.tree(of: connector))
        let height = Swift.max(left.height + (leftTree == nil ? 1 : 0), right.height + (rightTree == nil ? 1 : 0))
        let tree = (leftTree ?? .leaves([left])).joined(with: rightTree ?? .leaves([right]))
        return FilterNode(.connective(connector, tree), height: height)
    }

    private func tree(of connector: SQLConnector) -> ConditionTree<FilterNode>? {
        guard case .connective(connector, let tree) = kind else { return nil }
        return tree
    }
}

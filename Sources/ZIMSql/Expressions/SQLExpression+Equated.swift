extension SQLExpression {
    /// The columns that must equal a text wherever this holds: `"a" = ? AND "b" = ?`.
    package var equatedToTexts: [SQLExpression] {
        switch node {
        case .connective(.and, let conditions): return conditions.all.flatMap(\.equatedToTexts)
        case .binary(.equalTo, let left, let right):
            guard case .value(.text) = right.node else { return [] }
            switch left.node {
            case .name, .identifier, .column, .path: return [left]
            default: return []
            }
        default: return []
        }
    }
}

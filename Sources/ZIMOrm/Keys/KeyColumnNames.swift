import ZIMDb

/// The names that columns of a key set have in a statement: where a condition names a column of its table so, without the
/// table, an engine could not tell which of the two is meant.
extension SQLDialect {
    /// Whether expressions name a column without a table before it, as columns of a key set are called.
    func nameKeyColumns(_ expressions: [SQLExpression]) throws -> Bool {
        try expressions.contains { try nameKeyColumns(in: render($0, .usual).sql) }
    }

    private func nameKeyColumns(in text: String) -> Bool {
        var isBehindTable = false
        for token in SQLTokenizer(text, rules: rules) where !token.isSpace {
            let isName = token.kind == .identifier || token.kind == .keyword
            if isName, !isBehindTable, isKeyColumn(token.name.lowercased()) { return true }
            isBehindTable = token.text == "."
        }
        return false
    }

    /// - Parameter name: in lower case.
    private func isKeyColumn(_ name: String) -> Bool {
        if features.contains(.jsonEach), jsonEachColumns.contains(name) { return true }
        return ["ordinal", "low", "high"].contains(name)
            || ["k", "low", "high"].contains { name.hasPrefix($0) && Int(name.dropFirst($0.count)) != nil }
    }
}

/// Those that are hidden can be named, too.
///
/// Source: <https://www.sqlite.org/json1.html#jeach>
private let jsonEachColumns: Set = [
    "key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root",
]

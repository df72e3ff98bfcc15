extension NestedStatement {
    /// What the statement is on SQLite, for those who look at pieces.
    var segments: [SQL.Segment] {
        guard let rendered = try? render(for: SQLiteDialect()) else { return [] }
        var values = rendered.parameters.makeIterator()
        var segments: [SQL.Segment] = []
        var text = ""
        for token in SQLTokenizer(rendered.sql) {
            if token.kind == .parameter, let value = values.next() {
                if !text.isEmpty { segments.append(.sql(text)) }
                segments.append(.binding(value))
                text = ""
            } else {
                text += token.text
            }
        }
        return text.isEmpty ? segments : segments + [.sql(text)]
    }
}

/// A statement or expression inside SQL text, of whatever type.
struct NestedStatement: SQLRenderable, Hashable {
    private let statement: any SQLRenderable & Hashable

    init(_ statement: any SQLRenderable & Hashable) { self.statement = statement }

    func write(to writer: inout SQLWriter) throws { try statement.write(to: &writer) }

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

    static func == (left: NestedStatement, right: NestedStatement) -> Bool {
        AnyHashable(left.statement) == AnyHashable(right.statement)
    }

    func hash(into hasher: inout Hasher) { statement.hash(into: &hasher) }
}

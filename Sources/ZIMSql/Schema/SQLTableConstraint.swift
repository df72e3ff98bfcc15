/// What the rows of a CREATE TABLE must meet: keys over several columns, checks.
struct SQLTableConstraint: Hashable, Sendable {
    enum Node: Hashable, Sendable {
        /// `PRIMARY KEY ("a", "b")`
        case primaryKey([String])
        /// `UNIQUE ("a", "b")`
        case unique([String])
        /// `CHECK (…)`
        case check(SQLExpression)
        /// `FOREIGN KEY ("a", "b") REFERENCES …`
        case foreignKey([String], SQLForeignKey)
    }

    var name: String?
    var node: Node

    /// - Throws: ``SQLBuildError`` if a key has no columns, or as many as its parent's has not.
    func write(to writer: inout SQLWriter) throws {
        if let name {
            writer.put("CONSTRAINT ")
            writer.identifier(name)
            writer.put(" ")
        }
        switch node {
        case .primaryKey(let columns): try write("PRIMARY KEY", columns, to: &writer)
        case .unique(let columns): try write("UNIQUE", columns, to: &writer)
        case .check(let condition):
            writer.put("CHECK (")
            try condition.write(to: &writer)
            writer.put(")")
        case .foreignKey(let columns, let parent):
            guard parent.columns.isEmpty || parent.columns.count == columns.count else {
                throw SQLBuildError(
                    .invalid,
                    "a foreign key over \(columns) references \(parent.columns)",
                    hint: "Name as many columns on both sides")
            }
            try write("FOREIGN KEY", columns, to: &writer)
            writer.put(" ")
            try parent.write(to: &writer)
        }
    }

    private func write(_ keyword: String, _ columns: [String], to writer: inout SQLWriter) throws {
        guard !columns.isEmpty else { throw SQLBuildError(.incomplete, "a \(keyword) has no columns") }
        writer.raw(keyword)
        writer.columnList(columns)
    }
}

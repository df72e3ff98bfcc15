extension Session {
    /// Makes one object from the text that another database's catalogue has of it, and nothing besides.
    ///
    /// ```swift
    /// try session.define(CatalogDefinition(.view, "v", on: "v", sql: "CREATE VIEW v AS SELECT 1"))
    /// ```
    ///
    /// Exactly one statement is compiled. While it is compiled and while it runs, SQLite asks about each action, and
    /// everything that is not a part of making this object is refused: ATTACH, PRAGMA, changes of other tables, another
    /// name. A virtual table may make and fill the tables that it keeps its rows in.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a text with a second statement, with code privilege for one that
    ///   does something else; then nothing was made.
    ///
    /// Source: <https://www.sqlite.org/c3ref/set_authorizer.html>, <https://www.sqlite.org/security.html>
    package func define(_ definition: CatalogDefinition) throws {
        try checkOpen()
        try connection.engine.defining(definition) {
            guard
                let (statement, next) = try connection.engine.prepare(
                    definition.sql, from: 0, traces: connection.traces)
            else {
                throw DatabaseError(.misuse, "\(definition.words) holds no statement", sql: definition.sql)
            }
            defer { statement.finalize() }
            if let next {
                let rest = SQLScript.text(of: definition.sql, from: next, to: definition.sql.utf8.count)
                throw DatabaseError(
                    .misuse, "\(definition.words) goes on behind its statement: \(rest.prefix(100))",
                    sql: definition.sql)
            }
            try run(statement) { statement in
                while try statement.step() {}
            }
        }
    }

    /// Runs exactly one statement; a text with a second one is refused before any of it runs.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a text that holds more than one.
    package func execute(one statement: some SQLRenderable) throws {
        try forEachRow(rendered: statement.render(with: dialect)) { _ in }
    }
}

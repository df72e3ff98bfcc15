/// A named subquery in front of a statement: `WITH "name" ("a", "b") AS (SELECT …)`.
///
/// Source: <https://www.sqlite.org/lang_with.html>, <https://www.postgresql.org/docs/15/queries-with.html>
struct SQLCommonTable: Hashable, Sendable {
    enum Body: Hashable, Sendable {
        case select(SelectStatement)
        case sql(SQL)
    }

    var name: String
    var columns: [String]
    var isRecursive: Bool
    var materialized: Bool?
    var body: Body
}

extension SQLWriter {
    /// Writes `WITH …` and a space, or nothing where there is no common table.
    mutating func commonTables(_ tables: [SQLCommonTable]) throws {
        guard !tables.isEmpty else { return }
        try refuseOnOlderMySQL("WITH", hint: "Write the query where its name stands: FROM (SELECT …) AS name")
        raw(tables.contains { $0.isRecursive } ? "WITH RECURSIVE " : "WITH ")
        for (index, table) in tables.enumerated() {
            if index > 0 { put(", ") }
            identifier(table.name)
            columnList(table.columns)
            put(" AS ")
            if let materialized = table.materialized {
                try refuseOnMySQL("MATERIALIZED", hint: "Leave it to the engine: materialized: nil")
                put(materialized ? "MATERIALIZED " : "NOT MATERIALIZED ")
            }
            switch table.body {
            case .select(let statement):
                if table.isRecursive { place = .recursive }
                try parenthesized(statement)
            case .sql(let sql):
                put("(")
                try sql.write(to: &self)
                put(")")
            }
        }
        put(" ")
    }
}

package import ZIMSql

/// The statements that insert many rows into some columns of a table, by how many rows each has.
package struct BulkInsertText {
    private let table: SQLIdentifier
    private let columns: [String]
    private let dialect: any SQLDialect
    private var texts: [Int: String] = [:]

    /// - Parameter schema: nil looks the table up as the engine does.
    package init(into table: String, schema: String? = nil, _ columns: [String], for dialect: any SQLDialect) {
        self.init(into: SQLIdentifier(parts: [schema, table].compactMap { $0 }), columns, for: dialect)
    }

    init(into table: SQLIdentifier, _ columns: [String], for dialect: any SQLDialect) {
        self.table = table
        self.columns = columns
        self.dialect = dialect
    }

    /// How many columns there are.
    package var width: Int { columns.count }

    /// `"stock" ("s_w_id", "s_i_id")`
    ///
    /// - Throws: `SQLBuildError` for a name that the engine does not accept.
    package func target() throws -> String {
        let names = columns.map { "\(identifier: $0)" as SQL }.commaSeparated
        return try ("\(table) (\(names))" as SQL).render(for: dialect).sql
    }

    /// `SELECT "s_w_id", "s_i_id" FROM "stock"`
    ///
    /// - Throws: as ``target()``.
    func query() throws -> String {
        try SelectStatement().columns(columns).from(table).render(for: dialect).sql
    }

    /// `INSERT INTO "stock" ("s_w_id", "s_i_id") VALUES (?, ?), (?, ?)`
    ///
    /// - Throws: as ``target()``.
    package mutating func insert(rows: Int) throws -> String {
        if let known = texts[rows] { return known }
        let row = [SQLExpression](repeating: .parameter, count: columns.count)
        let text = try InsertStatement(into: table).columns(columns)
            .rows(Array(repeating: row, count: rows)).render(for: dialect).sql
        texts[rows] = text
        return text
    }
}

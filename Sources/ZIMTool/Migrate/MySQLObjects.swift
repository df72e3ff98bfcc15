import ZIMOrm
import ZIMSql

/// The tables and views of a MySQL or MariaDB database, as the server prints their definitions.
struct MySQLObjects {
    struct View {
        /// ``SQL SECURITY DEFINER VIEW `v` AS select …``: who made it is left out.
        let text: String
        /// The names that its query has.
        let names: [String]
    }

    var tables = NameMap<MySQLTableText>()
    var views = NameMap<View>()
    /// `MySQL` or `MariaDB`.
    private(set) var product = ""
    /// The sequences that are there.
    private(set) var sequences: Set<String> = []

    init() {}

    /// The sequences that the defaults of columns ask.
    var askedSequences: Set<String> {
        Set(tables.flatMap { $0.value.columns.flatMap { MySQLSequenceCalls.names(in: $0.text) } })
    }

    /// - Throws: ``ToolError`` for a definition that cannot be read, `DatabaseError`.
    init(_ session: Session, _ schema: DatabaseSchema) throws {
        let database = try session.value("SELECT DATABASE()", as: String?.self) ?? nil
        product = session.database.dialect.name
        sequences = Set(try session.rows(MySQLSequenceCalls.list).map { try $0.get(0) })
        for table in schema.tables where table.schema == nil {
            let kind = table.kind == .view ? "VIEW" : "TABLE"
            let shown = try session.rows(SQL(unsafe: "SHOW CREATE \(kind) \(table.name.mySQLName)"))
            let text = try shown.first?.shownDefinition()
            if table.kind == .view {
                views[table.name] = View(text ?? "")
            } else {
                tables[table.name] = try MySQLTableText(text ?? "", of: table.name, in: database)
            }
        }
    }
}

extension MySQLObjects.View {
    init(_ sql: String) {
        let tokens = SQLTokenizer(sql, rules: .mySQL).tokens
        let view = tokens.firstIndex { $0.isWord("VIEW") } ?? tokens.startIndex
        let security = tokens[..<view].firstIndex { $0.isWord("SQL") } ?? view
        // `CREATE ALGORITHM=MERGE DEFINER=… SQL SECURITY DEFINER VIEW …`: of what is in front, who defined it is left out.
        let definer = tokens[..<security].firstIndex { $0.isWord("DEFINER") } ?? security
        let front = tokens[..<definer].drop { $0.isWord("CREATE") || $0.isSpace }
        text = (front + tokens[security...]).map(\.text).joined()
        names = tokens[view...].filter { $0.text.hasPrefix("`") }.map(\.name)
    }

    var sql: String { "CREATE OR REPLACE " + text }
}

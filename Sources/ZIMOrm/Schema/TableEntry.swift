import ZIMDb

/// One line of SQLite's list of tables.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_table_list>
struct TableEntry {
    let name: String
    let kind: TableSchema.Kind
    let isWithoutRowID: Bool
    let isStrict: Bool

    /// A row of name, type, wr and strict.
    init(_ row: ResultRow) throws {
        name = try row.get(0)
        kind = TableSchema.Kind(rawValue: try row.get(1)) ?? .table
        isWithoutRowID = try row.get(2)
        isStrict = try row.get(3)
    }

    init(_ name: String, _ kind: TableSchema.Kind, options: [String] = []) {
        self.name = name
        self.kind = kind
        isWithoutRowID = options.contains("without")
        isStrict = options.contains("strict")
    }
}

/// `pragma_table_list` compiles every view of the file, also where one table is asked for, and a view can be made so that
/// this takes for ever. Where the file is not trusted, the list is read from the texts that made the tables.
extension PragmaReader {
    /// All tables and views of a schema, by name.
    func entries(in schema: String) throws -> [TableEntry] {
        guard session.database.options.isTrusted else { return try untrustedEntries(schema) }
        return try rows("SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = \(schema) ORDER BY name")
            .map { try TableEntry($0) }
    }

    /// What to join with the functions that tell the parts of each table.
    var tableList: String {
        session.database.options.isTrusted
            ? "pragma_table_list"
            : "(SELECT name, 'main' AS schema, 'table' AS type FROM main.sqlite_schema "
                + "WHERE type = 'table' AND typeof(name) = 'text' AND sql NOT LIKE 'CREATE VIRTUAL %')"
    }

    func untrustedEntry(_ name: String, schema: String?) throws -> TableEntry? {
        let schemas = try rows("SELECT name FROM pragma_database_list ORDER BY name <> 'temp', seq")
            .map { try $0.get(0, as: String.self) }.filter { schema?.isSameName(as: $0) ?? true }
        for schema in schemas {
            if let entry = try untrustedEntries(schema).first(where: { $0.name.isSameName(as: name) }) {
                return entry
            }
        }
        return nil
    }

    private func untrustedEntries(_ schema: String) throws -> [TableEntry] {
        let list = try rows(
            "SELECT name, type, sql FROM \(identifier: schema).sqlite_schema WHERE type IN ('table', 'view') ORDER BY name"
        )
        let names = list.map { CatalogLine.shown($0[0]) }
        let texts = list.map { $0[1] == .text("view") ? nil : TableOptions(CatalogLine.shown($0[2])) }
        var shadows: Set<[UInt8]> = []
        for (name, text) in zip(names, texts) {
            guard let module = text?.module else { continue }
            for part in TableOptions.shadows[module] ?? [] { shadows.insert("\(name)_\(part)".foldedName) }
        }
        return zip(names, texts).map { name, text in
            guard let text else { return TableEntry(name, .view) }
            if text.module != nil { return TableEntry(name, .virtual) }
            return TableEntry(name, shadows.contains(name.foldedName) ? .shadow : .table, options: text.options)
        }
    }
}

/// What the text that made a table says behind its columns, and of which module a virtual one is.
private struct TableOptions {
    /// `without`, `rowid`, `strict`
    private(set) var options: [String] = []
    private(set) var module: String?

    /// The tables that the modules that come with SQLite keep their rows in.
    static let shadows: [String: [String]] = [
        "fts3": ["content", "segdir", "segments", "docsize", "stat"],
        "fts4": ["content", "segdir", "segments", "docsize", "stat"],
        "fts5": ["data", "idx", "content", "docsize", "config"],
        "rtree": ["node", "parent", "rowid"], "rtree_i32": ["node", "parent", "rowid"],
        "geopoly": ["node", "parent", "rowid"],
    ]

    init(_ sql: String) {
        let words = SQLTokenizer(sql).tokens.filter { !$0.isSpace && $0.kind != .comment }
        if words.count > 1, words[1].text.lowercased() == "virtual" {
            let using = words.firstIndex { $0.text.lowercased() == "using" }
            module = using.flatMap { words.dropFirst($0 + 1).first }?.name.lowercased() ?? ""
            return
        }
        guard let end = words.lastIndex(where: { $0.text == ")" }) else { return }
        options = words[(end + 1)...].map { $0.text.lowercased() }
    }
}

import ZIMOrm
import ZIMSql

/// What a file holds besides rows: the lines of `sqlite_schema` that somebody wrote.
///
/// Source: <https://www.sqlite.org/schematab.html>
struct SQLiteObjects {
    struct Object {
        let name: String
        /// The table of an index or trigger.
        let table: String
        let sql: String
        var key: String { SQLText.key(of: sql) }
    }

    var tables = NameMap<SQLiteDefinition>()
    var virtual = NameMap<Object>()
    var indexes = NameMap<Object>()
    var triggers = NameMap<Object>()
    var views = NameMap<Object>()

    init() {}

    /// - Parameter records: the table of the migrations, which is left out.
    /// - Throws: ``ToolError`` for a definition that cannot be read, `DatabaseError`.
    init(_ session: Session, _ schema: DatabaseSchema, besides records: String) throws {
        let shadows = Set(schema.tables.filter { $0.kind == .shadow }.map { $0.name.foldedName })
        let rows = try session.rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
        for row in rows {
            let object = Object(
                name: try row.get(1), table: try row.get(2), sql: try Self.single(row.get(3), row.get(1)))
            guard object.name.foldedName != records.foldedName, object.table.foldedName != records.foldedName,
                !object.name.lowercased().hasPrefix("sqlite_"), !shadows.contains(object.name.foldedName)
            else { continue }
            switch try row.get(0, as: String.self) {
            case "table" where schema.table(object.name)?.kind == .virtual: virtual[object.name] = object
            case "table": tables[object.name] = try SQLiteDefinition(object.sql, of: object.name)
            case "index": indexes[object.name] = object
            case "trigger": triggers[object.name] = object
            case "view": views[object.name] = object
            default: break
            }
        }
    }

    /// A forged file could hold a second statement behind the first; only a trigger has semicolons inside.
    private static func single(_ sql: String, _ name: String) throws -> String {
        let tokens = SQLTokenizer(sql).tokens.filter { !$0.isSpace }
        let isTrigger = tokens.prefix(4).contains { $0.isWord("TRIGGER") }
        guard isTrigger ? tokens.last?.isWord("END") == true : !tokens.contains(where: { $0.kind == .terminal }) else {
            throw ToolError("the definition of \"\(name)\" is not a single statement: \(sql.prefix(200))")
        }
        return sql
    }
}

import ZIMDb

/// A line of `sqlite_schema`. A damaged or forged file may hold something else than text there.
///
/// Source: <https://www.sqlite.org/schematab.html>
struct CatalogLine {
    /// The name, with a replacement character for each byte that is none.
    let name: String
    /// The text that made it; nil for the indexes that SQLite makes by itself.
    let sql: String?
    /// What is wrong with it.
    let problem: String?

    /// A row of type, name and sql.
    init(_ row: ResultRow) {
        name = Self.shown(row[1])
        sql = if case .text(let sql) = row[2] { sql } else { nil }
        problem =
            ["type", "name", "definition"].enumerated().lazy.compactMap { position, what -> String? in
                switch row[position] {
                case .text: nil
                case .null where position == 2: nil
                default: "its \(what) in the file is not text"
                }
            }.first
    }

    static func shown(_ value: SQLValue) -> String {
        switch value {
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null: ""
        default: value.description
        }
    }
}

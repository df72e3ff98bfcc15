import CSQLite

extension SQLScript {
    /// The statement that begins at a byte and does not compile, so that SQLite has not said where it ends: up to the
    /// first semicolon that it takes for an end.
    ///
    /// Source: <https://www.sqlite.org/c3ref/complete.html>
    static func statement(of sql: String, from start: Int) -> String {
        let rest = excerpt(of: sql, from: start)
        var end = 0
        for byte in rest.utf8 {
            end += 1
            guard byte == UInt8(ascii: ";") else { continue }
            let candidate = text(of: rest, from: 0, to: end)
            if sqlite3_complete(candidate) == 1 { return candidate }
        }
        return start == 0 ? sql : rest
    }
}

/// Walks from one statement of a script to the next; the engine finds where each one ends.
package enum SQLScript {
    /// Where the next statement begins, in bytes; nil if only white space, semicolons and comments follow.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a NUL character, where SQLite would stop reading.
    package static func nextStatement(in sql: String, after end: Int) throws -> Int? {
        let found = sql.withUTF8Bytes { bytes -> (start: Int, isNUL: Bool)? in
            var position = end
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C,
                    UInt8(ascii: ";"):
                    position += 1
                // SQLite skips a byte order mark wherever a token may begin, and a vertical tab behind white space.
                case 0x0B where position > end && [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains(bytes[position - 1]):
                    position += 1
                case 0xEF where bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]): position += 3
                case UInt8(ascii: "-") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "-"):
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                case UInt8(ascii: "/") where position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "*"):
                    position += 2
                    while position < bytes.count,
                        !(bytes[position] == UInt8(ascii: "*") && position + 1 < bytes.count
                            && bytes[position + 1] == UInt8(ascii: "/"))
                    {
                        position += 1
                    }
                    position += 2
                case 0: return (position, true)
                default: return (position, false)
                }
            }
            return nil
        }
        if let found, found.isNUL { throw nulError(excerpt(of: sql, from: 0)) }
        return found?.start
    }

    static func nulError(_ sql: String) -> DatabaseError {
        DatabaseError(
            .misuse, "the text holds a NUL character, behind which SQLite would not read on", sql: sql,
            hint: "Bind values as parameters; a name cannot hold NUL")
    }

    /// The bytes of a range as text.
    package static func text(of sql: String, from start: Int, to end: Int) -> String {
        let utf8 = sql.utf8
        let last = utf8.index(utf8.startIndex, offsetBy: end, limitedBy: utf8.endIndex) ?? utf8.endIndex
        let first = utf8.index(utf8.startIndex, offsetBy: start, limitedBy: last) ?? last
        return String(sql[first..<last])
    }

    /// What begins at a byte, cut where it is long: a script may be as large as a database.
    static func excerpt(of sql: String, from start: Int) -> String {
        let most = 2000
        guard sql.utf8.count - start > most else { return text(of: sql, from: start, to: sql.utf8.count) }
        return text(of: sql, from: start, to: start + most) + "…"
    }
}

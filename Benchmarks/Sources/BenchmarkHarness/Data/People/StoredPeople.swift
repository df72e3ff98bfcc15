import CSQLiteRaw
import Foundation

/// What a contender has written, read back by the harness.
enum StoredPeople {
    /// The digest of all rows of `person` in the order of their key; dates in any form that SQLite understands.
    static func digest(path: String) throws -> Digest {
        let database = try SQLiteHandle(path: path)
        let odd = try database.scalar(
            """
            SELECT count(*) FROM person
            WHERE (typeof(region), typeof(number), typeof(email), typeof(age), typeof(score), typeof(avatar))
                <> ('text', 'integer', 'text', 'integer', 'real', 'blob')
                OR typeof(created_at) <> 'text' OR typeof(note) NOT IN ('text', 'null')
            """)
        guard odd == 0 else { throw BenchmarkError("\(odd) rows hold values of another type than their column") }
        let statement = try database.prepare(
            """
            SELECT region, number, first_name, last_name, email, age, score,
                (julianday(created_at) - 2440587.5) * 86400, avatar, note
            FROM person ORDER BY region, number
            """)
        defer { sqlite3_finalize(statement) }
        var digest = Digest()
        while sqlite3_step(statement) == SQLITE_ROW {
            digest.add(
                PersonSeed(
                    region: text(statement, 0) ?? "", number: Int(sqlite3_column_int64(statement, 1)),
                    firstName: text(statement, 2) ?? "", lastName: text(statement, 3) ?? "",
                    email: text(statement, 4) ?? "", age: Int(sqlite3_column_int64(statement, 5)),
                    score: sqlite3_column_double(statement, 6),
                    createdAt: Date(timeIntervalSince1970: sqlite3_column_double(statement, 7)),
                    avatar: blob(statement, 8), note: text(statement, 9)))
        }
        return digest
    }

    private static func text(_ statement: OpaquePointer, _ column: CInt) -> String? {
        sqlite3_column_text(statement, column).map { String(cString: $0) }
    }

    private static func blob(_ statement: OpaquePointer, _ column: CInt) -> Data {
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
}

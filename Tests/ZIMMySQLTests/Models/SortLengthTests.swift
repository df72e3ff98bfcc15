#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// The server sorts by the first bytes of a value, and compares all of it: no page begins behind a longer one.
    @Suite(.server) struct SortLengthTests {
        final class Note: Model {
            var house = 0, number = 0
            var text: String?, bytes: Data?
            override class var table: String { "note" }
            override class var primaryKey: [String] { ["house", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// The longest text and the most bytes that are sorted as a whole, and three pairs that agree in what is sorted.
        private static let script = """
            CREATE TABLE note (house INT, number INT, text TEXT, bytes BLOB, PRIMARY KEY (house, number))
                CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
            INSERT INTO note VALUES (1, 1, CONCAT(REPEAT('x', 600), 'c'), CONCAT(REPEAT('x', 1100), 'c')),
                (1, 2, CONCAT(REPEAT('x', 600), 'b'), CONCAT(REPEAT('x', 1100), 'b')),
                (1, 3, CONCAT(REPEAT('x', 600), 'a'), CONCAT(REPEAT('x', 1100), 'a')),
                (2, 1, REPEAT('a', 255), REPEAT('b', 1020));
            """

        private func pages(_ database: Database, _ query: (Query<Note>) -> Query<Note>) throws -> [[SQLValue]] {
            try database.read { session in
                let query = query(try session.query(Note.self)).limit(1)
                var (page, keys) = (try query.all(), [[SQLValue]]())
                while let last = page.last, keys.count < 9 {
                    keys += page.map(\.keyValues)
                    page = try query.after(last).all()
                }
                return keys
            }
        }

        @Test func aPageBehindALongValue() throws {
            let database = try Server.database(Self.script)
            for (column, type, query) in [
                ("text", "text", { (notes: Query<Note>) in notes.orderBy(\.text) }),
                ("bytes", "blob", { $0.orderBy(\.bytes) }),
            ] {
                let error = #expect(throws: ModelError.self) { try pages(database, query) }
                #expect(error?.code == .query && error?.column == column)
                #expect(
                    error?.message.hasPrefix(
                        "\"note\".\"\(column)\" (\(type)) is sorted by no more than the first 1024 bytes "
                            + "(max_sort_length) of a value, so no page can begin behind this one") == true)
            }
            // Behind one that is sorted as a whole.
            let keys = try database.read { session in
                let query = try session.query(Note.self).orderBy(\.text)
                return try query.after(try #require(try query.first())).limit(9).all().map(\.keyValues)
            }
            #expect(Set(keys) == [[1, 1], [1, 2], [1, 3]])
        }

        @Test func pagesOfLongValues() throws {
            var options = DatabaseOptions()
            options.connectionSetup = ["SET max_sort_length = 8000"]
            let database = try Server.database(Self.script, options)
            let keys: [[SQLValue]] = [[2, 1], [1, 3], [1, 2], [1, 1]]
            #expect(try pages(database) { $0.orderBy(\.text) } == keys)
            #expect(try pages(database) { $0.orderBy(\.bytes) } == keys)
        }

        /// Of the collations of Unicode 9 MySQL sorts the whole text.
        @Test func theDefaultOfMySQL8() throws {
            guard MySQLProduct.current == .mySQL8 else { return }
            let script = Self.script.replacingOccurrences(of: "utf8mb4_unicode_ci", with: "utf8mb4_0900_ai_ci")
            #expect(
                try pages(Server.database(script)) { $0.orderBy(\.text) } == [[2, 1], [1, 3], [1, 2], [1, 1]])
        }
    }
#endif

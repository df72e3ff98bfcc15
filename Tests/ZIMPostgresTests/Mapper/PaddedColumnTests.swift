#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Columns of a fixed width: the blanks that fill them up are no part of a date, a UUID or an enum.
    @Suite(.server) struct PaddedColumnTests {
        enum Grade: String, ColumnValue { case low, high }

        final class Badge: Model {
            var house = 0, number = 0
            var ident: UUID?, since: Date?, grade: Grade?, isValid: Bool?, name: String?
            override class var table: String { "badge" }
            override class var primaryKey: [String] { ["house", "number"] }
            override class var isAutoIncremented: Bool { false }
            override class var forms: [String: ColumnForm] {
                ["ident": .uuid(.lowerText), "since": .date(.date), "isValid": .bool(.words("yes", "no"))]
            }
        }

        final class Mark: Model {
            var house = 0, number = 0
            var code: String?, name: String?
            override class var table: String { "mark" }
            override class var primaryKey: [String] { ["house", "number"] }
            override class var isAutoIncremented: Bool { false }
            override class var locking: Locking { .allColumns }
        }

        /// The server sends the byte 0 for it.
        @Test func aByteMayBeAnEmptyText() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE mark (house int, number int, code "char", name text, PRIMARY KEY (house, number));
                INSERT INTO mark VALUES (1, 1, '', 'Ada'), (1, 2, 'x', 'Bob');
                """)
            try scratch.database.write { session in
                let marks = try session.query(Mark.self).orderByKey().all()
                #expect(marks.map(\.code) == ["", "x"])
                #expect(try session.query(Mark.self).min(\.code) == "")
                #expect(try session.rows("SELECT code FROM mark WHERE number = 1").map(\.values) == [[""]])
                for mark in marks { mark.name = "new" }
                try session.save(marks[0])
                try session.save(marks)
                marks[1].code = ""
                try session.save(marks[1])
                #expect(try session.query(Mark.self).filter(\.code == "" && \.name == "new").count() == 2)
            }
        }

        @Test func extremesAreReadAsTheirColumnsAre() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE badge (house int, number int, ident char(40), since char(12), grade char(9), "isValid" char(10),
                    name char(9), PRIMARY KEY (house, number));
                INSERT INTO badge VALUES
                    (1, 1, '0000000a-0000-0000-0000-00000000000a', '2024-01-01', 'low', 'yes', 'Ada'),
                    (1, 2, '0000000b-0000-0000-0000-00000000000b', '2024-01-02', 'high', 'no', 'Bob'),
                    (2, 1, NULL, NULL, NULL, NULL, NULL);
                """)
            try scratch.database.read { session in
                let badges = try session.query(Badge.self).filter(\.house == 1)
                let (first, last) = try #require(
                    try session.find(Badge.self, 1, 1).flatMap { first in
                        try session.find(Badge.self, 1, 2).map { (first, $0) }
                    })
                #expect(first.ident != nil && first.since != nil)
                #expect(try badges.min(\.ident) == first.ident)
                #expect(try badges.max(\.ident) == last.ident)
                #expect(try badges.max(\.since) == last.since)
                #expect(try badges.max(\.grade) == .low)
                #expect(try badges.max(\.isValid) == true)
                #expect(try badges.max(\.name) == last.name)
                #expect(try session.query(Badge.self).filter(\.house == 2).max(\.ident) == nil)
            }
        }
    }
#endif

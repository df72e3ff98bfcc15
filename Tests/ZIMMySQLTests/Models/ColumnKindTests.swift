#if MySQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMOrm

    /// Properties whose columns hold values of another kind than they do.
    @Suite(.server) struct ColumnKindTests {
        final class Visit: Model {
            var station = "", number = 0
            var at = Date(timeIntervalSince1970: 0), day: Date?
            var code = 0, weight: Double?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["station", "number"] }
            override class var locking: Locking { .allColumns }
        }

        private static let script = """
            CREATE TABLE visit (station VARCHAR(10), number VARCHAR(10), at DATETIME(6) NOT NULL, day DATE, code VARCHAR(10) NOT NULL,
                weight DECIMAL(10, 3), PRIMARY KEY (station, number));
            INSERT INTO visit VALUES ('a', '7', '2026-02-28 12:34:56.789', '2026-02-28', '42', 1.5),
                ('a', '8', '2026-02-28 12:34:56.000001', NULL, '43', NULL), ('b', '7', '2026-03-01', NULL, '44', 0.125);
            """

        /// What was read is compared as the column holds it: a text with a number would be compared as two numbers.
        @Test func whatWasReadIsComparedAsItsColumnHoldsIt() throws {
            let database = try Server.database(Self.script)
            let updates = Mutex<[(sql: String, parameters: [SQLValue])]>([])
            let token = database.trace { trace in
                if trace.sql.hasPrefix("UPDATE") { updates.withLock { $0.append((trace.sql, trace.parameters)) } }
            }
            defer { token.cancel() }
            let visits = try database.write { session in
                let visits = try session.query(Visit.self).orderBy(\.station).orderBy(\.at, ascending: false).all()
                #expect(visits.map(\.number) == [7, 8, 7])
                #expect(visits.map(\.code) == [42, 43, 44])
                #expect(try visits.allSatisfy { try !$0.hasChanges() })
                for visit in visits { visit.code += 1 }
                visits[1].day = visits[0].day
                for visit in visits { try session.save(visit) }
                #expect(try visits.allSatisfy { try !$0.hasChanges() })
                return visits
            }
            let sent = updates.withLock { $0 }
            try #require(sent.count == 3)
            #expect(
                sent[0].sql == """
                    UPDATE `visit` SET `code` = ? WHERE `station` = ? AND `number` = ? AND `at` <=> ? AND `day` <=> ? AND \
                    CAST(CONVERT(`code` USING utf8mb4) AS BINARY) <=> CAST(? AS BINARY) AND `weight` <=> CAST(? AS DECIMAL(10, 3))
                    """)
            func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }
            let at = typed("2026-02-28 12:34:56.789000", "datetime")
            let day = typed("2026-02-28", "date")
            #expect(sent[0].parameters == ["43", "a", "7", at, day, "42", typed("1.500", "decimal")])
            #expect(
                sent[1].parameters
                    == [day, "44", "a", "8", typed("2026-02-28 12:34:56.000001", "datetime"), .null, "43", .null])
            let rows = try database.read { session in
                try session.rows("SELECT number, CAST(at AS CHAR), CAST(day AS CHAR), code FROM visit ORDER BY code")
            }
            #expect(
                rows.map(\.values) == [
                    ["7", "2026-02-28 12:34:56.789000", "2026-02-28", "43"],
                    ["8", "2026-02-28 12:34:56.000001", "2026-02-28", "44"],
                    ["7", "2026-03-01 00:00:00.000000", .null, "45"],
                ])
            try database.execute("UPDATE visit SET day = '2026-02-27' WHERE station = 'a' AND number = '7'")
            visits[0].weight = 2
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(visits[0]) } }
            #expect(error?.code == .staleRow)
            #expect(error?.key == ["a", "7"])
        }

        final class Stay: Model {
            var house = 0, from = Date(timeIntervalSince1970: 0), before: String?
            override class var table: String { "stay" }
            override class var primaryKey: [String] { ["house", "from"] }
        }

        /// A text that takes over a date of another row is written as its column takes it.
        @Test func aTextTakesOverADate() throws {
            let database = try Server.database(
                """
                CREATE TABLE stay (house INT, `from` DATETIME(6), `before` DATETIME(6), PRIMARY KEY (house, `from`));
                INSERT INTO stay VALUES (1, '2026-02-28 12:00:00.5', NULL), (1, '2026-03-01', NULL);
                """)
            try database.write { session in
                let stays = try session.query(Stay.self).orderBy(\.from).all()
                try stays[1].set(stays[0], foreignKey: ["house", "before"])
                try session.save(stays[1])
                let first = Date(timeIntervalSince1970: 1_772_280_000.5)
                #expect(
                    try session.find(Stay.self, 1, first)?.hasMany(Stay.self, foreignKey: ["house", "before"]).count
                        == 1)
                let rows = try session.rows("SELECT CAST(`before` AS CHAR) FROM stay ORDER BY `from`")
                #expect(rows.map(\.values) == [[.null], ["2026-02-28 12:00:00.500000"]])
            }
        }
    }
#endif

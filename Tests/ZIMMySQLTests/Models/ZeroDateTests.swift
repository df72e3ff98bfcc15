#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Dates that no calendar has, in databases that were made without a strict `sql_mode`.
    @Suite(.server) struct ZeroDateTests {
        final class Film: Model {
            var studio = 0
            var number = 0
            var premiere = "0000-00-00"
            var seen = "0000-00-00 00:00:00"
            override class var table: String { "film" }
            override class var primaryKey: [String] { ["studio", "number"] }
            override class var isAutoIncremented: Bool { false }

            convenience init(_ studio: Int, _ number: Int) {
                self.init()
                (self.studio, self.number) = (studio, number)
            }
        }

        private static let script = """
            SET sql_mode = 'ALLOW_INVALID_DATES';
            CREATE TABLE film (studio INT, number INT, premiere DATE NOT NULL DEFAULT '0000-00-00',
                seen DATETIME NOT NULL DEFAULT '0000-00-00 00:00:00', PRIMARY KEY (studio, number));
            """

        private func days(_ session: Session, _ sql: SQL) throws -> [String?] {
            try session.rows(sql).map { try $0.get(0, as: String?.self) }
        }

        @Test func areWrittenFoundAndWrittenBack() throws {
            let database = try Server.database(Self.script)
            try database.write { session in
                try session.insert(Film(1, 1))
                try session.insert([Film(1, 2), Film(2, 1)])
                let film = try #require(try session.find(Film.self, 1, 2))
                #expect([film.premiere, film.seen] == ["0000-00-00", "0000-00-00 00:00:00"])
                try session.upsert(film)
                film.premiere = "2001-02-00"
                try session.update(film)
                let zero = try session.query(Film.self).filter(\.premiere == "0000-00-00").orderByKey().all()
                #expect(zero.map { [$0.studio, $0.number] } == [[1, 1], [2, 1]])
                #expect(try session.query(Film.self).filter(\.premiere == "2001-02-00").all().map(\.number) == [2])
                #expect(
                    try days(session, "SELECT premiere FROM film ORDER BY studio, number")
                        == ["0000-00-00", "2001-02-00", "0000-00-00"])
                // No month has it: still an error.
                film.premiere = "2001-02-30"
                #expect(throws: (any Error).self) { try session.update(film) }
            }
        }

        @Test func aTableThatHasThemIsChanged() throws {
            let database = try Server.database(
                Self.script
                    + """
                    CREATE TABLE old (studio INT, number INT, born DATETIME, PRIMARY KEY (studio, number)) ENGINE = MyISAM;
                    INSERT INTO old VALUES (1, 1, '0000-00-00 00:00:00');
                    """)
            try database.withoutTransaction { session in
                try session.execute("ALTER TABLE film ADD COLUMN length INT")
                try session.execute("ALTER TABLE old ADD COLUMN length INT")
                #expect(try days(session, "SELECT born FROM old") == ["0000-00-00 00:00:00"])
            }
        }

        /// The server copies rows to a temporary table on the way.
        @Test(arguments: [
            "SELECT DISTINCT premiere, seen FROM film ORDER BY number",
            "SELECT premiere, seen FROM film GROUP BY premiere, seen ORDER BY max(number)",
            """
            SELECT premiere, seen FROM (SELECT *, row_number() OVER (PARTITION BY studio ORDER BY number) AS n FROM film) AS f
            ORDER BY n
            """,
        ])
        func areReadAsTheyAre(_ sql: String) throws {
            let database = try Server.database(
                Self.script
                    + """
                    INSERT INTO film VALUES (1, 1, '2001-02-31', '2001-02-31 10:20:30'), (1, 2, '2001-02-00', '2001-00-00 01:00:00'),
                        (1, 3, '0000-00-00', '0000-00-00 00:00:00');
                    """)
            let expected = [
                ["2001-02-31", "2001-02-31 10:20:30"], ["2001-02-00", "2001-00-00 01:00:00"],
                ["0000-00-00", "0000-00-00 00:00:00"],
            ]
            try database.read { session in
                let rows = try session.rows(SQL(unsafe: sql))
                #expect(try rows.map { [try $0.get(0, as: String.self), try $0.get(1, as: String.self)] } == expected)
                var streamed: [[String]] = []
                try session.forEachRow(SQL(unsafe: sql)) {
                    streamed.append([try $0.get(0, as: String.self), try $0.get(1, as: String.self)])
                }
                #expect(streamed == expected)
            }
        }

        @Test func aModeMayBeAdded() throws {
            var options = DatabaseOptions()
            options.connectionSetup = ["SET SESSION sql_mode = CONCAT(@@sql_mode, ',ALLOW_INVALID_DATES')"]
            let database = try Server.database(Self.script, options)
            try database.write { session in
                let film = Film(1, 1)
                (film.premiere, film.seen) = ("2001-02-31", "2001-02-31 10:20:30")
                try session.insert(film)
                #expect(
                    try days(session, "SELECT seen FROM film UNION SELECT seen FROM film") == ["2001-02-31 10:20:30"])
            }
        }
    }
#endif

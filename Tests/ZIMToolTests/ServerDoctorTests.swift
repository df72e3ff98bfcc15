#if PostgreSQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What the doctor says of tables of PostgreSQL as no other engine has them.
    @Suite(.server) struct ServerDoctorTests {
        private func findings(_ script: String) throws -> [Finding] {
            let url = try #require(TestServer.shared).makeDatabase(script)
            return try Examination(of: InspectedDatabase(place: url)).findings
        }

        /// A key holds for the rows of one table, and a query of the parent reads those of its children, too.
        @Test func keysOfTablesThatInherit() throws {
            let found = try findings(
                """
                CREATE TABLE p (a int, b int, u int UNIQUE, PRIMARY KEY (a, b)); CREATE TABLE c (PRIMARY KEY (a, b)) INHERITS (p);
                INSERT INTO p VALUES (1, 1, 5), (1, 2, NULL); INSERT INTO c VALUES (1, 1, 6), (2, 1, NULL);
                CREATE TABLE q (a int, b int, PRIMARY KEY (a, b)); CREATE TABLE d (PRIMARY KEY (a, b)) INHERITS (q);
                INSERT INTO q VALUES (1, 1); INSERT INTO d VALUES (1, 2)
                """)
            #expect(found.map(\.kind) == [.duplicateKeys])
            #expect(
                found.first?.message
                    == "tables that inherit from p may repeat its key (a, b), but 1 value occurs in several rows")
            #expect(found.first?.example == "a = 1, b = 1, in 2 rows")
            #expect(found.first?.advice == "Remove the duplicates: no key of PostgreSQL holds for several tables")
        }

        private static let dates = """
            CREATE TABLE t (a int, b int, d date, ts timestamp, tz timestamptz, PRIMARY KEY (a, b));
            INSERT INTO t VALUES (1, 1, '0044-03-15 BC', '0044-03-15 12:00:00 BC', '0044-03-15 12:00:00+00 BC'),
                (1, 2, '20000-01-01', '20000-01-01 01:02:03', '20000-01-01 01:02:03+00'),
                (1, 3, '2020-01-01', '2020-01-01 01:02:03.5', '2020-01-01 01:02:03+00');
            """

        /// Years before Christ and those of five digits are dates; what has no place in time is none.
        @Test func datesOfFarYears() throws {
            #expect(try findings(Self.dates) == [])
            let found = try findings(
                Self.dates + "INSERT INTO t VALUES (2, 1, 'infinity', '-infinity', 'infinity')")
            #expect(
                found.map(\.message) == [
                    "1 of 4 values in d is invalid for the type date",
                    "1 of 4 values in ts is invalid for the type timestamp without time zone",
                    "1 of 4 values in tz is invalid for the type timestamp with time zone",
                ])
        }

        @Test func classesOfFarYears() throws {
            let url = try #require(TestServer.shared).makeDatabase(Self.dates)
            let (scratch, file) = (try ToolScratch(), try InspectedDatabase(place: url))
            _ = try Generation(of: file).write(to: scratch.folder)
            let text = try #require(scratch.text("T.swift"))
            for part in ["d: Date?", "ts: Date?", "tz: Date?"] {
                #expect(text.contains("    var \(part) {"), "\(text)")
            }
            #expect(try FolderCheck(of: file, folder: scratch.folder).differences == [])
        }
    }
#endif

#if PostgreSQL
    import Testing
    import ZIMOrm

    /// Models that are gone through come from a cursor of the server's, and are not kept.
    @Suite(.server) struct WindowTests {
        private final class Reading: Model {
            var station = 0
            var number = 0
            override class var table: String { "reading" }
            override class var primaryKey: [String] { ["station", "number"] }
        }

        /// Goes through models, and says how many there were, their sum, and the server's cursors at every 500th and behind.
        private func visit(_ session: Session, _ forEach: ((Reading) throws -> Void) throws -> Void) throws -> [Int] {
            func cursors() throws -> Int {
                try session.value("SELECT count(*) FROM pg_cursors WHERE name LIKE 'zim%'", as: Int.self) ?? -1
            }
            var (rows, sum, open) = (0, 0, 0)
            weak var last: Reading?
            try forEach { reading in
                #expect(last == nil)
                last = reading
                rows += 1
                sum += reading.number
                if rows % 500 == 0 { open += try cursors() }
            }
            return [rows, sum, open, try cursors()]
        }

        @Test func aQueryAndSQLOfOnesOwn() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE reading (station bigint, number bigint, PRIMARY KEY (station, number));
                INSERT INTO reading SELECT i % 3, i FROM generate_series(1, 2500) AS i
                """)
            try scratch.database.read { (session: Session) throws -> Void in
                // The last fetch closes the cursor.
                let all = try visit(session) { try session.query(Reading.self).forEach($0) }
                #expect(all == [2500, 2500 * 2501 / 2, 4, 0])
                let own = try session.query(
                    Reading.self, sql: "SELECT number, station FROM reading WHERE number > \(500)")
                let some = try visit(session, own.forEach)
                #expect(some == [2000, (501...2500).reduce(0, +), 4, 0])
            }
        }
    }
#endif

#if MySQL
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

        /// Goes through models, and says how many there were, their sum, and how often the server was asked for rows.
        private func visit(
            _ session: Session, _ forEach: ((Reading) throws -> Void) throws -> Void
        ) throws -> [Int] {
            func fetches() throws -> Int {
                let row = try session.rows("SHOW SESSION STATUS LIKE 'Com_stmt_fetch'").first
                return Int(row?.values.last?.description.filter(\.isNumber) ?? "") ?? 0
            }
            let before = try fetches()
            var (rows, sum) = (0, 0)
            weak var last: Reading?
            try forEach { reading in
                #expect(last == nil)
                last = reading
                rows += 1
                sum += reading.number
                // Another statement in between takes none of the rows away.
                if rows % 500 == 0 { try session.execute("UPDATE reading SET station = station WHERE number = 1") }
            }
            return [rows, sum, try fetches() - before]
        }

        @Test func aQueryAndSQLOfOnesOwn() throws {
            let database = try Server.database(
                """
                CREATE TABLE reading (station INT, number INT, PRIMARY KEY (station, number));
                INSERT INTO reading SELECT seq % 3, seq FROM seq_1_to_2500;
                """)
            try database.write { (session: Session) throws -> Void in
                let all = try visit(session) { try session.query(Reading.self).forEach($0) }
                #expect(all == [2500, 2500 * 2501 / 2, 3])
                let own = try session.query(
                    Reading.self, sql: "SELECT number, station FROM reading WHERE number > \(500)")
                let some = try visit(session, own.forEach)
                #expect(some == [2000, (501...2500).reduce(0, +), 3])
            }
        }
    }
#endif

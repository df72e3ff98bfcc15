import TestServer
import Testing
import ZIMOrm

/// Models that are gone through are not kept, and come from a cursor of the server's, of a query as of SQL of one's own.
@Suite(.eachEngine) struct WindowTests {
    private final class Reading: Model {
        var station = 0
        var number = 0
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["station", "number"] }
        override class var isAutoIncremented: Bool { false }
    }

    private func makeDatabase() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE reading (station INTEGER, number INTEGER, PRIMARY KEY (station, number))")
        try database.write {
            try $0.bulkInsert(
                into: "reading", columns: ["station", "number"],
                rows: (1...2500).map { [.integer(Int64($0 % 3)), .integer(Int64($0))] })
        }
        return database
    }

    /// The server's open cursors on PostgreSQL; on MariaDB, how often rows were fetched from one.
    private func cursors(_ session: Session) throws -> Int {
        switch ServedEngine.current {
        case .sqlite: return 0
        case .postgreSQL:
            return try session.value("SELECT count(*) FROM pg_cursors WHERE name LIKE 'zim%'", as: Int.self) ?? -1
        case .mariaDB:
            let row = try session.rows("SHOW SESSION STATUS LIKE 'Com_stmt_fetch'").first
            return try row?.get(1, as: Int.self) ?? -1
        }
    }

    /// Goes through models, and says how many there were, their sum, and what was asked of cursors meanwhile and behind.
    private func visit(_ session: Session, _ forEach: ((Reading) throws -> Void) throws -> Void) throws -> [Int] {
        let before = try cursors(session)
        var (rows, sum, open) = (0, 0, 0)
        weak var last: Reading?
        try forEach { reading in
            #expect(last == nil)
            last = reading
            rows += 1
            sum += reading.number
            guard rows % 500 == 0 else { return }
            // Another statement in between takes none of the rows away.
            try session.execute("UPDATE reading SET number = number WHERE number = 1")
            if ServedEngine.isPostgreSQL { open += try cursors(session) }
        }
        return [rows, sum, open, try cursors(session) - before]
    }

    @Test func aQueryAndSQLOfOnesOwn() throws {
        try makeDatabase().write { (session: Session) throws -> Void in
            let all = try visit(session) { try session.query(Reading.self).forEach($0) }
            let own = try session.query(
                Reading.self, sql: "SELECT number, station FROM reading WHERE number > \(500)")
            let some = try visit(session, own.forEach)
            // PostgreSQL's last fetch, of the rows read ahead of the 2,000th, closes the cursor; MariaDB sends 1,000 rows with each.
            let (open, fetches) = (ServedEngine.isPostgreSQL ? 3 : 0, ServedEngine.isMariaDB ? 3 : 0)
            #expect(all == [2500, (1...2500).reduce(0, +), open, fetches])
            #expect(some == [2000, (501...2500).reduce(0, +), open, fetches])
        }
    }

    /// The memory of a window goes to the next one, unless a model of it is still there.
    @Test func whatIsKeptOfAWindowStays() throws {
        try makeDatabase().write { (session: Session) throws -> Void in
            var kept: [Reading] = []
            try session.query(Reading.self).orderBy(\.number).forEach { if $0.number % 400 == 0 { kept.append($0) } }
            #expect(kept.map(\.number) == [400, 800, 1200, 1600, 2000, 2400])
            for reading in kept {
                let same = try reading.belongsTo(Reading.self, foreignKey: ["station", "number"])
                #expect(same?.number == reading.number && same?.station == reading.station)
            }
        }
    }

    /// Few rows are read at once where nobody follows a relationship; one that is followed late is loaded for many again.
    @Test func aRelationshipThatIsFollowedLate() throws {
        let database = try makeDatabase()
        try database.write { (session: Session) throws -> Void in
            let log = StatementLog(database)
            var numbers: [Int] = []
            try session.query(Reading.self).orderBy(\.number).forEach { reading in
                guard reading.number > 1_100 else { return }
                let same = try reading.belongsTo(Reading.self, foreignKey: ["station", "number"])
                #expect(same?.station == reading.station)
                if let same { numbers.append(same.number) }
            }
            #expect(numbers == Array(1_101...2_500))
            // The query, then the parents of the few rows around the first that asks, of a thousand, and of the rest.
            #expect(log.count == 4, "\(log.sql.joined(separator: "\n"))")
        }
    }
}

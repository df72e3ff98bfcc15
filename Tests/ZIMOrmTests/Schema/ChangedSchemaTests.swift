import Foundation
import TestServer
import Testing
import ZIMOrm

/// What is known of a table is read again when somebody changed it.
@Suite(.eachEngine) struct ChangedSchemaTests {
    final class Part: Model {
        var house = 0
        var code: SQLValue = .null
        var at: SQLValue = .null
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["house", "code"] }
        func uses() throws -> [Use] { try hasMany(Use.self, foreignKey: ["house", "code"]) }
    }
    final class Use: Model {
        var pk = 0
        var house = 0
        var code: String?
        override class var table: String { "use" }
        override class var primaryKey: [String] { ["pk"] }
        func part() throws -> Part? { try belongsTo(Part.self, foreignKey: ["house", "code"]) }
    }

    /// Made here, since the sessions of other threads do not know the engine of the test.
    private let join = SQL("SELECT u.pk FROM part p JOIN use u ON u.house = p.house AND u.code = p.code ORDER BY u.pk")
        .inOwnWords

    private let rows = """
        CREATE TABLE use (pk INTEGER PRIMARY KEY, house INTEGER, code TEXT);
        INSERT INTO use VALUES (1, 1, '7'), (2, 1, '07'), (3, 1, '7.0');
        """

    /// SQL's own answer, and the mapper's in both directions.
    private func check(_ session: Session) throws {
        let joined = try session.rows(join).map { try $0.get(0, as: Int.self) }
        let part = try #require(try session.query(Part.self).first())
        #expect(try part.uses().map(\.pk).sorted() == joined)
        let uses = try session.query(Use.self).orderBy(\.pk).all()
        let found = try uses.filter { try $0.part() != nil }.map(\.pk)
        #expect(found == joined)
    }

    private func table(_ type: String, _ code: String) -> String {
        "CREATE TABLE part (house INTEGER, code \(type), at TEXT, PRIMARY KEY (house, code)); INSERT INTO part VALUES (1, \(code), NULL)"
    }

    /// SQLite says that its schema is another one; a server is asked by what this program has sent.
    @Test(arguments: [true, false]) func aTableThatIsMadeAnew(_ bySomebodyElse: Bool) throws {
        guard ServedEngine.isSQLite else { return }
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try Database(path: path)
        try database.execute(SQL(unsafe: rows + table("TEXT", "'7'")))
        try database.read(check)
        let other = bySomebodyElse ? try Database(path: path) : database
        for type in ["INTEGER", "REAL", "BLOB", "TEXT"] {
            try other.execute(SQL(unsafe: "DROP TABLE part; " + table(type, "7")))
            try database.read(check)
            try database.write(check)
        }
    }

    /// A server is asked anew behind what this program has sent: a key that is text, a number, bytes, and text again.
    @Test func aTableOfAServerThatIsMadeAnew() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try ServedEngine.current.makeDatabase(rows + table("TEXT", "'7'"))
        try database.read(check)
        for type in ["BIGINT", "DECIMAL(10, 1)", "DOUBLE", "VARBINARY(20)", "VARCHAR(20)"] {
            try database.execute("DROP TABLE part")
            try database.execute(
                SQL(unsafe: "CREATE TABLE part (house BIGINT, code \(type), at VARCHAR(9), PRIMARY KEY (house, code))"))
            try database.execute("INSERT INTO part VALUES (1, '7', NULL)")
            try database.read(check)
            try database.write(check)
        }
    }

    /// A statement that was compiled before has other columns behind the change.
    @Test func columnsThatChangedTheirNames() throws {
        guard ServedEngine.isSQLite else { return }
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let database = try Database(path: path)
        try database.execute(
            "CREATE TABLE part (house INTEGER, code TEXT, at TEXT, PRIMARY KEY (house, code)); INSERT INTO part VALUES (1, 'c', 'a')"
        )
        func found() throws -> [SQLValue] {
            try database.read { session in
                let part = try session.query(Part.self, sql: "SELECT * FROM part").first()
                return [part?.code ?? .null, part?.at ?? .null]
            }
        }
        let before = try found()
        #expect(before == ["c", "a"])
        try Database(path: path).execute(
            "ALTER TABLE part RENAME code TO x; ALTER TABLE part RENAME at TO code; ALTER TABLE part RENAME x TO at")
        let behind = try found()
        #expect(behind == ["a", "c"])
    }

    @Test func inOneTransaction() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(rows + table("TEXT", "'7'"))
        try database.write { session in
            try check(session)
            try session.execute(SQL(unsafe: "DROP TABLE part; " + table("INTEGER", "7")))
            try check(session)
            try? session.transaction { session in
                try session.execute(SQL(unsafe: "DROP TABLE part; " + table("TEXT", "'07'")))
                try check(session)
                throw CancellationError()
            }
            try check(session)
        }
        struct Enough: Error {}
        try? database.write { session in
            try session.execute(SQL(unsafe: "DROP TABLE part; " + table("REAL", "7")))
            try check(session)
            throw Enough()
        }
        try database.read(check)
        try database.execute(SQL(unsafe: "DROP TABLE part; " + table("BLOB", "'7'")))
        try database.read(check)
    }

    /// The definitions of one connection are known to the others.
    @Test func everyConnectionHears() async throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(rows + table("TEXT", "'7'"))
        let sleep: SQL = ServedEngine.isMariaDB ? "SELECT SLEEP(0.2)" : "SELECT pg_sleep(0.2)"
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await database.read { session in
                        try check(session)
                        // So long that each has a connection of its own.
                        _ = try session.rows(sleep)
                    }
                }
            }
            try await group.waitForAll()
        }
        try database.execute(
            ServedEngine.isMariaDB
                ? "ALTER TABLE part MODIFY at BIGINT" : "ALTER TABLE part ALTER COLUMN at TYPE integer USING NULL")
        try await database.write { session in
            for count in [1, 3] {
                let models = (0..<count).map { number in
                    let part = Part()
                    (part.house, part.code, part.at) = (count + 1, .text("\(number)"), .integer(5))
                    return part
                }
                try session.insert(models)
            }
            #expect(try session.value("SELECT sum(at) FROM part", as: Int.self) == 20)
        }
    }
}

import TestServer
import Testing
import ZIMOrm

/// Unique indexes from which nobody can tell which models have the same value: lists are written in their order.
@Suite(.eachEngine) struct OtherUniqueIndexTests {
    final class Seat: Model {
        var hall = "", number = 0
        var code = 0
        var gone: Int?
        var price = 0
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }

        convenience init(_ number: Int, code: Int) {
            self.init()
            (hall, self.number, self.code) = ("A", number, code)
        }
    }

    private static let indexes = [
        "CREATE UNIQUE INDEX i ON seat (hall, code) WHERE gone IS NULL",
        "CREATE UNIQUE INDEX i ON seat (hall, (code % 100)) WHERE gone IS NULL",
        "CREATE UNIQUE INDEX i ON seat (hall, rest)",
    ]

    /// The seats (A, 1) with code 1 and (A, 2) with code 2.
    private func database(_ index: String) throws -> Database? {
        // MariaDB has computed columns alone.
        guard !ServedEngine.isMariaDB || index.hasSuffix("(hall, rest)") else { return nil }
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, code INTEGER NOT NULL, gone INTEGER,
                price INTEGER NOT NULL,
                rest INTEGER GENERATED ALWAYS AS (CASE WHEN gone IS NULL THEN code % 100 END) STORED,
                PRIMARY KEY (hall, number));
            \(index);
            INSERT INTO seat (hall, number, code, price) VALUES ('A', 1, 1, 0), ('A', 2, 2, 0);
            """)
    }

    private func rows(_ database: Database) throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT number, code, gone FROM seat ORDER BY number")
    }

    private func seats(_ session: Session) throws -> (Seat, Seat) {
        let all = try session.query(Seat.self).orderBy(\.number).all()
        return (all[0], all[1])
    }

    @Test(arguments: indexes) func aNewModelTakesWhatOneBeforeItGivesUp(_ index: String) throws {
        guard let database = try database(index) else { return }
        try database.write { session in
            let (first, second) = try seats(session)
            first.code = 3
            try session.save([first, Seat(3, code: 1), second])
            second.gone = 1
            try session.save([second, Seat(4, code: 2)])
        }
        #expect(try rows(database) == [[1, 3, .null], [2, 2, 1], [3, 1, .null], [4, 2, .null]])
    }

    @Test(arguments: indexes) func aLoadedModelTakesWhatOneBeforeItGivesUp(_ index: String) throws {
        guard let database = try database(index) else { return }
        for way in ["save", "update"] {
            try database.write { session in
                let (first, second) = try seats(session)
                // The second row is found first by its key, and the first by the order of what changed.
                (second.code, second.price, first.code) = (second.code + 5, 1, second.code)
                try way == "save" ? session.save([second, first]) : session.update([second, first])
            }
        }
        #expect(try rows(database) == [[1, 7, .null], [2, 12, .null]])
    }

    @Test(arguments: indexes) func theOtherOrderIsTheDatabasesToRefuse(_ index: String) throws {
        guard let database = try database(index) else { return }
        let before = try rows(database)
        let new = Seat(3, code: 1)
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                let (first, _) = try seats(session)
                first.code = 3
                try session.save([new, first])
            }
        }
        #expect(error?.code == .constraint)
        #expect(!new.isLoaded)
        #expect(try rows(database) == before)
    }

    @Test func otherColumnsShareStatements() throws {
        guard let database = try database(Self.indexes[0]) else { return }
        try database.write { session in
            let (first, second) = try seats(session)
            (first.price, second.price) = (4, 5)
            let (_, ran) = try database.tracing { try session.save([first, second]) }
            #expect(ran.count { $0.sql.contains("UPDATE") } == 1)
        }
        #expect(try Theatre.rows(database, "SELECT price FROM seat ORDER BY number") == [[4], [5]])
    }
}

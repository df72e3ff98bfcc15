import TestServer
import Testing

@testable import ZIMOrm

/// A query that calls a function of the database's own may have changed rows. SQLite itself knows what its statements write.
@Suite(.eachEngine) struct FunctionFreshnessTests {
    final class Order: Model {
        var year = 0
        var number = 0
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var isAutoIncremented: Bool { false }
        func lines() throws -> Int { try hasMany(Line.self, foreignKey: ["year", "number"]).count }
    }

    final class Line: Model {
        var year = 0
        var number = 0
        var place = 0
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["year", "number", "place"] }
        override class var isAutoIncremented: Bool { false }
    }

    private func makeDatabase() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (year INTEGER, number INTEGER, PRIMARY KEY (year, number));
            CREATE TABLE line (year INTEGER, number INTEGER, place INTEGER, PRIMARY KEY (year, number, place));
            INSERT INTO orders VALUES (2024, 1), (2024, 2), (2025, 1);
            INSERT INTO line VALUES (2024, 1, 1), (2024, 1, 2), (2024, 2, 1), (2025, 1, 1);
            """)
        switch ServedEngine.current {
        case .sqlite: break
        case .postgreSQL:
            try database.execute(
                "CREATE FUNCTION added() RETURNS int LANGUAGE sql AS 'INSERT INTO line VALUES (2024, 2, 66) RETURNING 1'"
            )
        case .mariaDB:
            try database.withoutTransaction {
                try $0.execute(
                    "CREATE FUNCTION added() RETURNS INT MODIFIES SQL DATA BEGIN INSERT INTO line VALUES (2024, 2, 66); RETURN 1; END"
                )
            }
        }
        return database
    }

    /// Loads ahead for all orders, does something, and counts the lines of the second order and the statements of the orders
    /// behind the first.
    private func lines(_ database: Database, _ change: (Session) throws -> Void) throws -> (
        second: Int, statements: Int
    ) {
        var found = (second: 0, statements: 0)
        struct Undo: Error {}
        do {
            try database.write { session throws in
                let orders = try session.query(Order.self).orderByKey().all()
                #expect(try orders[0].lines() == 2)
                try change(session)
                let log = StatementLog(database)
                found.second = try orders[1].lines()
                #expect(try orders[2].lines() == 1)
                found.statements = log.count
                throw Undo()
            }
        } catch is Undo {}
        return found
    }

    @Test func aFunctionThatWritesDropsWhatWasLoadedAhead() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase()
        let ways: [(Session) throws -> Void] = [
            { _ = try $0.value("SELECT added()", as: Int.self) },
            { _ = try $0.rows("SELECT 1 AS one, /* now */ added ()") },
            { try $0.execute("SELECT added()") },
            { try $0.forEachRow("SELECT added()") { _ in } },
            { _ = try $0.query(Order.self).filter(.sql("added() = 1 AND year = 2025")).count() },
            { _ = try $0.rows("WITH found(one) AS (SELECT added()) SELECT * FROM found") },
        ]
        for (index, way) in ways.enumerated() {
            #expect(try lines(database, way).second == 2, "way \(index)")
        }
        guard ServedEngine.isPostgreSQL else { return }
        #expect(
            try lines(database) { session in
                try session.execute("DECLARE later CURSOR FOR SELECT added()")
                _ = try session.query(Order.self).first()?.lines()
                _ = try session.rows("FETCH ALL FROM later")
            }.second == 2)
    }

    /// Rows that are read between two calls of the function are older than the second.
    @Test func whatIsLoadedInBetweenIsDroppedToo() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase()
        try database.write { session in
            let orders = try session.query(Order.self).orderByKey().all()
            try session.forEachRow("SELECT 0 UNION ALL SELECT added()") { _ in _ = try orders[0].lines() }
            #expect(try orders[1].lines() == 2)
        }
    }

    @Test func theEnginesOwnFunctionsDropNothing() throws {
        let database = try makeDatabase()
        let ways: [(Session) throws -> Void] = [
            {
                _ = try $0.rows(
                    "SELECT count(*), max(year), coalesce(min(number), 0), lower('A') FROM orders WHERE year IN (2024)")
            },
            {
                _ = try $0.rows(
                    "WITH found(one) AS (SELECT CAST(1.5 AS DECIMAL(5, 2))) SELECT * FROM found AS f WHERE (one > 1)")
            },
            { _ = try $0.query(Line.self).filter(keys: [[2024, 1, 1], [2025, 1, 1]]).count() },
            { _ = try $0.find(Line.self, keys: [[2024, 1, 1], [2024, 2, 1]]) },
            { _ = try $0.query(Line.self).filter(\.year == 2024).sum(\.place) },
            { _ = try $0.query(Order.self).orderByKey().limit(1).after(2024, 1).all() },
            { _ = try $0.query(Order.self).filter(.in(\.year, Array(0...600))).count() },
        ]
        for (index, way) in ways.enumerated() {
            let found = try lines(database, way)
            #expect(found.second == 1 && found.statements == 0, "way \(index)")
        }
    }

    /// Nothing can be changed there.
    @Test func aReadingSessionKeepsWhatItHas() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase()
        let words: SQL =
            ServedEngine.isMariaDB
            ? "CREATE FUNCTION twice(n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n * 2"
            : "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2'"
        try database.withoutTransaction { try $0.execute(words) }
        try database.read { session in
            let orders = try session.query(Order.self).orderByKey().all()
            _ = try orders[0].lines()
            let four = try session.value("SELECT twice(2)", as: Int.self)
            #expect(four == 4)
            try expectStatements(0, database) { _ = try orders[1].lines() }
        }
    }
}

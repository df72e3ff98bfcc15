import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Trip: Model {
    enum Kind: String, ColumnValue { case bus = "B", train = "T" }
    var line = "", number = 0
    var day = Date(timeIntervalSince1970: 0)
    var kind = Kind.bus
    var price: Double?
    var cents: Int { Int((price ?? 0) * 100) }
    override class var table: String { "trip" }
    override class var primaryKey: [String] { ["line", "number"] }
    override class var forms: [String: ColumnForm] { ["day": .date(.date)] }
}

/// Some properties of each row, as tuples.
@Suite(.eachEngine) struct ValuesTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE trip (line TEXT, number INTEGER, day TEXT, kind TEXT, price DOUBLE PRECISION, PRIMARY KEY (line, number));
            INSERT INTO trip VALUES ('A', 1, '2024-01-02', 'B', 2.5), ('A', 2, '2024-01-02', 'T', NULL),
                ('B', 1, '2024-02-29', 'T', 4), ('C', 1, '2024-01-02', 'B', 2.5);
            """)
    }

    @Test func tuplesOfOneTwoAndFourProperties() throws {
        try database.read { session in
            let trips = try session.query(Trip.self).orderByKey()
            #expect(try trips.values(\.line) == ["A", "A", "B", "C"])
            let pairs = try trips.filter(\.kind == .train).values(\.number, \.price)
            #expect(pairs.map(\.0) == [2, 1] && pairs.map(\.1) == [nil, 4])
            let rows = try trips.limit(2).offset(1).values(\.line, \.day, \.kind, \.number)
            #expect(rows.map(\.1.timeIntervalSince1970) == [1_704_153_600, 1_709_164_800])
            #expect(rows.map(\.2) == [.train, .train] && rows.map(\.0) == ["A", "B"] && rows.map(\.3) == [2, 1])
            struct Summary { let line: String, price: Double? }
            #expect(try trips.values(\.line, \.price).map(Summary.init).map(\.price) == [2.5, nil, 4, 2.5])
        }
    }

    @Test func onlyTheseColumnsAreRead() throws {
        try database.read { session in
            let query = try session.query(Trip.self).filter(\.line == "A")
            let log = StatementLog(database)
            _ = try query.values(\.kind, \.number)
            #expect(
                log.take() == [#"SELECT "trip"."kind", "trip"."number" FROM "trip" WHERE "trip"."line" = ?"#])
        }
    }

    /// Each of the rows that are one has another key: what is selected orders them.
    @Test func distinctValuesAreCutInTheirOwnOrder() throws {
        try database.read { session in
            let trips = try session.query(Trip.self).distinct()
            #expect(try trips.orderBy(\.kind, ascending: false).limit(2).values(\.kind) == [.train, .bus])
            #expect(try trips.limit(2).offset(1).values(\.line) == ["B", "C"])
            let log = StatementLog(database)
            let pairs = try trips.orderBy(\.line).limit(3).values(\.line, \.number)
            #expect(pairs.map(\.0) == ["A", "A", "B"] && pairs.map(\.1) == [1, 2, 1])
            let nulls = ServedEngine.isPostgreSQL ? " NULLS FIRST" : ""
            let columns = #""trip"."line", "trip"."number""#
            #expect(log.take() == ["SELECT DISTINCT \(columns) FROM \"trip\" ORDER BY \(columns)\(nulls) LIMIT ?"])
        }
    }

    @Test func distinctValuesAndKeysThatFindOneRowTwice() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE trip (line TEXT \(ServedEngine.isSQLite ? "COLLATE NOCASE" : ""), number INTEGER, day TEXT, kind TEXT, price DOUBLE PRECISION, PRIMARY KEY (line, number));
            INSERT INTO trip VALUES ('A', 1, '2024-01-02', 'B', 2.5), ('A', 2, '2024-01-02', 'B', 2.5), ('B', 1, '2024-01-02', 'T', 4);
            """)
        try database.read { session in
            let trips = try session.query(Trip.self)
            #expect(try trips.distinct().values(\.line).sorted() == ["A", "B"])
            let found = trips.filter(keys: [["A", 1], ["a", 1], ["A", 2], ["x", 1]])
            // Two rows, although they hold the same here.
            #expect(try found.values(\.price) == [2.5, 2.5])
            #expect(try found.distinct().values(\.price) == [2.5])
        }
    }

    @Test func whatCannotBeReadIsSaid() throws {
        try database.write { session in
            let trips = try session.query(Trip.self)
            let computed = #expect(throws: ModelError.self) { try trips.values(\.line, \.cents) }
            #expect(computed?.code == .unknownColumn)
            try session.execute("UPDATE trip SET kind = 'X', day = '2024-01-02 10:00' WHERE number = 2")
            let kind = #expect(throws: ModelError.self) { try trips.values(\.line, \.kind) }
            #expect(kind?.code == .value && kind?.column == "kind" && kind?.table == "trip")
            let day = #expect(throws: ModelError.self) { try trips.values(\.day) }
            #expect(day?.column == "day")
            #expect(try trips.values(\.line).count == 4)
            #expect(throws: ModelError.self) { try trips.locked().values(\.line) }
        }
    }
}

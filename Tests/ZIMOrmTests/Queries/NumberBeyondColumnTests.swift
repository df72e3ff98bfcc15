import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Lists with numbers that no row's column can hold: they equal none, and no list is refused for one.
@Suite(.eachEngine) struct NumberBeyondColumnTests {
    final class Place: Model {
        var row = 0, seat = 0
        var name = ""
        override class var table: String { "place" }
        override class var primaryKey: [String] { ["row", "seat"] }
        override class var columns: [Column] {
            [Column("line", \Place.row), Column("seat", \Place.seat), Column("name", \Place.name)]
        }
        var guests: [Guest] { get throws { try hasMany(Guest.self, foreignKey: ["line", "seat"]) } }
    }

    final class Guest: Model {
        var id = 0
        var row = 0, seat = 0
        override class var table: String { "guest" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [Column("id", \Guest.id), Column("line", \Guest.row), Column("seat", \Guest.seat)]
        }
        var place: Place? { get throws { try belongsTo(Place.self, foreignKey: ["line", "seat"]) } }
    }

    private let database: Database
    private static let large = 99_999_999_999
    private static var keys: [[any SQLValueConvertible]] {
        [[large, 1], [1, 1], [1, 2], [2, 99_999], [2, -large]]
    }

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE place (line INT, seat SMALLINT, name VARCHAR(9), PRIMARY KEY (line, seat));
            CREATE TABLE guest (id INT PRIMARY KEY, line BIGINT, seat BIGINT);
            INSERT INTO place VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 1, 'c');
            INSERT INTO guest VALUES (1, 1, 1), (2, \(Self.large), 1), (3, 2, 99999), (4, 2, 1);
            """)
    }

    @Test func listsOfKeys() throws {
        try database.read { session in
            #expect(try session.find(Place.self, keys: Self.keys).map(\.name).sorted() == ["a", "b"])
            let query = try session.query(Place.self)
            #expect(try query.filter(keys: Self.keys).count() == 2)
            #expect(try query.filter(.key(in: Self.keys)).count() == 2)
            #expect(try query.filter(.key(notIn: Self.keys)).values(\.name) == ["c"])
            #expect(try query.filter(.key(notIn: [[Self.large, 1], [Self.large, 2]])).count() == 3)
        }
    }

    @Test func listsOfNumbers() throws {
        let numbers = (1...600).map { $0 * 1_000_000_000 }
        // In a row, from the last of the column on.
        let following = (0..<600).map { Int(Int32.max) - 300 + $0 }
        try database.read { session in
            let query = try session.query(Place.self)
            #expect(try query.filter(.in(\.row, numbers + [2])).values(\.name) == ["c"])
            #expect(try query.filter(.notIn(\.row, numbers + [1])).values(\.name) == ["c"])
            #expect(try query.filter(.in(\.row, following)).count() == 0)
            #expect(try query.filter(.notIn(\.row, following)).count() == 3)
        }
    }

    private final class Loose: Model {
        var row = 0.0
        var seat = Decimal(0)
        override class var table: String { "place" }
        override class var primaryKey: [String] { ["row", "seat"] }
        override class var columns: [Column] { [Column("line", \Loose.row), Column("seat", \Loose.seat)] }
    }

    /// The same number may be of another type.
    @Test func numbersOfOtherTypes() throws {
        try database.read { session in
            let query = try session.query(Loose.self)
            #expect(try query.filter(rawKeys: [[1, 1], [1e19, 1], [1.5, 1]]).count() == 1)
            let many = (0..<600).map { Decimal($0) + Decimal(1) / 4 } + [Decimal(99_999_999_999), 2]
            #expect(try query.filter(.in(\.seat, many)).count() == 1)
        }
    }

    /// Real and decimal numbers beyond a column of integers, as whole ones are.
    @Test func realAndDecimalNumbers() throws {
        let large = Decimal(Self.large), half = Decimal(1) / 2
        try database.read { session in
            let query = try session.query(Loose.self)
            func count(_ filter: Filter<Loose>) throws -> Int { try query.filter(filter).count() }
            for number in [1e10, 1e19, 1e10 + 0.5] {
                #expect(try count(\.row < number) == 3)
                #expect(try count(\.row > number) == 0)
                #expect(try count(\.row == number) == 0)
                #expect(try count(\.row != number) == 3)
                #expect(try count(.in(\.row, [number, 2, 0.5])) == 1)
                #expect(try count(.notIn(\.row, [number, 2, 0.5])) == 2)
                #expect(try count(.between(\.row, 1.5, number)) == 1)
                #expect(try query.filter("row < \(number)").count() == 3)
                #expect(try query.filter(SQLExpression.column("line") < .value(number)).count() == 3)
            }
            for number in [large, large * large] {
                #expect(try count(\.seat < number) == 3)
                #expect(try count(\.seat > number) == 0)
                #expect(try count(\.seat == number) == 0)
                #expect(try count(\.seat != number) == 3)
                #expect(try count(.in(\.seat, [number, 2, half])) == 1)
                #expect(try count(.notIn(\.seat, [number, 2, half])) == 2)
                #expect(try count(.between(\.seat, half, number)) == 3)
                #expect(try count(.between(\.seat, 0 - number, 1)) == 2)
            }
        }
    }

    /// A whole number that no real one equals is found by no list, however long: inside of IN, SQLite would round it.
    @Test func numbersBetweenRealOnes() throws {
        guard ServedEngine.isSQLite else { return }
        final class Weight: Model {
            var id = 0
            var grams: Int?
            var box = 0
            override class var table: String { "weight" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE weight (id INTEGER PRIMARY KEY, grams DOUBLE, box INTEGER);
            INSERT INTO weight VALUES (1, 9007199254740992, 1), (2, 10, 2), (3, NULL, 3);
            """)
        let (even, odd) = (9_007_199_254_740_992, 9_007_199_254_740_993)
        let others = (20..<620).map { $0 }, odds = others.map { odd + 2 * $0 }
        let pair = RowValue(\Weight.grams, \Weight.box)
        try database.read { session throws in
            func ids(_ filter: Filter<Weight>) throws -> [Int] {
                try session.query(Weight.self).filter(filter).orderByKey().values(\.id)
            }
            for more in [[], others] {
                #expect(try ids(.in(\.grams, [odd, 10] + more)) == [2])
                #expect(try ids(.in(\.grams, [even, 10] + more)) == [1, 2])
                #expect(try ids(.notIn(\.grams, [odd, 10] + more)) == [1])
                #expect(try ids(pair.in([(odd, 1), (10, 2)] + more.map { ($0, $0) })) == [2])
                #expect(try ids(pair.notIn([(odd, 1), (10, 2)] + more.map { ($0, $0) })) == [1, 3])
            }
            // Of (NULL, 3) it is known that it is not (odd, 1), of (NULL, 1) it is not.
            #expect(try ids(pair.notIn([(odd, 1)])) == [1, 2, 3])
            #expect(try ids(pair.notIn([(odd, 3), (10, 2)])) == [1])
            #expect(try ids(.in(\.grams, odds)) == [])
            #expect(try ids(.in(\.grams, odds + [nil])) == [3])
            #expect(try ids(.notIn(\.grams, odds)) == [1, 2])
        }
    }

    /// A point in time is no day of a server's column, and is not cut off to one.
    @Test func daysWithATime() throws {
        guard !ServedEngine.isSQLite else { return }
        final class Visit: Model {
            var house = 0, day = Date(timeIntervalSince1970: 0)
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["house", "day"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (house INT, day DATE, PRIMARY KEY (house, day));
            INSERT INTO visit VALUES (1, '2023-12-31'), (1, '2024-01-01'), (2, '2024-01-01');
            """)
        try database.read { session in
            let (last, first) = (Date(timeIntervalSince1970: 1_703_980_800), Date(timeIntervalSince1970: 1_704_067_200))
            let keys: [[SQLValue]] = [[1, (last + 60).sqlValue], [1, first.sqlValue], [3, first.sqlValue]]
            let query = try session.query(Visit.self)
            #expect(try query.filter(rawKeys: keys).values(\.day) == [first])
        }
    }

    /// Above 63 bits there is no whole number of a server to compare with.
    @Test func numbersAbove63Bits() throws {
        final class Count: Model {
            var id = 0
            var number: UInt64 = 0
            var signed = 0
            override class var table: String { "count" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "count" ("id" INT PRIMARY KEY, "number" BIGINT, "signed" BIGINT);
            INSERT INTO "count" VALUES (1, 5, 5), (2, \(Int64.max), \(Int64.max));
            """)
        let next = UInt64(Int64.max) + 1
        try database.read { session in
            let query = try session.query(Count.self)
            for large in [UInt64.max, next] {
                #expect(try query.filter(\.number < large).count() == 2)
                #expect(try query.filter("number < \(large)").count() == 2)
                #expect(try query.filter(\.number >= large).count() == 0)
                #expect(try query.filter(\.number == large).count() == 0)
                #expect(try query.filter(\.number != large).count() == 2)
                #expect(try query.filter(.in(\.number, [large, 5])).count() == 1)
                #expect(try query.filter(.notIn(\.number, [large, 5])).count() == 1)
                #expect(try query.filter(.between(\.number, 6, large)).count() == 1)
            }
            #expect(try query.filter("signed = \(Double(next))").count() == 0)
            #expect(try query.filter("signed < \(Double(next))").count() == 2)
        }
    }

    @Test func relationshipsAndChanges() throws {
        try database.write { session throws in
            let guests = try session.query(Guest.self).orderByKey().all()
            #expect(try guests.map { try $0.place?.name } == ["a", nil, nil, "c"])
            #expect(try session.delete(Place.self, keys: Self.keys) == 2)
            #expect(try session.query(Place.self).values(\.name) == ["c"])
        }
    }
}

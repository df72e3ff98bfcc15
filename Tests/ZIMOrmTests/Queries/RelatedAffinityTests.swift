import Foundation
import TestServer
import Testing
import ZIMOrm

private struct Price: RawRepresentable, ColumnValue, Equatable { let rawValue: Decimal }

private final class TinShelf: Model {
    var hall = 0, number = 0
    override class var table: String { "shelf" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var relationships: [Relationship] { [.hasMany("tins", Tin.self, foreignKey: ["hall", "shelf"])] }
}

private final class Tin: Model {
    var id = 0, hall = 0, shelf = 0
    var price = Price(rawValue: 0)
    var weight: Decimal?
    var day: Date?
    var isOpen = false
    override class var table: String { "tin" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Tin.id), Column("hall", \Tin.hall), Column("shelf", \Tin.shelf), Column("price", \Tin.price),
            Column("weight", \Tin.weight), Column("day", \Tin.day, date: .pattern("yyyyMMdd")),
            Column("open", \Tin.isOpen),
        ]
    }
}

/// SQLite: the smallest and the largest value have no affinity, whatever the column has.
struct RelatedAffinityTests {
    private func shelves(_ filter: Filter<TinShelf>) throws -> [Int] {
        let database = try ServedEngine.sqlite.makeDatabase(
            """
            CREATE TABLE shelf (hall INTEGER, number INTEGER, PRIMARY KEY (hall, number));
            CREATE TABLE tin (id INTEGER PRIMARY KEY, hall INTEGER, shelf INTEGER, price NUMERIC, weight NUMERIC, day INTEGER, open TEXT);
            INSERT INTO shelf VALUES (1, 1), (1, 2);
            INSERT INTO tin VALUES (1, 1, 1, 7.5, 7.5, 20260102, 1), (2, 1, 2, 100, 100, 20270102, 0);
            """)
        return try database.read { try $0.query(TinShelf.self).filter(filter).orderByKey().all().map(\.number) }
    }

    @Test func numbersThatAreBoundAsDigits() throws {
        #expect(try shelves(Related.max("tins", \Tin.price) < Price(rawValue: 20)) == [1])
        #expect(try shelves(Related.min("tins", \Tin.price) == Price(rawValue: 7.5)) == [1])
        let limit: Decimal? = 20
        #expect(try shelves(Related.max("tins", \Tin.weight) < limit) == [1])
    }

    @Test func datesInNumbersAndTruthsInTexts() throws {
        let day = Date(timeIntervalSince1970: 1_789_948_800)
        #expect(try shelves(Related.max("tins", \Tin.day) < day) == [1])
        #expect(try shelves(Related.max("tins", \Tin.isOpen) == true) == [1])
    }
}

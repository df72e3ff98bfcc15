import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// An order with a key of two columns, its customer, and its lines with a key of three.
private final class Bill: Model {
    var year = 0, number = 0, guest: Int?, note = ""
    override class var table: String { "bill" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var isAutoIncremented: Bool { false }
    override class var relationships: [Relationship] {
        [
            .hasMany("items", Item.self, foreignKey: ["year", "number"]),
            .belongsTo("host", Guest.self, foreignKey: ["guest"]),
        ]
    }
}

private final class Item: Model {
    var year = 0, number = 0, place = 0, price: Decimal = 0, packed: Date?, isGone = 0
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["year", "number", "place"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("year", \Item.year), Column("number", \Item.number), Column("place", \Item.place),
            Column("price", \Item.price), Column("packed", \Item.packed, date: .unixSeconds),
            Column("gone", \Item.isGone),
        ]
    }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Item.isGone == 0) }
}

private final class Guest: Model {
    var id = 0, name = ""
    override class var table: String { "guest" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.hasMany("bills", Bill.self, foreignKey: ["guest"])] }
}

/// Models with aggregates over their related rows beside them.
@Suite(.eachEngine) struct RelatedBesideTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE guest (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(9) NOT NULL);
            CREATE TABLE bill (year INTEGER NOT NULL, number INTEGER NOT NULL, guest INTEGER, note VARCHAR(9) NOT NULL,
                PRIMARY KEY (year, number));
            CREATE TABLE item (year INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL,
                price NUMERIC(10, 2) NOT NULL, packed BIGINT, gone INTEGER NOT NULL, PRIMARY KEY (year, number, place));
            INSERT INTO guest VALUES (1, 'ann'), (2, 'ben');
            INSERT INTO bill VALUES (2026, 1, 1, 'a'), (2026, 2, 2, 'b'), (2026, 3, NULL, 'c'), (2025, 1, 1, 'd');
            INSERT INTO item VALUES (2026, 1, 1, 7.25, 1000000, 0), (2026, 1, 2, 3.5, 2000000, 0),
                (2026, 1, 3, 9, 3000000, 1), (2026, 2, 1, 100, NULL, 0), (2025, 1, 1, 5, 4000000, 0);
            """)
    }

    @Test func severalOfEachRowInOneStatement() throws {
        let log = SQLLog(database)
        try database.read { session in
            let bills = try session.query(Bill.self).filter(\.year == 2026).orderByKey()
            let found = try bills.all(
                with: Related.count("items"), Related.sum("items", \Item.price), Related.max("items", \Item.packed),
                Related.count("items", \Item.price > 5))
            #expect(found.map(\.0.note) == ["a", "b", "c"])
            #expect(found.map(\.1) == [2, 1, 0])
            #expect(found.map(\.2) == [10.75, 100, nil])
            #expect(found.map(\.3) == [Date(timeIntervalSince1970: 2_000_000), nil, nil])
            #expect(found.map(\.4) == [1, 1, 0])
        }
        #expect(log.take().count { $0.sql.contains("count(*)") } == 1)
    }

    @Test func theColumnsAreSelectedBehindThoseOfTheModel() throws {
        guard ServedEngine.isSQLite else { return }
        let log = SQLLog(database)
        _ = try database.read { session in
            try session.query(Guest.self).filter(\.id == 1).all(with: Related.count("bills")).map(\.1)
        }
        #expect(
            log.take().map(\.sql).filter { $0.hasPrefix("SELECT \"guest\"") } == [
                #"SELECT "guest"."id", "guest"."name", (SELECT count(*) FROM "bill" AS "bills" WHERE "bills"."guest" = "guest"."id") FROM "guest" WHERE "guest"."id" = ?"#
            ])
    }

    /// They are in one batch, are saved by their changes, and follow relationships for all.
    @Test func theModelsAreThoseOfAll() throws {
        try database.write { session in
            let found = try session.query(Bill.self).filter(\.year == 2026).orderByKey().all(
                with: Related.min("items", \Item.price))
            #expect(found.map(\.1) == [3.5, 100, nil])
            #expect(try found.allSatisfy { try $0.0.changedColumns().isEmpty })
            let log = SQLLog(database)
            let items = try found.map { try $0.0.hasMany(Item.self, foreignKey: ["year", "number"]).count }
            #expect(items == [2, 1, 0] && log.take().count == 1)
            found[1].0.note = "x"
            try found[1].0.save()
            #expect(
                try session.rows("SELECT note FROM bill ORDER BY year, number").map(\.values)
                    == [["d"], ["a"], ["x"], ["c"]])
        }
    }

    @Test func besideJoinsAndEagerLoads() throws {
        try database.read { session in
            let bills = try session.query(Bill.self).with(joined: "host").with("items")
                .orderBy(Related.count("items"), ascending: false).orderByKey()
            let found = try bills.limit(3).all(with: Related.count("items"), Related.max("items", \Item.packed))
            #expect(found.map(\.0.note) == ["a", "d", "b"] && found.map(\.1) == [2, 1, 1])
            #expect(found.map { $0.2?.timeIntervalSince1970 } == [2_000_000, 4_000_000, nil])
            let log = SQLLog(database)
            let names = try found.map { try $0.0.belongsTo(Guest.self, foreignKey: ["guest"])?.name }
            let places = try found.map { try $0.0.hasMany(Item.self, foreignKey: ["year", "number"]).map(\.place) }
            #expect(names == ["ann", "ann", "ben"] && places == [[1, 2], [1], [1]])
            #expect(log.take().isEmpty)
        }
    }

    @Test func distinctRowsAndPages() throws {
        try database.read { session in
            let bills = try session.query(Bill.self).orderByKey()
            let first = try bills.limit(2).all(with: Related.count("items"))
            let last = try #require(first.last)
            let next = try bills.after(last.0).limit(5).all(with: Related.count("items"))
            #expect(first.map(\.1) == [1, 2] && next.map(\.1) == [1, 0])
            let distinct = try session.query(Bill.self).distinct().orderByKey().all(with: Related.count("items"))
            #expect(distinct.map(\.1) == [1, 2, 1, 0])
            let chosen = try session.query(Bill.self).filter(keys: [[2026, 2], [2025, 1]]).all(
                with: Related.sum("items", \Item.price))
            #expect(Set(chosen.map { "\($0.0.number) \($0.1 ?? 0)" }) == ["2 100", "1 5"])
        }
    }

    @Test func aSumThatIsNoWholeNumberIsNamed() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { (session) throws in
            try session.execute("UPDATE bill SET year = 2026.5 WHERE number = 2")
            let guests = try session.query(Guest.self)
            let error = #expect(throws: ModelError.self) {
                _ = try guests.all(with: Related.sum("bills", \Bill.year)).count
            }
            #expect(error?.code == .value && error?.table == "bill" && error?.column == "year")
        }
    }

    @Test func badInput() throws {
        try database.read { session in
            let bills = try session.query(Bill.self)
            var error = #expect(throws: ModelError.self) { _ = try bills.all(with: Related.count("lines")).count }
            #expect(error?.code == .unknownRelationship)
            error = #expect(throws: ModelError.self) {
                _ = try bills.all(with: Related.max("host", \Item.price)).count
            }
            #expect(error?.code == .query)
            error = #expect(throws: ModelError.self) {
                _ = try bills.filter("nothing = 1").all(with: Related.count("items")).count
            }
            #expect(error?.code == .unknownColumn)
        }
    }
}

import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A crate with a key of three columns, and what is in it, of which a default filter hides some.
private final class Crate: Model {
    var hall = 0, row = "", place = 0
    override class var table: String { "crate" }
    override class var primaryKey: [String] { ["hall", "row", "place"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("parts", Part.self, foreignKey: ["hall", "row", "place"]),
            .hasMany("crate", Crate.self, foreignKey: ["hall", "row", "place"]),
            .hasMany("screws", Screw.self, foreignKey: ["hall", "row", "place"]),
        ]
    }
}

private final class Part: Model {
    var id = 0
    var hall = 0, row = "", place = 0
    var weight = Decimal()
    var pieces = Decimal()
    var name = ""
    var made: Date?
    var isGone = 0
    override class var table: String { "part" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Part.id), Column("hall", \Part.hall), Column("row", \Part.row), Column("place", \Part.place),
            Column("weight", \Part.weight), Column("pieces", \Part.pieces), Column("name", \Part.name),
            Column("made", \Part.made, date: .unixSeconds), Column("gone", \Part.isGone),
        ]
    }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Part.isGone == 0) }
}

private final class Screw: Model {
    var id = 0
    var hall = 0, row = "", place = 0
    var count: Int8 = 0
    var spare: Int8?
    override class var table: String { "screw" }
    override class var primaryKey: [String] { ["id"] }
}

/// The same rows with weights in texts of digits, which are in no order.
private final class WeighedCrate: Model {
    var hall = 0, row = "", place = 0
    override class var table: String { "crate" }
    override class var primaryKey: [String] { ["hall", "row", "place"] }
    override class var relationships: [Relationship] {
        [.hasMany("parts", WeighedPart.self, foreignKey: ["hall", "row", "place"])]
    }
}

private final class WeighedPart: Model {
    var id = 0
    var hall = 0, row = "", place = 0
    var name = Decimal()
    override class var table: String { "part" }
    override class var primaryKey: [String] { ["id"] }
    override class var forms: [String: ColumnForm] { ["name": .decimal(.text(scale: 2))] }
}

extension Query<Crate> {
    fileprivate var found: [String] {
        get throws { try orderByKey().all().map { "\($0.hall)\($0.row)\($0.place)" } }
    }
}

/// What aggregates over related rows are compared with.
@Suite(.eachEngine) struct RelatedValueTests {
    let database: Database

    init() throws {
        let text = ServedEngine.current == .sqlite ? "TEXT COLLATE NOCASE" : "VARCHAR(20)"
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE crate (hall INTEGER NOT NULL, "row" VARCHAR(5) NOT NULL, place INTEGER NOT NULL,
                PRIMARY KEY (hall, "row", place));
            CREATE TABLE part (id INTEGER NOT NULL PRIMARY KEY, hall INTEGER, "row" VARCHAR(5), place INTEGER,
                weight NUMERIC(20, 4), pieces INTEGER, name \(text), made BIGINT, gone INTEGER NOT NULL);
            CREATE TABLE screw (id INTEGER NOT NULL PRIMARY KEY, hall INTEGER, "row" VARCHAR(5), place INTEGER,
                count SMALLINT NOT NULL, spare SMALLINT);
            INSERT INTO screw VALUES (1, 1, 'x', 1, 3, NULL), (2, 1, 'x', 1, 4, NULL), (3, 1, 'x', 2, 120, 100),
                (4, 1, 'x', 2, 120, 100);
            INSERT INTO crate VALUES (1, 'x', 1), (1, 'x', 2), (1, 'y', 1);
            INSERT INTO part VALUES (1, 1, 'x', 1, 7.5, 3, 'abc', 1000000, 0), (2, 1, 'x', 1, 10.25, 4, 'ABC', 2000000, 0),
                (3, 1, 'x', 2, 100, 5, 'b', NULL, 0), (4, 1, 'x', 2, 1000, 6, 'c', NULL, 1);
            """)
    }

    private func expect(_ filter: Filter<Crate>, _ found: [String], location: SourceLocation = #_sourceLocation) throws
    {
        let crates = try database.read { try $0.query(Crate.self).filter(filter).found }
        #expect(crates == found, sourceLocation: location)
    }

    @Test func decimalNumbersAreNumbers() throws {
        // As texts 10.25 is less than 9.5.
        try expect(Related.max("parts", \Part.weight) > 9.5, ["1x1", "1x2"])
        try expect(Related.max("parts", \Part.weight) < 20, ["1x1"])
        try expect(Related.min("parts", \Part.weight) == 7.5, ["1x1"])
        try expect(Related.sum("parts", \Part.weight) == 17.75, ["1x1"])
        try expect(Related.sum("parts", \Part.weight) > 17.7, ["1x1", "1x2"])
        try expect(Related.average("parts", \Part.weight) == 8.875, ["1x1"])
        // Of a column of whole numbers.
        try expect(Related.sum("parts", \Part.pieces) > 6.5, ["1x1"])
        try expect(Related.max("parts", \Part.pieces) > 4.5, ["1x2"])
        try expect(Related.average("parts", \Part.pieces) < 3.6, ["1x1"])
    }

    /// A sum of small whole numbers may be larger than they can be.
    @Test func sumsOfSmallNumbers() throws {
        try expect(Related.sum("screws", \Screw.count) > 200, ["1x2"])
        try expect(Related.sum("screws", \Screw.count) == 7, ["1x1"])
        try expect(Related.sum("screws", \Screw.spare) == 200, ["1x2"])
        try expect(Related.sum("screws", \Screw.spare) == nil, ["1x1", "1y1"])
        let (limit, most): (Int8, Int) = (7, 240)
        try expect(Related.sum("screws", \Screw.count) > limit, ["1x2"])
        try expect(Related.sum("screws", \Screw.count) < most, ["1x1"])
    }

    @Test func textsAndDates() throws {
        // Whether the case counts is the column's to say.
        let isFolded = try database.read { try $0.query(Part.self).filter(\.id == 2 && \.name == "abc").exists() }
        try expect(Related.max("parts", \Part.name, \Part.id == 2) == "abc", isFolded ? ["1x1"] : [])
        try expect(Related.max("parts", \Part.name) == "b", ["1x2"])
        try expect(Related.max("parts", \Part.made) < Date(timeIntervalSince1970: 2_000_000.5), ["1x1"])
        try expect(Related.min("parts", \Part.made) == Date(timeIntervalSince1970: 1_000_000), ["1x1"])
        try expect(Related.min("parts", \Part.made) == nil, ["1x2", "1y1"])
        try database.read { session in
            let crates = try session.query(Crate.self)
            #expect(
                try crates.orderBy(Related.max("parts", \Part.made), ascending: false).found == ["1x1", "1x2", "1y1"])
            #expect(try crates.orderBy(Related.max("parts", \Part.name)).found == ["1y1", "1x1", "1x2"])
        }
    }

    @Test func valuesWithoutTheOrderOfTheProperty() throws {
        try database.read { session in
            let crates = try session.query(WeighedCrate.self)
            let tries: [() throws -> Void] = [
                { _ = try crates.filter(Related.max("parts", \WeighedPart.name) > 1).all() },
                { _ = try crates.filter(Related.min("parts", \WeighedPart.name) == nil).count() },
                { _ = try crates.orderBy(Related.min("parts", \WeighedPart.name)).all() },
            ]
            for ask in tries {
                let error = #expect(throws: ModelError.self) { try ask() }
                #expect(error?.code == .formMissing && error?.table == "part" && error?.column == "name")
            }
        }
    }

    @Test func defaultFiltersAndNamesOfTheTable() throws {
        try expect(Related.count("parts") == 1, ["1x2"])
        try database.read { session in
            let crates = try session.query(Crate.self)
            #expect(try crates.unfiltered().filter(Related.count("parts") == 2).found == ["1x1"])
            let all = try session.unfiltered { try $0.query(Crate.self).filter(Related.count("parts") == 2).found }
            #expect(all == ["1x1", "1x2"])
        }
        try expect(Related.count("crate") == 1, ["1x1", "1x2", "1y1"])
        try expect(Related.count("crate", Related.count("parts") == 2) == 1, ["1x1"])
    }
}

import Foundation
import TestServer
import Testing
import ZIMOrm

/// Names that are one to Unicode and two to the engine.
@Suite(.eachEngine) struct NameMapTests {
    private let one = "caf\u{e9}"
    private let two = "cafe\u{301}"

    @Test func namesAreToldApartByTheirBytes() throws {
        var map: NameMap = [one: 1, two: 2, "A": 3, "a": 4]
        #expect(map[one] == 1 && map[two] == 2 && map["A"] == 3 && map["b"] == nil)
        #expect(map.count == 4 && !map.isEmpty)
        #expect(map.map { Array($0.name.utf8) } == ["A", "a", two, one].map { Array($0.utf8) })
        #expect(map.values == [3, 4, 2, 1])
        #expect(map != [one: 2, two: 1, "A": 3, "a": 4])
        map[one] = nil
        #expect(map == ["A": 3, two: 2, "a": 4])
        #expect(map.hashValue == (["a": 4, "A": 3, two: 2] as NameMap).hashValue)
        #expect(NameMap([("x", 1), ("x", 2)]) == ["x": 1])
        let json = try JSONEncoder().encode([one: 1, two: 2] as NameMap)
        #expect(try JSONDecoder().decode(NameMap<Int>.self, from: json) == [one: 1, two: 2])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(NameMap<Int>.self, from: Data("{}".utf8)) }
    }

    @Test func theSchemaKnowsBoth() throws {
        // MariaDB has no index over a part of the rows.
        let condition = ServedEngine.isMariaDB ? "" : "WHERE x > 1"
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "\(one)" (x INTEGER, y INTEGER, PRIMARY KEY (x, y));
            CREATE TABLE "\(two)" (x INTEGER, y INTEGER, z INTEGER, PRIMARY KEY (x, y));
            CREATE UNIQUE INDEX "\(one)_i" ON "\(two)" (y, x) \(condition);
            CREATE INDEX "\(two)_i" ON "\(two)" (z);
            CREATE VIEW "v\(one)" AS SELECT x FROM "\(one)"; CREATE VIEW "v\(two)" AS SELECT z FROM "\(two)";
            """)
        let schema = try database.read { try $0.schema() }
        #expect(schema.table(one)?.columns.map(\.name) == ["x", "y"])
        #expect(schema.table(two)?.columns.map(\.name) == ["x", "y", "z"])
        #expect(schema.indexes(of: one).allSatisfy { $0.origin == .primaryKey })
        let indexes = schema.indexes(of: two).filter { $0.origin == .index }
        if ServedEngine.isMariaDB {
            // A unique index is a constraint there, and no index has a definition of its own.
            #expect(indexes.map(\.columns) == [["z"]])
            #expect(schema.indexes(of: two).filter { $0.origin == .unique }.map(\.columns) == [["y", "x"]])
            #expect(schema.definitions["\(one)_i"] == nil && schema.definitions["\(two)_i"] == nil)
            #expect(schema.definitions["v\(two)"]?.contains("`z`") == true)
            #expect(schema.definitions["v\(one)"]?.contains("`z`") == false)
        } else {
            #expect(Set(indexes.map(\.columns)) == [["y", "x"], ["z"]])
            #expect(indexes.first { $0.isUnique }?.condition?.contains("x > 1") == true)
            #expect(schema.definitions["\(one)_i"]?.contains("WHERE") == true)
            #expect(schema.definitions["\(two)_i"]?.contains("WHERE") == false)
            #expect(schema.definitions["v\(two)"]?.contains("z") == true)
            #expect(schema.definitions["v\(one)"]?.contains("z") == false)
        }
        let json = try JSONEncoder().encode(schema)
        #expect(try JSONDecoder().decode(DatabaseSchema.self, from: json) == schema)
        if ServedEngine.isSQLite {
            #expect(schema.definitions[one]?.contains("z INTEGER") == false)
            #expect(schema.definitions[two]?.contains("z INTEGER") == true)
        }
        // What cannot be read is said of the one that it is about; PostgreSQL drops no table that a view reads.
        guard !ServedEngine.isPostgreSQL else { return }
        try database.execute("DROP TABLE \(identifier: one)")
        let problems = try database.read { try $0.schema().problems }
        #expect(problems["v\(one)"] != nil && problems["v\(two)"] == nil)
    }
}

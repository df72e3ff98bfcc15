import Testing

@testable import ZIMOrm

/// Sets of keys in which several parts differ, none does, or a part has no form in JSON.
@Suite struct KeySetTests {
    final class Depot: Model {
        var region = ""
        var number = 0
        var shelf: Double = 0
        var name = ""
        override class var table: String { "depot" }
        override class var primaryKey: [String] { ["region", "number", "shelf"] }
    }

    final class Item: Model {
        var id = 0
        var region: String?
        var number: Int?
        var shelf: Double?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["id"] }
        func depot() throws -> Depot? { try belongsTo(Depot.self, foreignKey: ["region", "number", "shelf"]) }
    }

    /// Items by region, number and shelf; a depot for each of `depots`.
    private func makeDatabase(_ items: String) throws -> Database {
        let database = try Database.inMemory()
        try database.write { session in
            try session.execute(
                SQL(
                    unsafe: """
                        CREATE TABLE depot (region TEXT, number INTEGER, shelf REAL, name TEXT NOT NULL,
                            PRIMARY KEY (region, number, shelf)) WITHOUT ROWID;
                        CREATE TABLE item (id INTEGER PRIMARY KEY, region TEXT, number INTEGER, shelf REAL);
                        INSERT INTO item (region, number, shelf) VALUES \(items);
                        INSERT OR IGNORE INTO depot SELECT region, number, shelf, region || number || '/' || shelf
                            FROM item WHERE shelf IS NOT NULL;
                        """))
        }
        return database
    }

    private static let columns = #""depot"."region", "depot"."number", "depot"."shelf", "depot"."name""#

    private func names(_ database: Database, _ sql: String, _ parameters: [SQLValue]) throws -> [String?] {
        try database.read { session in
            let items = try session.query(Item.self).orderBy("id").all()
            return try expectSent([(sql, parameters)], database) { try items.map { try $0.depot()?.name } }
        }
    }

    @Test func whatDiffersIsTakenApartAndTheRestIsBound() throws {
        let sql = """
            SELECT \(Self.columns), zim_keys.key AS zim_key FROM json_each(?) AS zim_keys CROSS JOIN "depot" ON \
            "depot"."region" = zim_keys.value ->> 0 AND "depot"."number" = zim_keys.value ->> 1 AND "depot"."shelf" = ?
            """
        let database = try makeDatabase(#"('a"', 1, 0.5), ('b', 1, 0.5), ('b', -2, 0.5), ('b', 1, NULL)"#)
        let names = try names(database, sql, [.text(#"[["a\"",1],["b",1],["b",-2]]"#), 0.5])
        #expect(names == [#"a"1/0.5"#, "b1/0.5", "b-2/0.5", nil])
    }

    @Test func onePartInTheMiddle() throws {
        let sql = """
            SELECT \(Self.columns), zim_keys.key AS zim_key FROM json_each(?) AS zim_keys CROSS JOIN "depot" ON \
            "depot"."region" = ? AND "depot"."number" = +zim_keys.value AND "depot"."shelf" = ?
            """
        let database = try makeDatabase("('a', 9223372036854775807, 1e100), ('a', 7, 1e100), ('a', -7, 1e100)")
        let names = try names(database, sql, ["[9223372036854775807,7,-7]", "a", 1e100])
        #expect(names == ["a9223372036854775807/1.0e+100", "a7/1.0e+100", "a-7/1.0e+100"])
    }

    @Test func realNumbersThatDifferAreValues() throws {
        let sql = """
            WITH "zim_keys" ("ordinal", "k0", "k1", "k2") AS (VALUES (0, ?, ?, ?), (1, ?, ?, ?)) SELECT \(Self.columns), \
            zim_keys.ordinal AS zim_key FROM zim_keys CROSS JOIN "depot" ON "depot"."region" = zim_keys.k0 AND \
            "depot"."number" = zim_keys.k1 AND "depot"."shelf" = zim_keys.k2
            """
        let database = try makeDatabase("('a', 1, 0.1), ('a', 1, 0.3), ('a', 1, 0.1)")
        let names = try names(database, sql, ["a", 1, 0.1, "a", 1, 0.3])
        #expect(names == ["a1/0.1", "a1/0.3", "a1/0.1"])
    }

    @Test func keysInWhichNothingDiffers() throws {
        let keys = KeyList(width: 2, [["a", 1], ["a", 1], ["a", 1]])
        let sets = try KeySet.sets(of: keys)
        #expect(sets.map(\.parameters) == [["[1,1,1]", "a"]] && sets.map(\.count) == [3])
        #expect(try KeySet.sets(of: KeyList(width: 2)).isEmpty)
        let distinct = try #require(keys.distinct())
        #expect(distinct.keys.count == 1 && Array(distinct.positions) == [0, 0, 0])
        #expect(KeyList(width: 1, [["a"], ["b"]]).distinct() == nil)
    }

    @Test func textWithZeroBytesHasNoFormInJSON() throws {
        let sets = try KeySet.sets(of: KeyList(width: 1, [["a\0b"], ["\u{1}\\"]]))
        #expect(sets.map(\.form) == [.values(columns: 1, rows: 2)])
        let plain = try KeySet.sets(of: KeyList(width: 1, [["\u{1}\\"], ["é\n"]]))
        #expect(plain.map(\.parameters) == [[.text(#"["\u0001\\","é\u000a"]"#)]])
    }

    @Test func rowsThatComeInAnyOrderStandByTheirKeys() throws {
        var found = FoundRows.Builder(keys: 3, isSingle: false)
        for (number, place) in [(1, 2), (2, 0), (3, 2), (4, 0), (5, 7), (6, -1)] {
            let item = Item()
            item.id = number
            found.append(item, join: nil, position: place)
        }
        var rows = found.finish()
        func ids(_ related: RelatedModels) -> [Int] { related.models.compactMap { ($0 as? Item)?.id } }
        #expect(ids(rows.rows(0)) == [2, 4] && ids(rows.rows(1)).isEmpty && ids(rows.rows(2)) == [1, 3])
        #expect(ids(rows.take(2)) == [1, 3] && ids(rows.take(2)).isEmpty && ids(rows.take(9)).isEmpty)
        #expect(rows.allModels.compactMap { ($0 as? Item)?.id } == [2, 4])
    }
}

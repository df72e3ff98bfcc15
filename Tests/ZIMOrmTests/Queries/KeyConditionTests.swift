import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Lists of keys as conditions: in, not in, several of them, between others.
@Suite(.eachEngine) struct KeyConditionTests {
    let database: Database

    init() throws { database = try Stay.makeDatabase() }

    private func found(_ filter: Filter<Stay>, location: SourceLocation = #_sourceLocation) throws -> [String] {
        try database.read { session in
            let log = StatementLog(database)
            let found = try session.query(Stay.self).filter(filter).found
            #expect(log.count == 1, sourceLocation: location)
            return found
        }
    }

    /// The rows for which plain SQL holds.
    private func plain(_ condition: String) throws -> [String] {
        try database.read { try $0.query(Stay.self).filter(.sql(SQL(unsafe: condition))).found }
    }

    @Test func keysThatRowsMustNotHave() throws {
        #expect(
            try found(.key(notIn: [[2024, "Kiel", 1], [2025, "Oslo", 4], [9, "x", 9], ["2024", "Kiel", 1]]))
                == ["24K2", "24O1", "25K1", "25O3"])
        #expect(try found(.key(notIn: [[2024, "Kiel", 1]])) == ["24K2", "24O1", "25K1", "25O3", "25O4"])
        #expect(try found(.key(notIn: [])).count == 6)
        #expect(try found(.key(in: [])) == [])
        #expect(
            try found(.key(in: [[2024, "Kiel", 1], [2024, nil as String?, 1]]) || \.owner == 20)
                == ["24K1", "25K1", "25O4"])
        #expect(try found(!(.key(in: [[2024, "Kiel", 1]]) || \.owner == 20)) == ["24O1"])
    }

    /// More values than a statement may have parameters are one parameter.
    @Test func valuesOfOneColumn() throws {
        let many = (0..<70_000).map { $0 * 10 + 5 }
        #expect(try found(.in(\.owner, many + [20])) == ["25K1", "25O4"])
        #expect(try found(.in(\.owner, many + [20, nil])) == plain("owner IN (20) OR owner IS NULL"))
        #expect(try found(.notIn(\.owner, many + [20])) == plain("owner NOT IN (20)"))
        #expect(try found(.notIn(\.owner, many + [20, nil])) == plain("owner NOT IN (20)"))
        #expect(try found(!(.in(\.owner, many + [10]) && \.year == 2024)) == plain("NOT (owner = 10 AND year = 2024)"))
        let harbors = many.map { "h\($0)'\"" } + ["Oslo"]
        #expect(try found(.in(\.harbor, harbors)) == ["24O1", "25O3", "25O4"])
        #expect(try found(.notIn(\.harbor, harbors)) == ["24K1", "24K2", "25K1"])
        try database.read { session in
            let query = try session.query(Stay.self).filter(.in(\.owner, Array(many.prefix(501))))
            #expect(try query.rendered().parameters.count == 1)
            #expect(
                try session.query(Stay.self).filter(.in(\.owner, Array(many.prefix(500)))).rendered().parameters.count
                    == 500)
            let byText = try session.query(Stay.self).filter("owner NOT IN \(many + [20])")
            #expect(try byText.rendered().parameters.count < 100)
            #expect(try byText.found == plain("owner NOT IN (20)"))
        }
    }

    @Test func textAndParameters() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            let keys: [[any SQLValueConvertible]] = [[2024, "Kiel", 1], [2024, "Oslo", 1]]
            let out = stays.filter(.key(notIn: keys))
            let set =
                switch ServedEngine.current {
                case .sqlite: "SELECT +zim_keys.value FROM json_each(?) AS zim_keys"
                case .postgreSQL: "SELECT zim_keys.k1 FROM (SELECT DISTINCT * FROM unnest(?::text[])) AS zim_keys(k1)"
                case .mariaDB: "SELECT "
                }
            let text = try out.condition
            #expect(text.hasPrefix(#"NOT (~"year" = ? AND ~"berth" = ? AND ~"harbor" IN (\#(set)"#), "\(text)")
            let list: SQLValue =
                ServedEngine.isPostgreSQL ? .text(#"{"Kiel","Oslo"}"#) : .text(#"["Kiel","Oslo"]"#)
            #expect(try out.rendered().parameters.count == 3)
            #expect(try out.rendered().parameters.prefix(2) == [2024, 1])
            if ServedEngine.isSQLite { #expect(try out.rendered().parameters.last == list) }
            let rows = stays.filter(RowValue(\.year, \.harbor).notIn([(2024, "Kiel"), (2025, "Oslo")]))
            #expect(try rows.found == ["24O1", "25K1"])
            guard ServedEngine.isSQLite else { return }
            let pairs = "SELECT zim_keys.value ->> 0, zim_keys.value ->> 1 FROM json_each(?) AS zim_keys"
            // No column can be NULL: SQLite is told that it need not look for NULL in the list.
            #expect(try rows.condition == #"NOT (((~"year", ~"harbor") IN (\#(pairs))) IS TRUE)"#)
            #expect(try rows.rendered().parameters == [.text(#"[[2024,"Kiel"],[2025,"Oslo"]]"#)])
            let ships = stays.filter(RowValue(\.ship, \.owner).notIn([("Ada", 10), ("Bob", 20)]))
            let isIn = #"(~"ship", ~"owner") IN (\#(pairs))"#
            #expect(
                try ships.condition
                    == #"NOT (CASE WHEN \#(isIn) THEN 1 WHEN ~"ship" IS NULL OR ~"owner" IS NULL THEN \#(isIn) ELSE 0 END)"#
            )
        }
    }

    @Test func columnsThatAreNullAreAsInPlainSQL() throws {
        let ships = RowValue(\Stay.ship, \Stay.owner)
        #expect(try found(ships.in([("Ada", 10), ("Bob", 20)])) == ["24K1"])
        #expect(try found(ships.notIn([("Ada", 10), ("Bob", 20)])) == ["24O1", "25K1", "25O3"])
        #expect(
            try plain("NOT (ship = 'Ada' AND owner = 10 OR ship = 'Bob' AND owner = 20)") == ["24O1", "25K1", "25O3"])
        #expect(try found(!(!ships.in([("Ada", 10), ("Bob", 20)]))) == ["24K1"])
        #expect(try found(ships.notIn([])).count == 6)
        #expect(try found(ships.in([("Ada", nil), ("Bob", 10)])) == ["24O1"])
    }

    /// Random lists over columns with NULL, also behind several NOT, against the same condition without a list.
    @Test func randomLists() throws {
        var random = SeededGenerator(seed: 7)
        let texts = ["Ada", "Bob", "Cid", "Dan"]
        for _ in 0..<40 {
            let rows = (0..<(random.below(4) + 1)).map { _ in (texts[random.below(4)], (random.below(3) + 1) * 10) }
            let years = (0..<(random.below(3) + 1)).map { _ in (2024 + random.below(2), texts[random.below(3)]) }
            let first = rows.map { "ship = '\($0.0)' AND owner = \($0.1)" }.joined(separator: " OR ")
            let second = years.map { "year = \($0.0) AND ship = '\($0.1)'" }.joined(separator: " OR ")
            let ships = RowValue(\Stay.ship, \Stay.owner).in(rows.map { ($0.0, $0.1) })
            let stays = RowValue(\Stay.year, \Stay.ship).in(years.map { ($0.0, $0.1) })
            #expect(try found(!ships) == plain("NOT (\(first))"), "\(rows)")
            #expect(try found(ships || !stays) == plain("(\(first)) OR NOT (\(second))"), "\(rows) \(years)")
            #expect(try found(!(ships && !stays)) == plain("NOT ((\(first)) AND NOT (\(second)))"), "\(rows) \(years)")
            #expect(try found(stays && ships) == plain("(\(first)) AND (\(second))"), "\(rows) \(years)")
        }
    }

    @Test func severalListsInOneQuery() throws {
        try database.write { session in
            let stays = try session.query(Stay.self)
            let some = stays.filter(keys: [[2024, "Kiel", 1], [2024, "Kiel", 2], [2025, "Kiel", 1]])
            let log = StatementLog(database)
            let both = some.filter(keys: [[2024, "Kiel", 2], [2025, "Kiel", 1], [2025, "Oslo", 3]])
            #expect(try both.found == ["24K2", "25K1"])
            #expect(try both.filter(RowValue(\.ship, \.owner).in([("Ada", 20)])).found == ["25K1"])
            #expect(try both.filter(.key(notIn: [[2025, "Kiel", 1]])).found == ["24K2"])
            #expect(log.count == 3)
            #expect(try both.filter(RowValue(\.year, \.berth).notIn([(2024, 2)])).delete() == 1)
            #expect(try stays.count() == 5)
            #expect(
                try stays.filter(.key(notIn: [[2024, "Kiel", 1], [2025, "Oslo", 3]])).update(.set(\.owner, 7)) == 3)
            #expect(try stays.filter(\.owner == 7).found == ["24K2", "24O1", "25O4"])
        }
    }

    @Test func anyNumberOfKeys() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE stay (year INTEGER NOT NULL, harbor TEXT NOT NULL, berth INTEGER NOT NULL, ship TEXT, owner INTEGER, day TEXT NOT NULL DEFAULT '2024-01-01 10:00:00', PRIMARY KEY (year, harbor, berth))"
        )
        try database.write { session in
            let keys = (0..<40_000).map { number in (number % 7, "h\(number % 11)", number) }
            try session.bulkInsert(
                into: "stay", columns: ["year", "harbor", "berth"],
                rows: keys.map { [.integer(Int64($0.0)), .text($0.1), .integer(Int64($0.2))] })
            let stays = try session.query(Stay.self)
            let given: [[any SQLValueConvertible]] = keys.dropFirst(3).map { [$0.0, $0.1, $0.2] }
            let log = StatementLog(database)
            #expect(try stays.filter(.key(notIn: given)).found.count == 3)
            #expect(try stays.filter(RowValue(\.year, \.harbor, \.berth).notIn(Array(keys.dropLast(2)))).count() == 2)
            #expect(try stays.filter(keys: given).filter(.key(in: given)).count() == 39_997)
            #expect(log.count == 3)
        }
    }

    @Test func keysOfOneColumnAndOfBytes() throws {
        final class Piece: Model {
            var hash: [UInt8] = []
            var part: Double?
            override class var table: String { "piece" }
            override class var primaryKey: [String] { ["hash"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE piece (hash BLOB NOT NULL PRIMARY KEY, part REAL);
            INSERT INTO piece VALUES (x'01', 0.5), (x'0200', NULL), (x'03FF', 1.5);
            """)
        try database.read { session in
            let pieces = try session.query(Piece.self).orderByKey()
            let keys: [[any SQLValueConvertible]] = [[[UInt8]([1])], [[UInt8]([2, 0])], [[UInt8]([7])]]
            #expect(try pieces.filter(.key(in: keys)).values(\.hash) == [[1], [2, 0]])
            #expect(try pieces.filter(keys: keys).values(\.hash) == [[1], [2, 0]])
            #expect(try pieces.filter(keys: keys).filter(keys: Array(keys.dropFirst())).values(\.hash) == [[2, 0]])
            #expect(try pieces.filter(.key(notIn: keys)).values(\.hash) == [[3, 255]])
            let parts = RowValue(\Piece.part, \Piece.hash)
            #expect(try pieces.filter(parts.notIn([(0.5, [1]), (1.5, [1])])).values(\.hash) == [[2, 0], [3, 255]])
            var many: [(Double?, [UInt8])] = []
            for number in 0..<12_000 {
                let bytes = [UInt8(number / 256), UInt8(number % 256)]
                many.append((Double(number) + 0.25, bytes))
            }
            many.append((1.5, [3, 255]))
            #expect(try pieces.filter(parts.in(many)).values(\.hash) == [[3, 255]])
            // The list has a key with these bytes and some number, and this row has no number.
            #expect(try pieces.filter(parts.notIn(many)).values(\.hash) == [[1]])
        }
    }

    @Test func badInput() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            let hint = "Leave what has nil out of the list: no row equals it"
            expectFailure(
                .query,
                "a list of (ship, owner) that rows of \"stay\" must not be in holds NULL, and no row is known to differ from NULL",
                hint: hint, database
            ) { try stays.filter(RowValue(\.ship, \.owner).notIn([("Ada", 10), ("Bob", nil)])).all() }
            expectFailure(
                .query,
                "a list of (year, harbor, berth) that rows of \"stay\" must not be in holds NULL, and no row is known to differ from NULL",
                hint: hint, database
            ) { try stays.filter(.key(notIn: [[2024, nil as String?, 1]])).count() }
            expectFailure(
                .keyMismatch, "\"stay\" has the key (year, harbor, berth), 2 values were given: (2024, 'Kiel')",
                database
            ) { try stays.filter(.key(in: [[2024, "Kiel"]])).count() }
            expectFailure(
                .value,
                "\"stay\".\"year\" of the values that were given (year = 'now', harbor = 'Kiel', berth = 1): text 'now' cannot be read as `Int`",
                database
            ) { try stays.filter(.key(notIn: [["now", "Kiel", 1]])).exists() }
        }
    }
}

import TestServer
import Testing

@testable import ZIMOrm

/// Foreign keys without an index: a statement for many keys reads the table once, not once for each key.
@Suite(.eachEngine) struct UnindexedTests {
    /// Parents 10 to 409 with two children and links each, and no index but the parents' key.
    private func makeDatabase(_ width: KeyWidth, parents: Int = 400) throws -> Database {
        let name = width.width
        return try width.makeDatabase(
            isIndexed: false,
            more: """
                WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < \(9 + parents))
                INSERT INTO parent\(name) SELECT 'p' || i, 'z', 30, 'x', i FROM n;
                INSERT INTO child\(name) SELECT 2 * a, 'c' || a, d, c, b, a FROM parent\(name) WHERE a >= 10;
                INSERT INTO child\(name) SELECT 100001 - a, 'd' || a, d, c, b, a FROM parent\(name) WHERE a >= 10;
                INSERT INTO link\(name) SELECT 2 * a, a, b, c, d, a, b, c, d, 'n' FROM parent\(name) WHERE a >= 10;
                INSERT INTO link\(name) SELECT 100001 - a, a, b, c, d, a - 8, b, c, d, 'm' FROM parent\(name) WHERE a >= 10;
                """)
    }

    private func explained(_ trace: StatementTrace, _ session: Session) throws -> [ResultRow] {
        let word = ServedEngine.isSQLite ? "EXPLAIN QUERY PLAN" : "EXPLAIN"
        return try session.rows(SQL(explaining: trace.sql.withQuestionMarks, trace.parameters, by: word).inOwnWords)
    }

    /// Expects that no table is scanned inside the loop over another.
    private func expectNoScanPerKey(
        _ trace: StatementTrace, _ session: Session, location: SourceLocation = #_sourceLocation
    ) throws {
        let rows = try explained(trace, session)
        if ServedEngine.isMariaDB {
            // A block of keys at once; what a query begins with is read once.
            var begun: Set<Int> = []
            for row in rows {
                let isFirst = try begun.insert(row.get(0, as: Int.self)).inserted
                if try isFirst || row.get("type", as: String?.self) != "ALL" { continue }
                // Read once, whatever stands around it.
                if try row.get(1, as: String.self) == "MATERIALIZED" { continue }
                let extra = try row.get("Extra", as: String?.self) ?? ""
                let table = try row.get(2, as: String.self)
                #expect(
                    extra.contains("join buffer") || extra.contains("json_table") || table.hasPrefix("<"),
                    "\(trace.sql)\n\(row.values)",
                    sourceLocation: location)
            }
            return
        }
        guard ServedEngine.isSQLite else {
            let plan = try rows.map { try $0.get(0, as: String.self) }.joined(separator: "\n")
            #expect(
                plan.contains("Hash Join") || plan.contains("Merge") || !plan.contains("Nested Loop"),
                "\(trace.sql)\n\(plan)", sourceLocation: location)
            return
        }
        var loops: [Int: [String]] = [:]
        for row in rows {
            let detail = try row.get(3, as: String.self)
            if detail.hasPrefix("SCAN") || detail.hasPrefix("SEARCH"), !detail.hasPrefix("SCAN json_each") {
                loops[try row.get(1, as: Int.self), default: []].append(detail)
            }
        }
        for (_, details) in loops {
            #expect(
                details.dropFirst().allSatisfy { $0.hasPrefix("SEARCH") }, "\(trace.sql)\n\(details)",
                sourceLocation: location)
        }
    }

    private static let options: [(isOrdered: Bool, options: [RelationshipOption])] = [
        (false, []), (true, [.orderBy("pk DESC")]), (true, [.limit(1)]), (false, [.filter("label != 'c20'")]),
        (true, [.limit(1), .offset(1), .orderBy("label")]),
    ]

    @Test(arguments: [false, true], KeyWidth.all) func asEachAlone(_ isAnalyzed: Bool, _ width: KeyWidth) throws {
        let database = try makeDatabase(width)
        if isAnalyzed {
            // Only these: other tests lock tables of theirs on the same server.
            for table in ["parent", "child", "link"] {
                let analyze = SQL(unsafe: "ANALYZE \(ServedEngine.isMariaDB ? "TABLE " : "")\(table)\(width.width)")
                try database.withoutTransaction { try $0.execute(analyze) }
            }
        }
        let (left, right) = (width.columns.map { $0 + "1" }, width.columns.map { $0 + "2" })
        try database.read { session in
            // One by one each call reads the tables, so only some of the parents are asked so.
            func answers(_ loading: RelationshipLoading, every step: Int = 1) throws -> [[[String]]] {
                let all = try session.query(width.parent).orderByKey().relationships(loading).all()
                let parents = stride(from: 0, to: all.count, by: step).map { all[$0] }
                // A hash join has an order of its own.
                var answers = try Self.options.map { isOrdered, options in
                    let isOrdered = ServedEngine.isSQLite || isOrdered
                    return try parents.map {
                        let labels = try $0.hasMany(width.child, foreignKey: width.columns, options: options)
                            .map(\.label)
                        return isOrdered ? labels : labels.sorted()
                    }
                }
                answers.append(
                    try parents.map {
                        try $0.hasOne(width.child, foreignKey: width.columns).map { [$0.label] } ?? []
                    })
                answers.append(
                    try parents.map {
                        try $0.hasMany(width.parent, through: width.link, foreignKey: left, targetForeignKey: right)
                            .map(\.name).sorted()
                    })
                answers.append(
                    try parents.map {
                        try $0.hasManyLinked(
                            width.parent, through: width.link, foreignKey: left, targetForeignKey: right,
                            options: [.orderBy("note, a"), .limit(2)]
                        ).map { $0.model.name + $0.link.note }
                    })
                return answers
            }
            let step = 7
            let alone = try answers(.single, every: step)
            let log = StatementLog(database)
            let together = try answers(.batched)
            let traces = log.all
            #expect(together.map { list in stride(from: 0, to: list.count, by: step).map { list[$0] } } == alone)
            #expect(alone.count == 8 && together.allSatisfy { $0.count >= 400 })
            #expect(together.joined().contains { $0.count == 2 })
            #expect(traces.count == 9)
            for trace in traces.dropFirst() { try expectNoScanPerKey(trace, session) }
        }
    }

    @Test(arguments: KeyWidth.all) func theText(_ width: KeyWidth) throws {
        guard ServedEngine.isSQLite else { return }
        let database = try makeDatabase(width, parents: 3)
        let select = try KeyWidth.select(width.child)
        // All but the first part are the same in all keys, and bound.
        let others = width.columns.dropFirst().map { " AND \"child\(width.width)\".\"\($0)\" = ?" }.joined()
        let sql = """
            WITH "zim_list" ("ordinal", "k0") AS MATERIALIZED (SELECT zim_set.key, zim_set.value FROM json_each(?) AS zim_set \
            CROSS JOIN json_each('[0]')), "zim_keys" ("ordinal", "k0") AS MATERIALIZED (SELECT ordinal, CASE WHEN \
            CAST(k0 AS NUMERIC) = k0 THEN CAST(k0 AS NUMERIC) ELSE k0 END FROM zim_list) \
            SELECT \(select), zim_keys.ordinal AS zim_key FROM "child\(width.width)" CROSS JOIN zim_keys \
            ON +"child\(width.width)"."a" = zim_keys.k0\(others)
            """
        try database.read { session in
            let parents = try session.query(width.parent).filter("a >= 10").orderByKey().all()
            let key = width.key(0).dropFirst()
            let children = try expectSent([(sql, ["[10,11,12]"] + key)], database) {
                try parents.map { try $0.hasMany(width.child, foreignKey: width.columns).map(\.label) }
            }
            #expect(children == [["c10", "d10"], ["c11", "d11"], ["c12", "d12"]])
        }
    }

    /// Each statement reads the table, so there is one for all siblings, however many.
    @Test func oneStatementForAllSiblings() throws {
        let width = try #require(KeyWidth.all.first { $0.width == 2 })
        let database = try makeDatabase(width, parents: 2500)
        try database.read { session in
            for query in try [session.query(width.parent), session.query(width.parent).filter("a != 11")] {
                let log = StatementLog(database)
                let parents = try query.all()
                let count = try parents.map { try $0.hasMany(width.child, foreignKey: width.columns).count }
                #expect(count.reduce(0, +) >= parents.count * 2 - 3)
                #expect(log.count == 2)
            }
        }
        try database.execute("CREATE INDEX child2_key ON child2 (a, b)")
        try database.read { session in
            let parents = try session.query(width.parent).all()
            let log = StatementLog(database)
            for parent in parents { _ = try parent.hasMany(width.child, foreignKey: width.columns) }
            #expect(log.count <= 3)
        }
    }

    /// Siblings of one tenant: an index that begins with the tenant is read once.
    @Test func anIndexOverWhatAllKeysHaveInCommon() throws {
        guard ServedEngine.isSQLite else { return }
        let width = try #require(KeyWidth.all.first { $0.width == 3 })
        let database = try makeDatabase(width)
        try database.execute("CREATE INDEX child3_b ON child3 (b)")
        try database.read { session in
            let parents = try session.query(width.parent).filter("a >= 10").all()
            let log = StatementLog(database)
            for parent in parents { #expect(try parent.hasMany(width.child, foreignKey: width.columns).count == 2) }
            #expect(log.count == 1)
            let trace = try #require(log.all.first)
            let plan = try explained(trace, session).map { try $0.get(3, as: String.self) }
            #expect(plan.contains("SEARCH child3 USING INDEX child3_b (b=?)"), "\(plan)")
            #expect(plan.contains { $0.hasPrefix("SEARCH zim_keys USING AUTOMATIC COVERING INDEX (k0=?)") }, "\(plan)")
        }
    }

    final class Town: Model {
        var country = ""
        var code = ""
        var name = ""
        override class var table: String { "town" }
        override class var primaryKey: [String] { ["country", "code"] }
        override class var relationships: [Relationship] {
            [.hasMany("streets", Street.self, foreignKey: ["country", "town"])]
        }
    }
    final class Street: Model {
        var id: Int?
        var country: String?
        var town: String?
        var name = ""
        override class var table: String { "street" }
        override class var primaryKey: [String] { ["id"] }
        override class var relationships: [Relationship] {
            [.belongsTo("town", Town.self, foreignKey: ["country", "town"])]
        }
    }

    /// A key that only the classes know of, with texts of every kind in it: both ways, in a loop, eager, filtered.
    @Test func aKeyThatOnlyTheClassesKnow() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE town (country TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL);
            CREATE TABLE street (id INTEGER PRIMARY KEY, country TEXT, town TEXT, name TEXT NOT NULL);
            """)
        let codes = (0..<1200).map { ["1", "01", "1.0", "a\"\\", "é", " "][$0 % 6] + String($0 / 6) }
        try database.write { session in
            for (index, code) in codes.enumerated() {
                let town = Town()
                (town.country, town.code, town.name) = (index % 2 == 0 ? "FR" : "DE", code, "t\(index)")
                try session.insert(town)
                for number in 0..<(index % 3) {
                    let street = Street()
                    (street.country, street.town, street.name) = (town.country, code, "s\(index)-\(number)")
                    try session.insert(street)
                }
            }
        }
        let expected = codes.indices.map { index in (0..<(index % 3)).map { "s\(index)-\($0)" } }
        try database.read { session in
            func names(_ towns: [Town]) throws -> [[String]] {
                try towns.sorted { Int($0.name.dropFirst()) ?? 0 < Int($1.name.dropFirst()) ?? 0 }
                    .map { try $0.related("streets", as: Street.self).map(\.name).sorted() }
            }
            let log = StatementLog(database)
            #expect(try names(session.query(Town.self).all()) == expected)
            #expect(try names(session.query(Town.self).with("streets").all()) == expected)
            let streets = try session.query(Street.self).orderBy("id").all()
            let towns = try streets.map { try $0.related("town", as: Town.self).map(\.name) }
            #expect(towns == streets.map { [String($0.name.dropFirst().prefix { $0 != "-" })].map { "t" + $0 } })
            let eager = try session.query(Street.self).with("town").orderBy("id").all()
            #expect(try eager.map { try $0.related("town", as: Town.self).map(\.name) } == towns)
            #expect(try session.query(Street.self).filter("town.name = \("t2")").all().count == 2)
            let traces = log.all
            #expect(traces.count == 9)
            for trace in traces { try expectNoScanPerKey(trace, session) }
        }
    }
}

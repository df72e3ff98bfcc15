import TestServer
import Testing

@testable import ZIMOrm

private class PairParent: MixedParent {
    class var child: Model.Type { PairChild1.self }
    override class var relationships: [Relationship] {
        [.hasMany("children", child, foreignKey: keyColumns, references: keyColumns)]
    }
}
private class PairChild: MixedChild {
    class var parent: Model.Type { PairParent1.self }
    override class var relationships: [Relationship] {
        [.belongsTo("parent", parent, foreignKey: keyColumns, references: keyColumns)]
    }
}
private final class PairParent1: PairParent { override class var width: Int { 1 } }
private final class PairChild1: PairChild { override class var width: Int { 1 } }
private final class PairParent2: PairParent {
    override class var width: Int { 2 }
    override class var child: Model.Type { PairChild2.self }
}
private final class PairChild2: PairChild {
    override class var width: Int { 2 }
    override class var parent: Model.Type { PairParent2.self }
}
private final class PairParent3: PairParent {
    override class var width: Int { 3 }
    override class var child: Model.Type { PairChild3.self }
}
private final class PairChild3: PairChild {
    override class var width: Int { 3 }
    override class var parent: Model.Type { PairParent3.self }
}

/// Where the two columns of a relationship are declared differently, every way to follow it finds what SQL's join finds.
@Suite struct ComparisonTests {
    private static let types = [
        "INTEGER", "REAL", "NUMERIC", "TEXT", "", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "INTEGER COLLATE NOCASE",
    ]
    private static let values: [SQLValue] = [
        .null, 1, 1.0, "1", "01", " 1", "1.0", "abc", "ABC", "abc ", "1abc", "", .blob([0x31]), 0, "a\u{0}b", 1.5,
        "1.5",
        .integer(9_007_199_254_740_993), "9007199254740993", .real(9_007_199_254_740_992), "9223372036854775808", "1e3",
    ]
    private static let few: [SQLValue] = [1, "1", "01", "abc", "ABC", .blob([0x31])]

    /// Rows of all combinations.
    private func rows(_ width: Int) -> [[SQLValue]] {
        guard width > 1 else { return Self.values.map { [$0] } }
        let few = width == 2 ? Self.few : [1, "01", "abc"]
        return (1..<width).reduce(few.map { [$0] }) { rows, _ in rows.flatMap { row in few.map { row + [$0] } } }
    }

    private func makeDatabase(_ parent: [String], _ child: [String], isIndexed: Bool) throws -> Database {
        let names = ["a", "b", "c", "d"]
        func columns(_ types: [String]) -> String {
            names.enumerated().map { "\($1) \(types.indices.contains($0) ? types[$0] : "")" }.joined(separator: ", ")
        }
        let key = names.prefix(parent.count).joined(separator: ", ")
        let database = try Database.inMemory()
        try database.write { session in
            try session.execute(
                SQL(
                    unsafe: """
                        CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, \(columns(parent)), tag INTEGER, word TEXT);
                        CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, \(columns(child)), tag INTEGER, word TEXT);
                        """))
            if isIndexed {
                try session.execute(
                    SQL(
                        unsafe: """
                            CREATE UNIQUE INDEX parent_key ON mixed_parent (\(key));
                            CREATE INDEX child_key ON mixed_child (\(key));
                            """))
            }
            for row in rows(parent.count) {
                for table in ["mixed_parent", "mixed_child"] {
                    var sql: SQL = "INSERT OR IGNORE INTO \(identifier: table) (tag, "
                    sql += SQL(unsafe: key + ") VALUES (0")
                    for value in row { sql += ", \(value)" }
                    try session.execute(sql + ")")
                }
            }
        }
        return database
    }

    private func check<P: PairParent, C: PairChild>(
        _ parent: P.Type, _ child: C.Type, _ left: [String], _ right: [String], isIndexed: Bool
    ) throws {
        let database = try makeDatabase(left, right, isIndexed: isIndexed)
        let key = parent.keyColumns
        let note: Comment = "\(left) and \(right), \(isIndexed ? "indexed" : "not indexed")"
        try database.read { session in
            let join = key.map { "p.\($0) = c.\($0)" }.joined(separator: " AND ")
            var pairs: [Int: [Int]] = [:]
            var parents: [Int: Int] = [:]
            for row in try session.rows(
                SQL(unsafe: "SELECT p.pk, c.pk FROM mixed_parent p JOIN mixed_child c ON \(join) ORDER BY 1, 2"))
            {
                let (up, down) = (try row.get(0, as: Int.self), try row.get(1, as: Int.self))
                pairs[up, default: []].append(down)
                parents[down] = min(up, parents[down] ?? .max)
            }
            func down(_ models: [P], _ way: String, _ options: [RelationshipOption] = []) throws {
                for model in models {
                    let found = try model.related("children", as: child, options: options).compactMap(\.pk)
                    let expected = pairs[model.pk ?? 0] ?? []
                    #expect(
                        found.sorted() == (options.isEmpty ? expected : Array(expected.prefix(2))),
                        "\(way): \(model.a) \(model.b) \(model.c), \(note)")
                }
            }
            func up(_ models: [C], _ way: String) throws {
                for model in models {
                    let found = try model.related("parent", as: parent).first?.pk
                    #expect(found == parents[model.pk ?? 0], "\(way): \(model.a) \(model.b) \(model.c), \(note)")
                }
            }
            try down(session.query(parent).relationships(.single).all(), "alone")
            try down(session.query(parent).relationships(.single).all(), "alone", [.limit(2)])
            try down(session.query(parent).all(), "batched")
            try down(session.query(parent).all(), "batched", [.limit(2)])
            try down(session.query(parent).with("children").all(), "eager")
            try up(session.query(child).relationships(.single).all(), "alone")
            try up(session.query(child).all(), "batched")
            try up(session.query(child).with("parent").all(), "eager")
            // Those that go as JSON, and few at once.
            let plain = key.map { "typeof(\($0)) IN ('integer', 'text') AND instr(\($0), char(0)) = 0" }
                .joined(separator: " AND ")
            let condition = SQLExpression.sql(SQL(unsafe: plain))
            try down(session.query(parent).filter(condition).all(), "as JSON")
            try up(session.query(child).filter(condition).all(), "as JSON")
            for start in stride(from: 0, to: 10, by: 2) {
                try down(session.query(parent).orderBy("pk").limit(2).offset(start).all(), "two")
            }
            // Where texts are compared as numbers, '1' and '01' are two keys, and both are 1.
            func isNumeric(_ type: String) -> Bool { ColumnAffinity(type).isNumeric }
            let areSeveral = zip(left, right).contains { !isNumeric($0) && isNumeric($1) }
            if isIndexed, !areSeveral { try up(session.query(child).with(joined: "parent").all(), "joined") }
            let withParent = try session.query(child).filter("parent.tag = 0").all().compactMap(\.pk).sorted()
            #expect(Set(withParent) == Set(parents.keys), note)
            if !areSeveral { #expect(withParent.count == parents.count, note) }
            let withChildren = try session.query(parent).filter("children.tag = 0").all().compactMap(\.pk).sorted()
            #expect(withChildren == pairs.keys.sorted(), note)
        }
    }

    @Test(arguments: types, [true, false]) func keysOfOneColumn(_ type: String, _ isIndexed: Bool) throws {
        for other in Self.types {
            try check(PairParent1.self, PairChild1.self, [type], [other], isIndexed: isIndexed)
        }
    }

    @Test(arguments: types, [true, false]) func keysOfTwoColumns(_ type: String, _ isIndexed: Bool) throws {
        for other in Self.types {
            try check(PairParent2.self, PairChild2.self, [type, "TEXT"], [other, "INTEGER"], isIndexed: isIndexed)
        }
    }

    @Test(arguments: types) func anUntypedColumnBeside(_ type: String) throws {
        try check(PairParent2.self, PairChild2.self, ["INTEGER", type], ["", "TEXT"], isIndexed: true)
        try check(PairParent2.self, PairChild2.self, ["", type], ["TEXT", "INTEGER"], isIndexed: false)
    }

    @Test(arguments: types, [true, false]) func keysOfThreeColumns(_ type: String, _ isIndexed: Bool) throws {
        for other in Self.types {
            try check(
                PairParent3.self, PairChild3.self, ["TEXT", type, "INTEGER"], ["TEXT", other, "TEXT COLLATE NOCASE"],
                isIndexed: isIndexed)
        }
    }

    /// A number that is compared with a column of texts takes the affinity of its own column along.
    @Test func theText() throws {
        let database = try makeDatabase(["INTEGER", "TEXT"], ["TEXT", "TEXT COLLATE NOCASE"], isIndexed: true)
        let columns = try KeyWidth.select(PairChild2.self)
        let sql = """
            SELECT \(columns) FROM "mixed_child" WHERE "mixed_child"."a" = CAST(? AS NUMERIC) AND \
            "mixed_child"."b" = ? COLLATE "BINARY"
            """
        let text = """
            SELECT \(columns) FROM "mixed_child" WHERE "mixed_child"."a" = ? AND "mixed_child"."b" = ? COLLATE "BINARY"
            """
        try database.read { session in
            func parent(_ a: SQLValue) throws -> PairParent2 {
                try #require(
                    try session.query(PairParent2.self).relationships(.single).all().first {
                        $0.a == a && $0.b == "ABC"
                    })
            }
            let (number, word) = (try parent(1), try parent("abc"))
            let numbers = try expectSent([(sql, [1, "ABC"])], database) {
                try number.related("children", as: PairChild2.self).map(\.a)
            }
            #expect(numbers == ["1", "1", "01"])
            let words = try expectSent([(text, ["abc", "ABC"])], database) {
                try word.related("children", as: PairChild2.self).map(\.b)
            }
            #expect(words == ["ABC"])
        }
    }

    /// The same types and collations: the statements are what they were.
    @Test func nothingIsSaidWhereBothSidesAreTheSame() throws {
        let database = try makeDatabase(["INTEGER", "TEXT"], ["BIGINT", "VARCHAR(20)"], isIndexed: true)
        let columns = try KeyWidth.select(PairChild2.self)
        try database.read { session in
            let parent = try session.query(PairParent2.self).relationships(.single).orderBy("pk").all()[0]
            let sql =
                "SELECT \(columns) FROM \"mixed_child\" WHERE \"mixed_child\".\"a\" = ? AND \"mixed_child\".\"b\" = ?"
            let children = try expectSent([(sql, [1, "1"])], database) {
                try parent.related("children", as: PairChild2.self)
            }
            #expect(children.count >= 1)
        }
    }

    /// STRICT tables know a type that takes any value as it is.
    @Test func anyOfAStrictTable() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, a ANY, b ANY, c ANY, d ANY, tag INTEGER, word TEXT) STRICT;
            CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, a TEXT, b, c, d, tag INTEGER, word TEXT);
            INSERT INTO mixed_parent (a, tag) VALUES (1, 0), ('1', 0);
            INSERT INTO mixed_child (a, tag) VALUES ('1', 0);
            """)
        try database.read { session in
            for loading in [RelationshipLoading.single, .batched] {
                let parents = try session.query(PairParent1.self).relationships(loading).orderBy("pk").all()
                #expect(try parents.map { try $0.related("children", as: PairChild1.self).count } == [0, 1])
            }
            #expect(try session.query(PairParent1.self).filter("children.tag = 0").all().map(\.pk) == [2])
        }
    }
}

/// The same on PostgreSQL, where each column has a type and not every two of them can be compared.
@Suite struct ServerComparisonTests {
    private static let types: [(type: String, values: String)] = [
        ("integer", "1, 7, -1, 2147483647"), ("bigint", "1, 7, 9007199254740993"), ("smallint", "1, 7"),
        ("numeric", "1, 7.0, 7.5, 9007199254740993"), ("double precision", "1, 7.5, 9007199254740992"),
        ("text", "'1', '01', 'abc', 'abc '"), ("varchar(9)", "'1', 'abc', 'ABC'"), ("char(4)", "'1', 'abc'"),
    ]

    private func answer(_ body: () throws -> [[Int]]) -> String {
        do { return "\(try body())" } catch let error as DatabaseError {
            // The two sides of the operator come in any order.
            return error.message.hasPrefix("operator does not exist") ? "operator does not exist" : "\(error)"
        } catch { return "\(error)" }
    }

    @Test(arguments: types.indices) func keysOfOneColumn(_ index: Int) throws {
        guard ServedEngine.available.contains(.postgreSQL) else { return }
        let left = Self.types[index]
        for right in Self.types {
            let database = try ServedEngine.postgreSQL.makeDatabase(
                """
                CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, a \(left.type), b text, c text, d text, tag INTEGER, word TEXT);
                CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, a \(right.type), b text, c text, d text, tag INTEGER, word TEXT);
                INSERT INTO mixed_parent (a, tag) SELECT unnest(ARRAY[\(left.values)]::\(left.type)[]), 0;
                INSERT INTO mixed_child (a, tag) SELECT unnest(ARRAY[\(right.values)]::\(right.type)[]), 0;
                """)
            func down(_ models: [PairParent1]) throws -> [[Int]] {
                try models.map { try $0.related("children", as: PairChild1.self).compactMap(\.pk).sorted() }
            }
            func read(_ body: (Session) throws -> [[Int]]) -> String { answer { try database.read(body) } }
            let joined = read { session in
                let rows = try session.rows(
                    "SELECT p.pk, c.pk FROM mixed_parent p LEFT JOIN mixed_child c ON p.a = c.a ORDER BY 1, 2")
                var found: [[Int]] = []
                var last: SQLValue?
                for row in rows {
                    if row[0] != last { found.append([]) }
                    last = row[0]
                    if let pk = try row.get(1, as: Int?.self) { found[found.count - 1].append(pk) }
                }
                return found
            }
            let note: Comment = "\(left.type) and \(right.type)"
            #expect(
                read { try down($0.query(PairParent1.self).relationships(.single).orderBy("pk").all()) } == joined, note
            )
            #expect(read { try down($0.query(PairParent1.self).orderBy("pk").all()) } == joined, note)
            #expect(read { try down($0.query(PairParent1.self).with("children").orderBy("pk").all()) } == joined, note)
            let filtered = read {
                try [$0.query(PairParent1.self).filter("children.tag = 0").orderBy("pk").all().compactMap(\.pk)]
            }
            let joinedUp = read { session in
                try [
                    session.rows("SELECT DISTINCT p.pk FROM mixed_parent p JOIN mixed_child c ON p.a = c.a ORDER BY 1")
                        .map { try $0.get(0) }
                ]
            }
            #expect(filtered == joinedUp, note)
        }
    }
}

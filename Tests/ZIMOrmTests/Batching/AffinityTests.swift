import Testing

@testable import ZIMOrm

/// Whatever a column's type makes of a value, models fetched together get what each would get alone.
@Suite struct AffinityTests {
    private func makeDatabase(_ left: String, _ right: String) throws -> Database {
        let database = try Database.inMemory()
        try database.write { session in
            try session.execute(
                SQL(
                    unsafe: """
                        CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, a \(left), b \(left), c, d, tag INTEGER, word TEXT);
                        CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, a \(right), b \(right), c, d, tag INTEGER, word TEXT);
                        CREATE INDEX child_a ON mixed_child (a);
                        CREATE INDEX parent_ab ON mixed_parent (a, b);
                        """))
            for value in MixedValues.all {
                for table in ["mixed_parent", "mixed_child"] {
                    try session.execute(
                        "INSERT INTO \(identifier: table) (a, b, tag) VALUES (\(value), \(SQLValue.integer(1)), 0)")
                }
            }
        }
        return database
    }

    private func ids(_ rows: [MixedRow]) -> [Int] { rows.map { $0.pk ?? 0 } }

    private func check<P: MixedParent, C: MixedChild>(
        _ parent: P.Type, _ child: C.Type, _ affinity: String, _ other: String
    ) throws {
        let database = try makeDatabase(affinity, other)
        let key = parent.keyColumns
        try database.read { session in
            func many(_ model: P) throws -> [Int] {
                ids(try model.hasMany(child, foreignKey: key, references: key, options: [.orderBy("pk")]))
            }
            func first(_ model: P) throws -> [Int] {
                ids(try model.hasMany(child, foreignKey: key, references: key, options: [.limit(1)]))
            }
            func up(_ model: C) throws -> Int? {
                try model.belongsTo(parent, foreignKey: key, references: key)?.pk
            }
            let parents = try session.query(parent).orderByKey().all()
            let children = try session.query(child).orderByKey().all()
            // Integers and texts first, which go as JSON; then all, which do not.
            let plain = "typeof(a) IN ('integer', 'text') AND instr(a, char(0)) = 0"
            let asJSON = try session.query(parent).filter(.sql(SQL(unsafe: plain))).orderByKey().all()
            for models in [parents, asJSON] {
                for model in models {
                    let alone = model.alone()
                    #expect(try many(model) == many(alone), "\(affinity), \(other): \(model.a)")
                    #expect(try first(model) == first(alone), "\(affinity), \(other): \(model.a)")
                }
            }
            for model in children {
                #expect(try up(model) == up(model.alone()), "\(affinity), \(other): \(model.a)")
            }
            if affinity == other {
                let join = key.map { "s.\($0) = t.\($0)" }.joined(separator: " AND ")
                let rows = try session.rows(
                    SQL(
                        unsafe: """
                            SELECT s.pk, t.pk FROM mixed_parent s JOIN mixed_child t ON \(join) ORDER BY s.pk, t.pk
                            """))
                let pairs = try session.query(parent).orderByKey().all().flatMap { model in
                    try many(model).map { [SQLValue.integer(Int64(model.pk ?? 0)), .integer(Int64($0))] }
                }
                #expect(pairs == rows.map { [$0[0], $0[1]] }, "\(affinity)")
            }
        }
    }

    @Test(arguments: MixedValues.affinities) func keysOfOneColumn(_ affinity: String) throws {
        for other in MixedValues.affinities { try check(MixedParent1.self, MixedChild1.self, affinity, other) }
    }

    @Test(arguments: MixedValues.affinities) func keysOfTwoColumns(_ affinity: String) throws {
        for other in MixedValues.affinities { try check(MixedParent2.self, MixedChild2.self, affinity, other) }
    }
}

private final class TextKeyed: Model {
    var id = 0
    var name = ""
    override class var table: String { "text_keyed" }
    override class var primaryKey: [String] { ["id"] }
    func rows() throws -> [NumberKeyed] { try hasMany(NumberKeyed.self, foreignKey: ["parent"]) }
}

private final class NumberKeyed: Model {
    var pk: Int?
    var parent: String?
    override class var table: String { "number_keyed" }
    func up() throws -> TextKeyed? { try belongsTo(TextKeyed.self, foreignKey: ["parent"]) }
}

/// Child and parent keys of different storage classes: '7' and 7 match in SQL.
@Suite struct StorageClassTests {
    private func found(parent: String, child: String) throws -> (up: [String?], down: [[Int]]) {
        let database = try Database.inMemory()
        try database.execute(
            SQL(
                unsafe: """
                    CREATE TABLE text_keyed (id \(parent) PRIMARY KEY, name TEXT);
                    CREATE TABLE number_keyed (pk INTEGER PRIMARY KEY, parent \(child));
                    INSERT INTO text_keyed VALUES (7, 'seven'), (8, 'eight'), (9, 'nine');
                    INSERT INTO number_keyed VALUES (1, '7'), (2, 8), (3, 'n/a'), (4, NULL), (5, '77'), (6, '7');
                    """))
        return try database.read { session in
            let together = try session.query(NumberKeyed.self).orderByKey().all().map { try $0.up()?.name }
            let alone = try (1...6).map { try session.find(NumberKeyed.self, $0)?.up()?.name }
            #expect(together == alone)
            let down = try session.query(TextKeyed.self).orderByKey().all().map { try $0.rows().map { $0.pk ?? 0 } }
            let downAlone = try (7...9).map { try session.find(TextKeyed.self, $0)?.rows().map { $0.pk ?? 0 } ?? [] }
            #expect(down == downAlone)
            return (together, down)
        }
    }

    @Test(arguments: ["TEXT", "INTEGER", "NUMERIC"], ["TEXT", "INTEGER", "NUMERIC"])
    func differ(_ parent: String, _ child: String) throws {
        let (up, down) = try found(parent: parent, child: child)
        #expect(up == ["seven", "eight", nil, nil, nil, "seven"])
        #expect(down == [[1, 6], [2], []])
    }

    /// What the parent's property cannot hold is compared by SQL: '07' is 7 to a column of numbers.
    @Test func textThatIsANumberInOtherDigits() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE text_keyed (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE number_keyed (pk INTEGER PRIMARY KEY, parent TEXT);
            INSERT INTO text_keyed VALUES (7, 'seven');
            INSERT INTO number_keyed VALUES (1, '07'), (2, '7.0'), (3, '7.5'), (4, '');
            """)
        try database.read { session in
            let join = try session.rows(
                "SELECT t.name FROM number_keyed s LEFT JOIN text_keyed t ON t.id = s.parent ORDER BY s.pk")
            let together = try session.query(NumberKeyed.self).orderByKey().all().map { try $0.up()?.name }
            #expect(together.map { $0.map { .text($0) } ?? .null } == join.map { $0[0] })
            #expect(together == ["seven", "seven", nil, nil])
        }
    }
}

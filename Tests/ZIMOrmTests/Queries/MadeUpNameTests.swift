import TestServer
import Testing
import ZIMOrm

/// Tables and columns that are called as statements call their key sets, subqueries and join tables.
@Suite(.eachEngine) struct MadeUpNameTests {
    final class Keys: Model {
        var ordinal = 0, k0 = ""
        var key: String?
        var row: Int?
        override class var table: String { "zim_keys" }
        override class var primaryKey: [String] { ["ordinal", "k0"] }
        override class var columns: [Column] {
            [
                Column("ordinal", \Keys.ordinal), Column("k0", \Keys.k0), Column("zim_key", \Keys.key),
                Column("zim_row", \Keys.row),
            ]
        }
        override class var relationships: [Relationship] {
            [
                .hasMany("rows", Rows.self, foreignKey: ["ordinal", "k0"]),
                .hasMany(
                    "peers", Keys.self, through: Rows.self, foreignKey: ["ordinal", "k0"],
                    targetForeignKey: ["other_ordinal", "other_k0"]),
            ]
        }
    }

    final class Rows: Model {
        var id: Int?
        var ordinal: Int?, k0: String?
        var otherOrdinal: Int?, otherK0: String?
        var row: Double?
        override class var table: String { "ZIM_rows" }
        override class var primaryKey: [String] { ["zim_list"] }
        override class var columns: [Column] {
            [
                Column("zim_list", \Rows.id), Column("ordinal", \Rows.ordinal), Column("k0", \Rows.k0),
                Column("other_ordinal", \Rows.otherOrdinal), Column("other_k0", \Rows.otherK0),
                Column("zim_row", \Rows.row),
            ]
        }
        override class var relationships: [Relationship] {
            [.belongsTo("owner", Keys.self, foreignKey: ["ordinal", "k0"])]
        }
    }

    /// A join table that is its own target.
    final class Join: Model {
        var a = 0, b = 0
        override class var table: String { "zim_join" }
        override class var primaryKey: [String] { ["a"] }
        override class var relationships: [Relationship] {
            [.hasMany("far", Join.self, through: Join.self, foreignKey: ["a"], targetForeignKey: ["b"])]
        }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE zim_keys (ordinal INTEGER NOT NULL, k0 TEXT NOT NULL, zim_key TEXT, zim_row INTEGER,
                PRIMARY KEY (ordinal, k0));
            CREATE TABLE "ZIM_rows" (zim_list INTEGER PRIMARY KEY, ordinal INTEGER, k0 TEXT, other_ordinal INTEGER,
                other_k0 TEXT, zim_row REAL);
            CREATE TABLE zim_join (a INTEGER PRIMARY KEY, b INTEGER NOT NULL);
            INSERT INTO zim_keys VALUES (1, 'a', 'x', 5), (1, 'b', 'y', 4), (2, 'a', 'z', 3);
            INSERT INTO "ZIM_rows" VALUES (1, 1, 'a', 2, 'a', 0.5), (2, 1, 'a', 1, 'b', 1.5), (3, 2, 'a', 1, 'a', 2.5);
            INSERT INTO zim_join VALUES (1, 2), (2, 3), (3, 3);
            """)
    }

    @Test func keysInLists() throws {
        try database.write { session in
            let keys: [[any SQLValueConvertible]] = [[2, "a"], [1, "a"]]
            let query = try session.query(Keys.self)
            #expect(try session.find(Keys.self, keys: keys).map(\.key) == ["z", "x"])
            #expect(try query.filter(keys: keys).orderByKey().all().map(\.key) == ["x", "z"])
            #expect(try query.filter(rawKeys: [[1, "b"]]).count() == 1)
            #expect(try query.filter("rows.row > 1").orderByKey().all().map(\.key) == ["x", "z"])
            #expect(try session.delete(Keys.self, keys: [[1, "b"], [9, "b"]]) == 1)
        }
    }

    @Test(arguments: 0..<3) func relationships(_ number: Int) throws {
        let all: [[RelationshipOption]] = [
            [], [.orderBy("row DESC"), .limit(1)], [.orderBy("row"), .limit(1), .offset(1)],
        ]
        let options = all[number]
        try database.read { session in
            let lazy = try session.query(Keys.self).orderByKey().all().map {
                try $0.related("rows", as: Rows.self, options: options).map(\.id)
            }
            #expect(
                lazy == (options.isEmpty ? [[1, 2], [], [3]] : options.count == 2 ? [[2], [], [3]] : [[2], [], []]))
            let eager = try session.query(Keys.self).with("rows", options: options).orderByKey().all().map {
                try $0.related("rows", as: Rows.self, options: options).map(\.id)
            }
            #expect(eager == lazy)
            let alone = try session.query(Keys.self).relationships(.single).orderByKey().all().map {
                try $0.related("rows", as: Rows.self, options: options).map(\.id)
            }
            #expect(alone == lazy)
        }
    }

    @Test func joinTables() throws {
        try database.read { session in
            let peers = try session.query(Keys.self).orderByKey().all().map {
                try $0.related("peers", as: Keys.self).compactMap(\.key).sorted()
            }
            #expect(peers == [["y", "z"], [], ["x"]])
            let linked = try session.query(Keys.self).orderByKey().all().map { keys in
                try keys.hasManyLinked(
                    Keys.self, through: Rows.self, foreignKey: ["ordinal", "k0"],
                    targetForeignKey: ["other_ordinal", "other_k0"], options: [.limit(5)]
                ).map(\.link.row)
            }
            #expect(linked.map { $0.compactMap { $0 }.sorted() } == [[0.5, 1.5], [], [2.5]])
            let owners = try session.query(Rows.self).with(joined: "owner").orderByKey().all().map {
                try $0.related("owner", as: Keys.self).map(\.key)
            }
            #expect(owners == [["x"], ["x"], ["z"]])
            let far = try session.query(Join.self).orderByKey().all().map {
                try $0.related("far", as: Join.self).map(\.a)
            }
            #expect(far == [[2], [3], [3]])
        }
    }

    @Test func lists() throws {
        try database.write { session in
            let all = try session.query(Keys.self).orderByKey().all()
            for keys in all { keys.row = 7 }
            try session.update(all)
            #expect(try session.query(Keys.self).filter(\.row == 7).count() == 3)
            let more = (1...3).map { number in
                let rows = Rows()
                (rows.ordinal, rows.k0) = (number, "q")
                return rows
            }
            try session.insert(more)
            #expect(Set(more.compactMap(\.id)).count == 3)
            for rows in more { rows.row = 9 }
            try session.save(more)
            #expect(try session.query(Rows.self).filter(\.row == 9).count() == 3)
            #expect(try session.query(Rows.self).distinct().limit(2).offset(1).exists())
            #expect(try session.query(Rows.self).distinct().limit(2).count() == 2)
        }
    }

    /// Where nothing is called so, statements read as ever.
    @Test func namesOfOthers() throws {
        final class Plain: Model {
            var zimt = 0
            override class var primaryKey: [String] { ["zimt"] }
        }
        try database.execute(SQL("CREATE TABLE \"Plain\" (zimt INTEGER PRIMARY KEY)").inOwnWords)
        let (plain, keys) = try database.read { session in
            (
                try session.query(Plain.self).filter(keys: [[1], [2]]).sql,
                try session.query(Keys.self).filter(keys: [[1, "a"], [2, "b"]]).sql
            )
        }
        #expect(plain.contains("AS zim_keys"))
        #expect(keys.contains("AS zim1_keys") && !keys.contains(" zim_keys."))
    }
}

/// A table that is called as ON CONFLICT calls the row that was not inserted.
@Suite(.eachEngine) struct ExcludedTableTests {
    final class Excluded: Model {
        var hall = "", number = 0
        var guest: String?
        override class var table: String { "excluded" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    @Test func upserts() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE excluded (hall TEXT, number INTEGER, guest TEXT UNIQUE, PRIMARY KEY (hall, number))")
        try database.write { session in
            func model(_ number: Int, _ guest: String) -> Excluded {
                let model = Excluded()
                (model.hall, model.number, model.guest) = ("A", number, guest)
                return model
            }
            try session.upsert(model(1, "Ada"))
            try session.upsert(model(1, "Bob"))
            try session.upsert([model(1, "Cid"), model(2, "Dot")])
            try session.upsert([model(1, "Eva"), model(2, "Fay")])
            try session.upsert(model(9, "Eva"), on: ["guest"])
            #expect(
                try session.rows("SELECT hall, number, guest FROM excluded ORDER BY number").map(\.values) == [
                    ["A", 1, "Eva"], ["A", 2, "Fay"],
                ])
            let built = UpsertStatement(into: "excluded").column("hall", value: "A").column("number", value: 2)
                .column("guest", value: "Gus").matching(["hall", "number"])
            #expect(
                try built.render(for: SQLiteDialect()).sql
                    == #"INSERT INTO "excluded" AS "existing" ("hall", "number", "guest") VALUES (?, ?, ?) "#
                    + #"ON CONFLICT ("hall", "number") DO UPDATE SET "guest" = "excluded"."guest""#)
            try session.execute(built)
            #expect(try session.value("SELECT guest FROM excluded WHERE number = 2", as: String.self) == "Gus")
        }
    }
}

import TestServer
import Testing
import ZIMOrm

/// Paths to one row whose key only the class knows, or that the database keeps unique in another way than it is compared:
/// an order or a join never multiplies rows.
@Suite(.eachEngine) struct UnkeptKeyTests {
    class Area: Model {
        var a = 0, b = ""
        var name = ""
        override class var table: String { "area" }
        override class var primaryKey: [String] { ["a", "b"] }
        override class var columns: [Column] {
            [Column("a", \Area.a), Column("b", \Area.b), Column("name", \Area.name)]
        }
    }
    class Site: Model {
        var id = 0
        var a: Int?, b: String?
        override class var table: String { "site" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] { [Column("id", \Site.id), Column("a", \Site.a), Column("b", \Site.b)] }
        override class var relationships: [Relationship] { [.belongsTo("area", Area.self, foreignKey: ["a", "b"])] }
    }

    private func database(_ key: String, _ type: String = "TEXT") throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE area (a INTEGER NOT NULL, b \(type) NOT NULL, name TEXT NOT NULL\(key));
            CREATE TABLE site (id INTEGER PRIMARY KEY, a INTEGER, b \(type));
            INSERT INTO area VALUES (1, 'x', 'first'), (1, 'X', 'second'), (2, 'x', 'third');
            INSERT INTO site VALUES (1, 1, 'x'), (2, 2, 'x'), (3, NULL, 'x');
            """)
    }

    private func expectRefused(_ database: Database, location: SourceLocation = #_sourceLocation) throws {
        try database.write { session in
            let query = try session.query(Site.self).orderBy("area.name")
            for attempt in [
                { _ = try query.all() }, { _ = try query.limit(1).delete() }, { _ = try query.first() },
            ] as [() throws -> Void] {
                let error = #expect(throws: ModelError.self, sourceLocation: location) { try attempt() }
                #expect(
                    error?.description
                        == "query: \"site\" cannot be ordered by \"area.name\": a row may have several \"area\". Order by a "
                        + "column, or by one behind relationships to columns that the database keeps unique",
                    sourceLocation: location)
            }
            let joined = #expect(throws: ModelError.self, sourceLocation: location) {
                try session.query(Site.self).with(joined: "area").all()
            }
            #expect(
                joined?.description
                    == "query: \"area\" cannot be joined to the rows of \"site\": a row may have several. Load it with a "
                    + "statement of its own: .with(\"area\")",
                sourceLocation: location)
            // A filter finds each row once.
            #expect(
                try session.query(Site.self).filter("area.name != 'nobody'").orderByKey().all().map(\.id) == [1, 2],
                sourceLocation: location)
            #expect(try session.query(Site.self).count() == 3, sourceLocation: location)
        }
    }

    @Test func aKeyThatOnlyTheClassKnows() throws {
        let database = try database("")
        try database.execute("INSERT INTO area VALUES (1, 'x', 'again')")
        try expectRefused(database)
    }

    @Test func partsOfAKeyAreNoKey() throws { try expectRefused(database(", UNIQUE (a, b, name)")) }

    @Test func aKeyOfTheDatabase() throws {
        for key in [", PRIMARY KEY (b, a)", ", UNIQUE (a, b)", ", UNIQUE (b, a)"] {
            let database = try database(key)
            try database.write { session in
                let query = try session.query(Site.self).orderBy("area.name", ascending: false).orderByKey()
                #expect(try query.all().map(\.id) == [2, 1, 3])
                let joined = try session.query(Site.self).with(joined: "area").orderByKey().all()
                #expect(
                    try joined.map { try $0.related("area", as: Area.self).map(\.name) } == [["first"], ["third"], []])
                #expect(try query.limit(1).delete() == 1)
                #expect(try session.query(Site.self).orderByKey().all().map(\.id) == [1, 3])
            }
        }
    }

    @Test func anIndexOfAnotherCollation() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database("", "TEXT COLLATE NOCASE")
        try database.execute("CREATE UNIQUE INDEX area_key ON area (a, b COLLATE BINARY)")
        try expectRefused(database)
        // An index that takes more texts for the same than the comparison does keeps its rows unique all the same.
        let other = try self.database("")
        try other.execute("DELETE FROM area WHERE b = 'X'; CREATE UNIQUE INDEX area_key ON area (a, b COLLATE NOCASE)")
        #expect(
            try other.read { try $0.query(Site.self).orderBy("area.name").orderByKey().all().map(\.id) } == [3, 1, 2])
    }

    @Test func textsThatAreOneNumber() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE area (a INTEGER NOT NULL, b TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (a, b));
            CREATE TABLE site (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER);
            INSERT INTO area VALUES (1, '1', 'one'), (1, '01', 'also'); INSERT INTO site VALUES (1, 1, 1), (2, 1, NULL);
            """)
        let error = #expect(throws: ModelError.self) {
            try database.read { try $0.query(Site.self).orderBy("area.name").all() }
        }
        #expect(error?.code == .query)
    }

    /// A key of one column, and the row that is pointed to from there.
    @Test func hasOne() throws {
        final class Town: Model {
            var id = 0
            override class var table: String { "town" }
            override class var primaryKey: [String] { ["id"] }
            override class var relationships: [Relationship] { [.hasOne("mayor", Mayor.self, foreignKey: ["town"])] }
        }
        final class Mayor: Model {
            var id = 0, town = 0
            var name = ""
            override class var table: String { "mayor" }
            override class var primaryKey: [String] { ["id"] }
        }
        for (key, isUnique) in [("", false), (" UNIQUE", true)] {
            let database = try ServedEngine.current.makeDatabase(
                """
                CREATE TABLE town (id INTEGER PRIMARY KEY);
                CREATE TABLE mayor (id INTEGER PRIMARY KEY, town INTEGER NOT NULL\(key), name TEXT NOT NULL);
                INSERT INTO town VALUES (1), (2); INSERT INTO mayor VALUES (1, 1, 'b'), (2, 2, 'a');
                """)
            try database.read { session in
                let query = try session.query(Town.self).orderBy("mayor.name")
                if isUnique {
                    #expect(try query.all().map(\.id) == [2, 1])
                } else {
                    #expect(throws: ModelError.self) { try query.all() }
                }
            }
        }
    }

    /// Of several rows with the key that a class names, belongsTo gives one, in whatever way it is loaded.
    @Test func oneRowOfSeveral() throws {
        let database = try database("")
        try database.execute("INSERT INTO area VALUES (1, 'x', 'again'); DELETE FROM site WHERE id = 2")
        try database.read { session in
            for query in [
                try session.query(Site.self), try session.query(Site.self).relationships(.single),
                try session.query(Site.self).with("area"),
            ] {
                let found = try query.orderByKey().all().map { try $0.related("area", as: Area.self).count }
                #expect(found == [1, 0])
            }
        }
    }

    /// A key of the class may hold NULL, which is the smallest value on every engine.
    @Test func aKeyWithNull() throws {
        final class Lot: Model {
            var a: Int?, b: Double?
            var site = 0
            override class var table: String { "lot" }
            override class var primaryKey: [String] { ["a", "b"] }
        }
        final class Yard: Model {
            var id = 0
            override class var table: String { "yard" }
            override class var primaryKey: [String] { ["id"] }
            override class var relationships: [Relationship] { [.hasMany("lots", Lot.self, foreignKey: ["site"])] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE yard (id INTEGER PRIMARY KEY); INSERT INTO yard VALUES (1), (2);
            CREATE TABLE lot (a INTEGER, b REAL, site INTEGER, UNIQUE (a, b));
            INSERT INTO lot VALUES (1, 0.5, 1), (2, NULL, 1), (3, -0.5, 1), (NULL, 1, 1), (5, NULL, 2);
            """)
        try database.read { session in
            let query = try session.query(Lot.self)
            #expect(try query.orderBy(\.b).orderBy(\.a).all().map(\.a) == [2, 5, 3, 1, nil])
            #expect(
                try query.orderBy(\.b, ascending: false).orderBy(\.a, ascending: false).all().map(\.a) == [
                    nil, 1, 3, 5, 2,
                ])
            #expect(try query.limit(2).all().map(\.a) == [nil, 1])
            for way in [RelationshipLoading.batched, .single] {
                let found = try session.query(Yard.self).relationships(way).orderByKey().all().map {
                    try $0.related("lots", as: Lot.self, options: [.orderBy("b"), .limit(1), .offset(1)]).map(\.a)
                }
                #expect(found == [[3], []])
            }
        }
    }
}

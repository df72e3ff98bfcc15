#if PostgreSQL
    import Testing
    import ZIMOrm

    private final class Area: Model {
        var id = 0
        var place: String?
        var weight: Double?
        override class var table: String { "area" }
        override class var primaryKey: [String] { ["id"] }
    }

    private final class Twice: Model {
        var a = 0
        var g: Int?
        override class var table: String { "twice" }
        override class var primaryKey: [String] { ["a", "g"] }
    }

    /// Values and keys that only PostgreSQL has, and triggers of one name.
    @Suite(.server) struct OwnKindTests {
        @Test func boxesAndNegativeZerosInLists() throws {
            let scratch = try Scratch("CREATE TABLE area (id int PRIMARY KEY, place box, weight float8)")
            try scratch.database.write { session throws in
                let areas = (0..<5).map { id in
                    let area = Area()
                    (area.id, area.place, area.weight) = (id, id == 3 ? nil : "(2,2),(1,1)", -0.0)
                    return area
                }
                try session.insert(areas)
                for area in areas { area.place = "(4,4),(\(area.id),1)" }
                try session.update(areas)
                let rows = try session.rows("SELECT place::text, weight::text FROM area ORDER BY id").map(\.values)
                #expect(rows == areas.map { [.text("(4,4),(\($0.id),1)"), "-0"] })
            }
        }

        /// The rest of the key tells which row it is.
        @Test func aComputedPartOfAKeyThatChanges() throws {
            let scratch = try Scratch(
                "CREATE TABLE twice (a int, g int GENERATED ALWAYS AS (a * 2) STORED, PRIMARY KEY (a, g)); INSERT INTO twice (a) VALUES (1)"
            )
            try scratch.database.write { session throws in
                let twice = try #require(try session.query(Twice.self).first())
                for a in [10, 20] {
                    twice.a = a
                    try session.save(twice)
                }
            }
            #expect(try scratch.database.read { try $0.rows("SELECT a, g FROM twice").map(\.values) } == [[20, 40]])
        }

        /// Triggers of two tables with one name have a function each.
        @Test func triggersOfOneName() throws {
            let scratch = try Scratch(
                """
                CREATE TABLE ta (x int); CREATE TABLE tb (x int); CREATE TABLE log (n int);
                CREATE FUNCTION audit() RETURNS int LANGUAGE sql AS 'SELECT 7'
                """)
            try scratch.database.write { session throws in
                for (table, number) in [("ta", 1), ("tb", 2)] {
                    try session.execute(
                        CreateTriggerStatement("audit").after().onInsert(table)
                            .perform(InsertStatement(into: "log").column("n", value: number))
                            .perform(SelectStatement().column(.function("audit"))).render(for: session.dialect).sql
                            .rawSQL)
                }
                try session.execute("INSERT INTO ta VALUES (1); INSERT INTO tb VALUES (1)")
                #expect(try session.rows("SELECT n FROM log ORDER BY n").map(\.values) == [[1], [2]])
                #expect(try session.value("SELECT audit()", as: Int.self) == 7)
            }
        }

        /// Names of tables and triggers may be as long as names can be, and have dots.
        @Test func triggersOfLongNamesAndNamesWithDots() throws {
            let long = String(repeating: "t", count: 60)
            let scratch = try Scratch(
                """
                CREATE TABLE \(long) (x int); CREATE TABLE "a.b" (x int); CREATE TABLE a (x int); CREATE TABLE log (n int)
                """)
            let triggers = [(long, long + "1"), (long, long + "2"), ("a.b", "c"), ("a", "b.c")]
            try scratch.database.write { session throws in
                for (index, (table, trigger)) in triggers.enumerated() {
                    let statement = CreateTriggerStatement(SQLIdentifier(trigger)).after().onInsert(
                        SQLIdentifier(table)
                    )
                    .perform(InsertStatement(into: "log").column("n", value: index))
                    try session.execute(statement.render(for: session.dialect).sql.rawSQL)
                }
                try session.execute("INSERT INTO a VALUES (1); INSERT INTO \"a.b\" VALUES (1)")
                try session.execute("INSERT INTO \(unsafe: long) VALUES (1)")
                #expect(try session.rows("SELECT n FROM log ORDER BY n").map(\.values) == [[0], [1], [2], [3]])
            }
        }
    }

    extension String {
        fileprivate var rawSQL: SQL { SQL(unsafe: self) }
    }
#endif

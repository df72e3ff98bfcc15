import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Statements of the builder that each engine reads in a way of its own, and that mean the same nevertheless.
@Suite(.eachEngine, .showingValues) struct BuiltAlikeTests {
    private let database: Database

    init() throws {
        let time = ServedEngine.on(sqlite: "TEXT", postgreSQL: "timestamptz", mariaDB: "DATETIME(6)")
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, s VARCHAR(9), n INTEGER, at \(time), note VARCHAR(40));
            INSERT INTO t (id, s, n) VALUES (1, 'x', 10), (2, 'y', 20), (3, NULL, 30);
            """)
    }

    private let ids = SelectStatement().column("id").from("t").orderBy("id")

    private func found(_ statement: some SQLRenderable) throws -> [[SQLValue]] {
        try database.read { try $0.rows(statement).map(\.values) }
    }

    private func change(_ statement: some SQLRenderable) throws { try database.write { _ = try $0.execute(statement) } }

    /// PostgreSQL plans without the parameters' values from the sixth call on, and SQLite always: no parameter is the index's literal.
    @Test func upsertsByAPartialIndexAndByAnExpression() throws {
        guard !ServedEngine.isMariaDB else { return }
        let first = SQLExpression.function("substr", .column("k"), 1, 2)
        let choice = SQLCase().when(.column("d") > 0, then: .column("k")).expression
        try database.withoutTransaction { session in
            for name in ["part", "expr", "choice"] {
                try session.execute(
                    CreateTableStatement(name).column("k", type: .text).column("d", type: .integer)
                        .column("n", type: .integer))
            }
            try session.execute(
                CreateIndexStatement("part_k", on: "part", unique: true).column("k").where("d", .equalTo, 0))
            try session.execute(CreateIndexStatement("expr_k", on: "expr", unique: true).column(first))
            try session.execute(CreateIndexStatement("choice_k", on: "choice", unique: true).column(choice))
        }
        func upsert(_ table: String, _ d: Int, _ n: Int) -> UpsertStatement {
            UpsertStatement(into: table).column("k", value: "abc").column("d", value: d).column("n", value: n)
                .updating(["n"])
        }
        try database.write { session in
            for n in 1...7 {
                try session.execute(upsert("part", 0, n).matching([.column("k")], where: .column("d") == 0))
                try session.execute(upsert("expr", 0, n).matching([first]))
                try session.execute(upsert("choice", 1, n).matching([choice]))
            }
        }
        for table in ["part", "expr", "choice"] {
            #expect(try found(SelectStatement().column("n").from(table)) == [[7]])
        }
    }

    /// The last row of a key wins, and keys are counted in the order.
    @Test(arguments: [true, false]) func upsertsOfAnOrderedQuery(_ descending: Bool) throws {
        try database.withoutTransaction { session in
            try session.execute(
                CreateTableStatement("target").column("id", type: .integer, .primaryKey(autoIncremented: true))
                    .column("k", type: .varchar(9), .unique).column("n", type: .integer))
        }
        let ordered = SelectStatement().column("s").column("n").from("t").where("s", .isNot, SQLValue.null)
            .orderBy("n", descending: descending)
        let upsert = UpsertStatement(into: "target").columns(["k", "n"]).matching(["k"])
        try change(upsert.select(ordered))
        let keys = SelectStatement().column("k").from("target").orderBy("id")
        #expect(try found(keys) == (descending ? [["y"], ["x"]] : [["x"], ["y"]]))
        // PostgreSQL changes no row twice.
        guard !ServedEngine.isPostgreSQL else { return }
        try change(UpdateStatement("t").column("s", value: "x"))
        try change(upsert.select(ordered))
        #expect(
            try found(SelectStatement().column("n").from("target").where("k", .equalTo, "x"))
                == [[descending ? 10 : 30]])
    }

    @Test func aQueryThatIsTheOneItemOfAList() throws {
        let some = SelectStatement().column("id").from("t").where("n", .greaterThan, 10)
        #expect(try found(ids.where("id", .in, [some])) == [[2], [3]])
        #expect(try found(ids.where(SQLExpression.name("id").isIn([.subquery(some)]))) == [[2], [3]])
        #expect(try found(ids.where(SQLExpression.name("id").isNotIn([.subquery(some)]))) == [[1]])
        #expect(try found(ids.where(SQLExpression.value(3).isIn([.subquery(some)]))) == [[1], [2], [3]])
        let one = some.where("n", .equalTo, 30)
        for (text, query, expected) in [
            ("IN (?)", some, [[2], [3]]), ("in ( /* those */ ? )", some, [[2], [3]]), ("= (?)", one, [[3]]),
            ("IN (1, ?)", one, [[1], [3]]),
        ] as [(String, SelectStatement, [[SQLValue]])] {
            let prepared = PreparedStatement("SELECT id FROM t WHERE id \(text) ORDER BY id").setValue(query, at: 0)
            #expect(try found(prepared) == expected, "\(text)")
        }
    }

    /// What is not given does not choose.
    @Test func aValueThatMayBeNULL() throws {
        func chosen(_ s: String?, _ at: Date?) throws -> [[SQLValue]] {
            try found(
                ids.where(SQLExpression.value(s).isNull || .name("s") == .value(s))
                    .where(SQLExpression.value(at).isNull || .name("at") == .value(at)))
        }
        let day = Date(timeIntervalSince1970: 1_577_836_800)
        try change(UpdateStatement("t").column("at", value: day).where("id", .lessThan, 3))
        #expect(try chosen(nil, nil) == [[1], [2], [3]])
        #expect(try chosen("x", nil) == [[1]])
        #expect(try chosen(nil, day) == [[1], [2]])
        #expect(try chosen("y", day) == [[2]])
        #expect(try chosen("y", day.addingTimeInterval(1)) == [])
        #expect(
            try found(ids.where(SQLExpression.value(Decimal(1)).isNotNull).where(.value([1] as [UInt8]) != nil)).count
                == 3)
    }

    @Test func limitsInSQL() throws {
        #expect(try found(ids.limit(.sql("\(2)"))) == [[1], [2]])
        #expect(try found(ids.limit(.sql("2")).offset(.sql("1"))) == [[2], [3]])
        try change(DeleteStatement(from: "t").orderBy("id").limit(1))
        #expect(try found(ids.limit(.sql("\(1)")).offset(.sql("\(1)"))) == [[3]])
    }

    /// PostgreSQL looks at the results of a CASE only, and would make a text of parameters.
    @Test func choicesOfDatesAndTextsBesideAColumn() throws {
        let days = (0..<2).map { Date(timeIntervalSince1970: 1_577_836_800 + Double($0) * 86_400) }
        let day = SQLCase().when(.name("t.id") > 1, then: .value(days[1])).else(.value(days[0])).expression
        let byKey = SQLCase(of: .name("t.id")).when(1, then: .value(days[0])).when(2, then: .value(days[1])).expression
        try change(UpdateStatement("t").column("at", value: day).column("note", value: day))
        #expect(try found(ids.where("at", .equalTo, days[0])) == [[1]])
        #expect(try found(ids.where("at", .equalTo, days[1])) == [[2], [3]])
        #expect(try found(ids.where("note", .equalTo, days[1])) == [[2], [3]])
        #expect(try found(ids.where(.name("at") == day)) == [[1], [2], [3]])
        #expect(try found(ids.where(byKey == .name("at"))) == [[1], [2]])
        #expect(try found(ids.where(.name("at") < day)) == [])
        #expect(try found(ids.where(.name("note") >= day)) == [[1], [2], [3]])
        try change(UpdateStatement("t").column("at", value: byKey))
        #expect(try found(ids.where("at", .equalTo, nil as Date?)) == [[3]])
        // Another table has a column of that name.
        let other = UpdateStatement("t").column("at", value: day).from("t", alias: "o").where(
            "o.id", .equalTo, column: "t.id")
        try change(other)
        #expect(try found(ids.where("at", .equalTo, days[1])) == [[2], [3]])
        let insert = InsertStatement(into: "t").columns(["id", "at"]).values(1, days[0])
        let later = SQLCase().when(.name("t.id") == 1, then: .value(days[1])).else(nil).expression
        try change(UpsertStatement(insert).matching(["id"]).set("at", value: later))
        #expect(try found(ids.where("at", .equalTo, days[1])) == [[1], [2], [3]])
    }

    /// SQLite joins to all tables before a RIGHT JOIN, the others to the last one.
    @Test func aCommaBeforeARightJoin() throws {
        let right = SelectStatement().column("a.id").column("b.id", alias: "b").column("c.id", alias: "c").from(
            "t", alias: "a")
        func rows(_ statement: SelectStatement) throws -> Int {
            try found(
                statement.join("t", alias: "c", type: .right).joinOn("b.id", .equalTo, column: "c.n")
            ).count
        }
        #expect(try rows(right.from("t", alias: "b")) == (ServedEngine.isSQLite ? 3 : 9))
        #expect(try rows(right.join("t", alias: "b", type: .cross)) == 3)
    }

    /// An index is in the schema of its table, which one of the names may say.
    @Test func schemasOfIndexes() throws {
        let schema: String = try {
            if ServedEngine.isSQLite { return "main" }
            let name: SQL = ServedEngine.isPostgreSQL ? "SELECT current_schema()::text" : "SELECT database()"
            return try #require(try database.read { try $0.value(name, as: String.self) })
        }()
        let (index, table) = (SQLIdentifier(schema, "by_n"), SQLIdentifier(schema, "t"))
        try database.withoutTransaction { session in
            for create in [
                CreateIndexStatement(index, on: "t"), CreateIndexStatement("by_n", on: table),
                CreateIndexStatement(index, on: table),
            ] {
                try session.execute(create.column("n"))
                try session.execute(DropIndexStatement("by_n", on: table))
            }
            try session.execute(CreateIndexStatement("by_n", on: "t").column("n"))
            try session.execute(DropIndexStatement(index, on: "t"))
            let elsewhere = CreateIndexStatement(SQLIdentifier("elsewhere", "by_n"), on: table).column("n")
            let error = #expect(throws: SQLBuildError.self) { try session.execute(elsewhere) }
            #expect(error?.message == "the index \"by_n\" is in another schema than its table \"t\"")
        }
        #expect(try database.read { try $0.schema() }.indexes.filter { $0.name == "by_n" }.isEmpty)
    }
}

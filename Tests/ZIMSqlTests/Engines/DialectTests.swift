import Testing
import ZIMSql

/// A dialect that no engine speaks: whatever is hard-coded shows.
private struct WrongDialect: SQLDialect {
    let name = "Wrong"
    let identifierQuote = UInt8(ascii: "~")
    let placeholder = SQLPlaceholder.numbered(prefix: ":v")
    let longestIdentifier: Int? = 12
    var features: SQLFeatures = []

    func literal(_ value: SQLValue) throws -> String { "«\(value.description)»" }
    func typeName(_ type: SQLDataType) -> String { "MY_" + type.name }
}

@Suite struct DialectTests {
    @Test func namesAndPlaceholders() throws {
        let statement = SelectStatement().column("p.a").column(.count(), alias: "n").from("p q.r", alias: "p")
            .join("x~y", alias: "x", type: .left).joinOn("x.a", .equalTo, column: "p.a").joinOn("x.b", .in, [1, 2])
            .where("p.b", .like, "x").where("c", .is, 3).groupBy("p.a").having("n", .greaterThan, 1)
            .orderBy("p.a", descending: true, nulls: .first).orderBy("n", nulls: .last).limit(3).offset(4)
        let rendered = try statement.render(for: WrongDialect())
        #expect(
            rendered.sql
                == "SELECT ~p~.~a~, count(*) AS ~n~ FROM ~p q~.~r~ AS ~p~ LEFT JOIN ~x~~y~ AS ~x~ ON ~x~.~a~ = ~p~.~a~ "
                + "AND ~x~.~b~ IN (:v1, :v2) WHERE ~p~.~b~ LIKE :v3 AND ~c~ IS NOT DISTINCT FROM :v4 GROUP BY ~p~.~a~ "
                + "HAVING count(*) > :v5 ORDER BY CASE WHEN ~p~.~a~ IS NULL THEN 0 ELSE 1 END, ~p~.~a~ DESC, "
                + "CASE WHEN count(*) IS NULL THEN 1 ELSE 0 END, ~n~ LIMIT :v6 OFFSET :v7")
        #expect(rendered.parameters == [1, 2, "x", 3, 1, 3, 4])
        #expect(try statement.text(for: WrongDialect()).contains("IN («1», «2»)"))
        #expect(
            try CreateTableStatement("t").column("a", type: .int, .default("x")).render(for: WrongDialect()).sql
                == "CREATE TABLE ~t~ (~a~ MY_INT DEFAULT «'x'»)")
        #expect(
            try SQL("a = \(1) AND \(identifier: "b~") = \("x")").render(for: WrongDialect()).sql
                == "a = :v1 AND ~b~~~ = :v2")
        #expect(
            try SelectStatement().column("a").unionAll(SelectStatement().column("b").limit(1)).render(
                for: WrongDialect()
            ).sql
                == "SELECT ~a~ UNION ALL SELECT * FROM (SELECT ~b~ LIMIT :v1)")
    }

    /// Each of these needs something that the dialect lacks; none may come out as if it had not been asked for.
    @Test func whatIsMissingThrowsAndSaysWhatToDo() {
        let select = SelectStatement().from("t")
        let statements: [any SQLStatement] = [
            select.lock(.forUpdate), select.distinctOn(.name("a")), select.join("u", type: .full).joinUsing("a"),
            select.join("u", type: .right).joinUsing("a"), SelectStatement().from(select),
            select.where("a", .glob, "x"),
            SelectStatement().from("t", alias: "t", columns: ["a"]),
            select.join(select, alias: "u", type: .cross, lateral: true),
            InsertStatement(into: "t").column("a", value: 1).or(.ignore),
            InsertStatement(into: "t").column("a", value: 1).returning("a"),
            UpsertStatement(into: "t").column("a", value: 1).doNothing(),
            UpdateStatement("t").column("a", value: 1).from("u"), UpdateStatement("t").column("a", value: 1).limit(1),
            UpdateStatement("t").column("a", value: 1).or(.fail), DeleteStatement(from: "t").using("u"),
            DeleteStatement(from: "t").orderBy("a"), TruncateTableStatement("t").cascade(),
            TruncateTableStatement("t").restartingIdentity(), DropTableStatement("t").cascade(),
            CreateTableStatement("t").column("a"),
            CreateTableStatement("t").column("a", type: .int, .primaryKey(autoIncremented: true)),
            CreateTableStatement("t").column("a", type: .int, .identity()),
            CreateTableStatement("t").column("a", type: .int, .primaryKey(descending: true)),
            CreateTableStatement("t").column("a", type: .int, .generated(.column("b"), stored: false)),
            CreateIndexStatement("i", on: "t").column("a", nulls: .first),
            CreateIndexStatement("i", on: "t").using("x").column("a"),
            CreateViewStatement("v").orReplace().as(select), CreateViewStatement("v").ifNotExists().as(select),
            AlterTableStatement("t").setType(.int, of: "a"), AttachStatement("f", as: "x"), DetachStatement("x"),
            VacuumStatement().into("f"), PragmaStatement("x"), BeginStatement(.immediate),
            BeginStatement(isolation: .serializable),
            ExplainStatement(select).level(.analyze), ShowTablesStatement(), ShowGrantsStatement(), ReindexStatement(),
            DropTriggerStatement("x"), CreateTriggerStatement("x", temporary: true).onInsert("t").perform(select),
            SelectStatement().column(.value("a\0b")), SelectStatement().column("a longer name"),
            SelectStatement().column(.column("")),
        ]
        for statement in statements {
            do {
                let rendered = try statement.render(for: WrongDialect())
                Issue.record("renders \(rendered.sql)")
            } catch let error as SQLBuildError {
                #expect(error.hint != nil || error.code == .invalid, "\(error)")
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func aNameThatNoEngineHolds() {
        expectMistake(SelectStatement().column("a\0b").from("t"), .invalid, "NUL")
        expectMistake(SelectStatement().from("t", alias: "a\0b"), .invalid, "NUL")
        expectMistake(SQL("SELECT \(identifier: "a\0b")"), .invalid, "NUL")
        let long = SelectStatement().from(SQLIdentifier(String(repeating: "x", count: 64)))
        #expect(throws: Never.self) { try long.render(for: .sqlite) }
        #expect(throws: SQLBuildError.self) { try long.render(for: .postgreSQL) }
        #expect(
            SelectStatement().description
                == "-- incomplete: a SELECT has neither columns nor a table. Call column or from")
        #expect(SelectStatement().from("t").lock(.forShare).description == #"SELECT * FROM "t" FOR SHARE;"#)
    }
}

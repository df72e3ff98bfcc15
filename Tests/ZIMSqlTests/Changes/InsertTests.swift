import Testing
import ZIMSql

@Suite struct InsertTests {
    @Test func oneRowManyRowsAndAQuery() {
        expectSQL(
            InsertStatement(into: "stock").column("warehouse", value: 3).column("item", value: "nail")
                .column("quantity", value: nil),
            #"INSERT INTO "stock" ("warehouse", "item", "quantity") VALUES (?, ?, ?)"#, [3, "nail", nil],
            rows: [["nail", nil]], reading: "SELECT item, quantity FROM stock WHERE warehouse = 3")
        expectSQL(
            InsertStatement(into: "stock").columns(["warehouse", "item"]).values(3, "a").values([4, "b"])
                .rows([[5, "c"], [6, .upper("d")]]),
            #"INSERT INTO "stock" ("warehouse", "item") VALUES (?, ?), (?, ?), (?, ?), (?, upper(?))"#,
            [3, "a", 4, "b", 5, "c", 6, "d"], rows: [["abcD"]],
            reading: "SELECT min(CASE warehouse WHEN 3 THEN 'abcD' END) FROM stock")
        expectSQL(
            InsertStatement().into("stock").columns(["warehouse", "item"])
                .select(SelectStatement().column(.name("warehouse") + 10).column("item").from("stock")),
            #"INSERT INTO "stock" ("warehouse", "item") SELECT "warehouse" + ?, "item" FROM "stock""#, [10],
            rows: [[6]], reading: "SELECT count(*) FROM stock")
        expectSQL(
            InsertStatement(into: "person").defaultValues().returning("pk"),
            #"INSERT INTO "person" DEFAULT VALUES RETURNING "pk""#)
        expectSQL(
            InsertStatement(into: "stock").columns(["warehouse", "item"]).with(
                "n", as: SelectStatement().column("pk").from("person")
            )
            .select(SelectStatement().column("pk").column(.sql("'x'")).from("n")),
            #"WITH "n" AS (SELECT "pk" FROM "person") INSERT INTO "stock" ("warehouse", "item") SELECT "pk", 'x' FROM "n""#,
            rows: [[4]], reading: "SELECT count(*) FROM stock WHERE item = 'x'")
    }

    @Test func conflictActions() {
        let row = InsertStatement(into: "stock").column("warehouse", value: 1).column("item", value: "nut")
            .column("quantity", value: 7)
        let text = #"INTO "stock" ("warehouse", "item", "quantity") VALUES (?, ?, ?)"#
        expectSQL(
            row.or(.ignore), "INSERT OR IGNORE \(text)", [1, "nut", 7],
            postgreSQL: .text(
                #"INSERT INTO "stock" ("warehouse", "item", "quantity") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"#),
            rows: [[10]], reading: "SELECT quantity FROM stock WHERE warehouse = 1 AND item = 'nut'")
        expectSQL(
            row.or(.replace), "INSERT OR REPLACE \(text)", [1, "nut", 7], postgreSQL: .unsupported, rows: [[7]],
            reading: "SELECT quantity FROM stock WHERE warehouse = 1 AND item = 'nut'")
        #expect(throws: SQLBuildError.self) { try row.or(.fail).render(for: .postgreSQL) }
        #expect(throws: Never.self) { try row.or(.abort).render(for: .postgreSQL) }
    }

    @Test func returningEverything() {
        expectSQL(
            InsertStatement(into: "stock").column("warehouse", value: 8).column("item", value: "x")
                .returning("item", "warehouse").returning(.name("warehouse") * 2, alias: "twice"),
            #"INSERT INTO "stock" ("warehouse", "item") VALUES (?, ?) RETURNING "item", "warehouse", "warehouse" * ? AS "twice""#,
            [8, "x", 2], rows: [["x", 8, 16]])
    }

    @Test func upserts() {
        let read = "SELECT quantity FROM stock WHERE warehouse = 1 AND item = 'nut'"
        let base = UpsertStatement(into: "stock").column("warehouse", value: 1).column("item", value: "nut")
            .column("quantity", value: 7)
        let insert = #"INSERT INTO "stock" ("warehouse", "item", "quantity") VALUES (?, ?, ?) ON CONFLICT"#
        expectSQL(
            base.matching(["warehouse", "item"]),
            #"\#(insert) ("warehouse", "item") DO UPDATE SET "quantity" = "excluded"."quantity""#, [1, "nut", 7],
            rows: [[7]], reading: read)
        expectSQL(
            base.matching(["warehouse", "item"]).set("quantity", value: .name("stock.quantity") + .excluded("quantity"))
                .where("stock.quantity", .greaterThan, 5).returning("quantity"),
            #"\#(insert) ("warehouse", "item") DO UPDATE SET "quantity" = "stock"."quantity" + "excluded"."quantity" "#
                + #"WHERE "stock"."quantity" > ? RETURNING "quantity""#, [1, "nut", 7, 5], rows: [[17]])
        expectSQL(
            base.matching(["warehouse", "item"]).updating(["quantity"]).set("picture", value: nil),
            #"\#(insert) ("warehouse", "item") DO UPDATE SET "quantity" = "excluded"."quantity", "picture" = ?"#,
            [1, "nut", 7, nil], rows: [[7]], reading: read)
        let none: [String] = []
        let matched = base.matching(["warehouse", "item"]).updating(none)
        expectSQL(
            matched, #"\#(insert) ("warehouse", "item") DO NOTHING"#, [1, "nut", 7], rows: [[10]], reading: read)
        expectSQL(
            matched.set("quantity", value: 8), #"\#(insert) ("warehouse", "item") DO UPDATE SET "quantity" = ?"#,
            [1, "nut", 7, 8], rows: [[8]], reading: read)
        expectSQL(base.doNothing(), "\(insert) DO NOTHING", [1, "nut", 7], rows: [[10]], reading: read)
        expectSQL(
            UpsertStatement(into: "stock").column("warehouse", value: 1).column("item", value: "nut")
                .matching(["item", "warehouse"]),
            #"INSERT INTO "stock" ("warehouse", "item") VALUES (?, ?) ON CONFLICT ("item", "warehouse") DO NOTHING"#,
            [1, "nut"], rows: [[10]], reading: read)
        expectSQL(
            UpsertStatement(into: "stock").columns(["warehouse", "item", "quantity"])
                .select(SelectStatement().column("warehouse").column("item").column(.sql("99")).from("stock"))
                .matching(["warehouse", "item"]),
            #"INSERT INTO "stock" ("warehouse", "item", "quantity") SELECT * FROM (SELECT "warehouse", "item", 99 FROM "stock") "#
                + #"AS "zim_source" WHERE 1 = 1 ON CONFLICT ("warehouse", "item") DO UPDATE SET "quantity" = "excluded"."quantity""#,
            // There the columns of a query in FROM do not take the types of those that they are written to.
            postgreSQL: .text(
                #"INSERT INTO "stock" ("warehouse", "item", "quantity") SELECT "warehouse", "item", 99 FROM "stock" "#
                    + #"ON CONFLICT ("warehouse", "item") DO UPDATE SET "quantity" = "excluded"."quantity""#),
            rows: [[99]], reading: read)
        expectSQL(
            base.matching(constraint: "stock_pkey"), nil,
            postgreSQL: .text(
                #"INSERT INTO "stock" ("warehouse", "item", "quantity") VALUES ($1, $2, $3) "#
                    + #"ON CONFLICT ON CONSTRAINT "stock_pkey" DO UPDATE SET "warehouse" = "excluded"."warehouse", "#
                    + #""item" = "excluded"."item", "quantity" = "excluded"."quantity""#))
    }

    /// A parameter equals no literal of an index.
    @Test(arguments: [SQLiteDialect() as any SQLDialect, PostgreSQLDialect()])
    func targetsAreWrittenAsTheirIndexes(_ dialect: any SQLDialect) throws {
        let upsert = UpsertStatement(into: "t").column("k", value: "a").doNothing()
        let place = dialect is PostgreSQLDialect ? "$1" : "?"
        func expect(_ statement: UpsertStatement, _ target: String, location: SourceLocation = #_sourceLocation) throws
        {
            let rendered = try statement.render(for: dialect)
            let text = #"INSERT INTO "t" ("k") VALUES (\#(place)) ON CONFLICT \#(target) DO NOTHING"#
            #expect(rendered.sql == text, sourceLocation: location)
            #expect(rendered.parameters == ["a"], sourceLocation: location)
        }
        try expect(
            upsert.matching([.column("k")], where: .column("d") == 0 || .column("d") == "it's"),
            #"("k") WHERE "d" = 0 OR "d" = 'it''s'"#)
        try expect(
            upsert.matching([.function("substr", .column("k"), 1, 2), .column("d") * 2 + 1, .column("k").collate("C")]),
            #"((substr("k", 1, 2)), (("d" * 2) + 1), "k" COLLATE "C")"#)
        let choice = SQLCase().when(.column("d").isNull, then: .column("k")).expression
        try expect(upsert.matching([choice]), #"((CASE WHEN "d" IS NULL THEN "k" END))"#)
    }

    @Test func whatIsMissing() {
        expectMistake(InsertStatement(), .incomplete, "table")
        expectMistake(InsertStatement(into: "t"), .incomplete, "values")
        expectMistake(InsertStatement(into: "t").columns(["a"]).values(1, 2), .invalid, "1 columns")
        expectMistake(InsertStatement(into: "t").values(1, 2).values(1), .invalid, "rows of 2")
        expectMistake(InsertStatement(into: "t").column("a", value: 1).defaultValues(), .invalid, "both")
        expectMistake(InsertStatement(into: "t").columns(["a"]).defaultValues(), .invalid, "DEFAULT")
        expectMistake(UpsertStatement(into: "t").column("a", value: 1), .incomplete, "matching")
        expectMistake(UpsertStatement(into: "t").column("a", value: 1).updating([]), .incomplete, "matching")
        expectMistake(UpsertStatement(into: "t").values(1).matching(["a"]), .incomplete, "columns")
        expectMistake(InsertStatement(into: "t").column("a", value: [1, 2]), .invalid, "list of 2")
        let (insert, query) = (InsertStatement(into: "t").columns(["a"]), SelectStatement().column(1))
        for twice in [
            insert.values(1).select(query), insert.select(query).values(1), insert.values(1).defaultValues(),
            insert.defaultValues().values(1), insert.defaultValues().select(query),
            insert.select(query).defaultValues(),
            insert.values(1).select(query).select(query),
        ] {
            expectMistake(twice, .invalid, "an INSERT has two of values, a query and DEFAULT VALUES")
        }
        let none: [[SQLExpression]] = []
        #expect(insert.select(query).rows(none) == insert.select(query))
        let error = #expect(throws: SQLBuildError.self) {
            try UpsertStatement(into: "t").column("a", value: 1).matching(constraint: "c").matching(["a"])
                .render(for: .postgreSQL)
        }
        #expect(error?.message == "an upsert matches both a constraint and columns")
    }
}

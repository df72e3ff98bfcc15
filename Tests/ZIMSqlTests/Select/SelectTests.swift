import Testing
import ZIMSql

@Suite struct SelectTests {
    @Test func columnsAliasesAndStars() {
        expectSQL(
            SelectStatement().column("p.first_name").column("p.last_name", alias: "sur name").from("person", alias: "p")
                .where("pk", .lessThan, 3).orderBy("p.pk"),
            #"SELECT "p"."first_name", "p"."last_name" AS "sur name" FROM "person" AS "p" WHERE "pk" < ? ORDER BY "p"."pk""#,
            [3], rows: [["Ada", "Lovelace"], ["Grace", "Hopper"]])
        expectSQL(
            SelectStatement().all("c").from("phone call", alias: "c").limit(1).orderBy("pk"),
            #"SELECT "c".* FROM "phone call" AS "c" ORDER BY "pk" LIMIT ?"#, [1], rows: [[1, 1, "home", 3]])
        expectSQL(
            SelectStatement().columns(["age", "region"]).distinct().from("person").where("region", .equalTo, "north")
                .orderBy("age"),
            #"SELECT DISTINCT "age", "region" FROM "person" WHERE "region" = ? ORDER BY "age""#, ["north"],
            rows: [[36, "north"], [41, "north"]])
        expectSQL(
            SelectStatement().column(.value(1), alias: "one"), #"SELECT ? AS "one""#, [1],
            postgreSQL: .text(#"SELECT $1::bigint AS "one""#), rows: [[1]])
    }

    @Test func namesWithDotsSpacesAndQuotes() {
        expectSQL(
            SelectStatement().column(.column("a b", of: "year.key")).from(SQLIdentifier("year.key")).orderBy("a b"),
            #"SELECT "year.key"."a b" FROM "year.key" ORDER BY "a b""#, rows: [[1], [2]])
        expectSQL(
            SelectStatement().column("\"year.key\".\"2B\"").from("\"year.key\"").orderBy("a b", descending: true),
            #"SELECT "year.key"."2B" FROM "year.key" ORDER BY "a b" DESC"#, rows: [["y"], ["x"]])
        expectSQL(
            SelectStatement().column(.count()).from("main.person"), #"SELECT count(*) FROM "main"."person""#,
            postgreSQL: .textOnly(#"SELECT count(*) FROM "main"."person""#), rows: [[4]])
        expectSQL(
            SelectStatement().column(.column(SQLIdentifier("main", "year.key", "a b"))).from(
                SQLIdentifier("main", "year.key")),
            #"SELECT "main"."year.key"."a b" FROM "main"."year.key""#,
            postgreSQL: .textOnly(#"SELECT "main"."year.key"."a b" FROM "main"."year.key""#), rows: [[1], [2]])
        for broken in ["a..b", ".a", "a.", "", "\"a", "\"a\"b"] {
            expectMistake(SelectStatement().column(broken).from("person"), .invalid, "SQLIdentifier")
        }
    }

    @Test func aSubqueryAFunctionAndValuesInFrom() {
        expectSQL(
            SelectStatement().column("p.pk").from(
                SelectStatement().from("person").where("age", .greaterThan, 40), alias: "p"
            ).orderBy("pk"),
            #"SELECT "p"."pk" FROM (SELECT * FROM "person" WHERE "age" > ?) AS "p" ORDER BY "pk""#, [40],
            rows: [[2], [3]])
        expectSQL(
            SelectStatement().column("j.value").from(.function("json_each", "[1, 2]"), alias: "j"),
            #"SELECT "j"."value" FROM json_each(?) AS "j""#, ["[1, 2]"],
            postgreSQL: .textOnly(#"SELECT "j"."value" FROM json_each($1) AS "j""#), rows: [[1], [2]])
        expectSQL(
            SelectStatement().column(.sum(.name("v.column1"))).from(.values([[1, "a"], [2, "b"]]), alias: "v"),
            #"SELECT sum("v"."column1") FROM (VALUES (?, ?), (?, ?)) AS "v""#, [1, "a", 2, "b"],
            postgreSQL: .text(
                #"SELECT sum("v"."column1") FROM (VALUES ($1::bigint, $2), ($3::bigint, $4)) AS "v""#), rows: [[3]])
        expectSQL(
            SelectStatement().column("g.n").from(.function("generate_series", 1, 3), alias: "g", columns: ["n"]), nil,
            postgreSQL: .text(#"SELECT "g"."n" FROM generate_series($1::bigint, $2::bigint) AS "g" ("n")"#),
            rows: [[1], [2], [3]])
        expectSQL(
            SelectStatement().from(SelectStatement().column("pk").from("person")).where("pk", .equalTo, 1),
            #"SELECT * FROM (SELECT "pk" FROM "person") WHERE "pk" = ?"#, [1], postgreSQL: .unsupported, rows: [[1]])
        expectSQL(
            SelectStatement().column(.count()).from("person", alias: "a").from("stock", alias: "b"),
            #"SELECT count(*) FROM "person" AS "a", "stock" AS "b""#, rows: [[12]])
    }

    @Test func limitAndOffset() {
        let base = SelectStatement().column("pk").from("person").orderBy("pk")
        expectSQL(
            base.limit(1, offset: 2), #"SELECT "pk" FROM "person" ORDER BY "pk" LIMIT ? OFFSET ?"#, [1, 2], rows: [[3]])
        expectSQL(
            base.offset(3), #"SELECT "pk" FROM "person" ORDER BY "pk" LIMIT -1 OFFSET ?"#, [3],
            postgreSQL: .text(#"SELECT "pk" FROM "person" ORDER BY "pk" OFFSET $1"#), rows: [[4]])
        expectMistake(base.limit(-1), .invalid, "negative")
        expectMistake(base.offset(-1), .invalid, "negative")
    }

    @Test func theOrderOfNulls() {
        let base = SelectStatement().column("pk").from("person")
        expectSQL(
            base.orderBy("score", descending: true, nulls: .last).orderBy("pk"),
            #"SELECT "pk" FROM "person" ORDER BY "score" DESC NULLS LAST, "pk""#, rows: [[1], [3], [2], [4]])
        expectSQL(
            base.orderBy("score", nulls: .first), #"SELECT "pk" FROM "person" ORDER BY "score" NULLS FIRST"#,
            rows: [[4], [2], [3], [1]])
        expectSQL(
            base.orderBy(.coalesce(.name("score"), 9) * -1).orderBy("pk"),
            #"SELECT "pk" FROM "person" ORDER BY (coalesce("score", ?) * ?), "pk""#, [9, -1],
            rows: [[1], [3], [4], [2]])
        #expect(base.orderBy("pk").unordered() == base)
    }

    @Test func groups() {
        expectSQL(
            SelectStatement().column("region").column(.count(), alias: "n").from("person").groupBy("region")
                .having("n", .greaterThan, 1).orderBy("region"),
            #"SELECT "region", count(*) AS "n" FROM "person" GROUP BY "region" HAVING "n" > ? ORDER BY "region""#, [1],
            postgreSQL: .text(
                #"SELECT "region", count(*) AS "n" FROM "person" GROUP BY "region" HAVING count(*) > $1 ORDER BY "region""#
            ), rows: [["north", 2], ["south", 2]])
        expectSQL(
            SelectStatement().column(.maximum(.name("age"))).from("person").groupBy(.length(.name("region")) % 2)
                .having(.count() >= 1).having(.maximum(.name("age")), .notEqualTo, 3)
                .havingBlock(connector: .or) { $0.where("region", .equalTo, "x") }.groupBy("region").orderBy("region"),
            #"SELECT max("age") FROM "person" GROUP BY length("region") % ?, "region" "#
                + #"HAVING count(*) >= ? AND max("age") <> ? OR ("region" = ?) ORDER BY "region""#,
            [2, 1, 3, "x"], rows: [[41], [85]])
    }

    @Test func statementsAreValues() throws {
        let base = SelectStatement().from("person")
        let narrow = base.where("pk", .equalTo, 1).column("pk").limit(3)
        let other = base.where("pk", .equalTo, 2)
        #expect(try base.render(for: .sqlite).sql == #"SELECT * FROM "person""#)
        #expect(try narrow.render(for: .sqlite).parameters == [1, 3])
        #expect(try other.render(for: .sqlite).parameters == [2])
        #expect(Set([base, SelectStatement().from("person"), other]).count == 2)
        let united = base.union(other)
        let locked = united.lock(.forUpdate)
        #expect(united != locked)
        #expect(
            try united.render(for: .sqlite).sql
                == #"SELECT * FROM "person" UNION SELECT * FROM "person" WHERE "pk" = ?"#)
    }

    @Test func locks() {
        expectSQL(
            SelectStatement().column("pk").from("person", alias: "p").where("pk", .equalTo, 1)
                .lock(.forUpdate, of: ["p"], waiting: .skipLocked), nil,
            postgreSQL: .text(#"SELECT "pk" FROM "person" AS "p" WHERE "pk" = $1 FOR UPDATE OF "p" SKIP LOCKED"#))
        expectSQL(
            SelectStatement().column("region").column("age").distinctOn(.name("region")).from("person").orderBy(
                "region"
            )
            .orderBy("age"), nil,
            postgreSQL: .text(
                #"SELECT DISTINCT ON ("region") "region", "age" FROM "person" ORDER BY "region", "age""#),
            rows: nil)
    }

    @Test func whatIsMissing() {
        expectMistake(SelectStatement(), .incomplete, "from")
        expectMistake(SelectStatement().join("person", type: .cross), .incomplete, "from")
        expectMistake(SelectStatement().from("person").whereBlock { $0 }, .incomplete, "block")
        expectMistake(SelectStatement(values: []), .incomplete, "VALUES")
        expectMistake(SelectStatement(values: [[1], [1, 2]]), .invalid, "VALUES")
        expectMistake(SelectStatement(values: [[1]]).column("a"), .invalid, "VALUES")
        expectMistake(SelectStatement(values: [[1]]).distinctOn(.name("a")), .invalid, "VALUES")
        expectMistake(SelectStatement(values: [[1]]).window("w", as: SQLWindow()), .invalid, "VALUES")
        let pairs = SQLTable.values([[1, 2]])
        expectMistake(SelectStatement().from(pairs, columns: ["a", "b"]), .incomplete, "without an alias")
        expectMistake(
            SelectStatement().from("person").join(pairs, columns: ["a", "b"]).joinOn("a", .equalTo, column: "pk"),
            .incomplete, "without an alias")
    }
}

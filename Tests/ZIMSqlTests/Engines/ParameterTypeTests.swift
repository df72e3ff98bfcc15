import Testing
import ZIMSql

/// To PostgreSQL a parameter beside no column is text: there it gets the type of its value.
@Suite struct ParameterTypeTests {
    private let person = SelectStatement().from("person")
    private let pick = SQLCase().when(.name("age") > 40, then: 9).else(10).expression

    private func expect(
        _ statement: some SQLRenderable, _ postgreSQL: String, rows: [[SQLValue]]? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let rendered = try statement.render(for: .sqlite)
        expectSQL(
            statement, rendered.sql, rendered.parameters, postgreSQL: .text(postgreSQL), rows: rows,
            sourceLocation: location)
    }

    @Test func results() throws {
        try expect(
            SelectStatement().column(5).column(2.5).column(.value("x")).column(.value([1, 255] as [UInt8]))
                .column(SQLExpression(nilLiteral: ())),
            "SELECT $1::bigint, $2::double precision, $3, $4::bytea, $5", rows: [[5, 2.5, "x", .blob([1, 255]), nil]])
        let decimal = SelectStatement().column(.value(SQLValue.typed(SQLTypedText("1.20", type: "numeric"))))
        #expect(try decimal.render(for: .postgreSQL).sql == "SELECT $1::numeric")
        #expect(try decimal.text(for: .postgreSQL) == "SELECT '1.20'::numeric")
    }

    @Test func choices() throws {
        try expect(
            person.column(.maximum(pick)),
            #"SELECT max(CASE WHEN "age" > $1 THEN $2::bigint ELSE $3::bigint END) FROM "person""#, rows: [[10]])
        try expect(
            person.column("pk").orderBy(pick).orderBy("pk"),
            #"SELECT "pk" FROM "person" ORDER BY CASE WHEN "age" > $1 THEN $2::bigint ELSE $3::bigint END, "pk""#,
            rows: [[2], [3], [1], [4]])
        // A column says what stands beside it, and text stays text.
        try expect(
            person.column(.sum(SQLCase().when(.name("pk") == 1, then: .name("age")).else(0).expression)),
            #"SELECT sum(CASE WHEN "pk" = $1 THEN "age" ELSE $2 END) FROM "person""#, rows: [[36]])
        try expect(
            SelectStatement().column(SQLCase(of: 1).when(1, then: "one").else("more").expression),
            "SELECT CASE $1::bigint WHEN $2::bigint THEN $3 ELSE $4 END", rows: [["one"]])
        let change = UpdateStatement("person").column("age", value: pick).column("email", value: "x")
        expectSQL(
            change, #"UPDATE "person" SET "age" = CASE WHEN "age" > ? THEN ? ELSE ? END, "email" = ?"#,
            [40, 9, 10, "x"],
            postgreSQL: .text(
                #"UPDATE "person" SET "age" = CASE WHEN "age" > $1 THEN $2::bigint ELSE $3::bigint END, "email" = $4"#))
    }

    /// A column says what the texts among the results are: its type is that of a branch that never applies.
    @Test func choicesOfTextsBesideAColumn() throws {
        let word = SQLCase().when(.name("age") > 40, then: "north").else("south").expression
        try expect(
            person.column("pk").where(word == .name("region")).orderBy("pk"),
            #"SELECT "pk" FROM "person" WHERE CASE WHEN "age" > $1 THEN $2 WHEN NULL THEN "region" ELSE $3 END = "region" "#
                + #"ORDER BY "pk""#, rows: [[3], [4]])
        let byKey = SQLCase(of: .name("pk")).when(1, then: "a").when(2, then: nil).expression
        let change = UpdateStatement("person", alias: "p").column("email", value: byKey).column(
            "fax", value: .upper(word))
        let set = #""email" = CASE "pk" WHEN $1 THEN $2 WHEN $3 THEN $4 WHEN NULL THEN "p"."email" END"#
        #expect(
            try change.render(for: .postgreSQL).sql
                == #"UPDATE "person" AS "p" SET \#(set), "fax" = upper(CASE WHEN "age" > $5 THEN $6 ELSE $7 END)"#)
        #expect(
            try change.text(for: .postgreSQL).hasPrefix(
                #"UPDATE "person" AS "p" SET "email" = CASE "pk" WHEN 1 THEN 'a' WHEN 2 THEN NULL WHEN NULL THEN "p"."email" END"#
            ))
        let upsert = UpsertStatement(into: "stock").column("warehouse", value: 1).column("item", value: "nut")
            .matching(["warehouse", "item"]).set("item", value: word)
        #expect(
            try upsert.render(for: .postgreSQL).sql.hasSuffix(
                #"SET "item" = CASE WHEN "age" > $3 THEN $4 WHEN NULL THEN "excluded"."item" ELSE $5 END"#))
        // Each part of a list and of a row beside its own column.
        let typed = #"CASE WHEN "age" > $1 THEN $2 WHEN NULL THEN "region" ELSE $3 END"#
        try expect(
            person.column("pk").where(.name("region"), .in, [word, "south"]).orderBy("pk"),
            #"SELECT "pk" FROM "person" WHERE "region" IN (\#(typed), $4) ORDER BY "pk""#, rows: nil)
        try expect(
            person.column("pk").where(.name("region"), .between, [word, "z"]),
            #"SELECT "pk" FROM "person" WHERE "region" BETWEEN \#(typed) AND $4"#, rows: nil)
        try expect(
            person.column("pk").where(.row([.name("region"), .name("pk")]) == .row([word, 3])),
            #"SELECT "pk" FROM "person" WHERE ("region", "pk") = (\#(typed), $4)"#, rows: nil)
        #expect(
            try UpdateStatement("person").columns(["fax", "pk"], value: SQLExpression.row([word, 3])).render(
                for: .postgreSQL
            ).sql
                == #"UPDATE "person" SET ("fax", "pk") = (\#(typed.replacing("region", with: "person\".\"fax")), $4)"#)
        try expect(
            person.column("pk").where(SQLExpression.row([.name("region"), .name("pk")]).isIn([.row([word, 3])])),
            #"SELECT "pk" FROM "person" WHERE ("region", "pk") IN ((\#(typed), $4))"#, rows: nil)
        // Beside anything else they stay texts.
        for condition in [
            word == "north", .value("north") == word, word < "z", word.isNull, word.isNotNull,
            word == .upper(.name("region")), .upper(.name("region")) == word, word == word, word.isIn(["north", "x"]),
            word.isIn(["x", .name("region")]),
        ] as [SQLExpression] {
            for text in [
                try person.column("pk").where(condition).render(for: .postgreSQL).sql,
                try person.column("pk").where(condition).text(for: .postgreSQL),
            ] { #expect(!text.contains("WHEN NULL"), "\(text)") }
        }
        for dialect in [SQLiteDialect() as any SQLDialect, MySQLDialect.mariaDB, MySQLDialect.mySQL] {
            #expect(try !change.render(for: dialect).sql.contains("WHEN NULL"))
        }
    }

    /// PostgreSQL takes a parameter for one type, so that each column gets one of its own.
    @Test func amongSeveralColumns() throws {
        let found = person.orderBy("pk")
        let columns = [.name("pk"), .name("score")] as [SQLExpression]
        try expectRepeated(
            found.column("pk").where(SQLExpression.value(3).isIn(columns)),
            #"SELECT "pk" FROM "person" WHERE ($1 = "pk" OR $2 = "score") ORDER BY "pk""#, [3, 3], [[3]])
        try expectRepeated(
            found.column("pk").where(SQLExpression.value(3).isNotIn(columns)),
            #"SELECT "pk" FROM "person" WHERE ($1 <> "pk" AND $2 <> "score") ORDER BY "pk""#, [3, 3], [[1], [2]])
        try expectRepeated(
            found.column("pk").where(
                .binary(.row([3, .name("pk")]), .in, [[.name("age"), 1], [.name("pk"), 3], [3, 2]])),
            #"SELECT "pk" FROM "person" WHERE ($1::bigint, "pk") IN (("age", $2), ("pk", $3), ($4::bigint, $5)) ORDER BY "pk""#,
            [3, 1, 3, 3, 2], [[2], [3]])
        try expectRepeated(
            found.column("pk").where(
                .binary(.row([9, .name("pk")]), .in, [[.name("score"), 3], [.name("age"), 3]])),
            #"SELECT "pk" FROM "person" WHERE (($1, "pk") = ("score", $2) OR ($3, "pk") = ("age", $4)) ORDER BY "pk""#,
            [9, 3, 9, 3], [[3]])
        let choice = SQLCase(of: 36).when(.name("age"), then: 1).when(.name("score"), then: 2).when(7, then: 3).else(4)
        try expectRepeated(
            found.column(choice.expression),
            #"SELECT CASE WHEN $1 = "age" THEN $2::bigint WHEN $3 = "score" THEN $4::bigint "#
                + #"WHEN $5::bigint = $6::bigint THEN $7::bigint ELSE $8::bigint END FROM "person" ORDER BY "pk""#,
            [36, 1, 36, 2, 36, 7, 3, 4], [[1], [4], [4], [4]])
    }

    /// It shifts by an integer only.
    @Test func shifts() throws {
        let flag = SQLExpression.binary(.name("pk"), .bitwiseAnd, .binary(1, .shiftLeft, 1))
        try expect(
            person.column("pk").where(flag != 0).orderBy("pk"),
            #"SELECT "pk" FROM "person" WHERE ("pk" & ($1::bigint << $2)) <> $3 ORDER BY "pk""#, rows: [[2], [3]])
    }

    /// A member that is DISTINCT or a compound has its types before the others give them some.
    @Test func members() throws {
        let seven = SelectStatement().column(7)
        let keys = SelectStatement().column("pk").from("person")
        try expect(
            keys.union(seven.distinct()).orderBy("pk"),
            #"SELECT "pk" FROM "person" UNION SELECT DISTINCT $1::bigint ORDER BY "pk""#,
            rows: [[1], [2], [3], [4], [7]])
        try expect(
            seven.distinct().except(keys), #"SELECT DISTINCT $1::bigint EXCEPT SELECT "pk" FROM "person""#, rows: [[7]])
        try expect(
            keys.except(SelectStatement().column(1).union(seven)).orderBy("pk"),
            #"SELECT "pk" FROM "person" EXCEPT (SELECT $1::bigint UNION SELECT $2::bigint) ORDER BY "pk""#,
            rows: [[2], [3], [4]])
    }

    @Test func operandsAndArguments() throws {
        try expect(
            SelectStatement().column(.value(5) + 6).column(-SQLExpression.value(5)).column(.value(9) < 10)
                .column(SQLExpression.value(9).isIn([8, 9])).column(SQLExpression.value(9).between(1, 10))
                .column(.coalesce(nil, 5)).column(.function("nullif", 5, 6)),
            "SELECT $1::bigint + $2::bigint, -$3::bigint, $4::bigint < $5::bigint, $6::bigint IN ($7::bigint, $8::bigint), "
                + "$9::bigint BETWEEN $10::bigint AND $11::bigint, coalesce($12, $13::bigint), "
                + "nullif($14::bigint, $15::bigint)", rows: [[11, -5, 1, 1, 1, 5, 5]])
        try expect(
            person.column(.sum(1)).column(.count(1)).column(.function("substr", .maximum(.name("region")), 1, 2)),
            #"SELECT sum($1::bigint), count($2::bigint), substr(max("region"), $3, $4) FROM "person""#,
            rows: [[4, 4, "so"]])
        try expect(
            person.column("pk").orderBy("pk").limit(.value(1) + 1),
            #"SELECT "pk" FROM "person" ORDER BY "pk" LIMIT ($1::bigint + $2::bigint)"#, rows: [[1], [2]])
        try expect(
            person.column(.coalesce(.name("score"), 9)).where(.coalesce(.name("age"), 0), .lessThan, 30),
            #"SELECT coalesce("score", $1) FROM "person" WHERE coalesce("age", $2) < $3"#, rows: [[9]])
    }

    @Test func queries() throws {
        let count = SelectStatement().column(1).unionAll(
            SelectStatement().column(.name("n") + 1).from("count").where("n", .lessThan, 3))
        try expect(
            SelectStatement().withRecursive("count", columns: ["n"], as: count).from("count"),
            #"WITH RECURSIVE "count" ("n") AS (SELECT $1::bigint UNION ALL SELECT "n" + $2 FROM "count" WHERE "n" < $3) "#
                + #"SELECT * FROM "count""#, rows: [[1], [2], [3]])
        try expect(
            SelectStatement().with("v", columns: ["n", "t"], as: SelectStatement(values: [[1, "a"], [3, "b"]]))
                .column("v.t").from("v").join("person").joinOn("person.pk", .equalTo, column: "v.n").orderBy("v.t"),
            #"WITH "v" ("n", "t") AS (VALUES ($1::bigint, $2), ($3::bigint, $4)) SELECT "v"."t" FROM "v" "#
                + #"INNER JOIN "person" ON "person"."pk" = "v"."n" ORDER BY "v"."t""#, rows: [["a"], ["b"]])
        // The other member's column says what the value is.
        try expect(
            SelectStatement().column("pk").from("person").union(SelectStatement().column(9)).orderBy(
                "pk", descending: true),
            #"SELECT "pk" FROM "person" UNION SELECT $1 ORDER BY "pk" DESC"#, rows: [[9], [4], [3], [2], [1]])
        try expect(
            person.column("pk").where("pk", .in, SelectStatement().column(1))
                .where(.exists(SelectStatement().column(1).from("stock"))),
            #"SELECT "pk" FROM "person" WHERE "pk" IN (SELECT $1::bigint) AND EXISTS (SELECT $2 FROM "stock")"#,
            rows: [[1]])
    }

    /// The columns of the table say what the values are.
    @Test func insertedRows() throws {
        let insert = InsertStatement(into: "stock").columns(["warehouse", "item"])
        try expect(insert.values(8, "a"), #"INSERT INTO "stock" ("warehouse", "item") VALUES ($1, $2)"#)
        try expect(
            insert.select(SelectStatement().column(8).column(.value("a"))),
            #"INSERT INTO "stock" ("warehouse", "item") SELECT $1, $2"#)
        try expect(
            insert.select(SelectStatement(values: [[8, "a"], [9, "b"]])),
            #"INSERT INTO "stock" ("warehouse", "item") VALUES ($1, $2), ($3, $4)"#)
        try expect(
            insert.select(SelectStatement().column(8).column(7).from("person").distinct()),
            #"INSERT INTO "stock" ("warehouse", "item") SELECT DISTINCT $1::bigint, $2::bigint FROM "person""#)
    }

    /// To PostgreSQL an expression over `$2` is not the one over `$1`.
    @Test func repeatedExpressions() throws {
        let parity = SQLExpression.name("pk") % 2
        let grouped = try person.column(parity).column(.count()).groupBy(parity).having(parity, .lessThan, 5)
            .orderBy(parity, descending: true).render(for: .postgreSQL)
        #expect(
            grouped.sql == #"SELECT "pk" % $1, count(*) FROM "person" GROUP BY "pk" % $1 HAVING ("pk" % $1) < $2 "#
                + #"ORDER BY ("pk" % $1) DESC"#)
        #expect(grouped.parameters == [2, 5])
        if let server = PostgresServer.shared { #expect(try server.run(grouped) == [["1", "2"], ["0", "2"]]) }
        let distinct = try person.column(parity).distinct().orderBy(parity).render(for: .postgreSQL)
        #expect(distinct.sql == #"SELECT DISTINCT "pk" % $1 FROM "person" ORDER BY ("pk" % $1)"#)
        if let server = PostgresServer.shared { #expect(try server.run(distinct) == [["0"], ["1"]]) }
    }

    private func expectRepeated(
        _ statement: SelectStatement, _ sql: String, _ parameters: [SQLValue], _ rows: [[Int]],
        location: SourceLocation = #_sourceLocation
    ) throws {
        let rendered = try statement.render(for: .postgreSQL)
        #expect(rendered.sql == sql, sourceLocation: location)
        #expect(rendered.parameters == parameters, sourceLocation: location)
        if let server = PostgresServer.shared {
            #expect(try server.run(rendered) == rows.map { $0.map(String.init) }, sourceLocation: location)
        }
        let found = try SQLiteRunner().run(statement.render(for: .sqlite))
        #expect(found == rows.map { $0.map { .integer(Int64($0)) } }, sourceLocation: location)
    }

    /// Inside other expressions, behind a subquery, beside aliases and in an order of their own.
    @Test func repeatedPartsOfExpressions() throws {
        let parity = SQLExpression.name("pk") % 2
        try expectRepeated(
            person.column(parity * 10).column(.function("abs", parity)).column(parity.cast(as: .integer))
                .column(.coalesce(parity, 7)).groupBy(parity).orderBy(parity),
            #"SELECT ("pk" % $1) * $2, abs("pk" % $1), CAST("pk" % $1 AS INTEGER), coalesce("pk" % $1, $3) FROM "person" "#
                + #"GROUP BY "pk" % $1 ORDER BY ("pk" % $1)"#, [2, 10, 7], [[0, 0, 0, 0], [10, 1, 1, 1]])
        try expectRepeated(
            person.column(.sum(.name("pk")), alias: "total").groupBy(parity).having("total", .greaterThan, 1)
                .having(parity, .lessThan, 1).orderBy(parity + 3 - parity).orderBy(parity),
            #"SELECT sum("pk") AS "total" FROM "person" GROUP BY "pk" % $1 HAVING sum("pk") > $2 AND ("pk" % $1) < $3 "#
                + #"ORDER BY (("pk" % $1) + $4 - ("pk" % $1)), ("pk" % $1)"#, [2, 1, 1, 3], [[6]])
        let most = SelectStatement().column(.maximum(.name("pk") % 3)).from("person").groupBy(.name("pk") % 3)
            .orderBy(.name("pk") % 3).limit(1)
        try expectRepeated(
            person.column(parity).groupBy(parity).having(.subquery(most) < parity + 1).orderBy(parity),
            #"SELECT "pk" % $1 FROM "person" GROUP BY "pk" % $1 HAVING (SELECT max("pk" % $2) FROM "person" "#
                + #"GROUP BY "pk" % $2 ORDER BY ("pk" % $2) LIMIT $3) < (("pk" % $1) + $4) ORDER BY ("pk" % $1)"#,
            [2, 3, 1, 1], [[0], [1]])
        // A parameter in a condition is another one, and so is 0.0 beside -0.0.
        let zero = SQLExpression.name("pk") * 0.0
        let shown = try person.column(zero).column(.name("pk") * -0.0).where(parity, .equalTo, 1).groupBy(zero)
            .groupBy(parity).render(for: .postgreSQL)
        #expect(
            shown.sql
                == #"SELECT "pk" * $1::numeric, "pk" * $2::numeric FROM "person" WHERE ("pk" % $3) = $4 "#
                + #"GROUP BY "pk" * $1::numeric, "pk" % $5"#)
    }

    /// A name in HAVING is a column that is grouped by, else an alias; in an aggregate a column that the alias hides.
    @Test func aliasesInHaving() throws {
        let sums = person.column("region").column(.sum(.name("age")), alias: "age").groupBy("region").orderBy("region")
        let text = #"SELECT "region", sum("age") AS "age" FROM "person" GROUP BY "region" HAVING sum("age") > "#
        for statement in [sums.having("age", .greaterThan, 80), sums.having(.sum(.name("age")), .greaterThan, 80)] {
            expectSQL(statement, text + #"? ORDER BY "region""#, [80], rows: [["south", 102]])
        }
        expectSQL(
            person.column(.upper(.name("region")), alias: "region").column(.count()).groupBy("person.region")
                .having("region", .equalTo, "north"),
            #"SELECT upper("region") AS "region", count(*) FROM "person" GROUP BY "person"."region" HAVING "region" = ?"#,
            ["north"], rows: [["NORTH", 2]])
    }

    /// The columns say what the values are there, too.
    @Test func upsertOfAQuery() throws {
        let upsert = UpsertStatement(into: "stock").columns(["warehouse", "item"])
            .select(SelectStatement().column(8).column(.value("a"))).matching(["warehouse", "item"])
        let rendered = try upsert.render(for: .postgreSQL)
        #expect(
            rendered.sql.hasPrefix(
                #"INSERT INTO "stock" ("warehouse", "item") SELECT $1, $2 ON CONFLICT ("warehouse", "item")"#))
    }

    /// In a cast to whole numbers, and as the only value of a function that is there for real numbers, too.
    @Test func castsAndFunctionsOfValues() throws {
        let cast = SelectStatement().column(SQLExpression.value(2.5).cast(as: .integer)).column(
            SQLExpression.value(2).cast(as: .integer)
        ).column(SQLExpression.value(2.5).cast(as: .text))
        #expect(
            try cast.render(for: .postgreSQL).sql
                == "SELECT CAST($1::numeric AS INTEGER), CAST($2 AS INTEGER), CAST($3 AS TEXT)")
        #expect(
            try cast.text(for: .postgreSQL)
                == "SELECT CAST(2.5::numeric AS INTEGER), CAST(2 AS INTEGER), CAST(2.5 AS TEXT)")
        try expect(
            SelectStatement().column(.function("abs", -9_007_199_254_740_993)).column(
                .length(.value([1, 2, 3] as [UInt8]))),
            "SELECT abs($1::bigint), length($2::bytea)", rows: [[9_007_199_254_740_993, 3]])
        try expect(
            person.column(.function("abs", .name("age") - 50)).where("pk", .equalTo, 1),
            #"SELECT abs("age" - $1) FROM "person" WHERE "pk" = $2"#)
    }

    @Test func nullOnEitherSide() throws {
        let null = SQLExpression(nilLiteral: ())
        try expect(
            person.column("pk").where(null == .name("email")).where(null != .name("fax")),
            #"SELECT "pk" FROM "person" WHERE "email" IS NULL AND "fax" IS NOT NULL"#, rows: [[2]])
        // Nothing else says there what a text is.
        try expect(
            person.column("pk").where(SQLExpression.value("north").isNull || .name("region") == "north").orderBy("pk"),
            #"SELECT "pk" FROM "person" WHERE $1::text IS NULL OR "region" = $2 ORDER BY "pk""#, rows: [[1], [3]])
        try expect(
            person.column(.count()).where(null == null).where(.value(5) != null).where(
                .value([1] as [UInt8]).isNotNull),
            #"SELECT count(*) FROM "person" WHERE $1::text IS NULL AND $2::bigint IS NOT NULL AND $3::bytea IS NOT NULL"#,
            rows: [[4]])
    }
}

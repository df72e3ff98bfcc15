import Testing
import ZIMSql

@Suite struct CompoundTests {
    private func keys(_ low: Int, _ high: Int) -> SelectStatement {
        SelectStatement().column("pk").from("person").where("pk", .between, [low, high])
    }
    private let part = #"SELECT "pk" FROM "person" WHERE "pk" BETWEEN ? AND ?"#

    @Test func everyOperatorWithTheOrderOfTheWhole() {
        for (operation, rows) in [
            (SQLCompoundOperator.union, [1, 2, 3]), (.unionAll, [1, 2, 2, 3]), (.intersect, [2]), (.except, [1]),
        ] {
            expectSQL(
                keys(1, 2).combine(keys(2, 3), operation).orderBy("pk").limit(9),
                #"\#(part) \#(operation.rawValue) \#(part) ORDER BY "pk" LIMIT ?"#, [1, 2, 2, 3, 9],
                rows: rows.map { [.integer(Int64($0))] })
        }
    }

    @Test func leftToRightOnBothEngines() {
        expectSQL(
            keys(1, 1).union(keys(2, 3)).intersect(keys(2, 2)).union(keys(4, 4)).intersect(keys(1, 9)).orderBy("pk"),
            #"\#(part) UNION \#(part) INTERSECT \#(part) UNION \#(part) INTERSECT \#(part) ORDER BY "pk""#,
            [1, 1, 2, 3, 2, 2, 4, 4, 1, 9],
            postgreSQL: .text(
                #"((SELECT "pk" FROM "person" WHERE "pk" BETWEEN $1 AND $2 UNION SELECT "pk" FROM "person" WHERE "pk" BETWEEN $3 AND $4) "#
                    + #"INTERSECT SELECT "pk" FROM "person" WHERE "pk" BETWEEN $5 AND $6 UNION SELECT "pk" FROM "person" WHERE "pk" BETWEEN $7 AND $8) "#
                    + #"INTERSECT SELECT "pk" FROM "person" WHERE "pk" BETWEEN $9 AND $10 ORDER BY "pk""#),
            rows: [[2], [4]])
    }

    @Test func aMemberWithAnOrderOfItsOwn() {
        expectSQL(
            keys(1, 1).unionAll(keys(2, 4).orderBy("pk", descending: true).limit(1)).orderBy("pk"),
            #"\#(part) UNION ALL SELECT * FROM (\#(part) ORDER BY "pk" DESC LIMIT ?) ORDER BY "pk""#, [1, 1, 2, 4, 1],
            postgreSQL: .text(
                #"SELECT "pk" FROM "person" WHERE "pk" BETWEEN $1 AND $2 UNION ALL (SELECT "pk" FROM "person" "#
                    + #"WHERE "pk" BETWEEN $3 AND $4 ORDER BY "pk" DESC LIMIT $5) ORDER BY "pk""#), rows: [[1], [4]])
        expectSQL(
            keys(1, 3).except(keys(1, 2).except(keys(1, 1))).orderBy("pk"),
            #"\#(part) EXCEPT SELECT * FROM (\#(part) EXCEPT \#(part)) ORDER BY "pk""#, [1, 3, 1, 2, 1, 1],
            postgreSQL: .text(
                #"SELECT "pk" FROM "person" WHERE "pk" BETWEEN $1 AND $2 EXCEPT (SELECT "pk" FROM "person" "#
                    + #"WHERE "pk" BETWEEN $3 AND $4 EXCEPT SELECT "pk" FROM "person" WHERE "pk" BETWEEN $5 AND $6) ORDER BY "pk""#
            ), rows: [[1], [3]])
    }

    /// MariaDB and MySQL would lock the rows of the last member only.
    @Test func locks() throws {
        for dialect in [PostgreSQLDialect(), MySQLDialect.mariaDB, MySQLDialect.mySQL] as [any SQLDialect] {
            let error = #expect(throws: SQLBuildError.self) {
                try keys(1, 2).union(keys(2, 3)).lock(.forUpdate).render(for: dialect)
            }
            #expect(error?.code == .invalid && error?.message == "a UNION or the like cannot be locked")
        }
    }

    @Test func commonTables() {
        expectSQL(
            SelectStatement().with("adult", as: keys(1, 3)).with(
                "few", columns: ["n"], materialized: true, as: keys(1, 1)
            )
            .column("adult.pk").from("adult").join("few").joinOn("few.n", .equalTo, column: "adult.pk"),
            #"WITH "adult" AS (\#(part)), "few" ("n") AS MATERIALIZED (\#(part)) SELECT "adult"."pk" FROM "adult" "#
                + #"INNER JOIN "few" ON "few"."n" = "adult"."pk""#, [1, 3, 1, 1], rows: [[1]])
        expectSQL(
            SelectStatement().with("a", materialized: false, as: "SELECT \(1) AS x").from("a"),
            #"WITH "a" AS NOT MATERIALIZED (SELECT ? AS x) SELECT * FROM "a""#, [1], rows: [[1]])
        let numbers = SelectStatement().column(.sql("1")).unionAll(
            SelectStatement().column(.name("n") + 1).from("numbers").where("n", .lessThan, 4))
        expectSQL(
            SelectStatement().withRecursive("numbers", columns: ["n"], as: numbers).column(.sum(.name("n"))).from(
                "numbers"),
            #"WITH RECURSIVE "numbers" ("n") AS (SELECT 1 UNION ALL SELECT "n" + ? FROM "numbers" WHERE "n" < ?) "#
                + #"SELECT sum("n") FROM "numbers""#, [1, 4], rows: [[10]])
        expectSQL(
            SelectStatement().with("v", columns: ["a", "b"], as: SelectStatement(values: [[.sql("1"), "x"]])).from("v"),
            #"WITH "v" ("a", "b") AS (VALUES (1, ?)) SELECT * FROM "v""#, ["x"], rows: [[1, "x"]])
    }

    @Test func windows() {
        let perRegion = SQLWindow().partitionBy("region").orderBy("age", descending: true)
        expectSQL(
            SelectStatement().column("pk").column(.function("row_number").over(perRegion), alias: "n")
                .column(.sum(.name("age")).over("w")).from("person").window("w", as: SQLWindow().partitionBy("region"))
                .orderBy("pk"),
            #"SELECT "pk", row_number() OVER (PARTITION BY "region" ORDER BY "age" DESC) AS "n", sum("age") OVER "w" "#
                + #"FROM "person" WINDOW "w" AS (PARTITION BY "region") ORDER BY "pk""#,
            rows: [[1, 2, 77], [2, 1, 102], [3, 1, 77], [4, 2, 102]])
        expectSQL(
            SelectStatement().column(
                .sum(.name("age")).filter(where: .name("pk") != 2)
                    .over(
                        SQLWindow(basedOn: "w").orderBy("pk").frame(
                            .rows, from: .preceding(1), to: .following(1), excluding: .currentRow))
            ).from("person").window("w", as: SQLWindow()).orderBy("pk"),
            #"SELECT sum("age") FILTER (WHERE "pk" <> ?) OVER ("w" ORDER BY "pk" ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING "#
                + #"EXCLUDE CURRENT ROW) FROM "person" WINDOW "w" AS () ORDER BY "pk""#, [2],
            rows: [[nil], [77], [17], [41]])
        expectSQL(
            SelectStatement().column(
                .count().over(
                    SQLWindow().orderBy("region", nulls: .last).frame(
                        .groups, from: .unboundedPreceding, to: .unboundedFollowing))
            )
            .column(.count().over()).from("person").limit(1),
            #"SELECT count(*) OVER (ORDER BY "region" NULLS LAST GROUPS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), "#
                + #"count(*) OVER () FROM "person" LIMIT ?"#, [1], rows: [[4, 4]])
        expectMistake(
            SelectStatement().column(.count().over(SQLWindow().frame(.rows, from: .preceding(-1)))).from("person"),
            .invalid,
            "-1")
    }
}

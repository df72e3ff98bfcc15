import Testing
import ZIMSql

@Suite struct UpdateDeleteTests {
    private let ages = "SELECT age FROM person ORDER BY pk"
    private let keys = "SELECT pk FROM person ORDER BY pk"

    @Test func updates() {
        expectSQL(
            UpdateStatement("person").column("age", value: .name("age") + 1).column("fax", value: nil)
                .where("region", .equalTo, "north"),
            #"UPDATE "person" SET "age" = "age" + ?, "fax" = ? WHERE "region" = ?"#, [1, nil, "north"],
            rows: [[37], [85], [42], [17]], reading: ages)
        expectSQL(
            UpdateStatement("person", alias: "p").column("age", value: .name("c.minutes")).from(
                "phone call", alias: "c"
            )
            .where("c.person_pk", .equalTo, column: "p.pk").where("c.label", .equalTo, "mobile"),
            #"UPDATE "person" AS "p" SET "age" = "c"."minutes" FROM "phone call" AS "c" "#
                + #"WHERE "c"."person_pk" = "p"."pk" AND "c"."label" = ?"#, ["mobile"],
            rows: [[1], [85], [41], [17]], reading: ages)
        expectSQL(
            UpdateStatement().table("person").columns(
                ["age", "region"],
                value: SelectStatement().column(.count()).column(.maximum(.name("label"))).from("phone call")
                    .where("person_pk", .equalTo, column: "person.pk")
            ).where("pk", .equalTo, 1).returning("age", "region"),
            #"UPDATE "person" SET ("age", "region") = (SELECT count(*), max("label") FROM "phone call" "#
                + #"WHERE "person_pk" = "person"."pk") WHERE "pk" = ? RETURNING "age", "region""#, [1],
            rows: [[4, "work"]])
        expectSQL(
            UpdateStatement("person").column("age", value: 0).orderBy("age", descending: true).limit(2, offset: 1),
            #"UPDATE "person" SET "age" = ? WHERE "person"._rowid_ IN (SELECT "person"._rowid_ FROM "person" "#
                + #"ORDER BY "age" DESC LIMIT ? OFFSET ?)"#, [0, 2, 1],
            postgreSQL: .text(
                #"UPDATE "person" SET "age" = $1 WHERE ("person".tableoid, "person".ctid) IN (SELECT "person".tableoid, "person".ctid FROM "person" "#
                    + #"ORDER BY "age" DESC LIMIT $2 OFFSET $3)"#), rows: [[0], [85], [0], [17]], reading: ages)
        expectSQL(
            UpdateStatement("person").or(.ignore).column("pk", value: 1).where("pk", .equalTo, 2),
            #"UPDATE OR IGNORE "person" SET "pk" = ? WHERE "pk" = ?"#, [1, 2], postgreSQL: .unsupported,
            rows: [[1], [2], [3], [4]], reading: keys)
        expectSQL(
            UpdateStatement("person").with("n", as: SelectStatement().column(.sql("3"), alias: "pk"))
                .column("age", value: 0).where("pk", .in, SelectStatement().column("pk").from("n")),
            #"WITH "n" AS (SELECT 3 AS "pk") UPDATE "person" SET "age" = ? WHERE "pk" IN (SELECT "pk" FROM "n")"#, [0],
            rows: [[36], [85], [0], [17]], reading: ages)
    }

    @Test func deletes() {
        let calls = "SELECT pk FROM \"phone call\" ORDER BY pk"
        expectSQL(
            DeleteStatement(from: "phone call").where("label", .in, ["home", "lost"]).returning("pk"),
            #"DELETE FROM "phone call" WHERE "label" IN (?, ?) RETURNING "pk""#, ["home", "lost"],
            rows: [[1], [3], [6]])
        expectSQL(
            DeleteStatement(from: "phone call", alias: "c").using("person", alias: "p")
                .where("p.pk", .equalTo, column: "c.person_pk").where("p.age", .lessThan, 50),
            #"DELETE FROM "phone call" AS "c" WHERE "c"._rowid_ IN (SELECT "c"._rowid_ FROM "phone call" AS "c", "#
                + #""person" AS "p" WHERE "p"."pk" = "c"."person_pk" AND "p"."age" < ?)"#, [50],
            postgreSQL: .text(
                #"DELETE FROM "phone call" AS "c" USING "person" AS "p" WHERE "p"."pk" = "c"."person_pk" AND "p"."age" < $1"#
            ),
            rows: [[5], [6]], reading: calls)
        expectSQL(
            DeleteStatement(from: "phone call").orderBy("minutes").limit(4),
            #"DELETE FROM "phone call" WHERE "phone call"._rowid_ IN (SELECT "phone call"._rowid_ FROM "phone call" "#
                + #"ORDER BY "minutes" LIMIT ?)"#, [4],
            postgreSQL: .text(
                #"DELETE FROM "phone call" WHERE ("phone call".tableoid, "phone call".ctid) IN "#
                    + #"(SELECT "phone call".tableoid, "phone call".ctid FROM "phone call" "#
                    + #"ORDER BY "minutes" LIMIT $1)"#), rows: [[2], [5]], reading: calls)
        expectSQL(
            DeleteStatement().table("phone call"), #"DELETE FROM "phone call""#, rows: [], reading: calls)
        expectSQL(
            TruncateTableStatement("phone call"), #"DELETE FROM "phone call""#,
            postgreSQL: .text(#"TRUNCATE TABLE "phone call""#), rows: [], reading: calls)
        expectSQL(
            TruncateTableStatement("main.phone call").restartingIdentity(),
            #"DELETE FROM "main"."phone call"; DELETE FROM "main"."sqlite_sequence" WHERE name = 'phone call' "#
                + "COLLATE NOCASE",
            postgreSQL: .textOnly(#"TRUNCATE TABLE "main"."phone call" RESTART IDENTITY"#), rows: [], reading: calls)
    }

    /// SQLite takes the name in any case, and keeps it as it was when the table was created.
    @Test func restartByAnotherSpelling() throws {
        let engine = try SQLiteRunner(fixture: false)
        _ = try engine.run("CREATE TABLE Seq (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO Seq VALUES (7)")
        _ = try engine.run(TruncateTableStatement("seq").restartingIdentity().text(for: .sqlite))
        #expect(try engine.run("INSERT INTO Seq DEFAULT VALUES; SELECT id FROM Seq") == [[1]])
    }

    @Test func whatIsMissing() {
        expectMistake(UpdateStatement(), .incomplete, "table")
        expectMistake(UpdateStatement("person"), .incomplete, "column")
        expectMistake(DeleteStatement(), .incomplete, "table")
        expectMistake(UpdateStatement("a").column("b", value: [1, 2]), .invalid, "list of 2")
        expectMistake(UpdateStatement("a").column("b", value: 1).from("c").limit(1), .invalid, "FROM")
        expectMistake(UpdateStatement("a").column("b", value: 1).limit(-1), .invalid, "negative")
    }

    /// Without the rows that it is joined to a change would be one of all rows.
    @Test func joinedRows() throws {
        let found = "(SELECT 1 AS k) AS found" as SQL
        let update = UpdateStatement("t").joined(to: found).column("a", value: 2).where(
            "t.a", .equalTo, column: "found.k")
        let delete = DeleteStatement(from: "t").joined(to: found).where("t.a", .equalTo, column: "found.k")
        #expect(
            try update.render(for: .mariaDB).sql
                == "UPDATE (SELECT 1 AS k) AS found STRAIGHT_JOIN `t` SET `t`.`a` = ? WHERE `t`.`a` = `found`.`k`")
        #expect(
            try delete.render(for: .mariaDB).sql
                == "DELETE `t` FROM (SELECT 1 AS k) AS found STRAIGHT_JOIN `t` WHERE `t`.`a` = `found`.`k`")
        for statement in [update, delete] as [any SQLRenderable] {
            for dialect in [SQLiteDialect(), PostgreSQLDialect()] as [any SQLDialect] {
                let error = #expect(throws: SQLBuildError.self) { try statement.render(for: dialect) }
                #expect(error?.message == "\(dialect.name) has no change of joined tables")
            }
        }
        for statement in [update.limit(1), delete.limit(1)] as [any SQLRenderable] {
            let error = #expect(throws: SQLBuildError.self) { try statement.render(for: .mariaDB) }
            #expect(error?.message == "a change has both joined rows and a limit")
        }
    }
}

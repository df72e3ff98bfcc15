import Testing
import ZIMSql

@Suite struct JoinTests {
    private let base = SelectStatement().column(.count()).from("person", alias: "p")

    @Test(arguments: [
        (SQLJoinType.none, "JOIN", 5), (.inner, "INNER JOIN", 5), (.left, "LEFT JOIN", 7),
        (.leftOuter, "LEFT OUTER JOIN", 7), (.right, "RIGHT JOIN", 6), (.rightOuter, "RIGHT OUTER JOIN", 6),
        (.full, "FULL JOIN", 8), (.fullOuter, "FULL OUTER JOIN", 8),
    ])
    func withACondition(_ type: SQLJoinType, _ words: String, _ count: Int64) {
        expectSQL(
            base.join("phone call", alias: "c", type: type).joinOn("c.person_pk", .equalTo, column: "p.pk"),
            #"SELECT count(*) FROM "person" AS "p" \#(words) "phone call" AS "c" ON "c"."person_pk" = "p"."pk""#,
            rows: [[.integer(count)]])
    }

    @Test(arguments: [
        (SQLJoinType.natural, "NATURAL JOIN"), (.naturalInner, "NATURAL INNER JOIN"),
        (.naturalLeft, "NATURAL LEFT JOIN"), (.naturalLeftOuter, "NATURAL LEFT OUTER JOIN"),
        (.naturalRight, "NATURAL RIGHT JOIN"), (.naturalFull, "NATURAL FULL JOIN"),
    ])
    func natural(_ type: SQLJoinType, _ words: String) {
        expectSQL(
            base.join("phone call", type: type),
            #"SELECT count(*) FROM "person" AS "p" \#(words) "phone call""#)
    }

    @Test func theLeftSideIsReadFirst() throws {
        let statement = base.join("phone call", alias: "c", type: .straight)
            .joinOn("c.person_pk", .equalTo, column: "p.pk")
        func text(_ words: String) -> String {
            #"SELECT count(*) FROM "person" AS "p" \#(words) "phone call" AS "c" ON "c"."person_pk" = "p"."pk""#
        }
        expectSQL(statement, text("CROSS JOIN"), postgreSQL: .text(text("JOIN")), rows: [[5]])
        for dialect in [MySQLDialect(.mariaDB), MySQLDialect(.mySQL)] {
            let sql = try statement.render(for: dialect).sql
            #expect(sql == text("STRAIGHT_JOIN").replacing("\"", with: "`"))
        }
        #expect(throws: SQLBuildError.self) { try base.join("phone call", type: .straight).render(for: .sqlite) }
    }

    @Test func crossJoins() {
        expectSQL(
            base.join("stock", type: .cross), #"SELECT count(*) FROM "person" AS "p" CROSS JOIN "stock""#, rows: [[12]])
        expectSQL(
            base.join("phone call", type: .naturalCross),
            #"SELECT count(*) FROM "person" AS "p" NATURAL CROSS JOIN "phone call""#,
            postgreSQL: .text(#"SELECT count(*) FROM "person" AS "p" NATURAL INNER JOIN "phone call""#), rows: [[4]])
        // On SQLite CROSS JOIN … ON keeps the order of the tables; elsewhere it is an inner join.
        expectSQL(
            base.join("phone call", alias: "c", type: .cross).joinOn("c.person_pk", .equalTo, column: "p.pk"),
            #"SELECT count(*) FROM "person" AS "p" CROSS JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk""#,
            postgreSQL: .text(
                #"SELECT count(*) FROM "person" AS "p" INNER JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk""#),
            rows: [[5]])
    }

    @Test func severalConditionsAndValues() {
        expectSQL(
            base.join("phone call", alias: "c").joinOn("c.person_pk", .equalTo, column: "p.pk")
                .joinOn("c.label", .in, ["home", "work"]).joinOn("c.minutes", .greaterThan, 100, connector: .or),
            #"SELECT count(*) FROM "person" AS "p" INNER JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk" "#
                + #"AND "c"."label" IN (?, ?) OR "c"."minutes" > ?"#, ["home", "work", 100], rows: [[4]])
        expectSQL(
            base.join("phone call", alias: "c").joinOn(.name("c.person_pk") == .name("p.pk"))
                .joinOnBlock { $0.where("c.label", .equalTo, "home").where("c.label", .equalTo, "x", connector: .or) },
            #"SELECT count(*) FROM "person" AS "p" INNER JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk" "#
                + #"AND ("c"."label" = ? OR "c"."label" = ?)"#, ["home", "x"], rows: [[2]])
        expectSQL(
            base.join("phone call", alias: "c").joinOn(.name("c.minutes") + 1, .equalTo, 4).joinOn(sql: "1 = \(1)"),
            #"SELECT count(*) FROM "person" AS "p" INNER JOIN "phone call" AS "c" ON ("c"."minutes" + ?) = ? AND (1 = ?)"#,
            [1, 4, 1], rows: [[4]])
    }

    @Test func usingColumns() {
        expectSQL(
            base.join("phone call").joinUsing("pk"),
            #"SELECT count(*) FROM "person" AS "p" INNER JOIN "phone call" USING ("pk")"#, rows: [[4]])
        expectSQL(
            SelectStatement().column(.count()).from("stock", alias: "a").join("stock", alias: "b", type: .left)
                .joinUsing("warehouse", "item"),
            #"SELECT count(*) FROM "stock" AS "a" LEFT JOIN "stock" AS "b" USING ("warehouse", "item")"#, rows: [[3]])
    }

    @Test func lateral() {
        let newest = SelectStatement().column("label").from("phone call", alias: "c")
            .where("c.person_pk", .equalTo, column: "p.pk").orderBy("c.minutes", descending: true).limit(1)
        expectSQL(
            SelectStatement().column("n.label").from("person", alias: "p").join(
                newest, alias: "n", type: .cross, lateral: true),
            nil,
            postgreSQL: .text(
                #"SELECT "n"."label" FROM "person" AS "p" CROSS JOIN LATERAL (SELECT "label" FROM "phone call" AS "c" "#
                    + #"WHERE "c"."person_pk" = "p"."pk" ORDER BY "c"."minutes" DESC LIMIT $1) AS "n""#))
    }

    @Test func mistakes() {
        expectMistake(base.join("stock"), .incomplete, ".cross")
        expectMistake(base.joinOn("a", .equalTo, 1), .invalid, "joinOn")
        expectMistake(SelectStatement().joinUsing("a").from("person"), .invalid, "joinUsing")
        expectMistake(base.join("stock", type: .natural).joinUsing("pk"), .invalid, "NATURAL")
        expectMistake(base.join("stock").joinUsing("pk").joinOn("a", .equalTo, 1), .invalid, "USING")
    }
}

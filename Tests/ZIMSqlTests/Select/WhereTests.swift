import Foundation
import Testing
import ZIMSql

@Suite struct WhereTests {
    private let base = SelectStatement().column("pk").from("person").orderBy("pk")

    private func expectWhere(
        _ statement: SelectStatement, _ condition: String, _ parameters: [SQLValue] = [], _ keys: [Int64]?,
        postgreSQL: OnPostgreSQL = .same, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectSQL(
            statement, #"SELECT "pk" FROM "person" WHERE \#(condition) ORDER BY "pk""#, parameters,
            postgreSQL: postgreSQL, rows: keys.map { $0.map { [.integer($0)] } }, sourceLocation: sourceLocation)
    }

    @Test func everyComparison() {
        expectWhere(base.where("age", .equalTo, 36), #""age" = ?"#, [36], [1])
        expectWhere(base.where("age", .notEqualTo, 36), #""age" <> ?"#, [36], [2, 3, 4])
        expectWhere(base.where("age", .lessThan, 36), #""age" < ?"#, [36], [4])
        expectWhere(base.where("age", .lessThanOrEqualTo, 36), #""age" <= ?"#, [36], [1, 4])
        expectWhere(base.where("age", .greaterThan, 41), #""age" > ?"#, [41], [2])
        expectWhere(base.where("age", .greaterThanOrEqualTo, 41), #""age" >= ?"#, [41], [2, 3])
        expectWhere(base.where("age", .between, [18, 65]), #""age" BETWEEN ? AND ?"#, [18, 65], [1, 3])
        expectWhere(base.where("age", .notBetween, 18...65), #""age" NOT BETWEEN ? AND ?"#, [18, 65], [2, 4])
        expectWhere(base.where("last_name", .like, "%o%"), #""last_name" LIKE ?"#, ["%o%"], [1, 2])
        expectWhere(base.where("last_name", .notLike, "%o%"), #""last_name" NOT LIKE ?"#, ["%o%"], [3])
        expectWhere(
            base.where("last_name", .glob, "T*"), #""last_name" GLOB ?"#, ["T*"], [3], postgreSQL: .unsupported)
        expectWhere(
            base.where("last_name", .notGlob, "T*"), #""last_name" NOT GLOB ?"#, ["T*"], [1, 2],
            postgreSQL: .unsupported)
        expectWhere(base.where("email", .is, nil), #""email" IS NULL"#, [], [2, 3])
        expectWhere(base.where("email", .isNot, nil), #""email" IS NOT NULL"#, [], [1, 4])
        expectWhere(
            base.where("fax", .is, "1"), #""fax" IS ?"#, ["1"], [2],
            postgreSQL: .text(#"SELECT "pk" FROM "person" WHERE "fax" IS NOT DISTINCT FROM $1 ORDER BY "pk""#))
        expectWhere(
            base.where("fax", .isNot, column: "email"), #""fax" IS NOT "email""#, [], [1, 2, 4],
            postgreSQL: .text(#"SELECT "pk" FROM "person" WHERE "fax" IS DISTINCT FROM "email" ORDER BY "pk""#))
    }

    @Test func lists() {
        expectWhere(base.where("region", .in, ["north", "x"]), #""region" IN (?, ?)"#, ["north", "x"], [1, 3])
        expectWhere(base.where("pk", .notIn, [1, 2]), #""pk" NOT IN (?, ?)"#, [1, 2], [3, 4])
        expectWhere(base.where("pk", .in, [Int]()), "1 = 0", [], [])
        expectWhere(base.where("pk", .notIn, [Int]()), "1 = 1", [], [1, 2, 3, 4])
        expectWhere(base.where("pk", .in, [1, 2][...]), #""pk" IN (?, ?)"#, [1, 2], [1, 2])
        let calls = SelectStatement().column("person_pk").from("phone call").where("minutes", .greaterThan, 6)
        expectWhere(
            base.where("pk", .in, calls), #""pk" IN (SELECT "person_pk" FROM "phone call" WHERE "minutes" > ?)"#, [6],
            [1, 2])
        // The one query of a list is the list.
        expectWhere(
            base.where("pk", .notIn, [calls]),
            #""pk" NOT IN (SELECT "person_pk" FROM "phone call" WHERE "minutes" > ?)"#,
            [6], [3, 4])
        expectWhere(
            base.where(.exists(calls.where("person_pk", .equalTo, column: "person.pk"))),
            #"EXISTS (SELECT "person_pk" FROM "phone call" WHERE "minutes" > ? AND "person_pk" = "person"."pk")"#, [6],
            [1, 2])
        expectWhere(
            base.where(.notExists(calls)),
            #"NOT (EXISTS (SELECT "person_pk" FROM "phone call" WHERE "minutes" > ?))"#, [6], [])
    }

    @Test func rows() {
        let row = SQLExpression.row([.name("region"), .name("age")])
        expectWhere(base.where(row, .equalTo, ["north", 36]), #"("region", "age") = (?, ?)"#, ["north", 36], [1])
        expectWhere(
            base.where(row, .in, [["north", 36], ["south", 85]]), #"("region", "age") IN (VALUES (?, ?), (?, ?))"#,
            ["north", 36, "south", 85], [1, 2],
            postgreSQL: .text(
                #"SELECT "pk" FROM "person" WHERE ("region", "age") IN (($1, $2), ($3, $4)) ORDER BY "pk""#))
        expectMistake(base.where(row, .equalTo, ["north", 1, 2]), .invalid, "row of 2")
        expectMistake(base.where(row, .in, [["north", 1, 2]]), .invalid, "row of 2")
        expectMistake(base.where(row, .in, [1, 2]), .invalid, "row of 2")
    }

    @Test func variablesOfEveryKind() {
        let age: Int? = nil, name: Substring = "Ada", bytes: [UInt8] = [1, 2], date = Date(timeIntervalSince1970: 0)
        let mixed: [SQLValue] = [1, "a", nil], optional: [Int?] = [1, nil], value: SQLValue = 3
        expectWhere(base.where("age", .equalTo, age), #""age" IS NULL"#, [], [])
        expectWhere(base.where("first_name", .notEqualTo, age), #""first_name" IS NOT NULL"#, [], [1, 2, 3, 4])
        expectWhere(base.where("first_name", .equalTo, name), #""first_name" = ?"#, ["Ada"], [1])
        expectWhere(
            base.where("email", .equalTo, date), #""email" = ?"#, ["1970-01-01T00:00:00.000Z"], [])
        expectWhere(
            base.where("email", .equalTo, bytes), #""email" = ?"#, [.blob([1, 2])], [],
            postgreSQL: .textOnly(#"SELECT "pk" FROM "person" WHERE "email" = $1 ORDER BY "pk""#))
        expectWhere(
            base.where("age", .in, mixed), #""age" IN (?, ?, ?)"#, [1, "a", nil], [],
            postgreSQL: .textOnly(#"SELECT "pk" FROM "person" WHERE "age" IN ($1, $2, $3) ORDER BY "pk""#))
        expectWhere(
            base.where("age", .in, [1, "a", nil]), #""age" IN (?, ?, ?)"#, [1, "a", nil], [],
            postgreSQL: .textOnly(#"SELECT "pk" FROM "person" WHERE "age" IN ($1, $2, $3) ORDER BY "pk""#))
        expectWhere(base.where("pk", .in, optional), #""pk" IN (?, ?)"#, [1, nil], [1])
        expectWhere(base.where("pk", .equalTo, value), #""pk" = ?"#, [3], [3])
        expectWhere(base.where("pk", .equalTo, .name("age") - 35), #""pk" = ("age" - ?)"#, [35], [1])
        expectWhere(base.where("score", .equalTo, 9.5), #""score" = ?"#, [9.5], [1])
        expectWhere(
            base.where("age", .greaterThan, SelectStatement().column(.average(.name("age"))).from("person")),
            #""age" > (SELECT avg("age") FROM "person")"#, [], [2])
    }

    @Test func connectorsAndBlocks() {
        expectWhere(
            base.where("age", .lessThan, 20).where("age", .greaterThan, 80, connector: .or).where("pk", .equalTo, 2),
            #""age" < ? OR "age" > ? AND "pk" = ?"#, [20, 80, 2], [2, 4])
        expectWhere(
            base.whereBlock { $0.where("age", .lessThan, 20).where("age", .greaterThan, 80, connector: .or) }
                .where("pk", .equalTo, 2), #"("age" < ? OR "age" > ?) AND "pk" = ?"#, [20, 80, 2], [2])
        expectWhere(
            base.where("pk", .equalTo, 9).whereBlock(connector: .or) {
                $0.where("age", .equalTo, 36).whereBlock { $0.where("region", .equalTo, "north") }
            }, #""pk" = ? OR ("age" = ? AND ("region" = ?))"#, [9, 36, "north"], [1])
        expectWhere(
            base.where(.name("age") == 36 || .name("age") == 41).where(!(.name("email") == nil)),
            #"("age" = ? OR "age" = ?) AND NOT ("email" IS NULL)"#, [36, 41], [1])
        expectWhere(
            base.where(sql: "age = \(36) OR age = \(41)").where("pk", .equalTo, 1),
            #"(age = ? OR age = ?) AND "pk" = ?"#,
            [36, 41, 1], [1])
        let filters: [SQLExpression] = [.name("age") > 20, .name("region") == "north"]
        expectWhere(base.where(.all(filters)), #""age" > ? AND "region" = ?"#, [20, "north"], [1, 3])
        expectWhere(base.where(.any(filters)), #""age" > ? OR "region" = ?"#, [20, "north"], [1, 2, 3])
        expectWhere(base.where(.all([])).where(.any([])), "(1 = 1) AND (1 = 0)", [], [])
    }

    @Test func operandsThatDoNotFit() {
        expectMistake(base.where("age", .between, [18]), .invalid, "two values")
        expectMistake(base.where("age", .between, 18), .invalid, "two values")
        expectMistake(base.where("age", .between, [1, 2, 3]), .invalid, "not 3")
        expectMistake(base.where("age", .in, 18), .invalid, "list")
        expectMistake(base.where("age", .in, nil), .invalid, "list")
        expectMistake(base.where("age", .equalTo, [18, 19]), .invalid, "one value")
        expectMistake(base.where("age", .lessThan, [Int]()), .invalid, "one value")
        expectMistake(base.where("age", .add, [1, 2]), .invalid, "one value")
    }
}

import Testing
import ZIMSql

/// The blocks of Documentation/Builder.md, as they stand there.
@Suite struct DocumentationTests {
    @Test func theBlocksOfBuilder() throws {

        let base = SelectStatement().column("p.pk").from("person", alias: "p")
        let calls =
            base
            .column(.count(), alias: "calls")
            .join("phone call", alias: "c", type: .left).joinOn("c.person_pk", .equalTo, column: "p.pk")
            .where("p.age", .between, [18, 65])
            .groupBy("p.pk").having("calls", .greaterThan, 3)
            .orderBy("calls", descending: true).limit(10)
        let rendered = try calls.render(for: .sqlite)  // rendered.sql, rendered.parameters
        print(calls)  // with its values as literals, for reading

        let filters: [(column: String, operation: String, value: String)] = [
            ("age", ">=", "18"), ("name", "LIKE", "A%"),
        ]
        var query = SelectStatement().from("person")
        for filter in filters {
            guard let operation = SQLOperator(rawValue: filter.operation) else { continue }
            query = query.where(filter.column, operation, filter.value)
        }
        // SELECT * FROM "person" WHERE "age" >= ? AND "name" LIKE ?

        let insert = InsertStatement(into: "person").column("name", value: "Ada").returning("pk")
        let many = InsertStatement(into: "person").columns(["name", "born"]).values("Ada", 1815).values("Grace", nil)
        let upsert = UpsertStatement(into: "word").column("text", value: "Ada").column("uses", value: 1)
            .matching(["text"]).set("uses", value: .name("word.uses") + .excluded("uses"))
        let update = UpdateStatement("person").column("age", value: .name("age") + 1).where("pk", .equalTo, 1)
        let delete = DeleteStatement(from: "phone call", alias: "c").using("person", alias: "p")
            .where("p.pk", .equalTo, column: "c.person_pk").where("p.age", .lessThan, 18)

        let name = "O'Brien"
        let raw = SQL("SELECT * FROM \(identifier: "phone call") WHERE label = \(name) AND pk IN (\(base))")
        let prepared = PreparedStatement("SELECT * FROM ? WHERE region IN (?) AND age > :age")
            .setIdentifier("person", at: 0).setValue(["north", "south"], at: 1).setValue(18, for: "age")
        let broken = SQLTokenizer("SELECT 'Ada")
        print(broken.failure?.description ?? "")  // line 1, column 8: the string is not closed

        struct Shouting: SQLDialect {
            let name = "Shouting"
            let identifierQuote = UInt8(ascii: "`")
            let placeholder = SQLPlaceholder.numbered(prefix: ":v")
        }
        let loud = try SelectStatement().from("t").where("a", .equalTo, 1).render(for: Shouting())
        // SELECT * FROM `t` WHERE `a` = :v1

        #expect(rendered.parameters == [18, 65, 3, 10])
        #expect(try base.render(for: .sqlite).sql == #"SELECT "p"."pk" FROM "person" AS "p""#)
        #expect(
            try query.render(for: .sqlite).sql == #"SELECT * FROM "person" WHERE "age" >= ? AND "name" LIKE ?"#)
        #expect(loud.sql == "SELECT * FROM `t` WHERE `a` = :v1")
        let all: [any SQLRenderable] = [insert, many, upsert, update, delete, raw, prepared]
        for statement in all {
            #expect(throws: Never.self) { try statement.render(for: .sqlite) }
            #expect(throws: Never.self) { try statement.render(for: .postgreSQL) }
        }
    }
}

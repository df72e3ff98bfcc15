import Testing
import ZIMSql

/// Program 3 of the design's API.md, as it stands there.
@Suite struct ContractTests {
    @Test func theBuilderOnItsOwn() throws {
        let statement = SelectStatement()
            .column("p.first_name")
            .column("p.last_name", alias: "surname")
            .column(.count(), alias: "calls")
            .from("person", alias: "p")
            .join("phone call", alias: "c", type: .left)  // names are quoted, whatever they contain
            .joinOn("c.person_pk", .equalTo, column: "p.pk")
            .where("p.age", .between, [18, 65])
            .where("p.region", .in, ["north", "south"])
            .whereBlock(connector: .and) {
                $0.where("p.email", .isNot, nil).where("p.fax", .isNot, nil, connector: .or)
            }
            .groupBy("p.pk")
            .having("calls", .greaterThan, 3)
            .orderBy("p.last_name", descending: true, nulls: .last)
            .limit(10).offset(20)

        let rendered = try statement.render(for: .sqlite)  // rendered.sql, rendered.parameters
        let postgres = try statement.render(for: .postgreSQL)  // $1, $2, …; native NULLS LAST
        print(statement)  // for reading: values written in as literals, ends with ;

        let insert = InsertStatement(into: "person").column("first_name", value: "Ada").column("born", value: 1815)
        let upsert = UpsertStatement(into: "person").column("pk", value: 1).column("first_name", value: "Ada").matching(
            ["pk"])
        let update = UpdateStatement("person").column("first_name", value: "Ada").where("pk", .equalTo, 1)
        let delete = DeleteStatement(from: "person").where("pk", .equalTo, 1)
        let raw = SQL("SELECT * FROM person WHERE last_name = \("O'Brien") AND age > \(40)")  // two parameters

        #expect(rendered.parameters == [18, 65, "north", "south", 3, 10, 20])
        #expect(
            rendered.sql.hasSuffix(#"HAVING "calls" > ? ORDER BY "p"."last_name" DESC NULLS LAST LIMIT ? OFFSET ?"#))
        #expect(postgres.sql.hasSuffix(#"> $5 ORDER BY "p"."last_name" DESC NULLS LAST LIMIT $6 OFFSET $7"#))
        #expect(statement.description.hasSuffix("LIMIT 10 OFFSET 20;"))
        #expect(insert.description == #"INSERT INTO "person" ("first_name", "born") VALUES ('Ada', 1815);"#)
        #expect(
            upsert.description.contains(#"ON CONFLICT ("pk") DO UPDATE SET "first_name" = "excluded"."first_name""#))
        #expect(update.description == #"UPDATE "person" SET "first_name" = 'Ada' WHERE "pk" = 1;"#)
        #expect(delete.description == #"DELETE FROM "person" WHERE "pk" = 1;"#)
        #expect(try raw.render(for: .sqlite).parameters == ["O'Brien", 40])
    }
}

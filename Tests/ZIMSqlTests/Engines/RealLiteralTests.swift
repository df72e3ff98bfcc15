import Testing
import ZIMSql

/// To PostgreSQL 0.1 in a text is decimal: where a parameter would be a real number, the literal is cast to one as the parameter is, and
/// elsewhere it takes its type from what stands beside it.
@Suite struct RealLiteralTests {
    private let person = SelectStatement().from("person").orderBy("pk")

    /// The text with parameters, the one with literals, and the first column of the rows that both give.
    private func expect(
        _ statement: SelectStatement, _ rendered: String, _ text: String, _ rows: [String?]? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let bound = try statement.render(for: .postgreSQL)
        #expect(bound.sql == rendered, sourceLocation: location)
        let inlined = try statement.text(for: .postgreSQL)
        #expect(inlined == text, sourceLocation: location)
        guard let rows, let server = PostgresServer.shared else { return }
        #expect(try server.run(bound).map { $0.first ?? nil } == rows, sourceLocation: location)
        #expect(try server.run(inlined).map { $0.first ?? nil } == rows, sourceLocation: location)
    }

    @Test func besideColumns() throws {
        try expect(
            person.column("pk").where(.name("pk") * 0.1 == 0.3),
            #"SELECT "pk" FROM "person" WHERE ("pk" * $1::numeric) = $2 ORDER BY "pk""#,
            #"SELECT "pk" FROM "person" WHERE ("pk" * 0.1::numeric) = 0.3 ORDER BY "pk""#, ["3"])
        try expect(
            person.column("pk").where("score", .in, [9.5, 9.0]),
            #"SELECT "pk" FROM "person" WHERE "score" IN ($1, $2) ORDER BY "pk""#,
            #"SELECT "pk" FROM "person" WHERE "score" IN (9.5, 9.) ORDER BY "pk""#, ["1", "3"])
        try expect(
            person.column(.function("round", .name("age") / 8.0, 2)),
            #"SELECT round("age" / $1::numeric, $2) FROM "person" ORDER BY "pk""#,
            #"SELECT round("age" / 8.::numeric, 2) FROM "person" ORDER BY "pk""#, ["4.50", "10.63", "5.13", "2.13"])
        try expect(
            person.column(.name("region").concatenated(with: .value(2.0))),
            #"SELECT "region" || $1 FROM "person" ORDER BY "pk""#,
            #"SELECT "region" || 2. FROM "person" ORDER BY "pk""#, ["north2", "south2", "north2", "south2"])
        // psql gives each of them to a parameter of a PREPARE, which would round it.
        try expect(
            person.column("pk").where("age", .between, [16.5, 36.5]),
            #"SELECT "pk" FROM "person" WHERE "age" BETWEEN $1 AND $2 ORDER BY "pk""#,
            #"SELECT "pk" FROM "person" WHERE "age" BETWEEN 16.5 AND 36.5 ORDER BY "pk""#)
    }

    @Test func amongValues() throws {
        let result = SelectStatement().column(0.1).column(.value(-0.0)).column(.value(0.1) * 3)
            .column(.value(Double.infinity))
        try expect(
            result,
            "SELECT $1::double precision, $2::double precision, $3::double precision * $4::bigint, $5::double precision",
            "SELECT 0.1::double precision, '-0'::float8::double precision, 0.1::double precision * 3, "
                + "'Infinity'::float8::double precision", ["0.1"])
        try expect(
            SelectStatement(values: [[0.1], [2.0]]), "VALUES ($1::double precision), ($2::double precision)",
            "VALUES (0.1::double precision), (2.::double precision)", ["0.1", "2"])
        try expect(
            person.column(.coalesce(.name("age"), 0.5)).limit(1),
            #"SELECT coalesce("age", $1::numeric) FROM "person" ORDER BY "pk" LIMIT $2"#,
            #"SELECT coalesce("age", 0.5::numeric) FROM "person" ORDER BY "pk" LIMIT 1"#, ["36"])
    }

    /// The other arguments decide in both cases between functions of real and of decimal numbers.
    @Test func arguments() throws {
        try expect(
            person.column(.function("power", .name("pk"), 0.5)).limit(2),
            #"SELECT power("pk", $1) FROM "person" ORDER BY "pk" LIMIT $2"#,
            #"SELECT power("pk", '0.5') FROM "person" ORDER BY "pk" LIMIT 2"#, ["1", "1.4142135623730951"])
        try expect(
            SelectStatement().column(.function("round", 2.5)), "SELECT round($1)", "SELECT round('2.5')", ["2"])
        try expect(
            SelectStatement().column(.function("round", 2.345, 2)), "SELECT round($1, $2)", "SELECT round('2.345', 2)",
            ["2.35"])
        try expect(
            SelectStatement().column(.function("trunc", 2.5)), "SELECT trunc($1::double precision)",
            "SELECT trunc(2.5::double precision)", ["2"])
    }

    /// A whole number is as wide as its literal there, and as a parameter 64 bits.
    @Test func wholeNumbers() throws {
        let shifted = SelectStatement().column(.binary(1, .shiftLeft, 40))
        let wide = SelectStatement().column(.binary(.value(1).cast(as: .bigInt), .shiftLeft, 40))
        #expect(try shifted.text(for: .postgreSQL) == "SELECT 1 << 40")
        guard let server = PostgresServer.shared else { return }
        #expect(try server.run(shifted.render(for: .postgreSQL)) == [["1099511627776"]])
        #expect(try server.run(shifted.text(for: .postgreSQL)) == [["256"]])
        #expect(try server.run(wide.text(for: .postgreSQL)) == [["1099511627776"]])
    }

    @Test func definitions() throws {
        let table = CreateTableStatement("part").column("n", type: .integer)
            .column("x", type: .numeric, .generated(.function("round", .name("n") / 8.0, 2))).check(
                .name("n") * 0.1 <= 0.3)
        #expect(
            try table.text(for: .postgreSQL)
                == #"CREATE TABLE "part" ("n" INTEGER, "x" NUMERIC GENERATED ALWAYS AS (round("n" / 8.::numeric, 2)) STORED, "#
                + #"CHECK (("n" * 0.1::numeric) <= 0.3))"#)
        let view = CreateViewStatement("third").as(SelectStatement().from("part").where(.name("n") * 0.1 == 0.3))
        guard let server = PostgresServer.shared else { return }
        let script: [any SQLStatement] = [table, view, InsertStatement(into: "part").column("n", value: 3)]
        let texts = try script.map { try $0.text(for: .postgreSQL) }.joined(separator: ";\n")
        #expect(try server.run("BEGIN;\n\(texts);\nSELECT * FROM third;\nROLLBACK") == [["3", "0.38"]])
    }
}

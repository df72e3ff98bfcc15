import TestServer
import Foundation
import Testing
import ZIMSql

@Suite struct TextTests {
    @Test func whatIsInterpolatedIsBound() {
        let table = "phone call", label: String? = nil
        expectSQL(
            SQL(
                "SELECT pk FROM \(identifier: table) WHERE minutes > \(5) AND label = \("work") ORDER BY \(unsafe: "pk")"
            ),
            #"SELECT pk FROM "phone call" WHERE minutes > ? AND label = ? ORDER BY pk"#, [5, "work"], rows: [[2], [5]])
        expectSQL(
            SQL("SELECT count(*) FROM person WHERE fax IS \(label)"), "SELECT count(*) FROM person WHERE fax IS ?",
            [nil],
            postgreSQL: .textOnly("SELECT count(*) FROM person WHERE fax IS $1"), rows: [[3]])
    }

    @Test func aStatementInsideAText() throws {
        let inner = SelectStatement().column("pk").from("person").where("age", .greaterThan, 40).orderBy(
            "pk", nulls: .last)
        let outer = SQL("SELECT count(*) FROM (\(inner)) AS p WHERE \(SQLExpression.name("p.pk") < 3)")
        expectSQL(
            outer,
            #"SELECT count(*) FROM (SELECT "pk" FROM "person" WHERE "age" > ? ORDER BY "pk" NULLS LAST) AS p WHERE "p"."pk" < ?"#,
            [40, 3], rows: [[1]])
        #expect(try SQL(segments: outer.segments).render(for: .sqlite) == outer.render(for: .sqlite))
        #expect(outer == SQL("SELECT count(*) FROM (\(inner)) AS p WHERE \(SQLExpression.name("p.pk") < 3)"))
        var text: SQL = "SELECT "
        text += "\(1)" + SQL(unsafe: " + 1")
        #expect(text.description == "SELECT 1 + 1")
    }

    @Test func preparedText() throws {
        expectSQL(
            PreparedStatement("SELECT pk FROM ? WHERE region = :region AND age IN (?) AND '?' <> ':x' -- ?")
                .setIdentifier("person", at: 0).setValue("north", for: "region").setValue([36, 41], at: 2),
            #"SELECT pk FROM "person" WHERE region = ? AND age IN (?, ?) AND '?' <> ':x' -- ?"#, ["north", 36, 41],
            rows: [[1], [3]])
        expectSQL(
            PreparedStatement("SELECT ?2, ?1, ?2", values: 1, "a"), "SELECT ?, ?, ?", ["a", 1, "a"],
            rows: [["a", 1, "a"]])
        expectSQL(
            PreparedStatement("SELECT :a, @b, $c, :a FROM person AS x").setValue(nil, for: "a").setValue(2, at: 1)
                .setIdentifier(SQLIdentifier("x", "age"), for: "c"), #"SELECT ?, ?, "x"."age", ? FROM person AS x"#,
            [nil, 2, nil])
        // A query in two pairs of parentheses is one value to SQLite.
        let old = SelectStatement().column("pk").from("person").where("age", .greaterThan, 40).orderBy("pk")
        expectSQL(
            PreparedStatement("SELECT pk FROM person WHERE pk In ( ? /* these */) ORDER BY pk", values: old),
            #"SELECT pk FROM person WHERE pk In ( SELECT "pk" FROM "person" WHERE "age" > ? ORDER BY "pk" /* these */) ORDER BY pk"#,
            [40], rows: [[2], [3]])
        expectSQL(
            PreparedStatement("SELECT pk FROM person WHERE pk IN (?) ORDER BY pk").setValue([.subquery(old)], at: 0),
            #"SELECT pk FROM person WHERE pk IN (SELECT "pk" FROM "person" WHERE "age" > ? ORDER BY "pk") ORDER BY pk"#,
            [40], rows: [[2], [3]])
        expectSQL(
            PreparedStatement(
                "SELECT pk FROM person WHERE pk IN (?, ?) AND abs(?2) = 4 ORDER BY pk", values: old.limit(1), 4),
            #"SELECT pk FROM person WHERE pk IN ((SELECT "pk" FROM "person" WHERE "age" > ? ORDER BY "pk" LIMIT ?), ?) AND abs(?) = 4 ORDER BY pk"#,
            [40, 1, 4, 4], rows: [[2], [4]])
        let postgres = PreparedStatement("SELECT a ?| b, ?, $$?$$, $2::int", values: 1, 2, rules: .postgreSQL)
        expectMistake(PreparedStatement("SELECT ?"), .incomplete, "index 0")
        expectMistake(PreparedStatement("SELECT :who"), .incomplete, "'who'")
        expectMistake(PreparedStatement("SELECT ?", values: 1, 2), .invalid, "index 1")
        expectMistake(PreparedStatement("SELECT 1").setValue(1, for: "x"), .invalid, "'x'")
        expectMistake(PreparedStatement("SELECT 'a", values: 1), .invalid, "line 1, column 8")
        expectMistake(PreparedStatement("SELECT ?").setValue([Int](), at: 0), .invalid, "empty")
        #expect(try postgres.render(for: .postgreSQL).sql == "SELECT a ?| b, $1, $$?$$, $2::int")
    }

    @Test func literalsAreReadBack() throws {
        var values: [SQLValue] = [
            nil, 0, -1, .integer(.max), .integer(.min), 0.1, -2.5, 1e300, .real(.leastNonzeroMagnitude),
            .real(.greatestFiniteMagnitude), 1e15,
            .real(.infinity), .real(-.infinity), "", "it's", "a\\b", "line\nline\r\n\t", "'); DROP TABLE person; --",
            .blob([]), .blob(Array(0...255)), "ü€😀", "$$", "E'x'", "it's\r\\'\u{1B}\u{202E}\u{2028}",
            Date(timeIntervalSince1970: 1.5).sqlValue, "-1",
            "x'00'",
        ]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 { values.append(.real(Double.random(in: -1e6...1e6, using: &generator))) }
        let engine = try SQLiteRunner(fixture: false)
        for value in values + ["a\0b", "\0", "\0\0x'"] {
            let text = try SQLiteDialect().literal(value)
            #expect(try engine.run("SELECT \(text)").first?.first == value, "\(text)")
        }
        #expect(try engine.run("SELECT " + SQLiteDialect().literal(.real(.nan))) == [[nil]])
        guard let server = PostgresServer.shared else { return }
        for value in values {
            let (query, expected) = try postgreSQLQuestion(value)
            let answer = try server.run("SELECT " + query).first?.first ?? ""
            if case .real(let number) = value, number.isFinite {
                #expect(answer.flatMap(Double.init) == number, "\(query)")
            } else {
                #expect(answer == expected, "\(query)")
            }
        }
        #expect(throws: SQLBuildError.self) { try PostgreSQLDialect().literal("a\0b") }
        #expect(throws: SQLBuildError.self) { try SelectStatement().column(.value("a\0")).render(for: .postgreSQL) }
        #expect(try PostgreSQLDialect().literal(.typed(SQLTypedText("1.50", type: "numeric"))) == "'1.50'::numeric")
        #expect(
            try [0.1, -2.5, 2, -0.0, 1e300].map { try PostgreSQLDialect().literal(.real($0)) } == [
                "0.1", "-2.5", "2.", "'-0'::float8", "1e+300",
            ])
        #expect(try PostgreSQLDialect().literal("it's\ra\\b\u{1B}") == #"E'it''s\ra\\b\u001b'"#)
    }

    /// The words `bit` and `char` alone mean one bit and one character.
    @Test(arguments: [
        ("00000101", "bit", #"'00000101'::"bit""#), ("{101,001}", "bit[]", #"'{101,001}'::"bit"[]"#),
        ("101", "bit varying", "'101'::bit varying"), ("abc", "character", "'abc'::bpchar"),
        ("{abc,d}", "character[]", "'{abc,d}'::bpchar[]"), ("a", "\"char\"", #"'a'::"char""#),
        ("1 day 02:00:00", "interval", "'1 day 02:00:00'::interval"),
    ])
    func typesOfOneCharacterKeepAll(_ value: String, _ type: String, _ text: String) throws {
        #expect(try PostgreSQLDialect().literal(.typed(SQLTypedText(value, type: type))) == text)
        guard let server = PostgresServer.shared else { return }
        #expect(try server.run("SELECT (\(text))::text") == [[value]])
    }

    /// What asks PostgreSQL for a value's bytes, and what it must answer.
    private func postgreSQLQuestion(_ value: SQLValue) throws -> (query: String, answer: String?) {
        let text = try PostgreSQLDialect().literal(value)
        switch value {
        case .null: return ("\(text)", nil)
        case .integer(let number): return ("(\(text))::bigint", String(number))
        case .real(let number): return (text, number < 0 ? "-Infinity" : "Infinity")
        case .text(let string): return ("encode(convert_to(\(text), 'UTF8'), 'hex')", hexadecimal(Array(string.utf8)))
        case .blob(let bytes): return ("encode(\(text), 'hex')", hexadecimal(bytes))
        case .typed(let typed): return (text, typed.text)
        }
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

import Testing
import ZIMSql

@Suite struct ExpressionTests {
    @Test func comparisonsJoinWithoutParentheses() throws {
        let expression: SQLExpression = .column("age") >= 18 && .column("fax", of: "p") == nil
        let rendered = try expression.render(for: .sqlite)
        #expect(rendered.sql == #""age" >= ? AND "p"."fax" IS NULL"#)
        #expect(rendered.parameters == [18])
        #expect(try expression.render(for: .postgreSQL).sql == #""age" >= $1 AND "p"."fax" IS NULL"#)
    }

    /// One expression with literals: its text, and its value on SQLite and, unless it is nil, on PostgreSQL.
    private func expectValue(
        _ expression: SQLExpression, _ text: String, _ value: SQLValue, _ postgreSQL: SQLValue? = nil,
        runs: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let statement = SelectStatement().column(expression)
        #expect(try expression.text(for: .sqlite) == text, sourceLocation: sourceLocation)
        let rows = try SQLiteRunner(fixture: false).run(statement.render(for: .sqlite))
        #expect(rows == [[value]], sourceLocation: sourceLocation)
        let inlined = try SQLiteRunner(fixture: false).run(statement.text(for: .sqlite))
        #expect(inlined == [[value]], sourceLocation: sourceLocation)
        guard runs, let server = PostgresServer.shared else { return }
        let other = try server.run(statement.text(for: .postgreSQL)).first?.first ?? nil
        #expect(other == (postgreSQL ?? value).description.replacing("'", with: ""), sourceLocation: sourceLocation)
    }

    @Test func arithmetic() throws {
        try expectValue(.value(2) + 3 * 4, "2 + (3 * 4)", 14)
        try expectValue((.value(2) + 3) * 4, "(2 + 3) * 4", 20)
        try expectValue(.value(20) - (.value(5) - 3), "20 - (5 - 3)", 18)
        try expectValue(.value(20) - 5 - 3, "20 - 5 - 3", 12)
        try expectValue(.value(7) / 2, "7 / 2", 3)
        try expectValue(.value(7) % 4, "7 % 4", 3)
        try expectValue(-(.value(3)), "-3", -3)
        try expectValue(-(-(.value(3))), "-(-3)", 3)
        try expectValue(-(.value(-3)), "-(-3)", 3)
        try expectValue(.value(5) - -3, "5 - (-3)", 8)
        try expectValue(-(.value(2) + 3), "-(2 + 3)", -5)
        try expectValue(.value(Int64.min) - 0, "(-9223372036854775807 - 1) - 0", .integer(.min))
    }

    @Test func bits() throws {
        try expectValue(~(.value(5)), "~5", -6)
        try expectValue(~(.binary(6, .bitwiseAnd, 3)), "~(6 & 3)", -3)
        try expectValue(.binary(6, .bitwiseOr, 1), "6 | 1", 7)
        try expectValue(.binary(.binary(1, .shiftLeft, 4), .shiftRight, 2), "(1 << 4) >> 2", 4)
    }

    @Test func textsTogether() throws {
        try expectValue(
            .value("a").concatenated(with: .value("b").concatenated(with: "c")), "'a' || ('b' || 'c')", "abc")
        try expectValue((SQLExpression.value(1) + 2).concatenated(with: "x"), "(1 + 2) || 'x'", "3x")
        try expectValue(.value(-1).concatenated(with: "x"), "(-1) || 'x'", "-1x")
    }

    @Test func notAndItsNeighbours() throws {
        try expectValue(!(.value(1) == 2), "NOT (1 = 2)", 1, "t")
        try expectValue((!(.value(1) == 2)) == (.value(2) == 2), "(NOT (1 = 2)) = (2 = 2)", 1, "t")
        try expectValue(!(.value(1) == 2 && .value(1) == 1), "NOT (1 = 2 AND 1 = 1)", 1, "t")
        try expectValue(
            .value(1) == 1 || .value(1) == 2 && .value(1) == 3, "1 = 1 OR (1 = 2 AND 1 = 3)", 1, "t")
        try expectValue(
            (.value(1) == 1 || .value(1) == 2) && .value(1) == 3, "(1 = 1 OR 1 = 2) AND 1 = 3", 0, "f")
        try expectValue((.value(2) > 1) == (.value(3) > 2), "(2 > 1) = (3 > 2)", 1, "t")
        try expectValue((SQLExpression.value(2) > 1).isNull, "(2 > 1) IS NULL", 0, "f")
        try expectValue(.value(3).between(.value(1) + 1, 4), "3 BETWEEN (1 + 1) AND 4", 1, "t")
        try expectValue(SQLExpression.value(3).between(1, 4).isIn([.true]), "(3 BETWEEN 1 AND 4) IN (1)", 1, "t")
        try expectValue(.value(3).notBetween(1, 4), "3 NOT BETWEEN 1 AND 4", 0, "f")
        try expectValue(.value(3).isNotIn([1, 2]), "3 NOT IN (1, 2)", 1, "t")
    }

    @Test func collations() throws {
        try expectValue(.value("a").collate("NOCASE") == "A", "('a' COLLATE \"NOCASE\") = 'A'", 1, runs: false)
        try expectValue(
            SQLExpression.value("a").concatenated(with: "b").collate("NOCASE") == "AB",
            "(('a' || 'b') COLLATE \"NOCASE\") = 'AB'", 1,
            runs: false)
    }

    @Test func patterns() throws {
        try expectValue(.value("50%").like("50\\%", escape: "\\"), #"'50%' LIKE '50\%' ESCAPE '\'"#, 1, "t")
        try expectValue(.value("50x").like("50\\%", escape: "\\"), #"'50x' LIKE '50\%' ESCAPE '\'"#, 0, "f")
        try expectValue(.value("it's").notLike("it''%", escape: "'"), "'it''s' NOT LIKE 'it''''%' ESCAPE ''''", 0, "f")
        try expectValue(.value("ABC").like("abc", ignoringCase: true), "'ABC' LIKE 'abc'", 1, "t")
        #expect(throws: SQLBuildError.self) {
            try SQLExpression.value("a").like("b", escape: "ab").render(for: .sqlite)
        }
        #expect(throws: SQLBuildError.self) { try SQLExpression.value("a").like("b", escape: "").render(for: .sqlite) }
    }

    @Test func choices() throws {
        try expectValue(
            SQLCase().when(.value(1) > 2, then: "more").when(.value(1) == 1, then: "same").else("less").expression,
            "CASE WHEN 1 > 2 THEN 'more' WHEN 1 = 1 THEN 'same' ELSE 'less' END", "same")
        try expectValue(
            SQLCase(of: .value(2)).when(1, then: "one").when(2, then: "two").expression.concatenated(with: "!"),
            "CASE 2 WHEN 1 THEN 'one' WHEN 2 THEN 'two' END || '!'", "two!")
        try expectValue(
            SQLCase(of: .value(1) + 1).when(2, then: .value(1) == 1).expression, "CASE (1 + 1) WHEN 2 THEN 1 = 1 END",
            1,
            "t")
        expectMistake(SelectStatement().column(SQLCase().expression), .incomplete, "WHEN")
    }

    @Test func castsAndFunctions() throws {
        try expectValue(.value("12").cast(as: .integer) + 1, "CAST('12' AS INTEGER) + 1", 13)
        try expectValue(.coalesce(nil, nil, 3), "coalesce(NULL, NULL, 3)", 3)
        try expectValue(.upper(.value("a")).concatenated(with: .lower("B")), "upper('a') || lower('B')", "Ab")
        try expectValue(SQLExpression.true == .true, "1 = 1", 1, "t")
        let bad = SelectStatement().column(.value(1).cast(as: SQLDataType("INTEGER); DROP TABLE person; --")))
        expectMistake(bad, .invalid, "type")
        expectMistake(SelectStatement().column(.value(1).over()), .invalid, "OVER")
        // A name that is no word is quoted, so it cannot be more than a name.
        #expect(try SQLExpression.function("a(); --", 1).render(for: .sqlite).sql == #""a(); --"(?)"#)
    }

    @Test func aggregates() throws {
        expectSQL(
            SelectStatement().column(.count(.name("region"), distinct: true))
                .column(.sum(.name("age")).filter(where: .name("age") > 40)).column(.minimum(.name("age")))
                .column(.count().filter(where: .name("email") == nil)).from("person"),
            #"SELECT count(DISTINCT "region"), sum("age") FILTER (WHERE "age" > ?), min("age"), "#
                + #"count(*) FILTER (WHERE "email" IS NULL) FROM "person""#, [40], rows: [[2, 126, 17, 2]])
        let names = SelectStatement().column(
            .function("string_agg", .name("first_name"), .sql("','"))
                .ordered(by: SQLOrdering(.name("pk"), descending: true))
        ).from("person")
        let text = #"SELECT string_agg("first_name", ',' ORDER BY "pk" DESC) FROM "person""#
        #expect(try names.render(for: .postgreSQL).sql == text)
        if let server = PostgresServer.shared { #expect(try server.run(text) == [["Edsger,Alan,Grace,Ada"]]) }
    }
}

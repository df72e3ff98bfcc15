import Testing
import ZIMSql

/// MySQL 8 decides what a parameter is when it prepares the statement: by what stands beside it.
@Suite struct MySQLParameterTests {
    private let table = SelectStatement().from("t")

    private func expect(
        _ statement: some SQLRenderable, _ mySQL: String, mariaDB: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try statement.render(for: .mySQL).sql == mySQL, sourceLocation: location)
        guard let mariaDB else { return }
        #expect(try statement.render(for: .mariaDB).sql == mariaDB, sourceLocation: location)
    }

    @Test func textsAlone() throws {
        let word = SQLCase().when(.name("a") == 1, then: "abcde").else("xyz").expression
        try expect(
            table.column(.maximum(word)),
            "SELECT max(CASE WHEN `a` = ? THEN concat(?) ELSE concat(?) END) FROM `t`",
            mariaDB: "SELECT max(CASE WHEN `a` = ? THEN ? ELSE ? END) FROM `t`")
        try expect(
            table.column(.coalesce(nil, 5, "x")).column(.function("nullif", "05", 5)).column(
                .function("greatest", "a", "b")),
            "SELECT coalesce(?, CAST(? AS SIGNED), concat(?)), nullif(concat(?), CAST(? AS SIGNED)), "
                + "greatest(concat(?), concat(?)) FROM `t`",
            mariaDB: "SELECT coalesce(?, ?, ?), nullif(?, ?), greatest(?, ?) FROM `t`")
        #expect(
            try table.column(.maximum(word)).text(for: .mySQL)
                == "SELECT max(CASE WHEN `a` = 1 THEN 'abcde' ELSE 'xyz' END) FROM `t`")
    }

    /// A call around the parameter could not be converted into the character set of a column.
    @Test func textsBesideColumns() throws {
        try expect(
            table.column(.coalesce(.name("a"), "n/a"))
                .column(SQLCase().when(.name("a") == 1, then: .name("b")).else("none").expression)
                .column(.function("ifnull", .name("a"), "x")).column(.function("if", .name("a"), .name("b"), "x")),
            "SELECT coalesce(concat(`a`), ?), CASE WHEN `a` = ? THEN concat(`b`) ELSE ? END, "
                + "ifnull(concat(`a`), ?), if(`a`, concat(`b`), ?) FROM `t`",
            mariaDB:
                "SELECT coalesce(`a`, ?), CASE WHEN `a` = ? THEN `b` ELSE ? END, ifnull(`a`, ?), if(`a`, `b`, ?) FROM `t`"
        )
        // Numbers take the type of the column.
        try expect(table.column(.coalesce(.name("a"), 0)), "SELECT coalesce(`a`, ?) FROM `t`")
        try expect(table.where("a", .equalTo, "x"), "SELECT * FROM `t` WHERE `a` = ?")
    }

    @Test func nullBesideNumbers() throws {
        try expect(
            SelectStatement(values: [[nil, "a"], [10, nil], [9, "b"]]),
            "SELECT NULL AS `column1`, ? AS `column2` UNION ALL SELECT CAST(? AS SIGNED), NULL "
                + "UNION ALL SELECT CAST(? AS SIGNED), ?",
            mariaDB: "SELECT ? AS `column1`, ? AS `column2` UNION ALL SELECT ?, ? UNION ALL SELECT ?, ?")
        try expect(
            SelectStatement().column(.value(nil as Int?), alias: "x").union(table.column("a")),
            "SELECT NULL AS `x` UNION SELECT `a` FROM `t`", mariaDB: "SELECT ? AS `x` UNION SELECT `a` FROM `t`")
    }

    @Test func wholeNumbersInFunctions() throws {
        try expect(
            table.column(.function("mod", 9_007_199_254_740_993, 10)).column(.function("mod", .name("a"), 10))
                .column(.function("ntile", 2).over(SQLWindow().orderBy("a"))),
            "SELECT mod(CAST(? AS SIGNED), CAST(? AS SIGNED)), mod(`a`, ?), ntile(?) OVER (ORDER BY `a`) FROM `t`",
            mariaDB: "SELECT mod(?, ?), mod(`a`, ?), ntile(?) OVER (ORDER BY `a`) FROM `t`")
    }

    /// Their `length` counts the bytes of a text.
    @Test func lengths() throws {
        let length = table.where(SQLExpression.length(.name("a")) == 3)
        try expect(
            length, "SELECT * FROM `t` WHERE char_length(`a`) = ?",
            mariaDB: "SELECT * FROM `t` WHERE char_length(`a`) = ?")
        #expect(try length.render(for: .sqlite).sql == #"SELECT * FROM "t" WHERE length("a") = ?"#)
        try expect(table.column(.function("length", .name("a"))), "SELECT length(`a`) FROM `t`")
    }
}

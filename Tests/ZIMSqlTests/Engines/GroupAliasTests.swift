import Testing
import ZIMSql

/// In HAVING MariaDB and MySQL do not know an expression that is grouped by, but its alias.
@Suite struct GroupAliasTests {
    private let month = SQLExpression.function("substr", .name("day"), 1, 7)

    private func having(_ condition: SQLExpression, alias: String? = "m", _ dialect: some SQLDialect) throws -> String {
        let statement = SelectStatement().column(month, alias: alias).from("t").groupBy(month).having(condition)
            .orderBy(month)
        let sql = try statement.render(for: dialect).sql
        guard let start = sql.firstRange(of: "HAVING "), let end = sql.firstRange(of: " ORDER BY") else { return sql }
        return String(sql[start.upperBound..<end.lowerBound])
    }

    @Test func itIsWrittenByItsAlias() throws {
        for dialect in [MySQLDialect(.mariaDB), .mySQL] {
            #expect(try having(month > "2026-01", dialect) == "`m` > ?")
            #expect(try having(month.isNotNull && .count() > 1, dialect) == "`m` IS NOT NULL AND count(*) > ?")
            #expect(try having(.upper(month) == "A", dialect) == "upper(`m`) = ?")
            // In an aggregate the name would be the column's.
            #expect(try having(.maximum(month) == "A", dialect) == "max(substr(`day`, ?, ?)) = ?")
            #expect(try having(month > .maximum(month), dialect) == "`m` > max(substr(`day`, ?, ?))")
            // In a query of its own it is another expression.
            let query = SelectStatement().column(.maximum(month)).from("u")
            #expect(try having(month < .subquery(query), dialect) == "`m` < (SELECT max(substr(`day`, ?, ?)) FROM `u`)")
            let inner = SelectStatement().column(.name("a"), alias: "a").column(month, alias: "n").from("u").groupBy(
                month
            )
            .having(month < "2026-02")
            #expect(
                try having(.exists(inner) && month > "2026-01", dialect)
                    == "EXISTS (SELECT `a` AS `a`, substr(`day`, ?, ?) AS `n` FROM `u` GROUP BY substr(`day`, ?, ?) HAVING `n` < ?) AND `m` > ?"
            )
            #expect(try having(month > "2026-01", alias: nil, dialect) == "substr(`day`, ?, ?) > ?")
        }
        #expect(try having(month > "2026-01", .sqlite) == #"substr("day", ?, ?) > ?"#)
        #expect(try having(month > "2026-01", .postgreSQL) == #"substr("day", $1, $2) > $3"#)
    }

    /// A name in HAVING means a column that is grouped by, before an alias.
    @Test func anAliasThatIsAGroupedColumnStandsForNothing() throws {
        let statement = SelectStatement().column(month, alias: "day").from("t").groupBy("day").groupBy(month)
            .having(month > "2026-01")
        #expect(
            try statement.render(for: MySQLDialect(.mariaDB)).sql
                == "SELECT substr(`day`, ?, ?) AS `day` FROM `t` GROUP BY `day`, substr(`day`, ?, ?) HAVING substr(`day`, ?, ?) > ?"
        )
    }
}

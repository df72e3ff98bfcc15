import Foundation
import Testing
import ZIMSql

/// The text for MySQL and MariaDB; that their servers take it is tested where one is started.
@Suite struct MySQLDialectTests {
    private func expect(
        _ statement: some SQLRenderable, _ sql: String, _ parameters: [SQLValue] = [],
        on dialect: MySQLDialect = .mariaDB,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let rendered = try statement.render(for: dialect)
        #expect(rendered.sql == sql, sourceLocation: location)
        #expect(rendered.parameters == parameters, sourceLocation: location)
    }

    @Test func namesAndOperators() throws {
        try expect(
            SelectStatement().column("p.a").column(.name("a").concatenated(with: .name("b")), alias: "n`m").from(
                "person", alias: "p"
            )
            .where("a", .is, 3).where("b", .isNot, 4).where("c", .is, SQLValue.null).where("d", .in, [1, 2])
            .orderBy("a", nulls: .last).offset(4),
            "SELECT `p`.`a`, CONCAT(`a`, `b`) AS `n``m` FROM `person` AS `p` WHERE `a` <=> ? AND NOT (`b` <=> ?) "
                + "AND `c` IS NULL AND `d` IN (?, ?) ORDER BY CASE WHEN `a` IS NULL THEN 1 ELSE 0 END, `a` "
                + "LIMIT 18446744073709551615 OFFSET ?", [3, 4, 1, 2, 4])
        try expect(
            SelectStatement().column(SQLExpression.name("a").cast(as: .integer)).column(
                SQLExpression.name("a").cast(as: .text)
            )
            .column(SQLExpression.name("a").cast(as: .varchar(5))).column(SQLExpression.true).from("t"),
            "SELECT CAST(`a` AS SIGNED), CAST(`a` AS CHAR), CAST(`a` AS CHAR(5)), 1 FROM `t`")
    }

    /// In parentheses it takes none.
    @Test func limits() throws {
        try expect(
            SelectStatement().from("t").limit(.sql("\(2)")).offset(.sql("1")), "SELECT * FROM `t` LIMIT ? OFFSET 1", [2]
        )
        #expect(throws: SQLBuildError.self) {
            try SelectStatement().from("t").limit(.value(1) + 1).render(for: .mariaDB)
        }
    }

    @Test func locks() throws {
        let select = SelectStatement().from("t")
        try expect(select.lock(.forUpdate, waiting: .skipLocked), "SELECT * FROM `t` FOR UPDATE SKIP LOCKED")
        try expect(select.lock(.forShare), "SELECT * FROM `t` LOCK IN SHARE MODE")
        try expect(
            select.lock(.forShare, of: ["t"], waiting: .noWait), "SELECT * FROM `t` FOR SHARE OF `t` NOWAIT", on: .mySQL
        )
        let old = MySQLDialect(.mySQL, makesTables: false)
        try expect(select.lock(.forShare), "SELECT * FROM `t` LOCK IN SHARE MODE", on: old)
        for dialect in [MySQLDialect.mariaDB, .mySQL, old] {
            #expect(throws: SQLBuildError.self) { try select.lock(.forKeyShare).render(for: dialect) }
        }
        for dialect in [MySQLDialect.mariaDB, old] {
            #expect(throws: SQLBuildError.self) { try select.lock(.forUpdate, of: ["t"]).render(for: dialect) }
            #expect(throws: SQLBuildError.self) { try select.lock(.forShare, waiting: .noWait).render(for: dialect) }
        }
    }

    /// What MySQL 5.7 lacks of 8.0 is said, and a parameter gets the character set of the collation.
    @Test func olderMySQL() throws {
        let older = MySQLDialect(.mySQL, makesTables: false, isOlder: true)
        let select = SelectStatement().from("t")
        let value = SQLExpression.value("x")
        try expect(
            select.where(.name("a") == value.collate("utf8mb4_bin") && .name("b").collate("latin1_bin") == "y"),
            "SELECT * FROM `t` WHERE `a` = (CONVERT(? USING `utf8mb4`) COLLATE `utf8mb4_bin`) "
                + "AND (`b` COLLATE `latin1_bin`) = ?",
            ["x", "y"], on: older)
        try expect(
            select.where(.name("a") == value.collate("utf8mb4_bin")),
            "SELECT * FROM `t` WHERE `a` = (? COLLATE `utf8mb4_bin`)", ["x"], on: .mySQL)
        let rows = SQLExpression.function("row_number").over(SQLWindow().orderBy("a"))
        for (statement, what) in [
            (select.with("w", as: select), "WITH"), (SelectStatement().column(rows).from("t"), "window functions"),
            (select.lock(.forUpdate, waiting: .skipLocked), "SKIP LOCKED"),
            (select.lock(.forUpdate, waiting: .noWait), "NOWAIT"),
        ] {
            let error = #expect(throws: SQLBuildError.self) { try statement.render(for: older) }
            #expect(error?.message == "MySQL before 8.0 has no \(what)" && error?.hint != nil)
            _ = try statement.render(for: .mySQL)
        }
    }

    /// Where no column stands beside them, MySQL takes parameters for real numbers.
    @Test func wholeNumbersHaveTheirType() throws {
        let statement = SelectStatement().column(.value(5) + 6).column(.value(1.5) + 2).column(.coalesce(nil, "x"))
            .column(.maximum(SQLCase().when(.name("a") > 0, then: 1).else(0).expression)).column(.name("a") + 1).from(
                "t")
        try expect(
            statement,
            "SELECT CAST(? AS SIGNED) + CAST(? AS SIGNED), ? + CAST(? AS SIGNED), coalesce(?, concat(?)), "
                + "max(CASE WHEN `a` > ? THEN CAST(? AS SIGNED) ELSE CAST(? AS SIGNED) END), `a` + ? FROM `t`",
            [5, 6, 1.5, 2, nil, "x", 0, 1, 0, 1], on: .mySQL)
        try expect(
            statement,
            "SELECT ? + ?, ? + ?, coalesce(?, ?), max(CASE WHEN `a` > ? THEN ? ELSE ? END), `a` + ? FROM `t`",
            [5, 6, 1.5, 2, nil, "x", 0, 1, 0, 1])
    }

    /// Two parameters in a derived table are both called `?` there, and so are they in names of expressions.
    @Test func parametersOfDerivedTables() throws {
        let inner = SelectStatement().column(.name("a") + 1).column(.name("a") + 2).column(5).column(7, alias: "b")
            .column("c").from("t")
        for dialect in [MySQLDialect.mariaDB, .mySQL] {
            let value = dialect.server == .mySQL ? "CAST(? AS SIGNED)" : "?"
            try expect(
                SelectStatement().from(inner, alias: "q"),
                "SELECT * FROM (SELECT `a` + ? AS `zim_column1`, `a` + ? AS `zim_column2`, \(value) AS `zim_column3`, "
                    + "\(value) AS `b`, `c` FROM `t`) AS `q`", [1, 2, 5, 7], on: dialect)
            #expect(
                try SelectStatement().from(inner, alias: "q").text(for: dialect)
                    == "SELECT * FROM (SELECT `a` + 1, `a` + 2, 5, 7 AS `b`, `c` FROM `t`) AS `q`")
        }
    }

    /// MariaDB takes no WITH in a member of a UNION.
    @Test func commonTablesOfMembers() throws {
        let member = SelectStatement().with("z", as: SelectStatement().column("k").from("t")).column("k").column("k")
            .from("z")
        let query = SelectStatement().column("a").column("b").from("t").unionAll(member)
        try expect(
            query,
            "SELECT `a`, `b` FROM `t` UNION ALL SELECT * FROM (WITH `z` AS (SELECT `k` FROM `t`) "
                + "SELECT `k` AS `zim_column1`, `k` AS `zim_column2` FROM `z`) AS `zim_member`", [])
        try expect(
            query,
            "SELECT `a`, `b` FROM `t` UNION ALL (WITH `z` AS (SELECT `k` FROM `t`) SELECT `k`, `k` FROM `z`)", [],
            on: .mySQL)
    }

    @Test func literals() throws {
        for (value, text) in [
            ("O'B\\n\0" as SQLValue, #"'O''B\\n\0'"#), (0.1, "0.1e0"), (1e300, "1e+300"), (.blob([0, 255]), "X'00ff'"),
            (nil, "NULL"),
            (-1, "-1"), (.typed(SQLTypedText("12.50", type: "decimal")), "12.50"),
            (.typed(SQLTypedText("1; DROP", type: "decimal")), "'1; DROP'"),
            (
                .typed(SQLTypedText("2026-11-26T08:30:00.000123Z", type: "timestamptz")),
                "TIMESTAMP'2026-11-26 08:30:00.000123'"
            ),
            (.typed(SQLTypedText("2026-11-26 08:30:00+00", type: "timestamptz")), "'2026-11-26 08:30:00+00'"),
        ] {
            #expect(try MySQLDialect.mariaDB.literal(value) == text)
        }
        #expect(throws: SQLBuildError.self) { try MySQLDialect.mariaDB.literal(.real(.nan)) }
    }

    /// As texts they would be compared as such, where no column of their kind stands beside them.
    @Test func decimalNumbersAndDates() throws {
        func decimal(_ digits: String) -> SQLValue { .typed(SQLTypedText(digits, type: "decimal")) }
        func time(_ text: String) -> SQLValue { .typed(SQLTypedText(text, type: "datetime(6)")) }
        let (price, date) = (try #require(Decimal(string: "-0.15")), Date(timeIntervalSince1970: 1_795_681_800))
        for dialect in [MySQLDialect.mariaDB, .mySQL] {
            try expect(
                SelectStatement().from("t").where(.name("a") - .value(price) == .value(Decimal(2))).where(
                    "b", .equalTo, date),
                "SELECT * FROM `t` WHERE (`a` - ?) = ? AND `b` = ?",
                [decimal("-0.15"), decimal("2"), time("2026-11-26T08:30:00.000Z")], on: dialect)
            try expect(
                SelectStatement().from("t").where(.value(price) < .value(Decimal(2)))
                    .where(.value(price), .between, [price, price]),
                "SELECT * FROM `t` WHERE ? < ? AND ? BETWEEN ? AND ?",
                [decimal("-0.15"), decimal("2")] + Array(repeating: decimal("-0.15"), count: 3), on: dialect)
            let raw: SQL = "SELECT \(price), \(date)"
            try expect(raw, "SELECT ?, ?", [decimal("-0.15"), time("2026-11-26T08:30:00.000Z")], on: dialect)
            #expect(try raw.text(for: dialect) == "SELECT -0.15, TIMESTAMP'2026-11-26 08:30:00'")
            #expect(
                try SelectStatement().column(.name("a") - .value(price)).from("t").text(for: dialect)
                    == "SELECT `a` - -0.15 FROM `t`")
            #expect(
                try CreateTableStatement("t").column("a", type: .dateTime, .default(.value(date))).text(for: dialect)
                    == "CREATE TABLE `t` (`a` DATETIME(6) DEFAULT (TIMESTAMP'2026-11-26 08:30:00'))")
            try expect(
                SQL("SELECT \(date.addingTimeInterval(0.5))"), "SELECT ?",
                [
                    .typed(
                        SQLTypedText(
                            "2026-11-26T08:30:00.500Z", type: dialect.server == .mySQL ? "datetime" : "datetime(6)"))
                ], on: dialect)
            // In a column of texts it is the text that is to be found.
            try expect(
                SelectStatement().from("t").where("b", .equalTo, date.sqlValue), "SELECT * FROM `t` WHERE `b` = ?",
                ["2026-11-26T08:30:00.000Z"], on: dialect)
        }
        for dialect in [.sqlite, .postgreSQL] as [any SQLDialect] {
            let parameters = try SQL("SELECT \(price), \(date)").render(for: dialect).parameters
            #expect(parameters == ["-0.15", "2026-11-26T08:30:00.000Z"])
        }
        let large = SelectStatement().from("t").where("a", .equalTo, try #require(Decimal(string: "1e66")))
        let error = #expect(throws: SQLBuildError.self) { try large.render(for: .mariaDB) }
        #expect(error?.message == "MariaDB has no decimal number of so many digits as a value has")
        _ = try large.render(for: .postgreSQL)
    }

    @Test func changes() throws {
        try expect(
            DeleteStatement(from: "t").where("a", .equalTo, 1).orderBy("b").limit(2).returning("a"),
            "DELETE FROM `t` WHERE `a` = ? ORDER BY `b` LIMIT ? RETURNING `a`", [1, 2])
        try expect(
            UpdateStatement("t").column("a", value: 1).orderBy("b").limit(2),
            "UPDATE `t` SET `a` = ? ORDER BY `b` LIMIT ?", [1, 2])
        try expect(
            UpdateStatement("t", alias: "x").column("a", value: .name("s.b")).from("s").where(
                "s.c", .equalTo, column: "x.c"),
            "UPDATE `t` AS `x`, `s` SET `x`.`a` = `s`.`b` WHERE `s`.`c` = `x`.`c`")
        try expect(
            DeleteStatement(from: "t").using("s").where("s.c", .equalTo, column: "t.c"),
            "DELETE `t` FROM `t`, `s` WHERE `s`.`c` = `t`.`c`")
        try expect(
            InsertStatement(into: "t").defaultValues().returning("a"), "INSERT INTO `t` () VALUES () RETURNING `a`")
    }

    @Test func upserts() throws {
        try expect(
            UpsertStatement(into: "stock").column("w", value: 1).column("i", value: 2).column("n", value: 3)
                .matching(["w", "i"]).returning("n"),
            "INSERT INTO `stock` (`w`, `i`, `n`) VALUES (?, ?, ?) ON DUPLICATE KEY UPDATE "
                + "`w` = IF(`w` <=> VALUES(`w`) AND `i` <=> VALUES(`i`) OR (SELECT 1 UNION ALL SELECT 1), `w`, `w`), "
                + "`n` = VALUES(`n`) RETURNING `n`",
            [1, 2, 3])
        // What the server computes of a key is not inserted.
        try expect(
            UpsertStatement(into: "stock").column("i", value: 2).column("n", value: 3).matching(["w", "i"]),
            "INSERT INTO `stock` (`i`, `n`) VALUES (?, ?) ON DUPLICATE KEY UPDATE "
                + "`i` = IF(`w` <=> VALUES(`w`) AND `i` <=> VALUES(`i`) OR (SELECT 1 UNION ALL SELECT 1), `i`, `i`), "
                + "`n` = VALUES(`n`)", [2, 3])
        try expect(
            UpsertStatement(into: "stock").column("n", value: 3).matching(["w"]),
            "INSERT INTO `stock` (`n`) VALUES (?) ON DUPLICATE KEY UPDATE "
                + "`n` = IF(`w` <=> VALUES(`w`) OR (SELECT 1 UNION ALL SELECT 1), `n`, `n`), `n` = VALUES(`n`)", [3])
        try expect(
            UpsertStatement(into: "word").column("text", value: "a").column("uses", value: 1).matching(["text"])
                .set("uses", value: .name("word.uses") + .excluded("uses")),
            "INSERT INTO `word` (`text`, `uses`) VALUES (?, ?) ON DUPLICATE KEY UPDATE "
                + "`text` = IF(`text` <=> VALUES(`text`) OR (SELECT 1 UNION ALL SELECT 1), `text`, `text`), "
                + "`uses` = `word`.`uses` + VALUES(`uses`)", ["a", 1])
        try expect(
            UpsertStatement(into: "t").column("a", value: 1).doNothing(),
            "INSERT INTO `t` (`a`) VALUES (?) ON DUPLICATE KEY UPDATE `a` = `a`", [1])
    }

    /// The column of the table and that of the query may have one name.
    @Test func upsertsOfAQuery() throws {
        try expect(
            UpsertStatement(into: "t").columns(["a", "b"]).select(SelectStatement().column("a").column("b").from("s"))
                .matching(["a"]),
            "INSERT INTO `t` (`a`, `b`) SELECT * FROM (SELECT `a`, `b` FROM `s`) AS `zim_source` WHERE 1 = 1 "
                + "ON DUPLICATE KEY UPDATE `a` = IF(`t`.`a` <=> VALUES(`a`) OR (SELECT 1 UNION ALL SELECT 1), `t`.`a`, `t`.`a`), "
                + "`b` = VALUES(`b`)")
        try expect(
            UpsertStatement(into: "t").columns(["a"]).select(SelectStatement().column("a").from("s")).doNothing(),
            "INSERT INTO `t` (`a`) SELECT * FROM (SELECT `a` FROM `s`) AS `zim_source` WHERE 1 = 1 "
                + "ON DUPLICATE KEY UPDATE `a` = `t`.`a`")
        // It has no order without a limit.
        try expect(
            UpsertStatement(into: "t").columns(["a"]).select(SelectStatement().column("a").from("s").orderBy("b"))
                .doNothing(),
            "INSERT INTO `t` (`a`) SELECT * FROM (SELECT `a` FROM `s` ORDER BY `b` LIMIT 18446744073709551615) "
                + "AS `zim_source` WHERE 1 = 1 ON DUPLICATE KEY UPDATE `a` = `t`.`a`")
        // A derived table has each name once.
        try expect(
            UpsertStatement(into: "t").columns(["a", "b", "c", "d"]).select(
                SelectStatement().column("a").column("s.A").column(.value("x")).column(.value("y")).from("s")
            ).doNothing(),
            "INSERT INTO `t` (`a`, `b`, `c`, `d`) SELECT * FROM (SELECT `a` AS `zim_column1`, `s`.`A` AS `zim_column2`, "
                + "? AS `zim_column3`, ? AS `zim_column4` FROM `s`) AS `zim_source` WHERE 1 = 1 "
                + "ON DUPLICATE KEY UPDATE `a` = `t`.`a`", ["x", "y"])
    }

    /// There VALUES() is NULL to MySQL, and an error to MariaDB.
    @Test func newRowInsideOfAQuery() throws {
        let upsert = UpsertStatement(into: "t").column("a", value: 1).column("b", value: 2).column("n", value: 3)
            .matching(["a", "b"])
        let largest = SelectStatement().column(.maximum(.name("x"))).from("s")
        let error = #expect(throws: SQLBuildError.self) {
            try upsert.set("n", value: .subquery(largest.where("s.n", .lessThan, SQLExpression.excluded("n"))))
                .render(for: .mySQL)
        }
        #expect(error?.message == "MySQL has no new row of an upsert inside of a query" && error?.hint != nil)
        let beside = try upsert.set("n", value: .subquery(largest) + .excluded("n")).render(for: .mariaDB)
        #expect(beside.sql.hasSuffix("`n` = (SELECT max(`x`) FROM `s`) + VALUES(`n`)"))
    }

    /// VALUES without ROW is no query there.
    @Test func rowsOfValues() throws {
        let rows = SelectStatement(values: [[1, "a"], [2, "b"]])
        let text = "SELECT ? AS `column1`, ? AS `column2` UNION ALL SELECT ?, ?"
        try expect(rows, text, [1, "a", 2, "b"])
        try expect(rows.orderBy("column2").limit(1), text + " ORDER BY `column2` LIMIT ?", [1, "a", 2, "b", 1])
        try expect(
            SelectStatement().column("v.column1").from(.values([[1], [2]]), alias: "v"),
            "SELECT `v`.`column1` FROM (SELECT ? AS `column1` UNION ALL SELECT ?) AS `v`", [1, 2])
        try expect(
            SelectStatement(values: [[1], [2]]).intersect(SelectStatement(values: [[2], [3]])),
            "(SELECT ? AS `column1` UNION ALL SELECT ?) INTERSECT (SELECT ? AS `column1` UNION ALL SELECT ?)",
            [1, 2, 2, 3])
        try expect(
            InsertStatement(into: "t").columns(["a", "b"]).select(rows),
            "INSERT INTO `t` (`a`, `b`) VALUES (?, ?), (?, ?)", [1, "a", 2, "b"])
    }

    /// A number would be the position of a column, and so would TRUE, which is one there.
    @Test func valuesAsTerms() throws {
        try expect(
            SelectStatement().column("a").column("b").from("t").groupBy(1).orderBy(2).orderBy("a"),
            "SELECT `a`, `b` FROM `t` GROUP BY nullif(?, NULL) ORDER BY nullif(?, NULL), `a`", [1, 2])
        let byTruth = SelectStatement().column("a").from("t").groupBy(.true).orderBy(.false).orderBy("a")
        try expect(byTruth, "SELECT `a` FROM `t` GROUP BY nullif(1, NULL) ORDER BY nullif(0, NULL), `a`")
        #expect(
            try byTruth.render(for: .sqlite).sql
                == #"SELECT "a" FROM "t" GROUP BY nullif(1, NULL) ORDER BY nullif(0, NULL), "a""#)
        #expect(
            try byTruth.render(for: .postgreSQL).sql
                == #"SELECT "a" FROM "t" GROUP BY nullif(TRUE, NULL) ORDER BY nullif(FALSE, NULL), "a""#)
    }

    /// Inside of an expression a name is that of the column that an alias hides.
    @Test func aliasesAmongNulls() throws {
        let value = SQLExpression.function("nullif", .name("b"), 20)
        let select = SelectStatement().from("t").orderBy("b", nulls: .last)
        for dialect in [MySQLDialect(.mariaDB), .mySQL] {
            try expect(
                select.column(value, alias: "b"),
                "SELECT nullif(`b`, ?) AS `b` FROM `t` ORDER BY CASE WHEN nullif(`b`, ?) IS NULL THEN 1 ELSE 0 END, `b`",
                [20, 20], on: dialect)
            try expect(
                select.column(.maximum(.name("c")), alias: "B").groupBy("a"),
                "SELECT max(`c`) AS `B` FROM `t` GROUP BY `a` ORDER BY CASE WHEN max(`c`) IS NULL THEN 1 ELSE 0 END, `b`",
                on: dialect)
            try expect(
                select.column("c", alias: "b").union(SelectStatement().column("d").from("u")),
                "SELECT `c` AS `b` FROM `t` UNION SELECT `d` FROM `u` ORDER BY CASE WHEN `b` IS NULL THEN 1 ELSE 0 END, `b`",
                on: dialect)
        }
        // MySQL wants of DISTINCT what it can compare with the columns.
        try expect(
            select.column(.function("nullif", .name("c"), 20), alias: "b").distinct(),
            "SELECT DISTINCT nullif(`c`, ?) AS `b` FROM `t` ORDER BY CASE WHEN `b` IS NULL THEN 1 ELSE 0 END, `b`",
            [20],
            on: .mySQL)
    }

    /// Such a name would come back as a question mark.
    @Test func aliasesBeyondTheBasicPlane() throws {
        let error = #expect(throws: SQLBuildError.self) {
            try SelectStatement().column("a", alias: "😀").from("t").render(for: .mySQL)
        }
        #expect(error?.code == .unsupported && error?.hint != nil)
        try expect(SelectStatement().column("a", alias: "é€").from("t"), "SELECT `a` AS `é€` FROM `t`", on: .mySQL)
    }

    @Test func tables() throws {
        try expect(
            CreateTableStatement("t").column("pk", type: .integer, .primaryKey(autoIncremented: true))
                .column("name", type: .text).column("at", type: .dateTime).column("price", type: .numeric)
                .column("p", type: .int, .references("u", ["a"], onDelete: .cascade)).column(
                    "data", type: .blob, .notNull),
            "CREATE TABLE `t` (`pk` INTEGER AUTO_INCREMENT PRIMARY KEY, `name` LONGTEXT, `at` DATETIME(6), "
                + "`price` DECIMAL(65, 30), `p` INT, `data` LONGBLOB NOT NULL, "
                + "FOREIGN KEY (`p`) REFERENCES `u` (`a`) ON DELETE CASCADE)")
        try expect(
            CreateTableStatement("log").column("at", type: .timestamp, .default(.currentTimestamp))
                .column("since", type: .dateTime, .default(.currentDateTime))
                .column("second", type: SQLDataType("DATETIME(3)"), .default(.currentTimestamp))
                .column("day", type: .date, .default(.currentDate)).column("hour", type: .time, .default(.currentTime))
                .column("midnight", type: .dateTime, .default(.currentDate))
                .column("then", type: .timestamp, .default(.currentTime))
                .column("word", type: .varchar(9), .default("a")).column("note", type: .text, .default(""))
                .column("data", type: .json, .default("[]")).column("none", type: .blob, .default(.null)),
            "CREATE TABLE `log` (`at` TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6), `since` DATETIME(6) DEFAULT LOCALTIMESTAMP(6), "
                + "`second` DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3), `day` DATE DEFAULT (CURRENT_DATE), "
                + "`hour` TIME(6) DEFAULT (CURRENT_TIME(6)), `midnight` DATETIME(6) DEFAULT (CURRENT_DATE), "
                + "`then` TIMESTAMP(6) DEFAULT (CURRENT_TIME(6)), `word` VARCHAR(9) DEFAULT 'a', `note` LONGTEXT DEFAULT (''), "
                + "`data` JSON DEFAULT ('[]'), `none` LONGBLOB DEFAULT NULL)")
        // A name alone would move it into the connection's database.
        try expect(AlterTableStatement("s.t").rename("u.v"), "ALTER TABLE `s`.`t` RENAME TO `s`.`u.v`")
        try expect(AlterTableStatement("t").rename("u"), "ALTER TABLE `t` RENAME TO `u`")
        try expect(
            AlterTableStatement("t").foreignKey(["p"], references: "u", ["a"], onDelete: .cascade),
            "ALTER TABLE `t` ADD FOREIGN KEY (`p`) REFERENCES `u` (`a`) ON DELETE CASCADE")
        try expect(
            CreateIndexStatement("i", on: "t").column("name", prefix: 191).column("p"),
            "CREATE INDEX `i` ON `t` (`name`(191), `p`)")
        try expect(DropIndexStatement("i", on: "t"), "DROP INDEX `i` ON `t`")
        try expect(CreateIndexStatement("s.i", on: "t").column("a"), "CREATE INDEX `i` ON `s`.`t` (`a`)")
        try expect(DropIndexStatement("s.i", on: "t"), "DROP INDEX `i` ON `s`.`t`")
        try expect(AnalyzeStatement("t"), "ANALYZE TABLE `t`")
        try expect(TruncateTableStatement("t").restartingIdentity(), "TRUNCATE TABLE `t`")
    }

    /// Elsewhere a whole column is indexed, which refuses less than the beginning of it.
    @Test func uniqueIndexOfABeginning() throws {
        let index = CreateIndexStatement("i", on: "t").column("a", prefix: 9)
        let unique = CreateIndexStatement("i", on: "t", unique: true).column("a", prefix: 9)
        #expect(try unique.render(for: .mariaDB).sql == "CREATE UNIQUE INDEX `i` ON `t` (`a`(9))")
        #expect(try index.render(for: .sqlite).sql == "CREATE INDEX \"i\" ON \"t\" (\"a\")")
        for dialect in [SQLiteDialect(), PostgreSQLDialect()] as [any SQLDialect] {
            let error = #expect(throws: SQLBuildError.self) { try unique.render(for: dialect) }
            #expect(error?.message == "\(dialect.name) has no unique index of the beginning of a column")
        }
    }

    /// MySQL knows no conditions of indexes.
    @Test func conditionsOfIndexes() throws {
        let create = CreateIndexStatement("i", on: "t").column("a").ifNotExists()
        let drop = DropIndexStatement("i", on: "t").ifExists()
        #expect(try create.render(for: .mariaDB).sql == "CREATE INDEX IF NOT EXISTS `i` ON `t` (`a`)")
        #expect(try drop.render(for: .mariaDB).sql == "DROP INDEX IF EXISTS `i` ON `t`")
        for statement in [create, drop] as [any SQLStatement] {
            let error = #expect(throws: SQLBuildError.self) { try statement.render(for: .mySQL) }
            #expect(error?.code == .unsupported && error?.hint != nil)
        }
    }

    @Test func rightJoins() throws {
        let select = SelectStatement().column("t.a").from("t").join("u", type: .right).joinOn(
            "t.a", .equalTo, column: "u.a")
        try expect(select, "SELECT `t`.`a` FROM `t` RIGHT JOIN `u` ON `t`.`a` = `u`.`a`")
    }

    /// None may come out as if it had not been asked for.
    @Test func whatTheServersLack() {
        let select = SelectStatement().from("t")
        let statements: [any SQLStatement] = [
            select.lock(.forKeyShare), select.lock(.forShare, waiting: .noWait), select.distinctOn(.name("a")),
            select.join("u", type: .full).joinUsing("a"), select.where("a", .glob, "x"),
            InsertStatement(into: "t").column("a", value: 1).or(.ignore),
            UpdateStatement("t").column("a", value: 1).returning("a"),
            UpdateStatement("t").column("a", value: 1).limit(1, offset: 1),
            UpdateStatement("t").column("a", value: 1).from("u").limit(1),
            DeleteStatement(from: "t").using("u").returning("a"), DeleteStatement(from: "t").using("u").limit(1),
            DeleteStatement(from: "t").with("x", as: select),
            InsertStatement().into("t", alias: "x").column("a", value: 1),
            UpsertStatement(into: "t").column("a", value: 1).matching(["a"]).where("a", .equalTo, 1),
            UpsertStatement(into: "t").column("a", value: 1).matching(constraint: "x"),
            AlterTableStatement("t").setType(.int, of: "a"),
            AlterTableStatement("t").column("a", type: .int, .references("u")),
            AttachStatement("f", as: "x"), VacuumStatement(), ReindexStatement("t"), AnalyzeStatement(),
            PragmaStatement("x"), BeginStatement(.immediate), BeginStatement(isolation: .serializable),
            CreateIndexStatement("i", on: "t").column("a").where("a", .greaterThan, 1), DropIndexStatement("i"),
            ExplainStatement(select).level(.analyze), DropTableStatement("t").cascade(),
            CreateTriggerStatement("x").after().onUpdate("t", column: "a").perform(select),
            CreateTriggerStatement("x").after().onInsert("t").when("NEW.a", .equalTo, 1).perform(select),
            CreateTriggerStatement("x").insteadOf().onDelete("v").perform(select),
            CreateViewStatement("v", temporary: true).as(select),
            CreateTableStatement("t").column("a", type: .int).foreignKey(
                ["a"], references: "u", ["a"], deferrable: .initiallyDeferred),
            CreateTableStatement("t").column("a", type: .int).foreignKey(
                ["a"], references: "u", ["a"], deferrable: .initiallyImmediate),
            CreateTableStatement("t").column("a", type: .int).foreignKey(
                ["a"], references: "u", ["a"], onDelete: .setDefault),
            CreateIndexStatement("i", on: "t").column(.lower(.column("a"))),
            CreateIndexStatement("i", on: "t").column(.column("a").collate("utf8mb4_bin")),
            select.with("c", materialized: true, as: select),
            select.column(.count().over(SQLWindow().orderBy("a").frame(.groups, from: .preceding(1)))),
            select.column(.count().over(SQLWindow().frame(.rows, from: .preceding(1), excluding: .ties))),
            UpdateStatement("t").columns(["a", "b"], value: SQLExpression.row([1, 2])), select.limit(.value(1) + 1),
        ]
        for statement in statements {
            do {
                let rendered = try statement.render(for: .mariaDB)
                Issue.record("renders \(rendered.sql)")
            } catch let error as SQLBuildError {
                #expect(error.hint != nil, "\(error)")
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func tokens() {
        let text = #"SELECT `a``b`, "x\"y", 'it''s \' ok' # c"# + "\n-- d\n/* e */, 5--1, a <=> ?, @x, @@session.y;"
        let tokens = SQLTokenizer(text, rules: .mySQL).tokens.filter { $0.kind != .whitespace && $0.kind != .operator }
        #expect(
            tokens.map(\.kind) == [
                .keyword, .identifier, .string, .string, .comment, .comment, .comment, .integer, .integer, .identifier,
                .parameter,
                .identifier, .identifier, .terminal,
            ])
        #expect(tokens[1].name == "a`b")
        #expect(SQLTokenizer("SELECT \"x", rules: .mySQL).failure != nil)
    }
}

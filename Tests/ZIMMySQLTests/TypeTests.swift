#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    @Suite(.server) struct TypeTests {
        private static let script = """
            CREATE TABLE every (
                a TINYINT, b SMALLINT UNSIGNED, c MEDIUMINT, d INT, e BIGINT, f BIGINT UNSIGNED, g FLOAT, h DOUBLE,
                i DECIMAL(30, 10), j DATE, k DATETIME(3), l TIMESTAMP(6) NULL, m TIME(2), n YEAR, o BIT(1), p BIT(64),
                q CHAR(3), r VARCHAR(300), s TEXT, t BLOB, u BINARY(4), v ENUM ('x', 'y'), w SET ('p', 'q'), x JSON,
                y LONGTEXT);
            """

        private static func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }

        /// A date is a point in time; a column of texts has it as the server writes one.
        @Test func datesInRawSQL() throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT, b INT, at DATETIME(3), day DATE, note VARCHAR(40), PRIMARY KEY (a, b), KEY (at));"
            )
            let date = Date(timeIntervalSince1970: 1_772_282_096.789)
            try database.write { session in
                for sql in [
                    "INSERT INTO t VALUES (1, 1, \(date), \(date), \(date)), (1, 2, coalesce(NULL, \(date)), NULL, NULL)",
                    "INSERT INTO t SELECT 1, 3, \(date), NULL, NULL", "INSERT INTO t (a, b) VALUES (1, 4)",
                    "UPDATE t SET at = \(date) WHERE b = 4",
                ] as [SQL] {
                    try session.execute(sql)
                }
                #expect(
                    try session.rows("SELECT b, at FROM t WHERE at = \(date) ORDER BY b").map(\.values)
                        == (1...4).map { [.integer($0), Self.typed("2026-02-28 12:34:56.789", "datetime")] })
                let note = "2026-02-28 12:34:56.789" + (MySQLProduct.isMariaDB ? "000" : "")
                #expect(
                    try session.rows("SELECT day, note FROM t WHERE b = 1").map(\.values)
                        == [[Self.typed("2026-02-28", "date"), .text(note)]])
                #expect(try session.execute("UPDATE t SET note = 'x' WHERE at = \(date) AND b > 2").changes == 2)
                #expect(try session.execute("DELETE FROM t WHERE at IN (\(date), \(date + 1))").changes == 4)
            }
        }

        /// Beside an expression a decimal number is no text and no real number.
        @Test func decimalNumbersInRawSQL() throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT, b INT, price DECIMAL(20, 2), PRIMARY KEY (a, b));")
            let (small, large) = (
                try #require(Decimal(string: "0.15")), try #require(Decimal(string: "12345678901234567.87"))
            )
            try database.write { session in
                try session.execute("INSERT INTO t VALUES (1, 1, 4.1), (1, 2, \(large)), (1, 3, NULL)")
                #expect(try session.execute("UPDATE t SET price = price * \(small) WHERE b = 1").changes == 1)
                #expect(
                    try session.value("SELECT price FROM t WHERE b = 1", as: Decimal.self) == Decimal(string: "0.62"))
                let near = large + (try #require(Decimal(string: "0.01")))
                #expect(
                    try session.value("SELECT count(*) FROM t WHERE price IN (\(near), \(small))", as: Int.self) == 0)
                #expect(try session.value("SELECT b FROM t WHERE price IN (\(large), \(small))", as: Int.self) == 2)
                // The server would make 65 nines of it.
                let huge = Self.typed("1" + String(repeating: "0", count: 100), "decimal")
                #expect(throws: (any Error).self) { try session.execute("INSERT INTO t VALUES (2, 1, \(huge))") }
                let none = Decimal(0)
                #expect(
                    try session.execute("DELETE FROM t WHERE coalesce(price, \(none)) < \(Decimal(9))").changes == 2)
            }
        }

        @Test func everyTypeComesBackAsItWasWritten() throws {
            let database = try Server.database(Self.script)
            let values: [SQLValue] = [
                -128, 65535, -8_388_608, 2_147_483_647, .integer(.min),
                Self.typed("18446744073709551615", "bigint unsigned"),
                0.5, 0.1, Self.typed("12345678901234567890.0123456789", "decimal"), Self.typed("2026-02-28", "date"),
                Self.typed("2026-02-28 12:34:56.789", "datetime"),
                Self.typed("2026-02-28 12:34:56.789012", "timestamp"),
                Self.typed(MySQLProduct.isMariaDB ? "-838:59:59.99" : "-838:59:58.99", "time"), 2026, 1,
                Self.typed("18446744073709551615", "bit"), "abc",
                .text(String(repeating: "é😀", count: 150)), "a\0b\\'\"", .blob([0, 255, 39, 92]), .blob([1, 2, 0, 0]),
                "y",
                "p,q", #"{"a": 1}"#, .text(String(repeating: "x", count: 100_000)),
            ]
            try database.write { session in
                let row = values.map { SQLExpression(value: $0) }
                try session.execute(InsertStatement(into: "every").values(row))
            }
            let row = try #require(try database.read { try $0.rows("SELECT * FROM every").first })
            for (index, value) in values.enumerated() { #expect(row.values[index] == value, "\(row.columns[index])") }
            // The same as literals of the dialect.
            let text = try InsertStatement(into: "every").values(values.map { SQLExpression(value: $0) })
                .text(for: .mariaDB)
            try database.write { try $0.execute(SQL(unsafe: text)) }
            let rows = try database.read { try $0.rows("SELECT * FROM every") }
            #expect(rows.count == 2)
            #expect(rows.last?.values == rows.first?.values)
            // Longer values than the first row's do not fit the memory of it.
            try database.write { session in
                try session.execute("UPDATE every SET y = \(String(repeating: "z", count: 3_000_000)) LIMIT 1")
            }
            let lengths = try database.read { session in
                try session.rows("SELECT y, a FROM every").map { try $0.get(0, as: String.self).count }
            }
            #expect(lengths == [3_000_000, 100_000])
        }

        @Test func swiftTypesAreReadOfThem() throws {
            let database = try Server.database(Self.script)
            try database.write { session in
                try session.execute(
                    """
                    INSERT INTO every (e, f, h, i, j, k, l, o, x) VALUES (-1, 18446744073709551615, 0.1e0, 12.50, '2026-02-28', \
                    '2026-02-28 12:34:56.789', '2026-02-28 12:34:56.789012', 1, '[1]')
                    """)
            }
            try database.read { session in
                let row = try #require(try session.rows("SELECT e, f, h, i, j, k, l, o, x FROM every").first)
                #expect(try row.get(0, as: Int64.self) == -1)
                #expect(try row.get(1, as: UInt64.self) == .max)
                #expect(throws: ValueMismatch.self) { try row.get(1, as: Int64.self) }
                #expect(try row.get(2, as: Double.self) == 0.1)
                #expect(try row.get(3, as: Decimal.self) == Decimal(string: "12.5"))
                #expect(try row.get(4, as: Date.self).timeIntervalSince1970 == 1_772_236_800)
                #expect(try row.get(5, as: Date.self).timeIntervalSince1970 == 1_772_282_096.789)
                #expect(try row.get(6, as: Date.self).timeIntervalSince1970 == 1_772_282_096.789012)
                #expect(try row.get(7, as: Bool.self))
                #expect(try row.get(8, as: String.self) == "[1]")
                // Straight from the memory of the connection.
                #expect(
                    try session.value("SELECT k FROM every", as: Date.self)?.timeIntervalSince1970 == 1_772_282_096.789)
                #expect(try session.value("SELECT f FROM every", as: UInt64.self) == .max)
                #expect(try session.value("SELECT NULL", as: Int?.self) == .some(nil))
                // The zone of the server is another.
                #expect(try session.value("SELECT @@time_zone", as: String.self) == "+00:00")
            }
        }

        @Test func aDateThatIsNoneIsNamed() throws {
            let database = try Server.database(
                "SET sql_mode = ''; CREATE TABLE d (a DATE, b DATETIME); INSERT INTO d VALUES ('0000-00-00', '2026-00-00');"
            )
            try database.read { session in
                let row = try #require(try session.rows("SELECT a, b FROM d").first)
                #expect(
                    row.values == [Self.typed("0000-00-00", "date"), Self.typed("2026-00-00 00:00:00", "datetime")])
                #expect(throws: ValueMismatch.self) { try row.get(0, as: Date.self) }
                #expect(throws: ValueMismatch.self) { try session.value("SELECT b FROM d", as: Date.self) }
            }
        }

        /// A cursor of the server reads them as the other statements do.
        @Test func datesThatNoCalendarHasAreStreamedAsTheyAre() throws {
            let database = try Server.database(
                "SET sql_mode = 'ALLOW_INVALID_DATES'; CREATE TABLE d (a DATE, b DATETIME, n INT); "
                    + "INSERT INTO d VALUES ('2001-02-00', '2001-00-00 10:20:30', 1), ('0000-00-00', '2001-02-31', 2);")
            try database.read { session in
                var streamed: [[SQLValue]] = []
                try session.forEachRow("SELECT a, b FROM d ORDER BY n") {
                    streamed.append([try $0.get(0, as: SQLValue.self), try $0.get(1, as: SQLValue.self)])
                }
                #expect(
                    try session.value("SELECT @@sql_mode", as: String.self)?.contains("ALLOW_INVALID_DATES") == false)
                let rows = try session.rows("SELECT a, b FROM d ORDER BY n").map(\.values)
                #expect(streamed == rows)
                for isStreamed in [true, false] {
                    let error = #expect(throws: (any Error).self) {
                        let sql: SQL = "SELECT b FROM d WHERE n = 2"
                        if isStreamed {
                            try session.forEachRow(sql) { _ = try $0.get(0, as: Date.self) }
                        } else {
                            _ = try session.rows(sql).first?.get(0, as: Date.self)
                        }
                    }
                    #expect("\(error.map { "\($0)" } ?? "")".contains("Date"), "\(String(describing: error))")
                }
                #expect(
                    rows == [
                        [Self.typed("2001-02-00", "date"), Self.typed("2001-00-00 10:20:30", "datetime")],
                        [Self.typed("0000-00-00", "date"), Self.typed("2001-02-31 00:00:00", "datetime")],
                    ])
            }
        }

        /// A value that does not fit is an error, not cut.
        @Test(arguments: [
            ("a", 1000 as SQLValue), ("b", -1), ("d", "x"), ("d", 1e10), ("q", "abcd"), ("j", "2026-02-30"),
            ("i", .typed(SQLTypedText("123456789012345678901234567890", type: "decimal"))), ("v", "z"), ("x", "{"),
            ("u", .blob([1, 2, 3, 4, 5])), ("r", .text(String(repeating: "x", count: 301))), ("k", "yesterday"),
        ])
        func whatDoesNotFit(column: String, value: SQLValue) throws {
            let database = try Server.database(Self.script)
            let error = Server.error {
                try database.write {
                    try $0.execute(InsertStatement(into: "every").column(column, value: SQLExpression(value: value)))
                }
            }
            // JSON is a CHECK to MariaDB.
            #expect(
                error?.code == (column == "x" && MySQLProduct.isMariaDB ? .constraint : .value),
                "\(column) \(String(describing: error))")
            #expect(try database.read { try $0.value("SELECT count(*) FROM every", as: Int.self) } == 0)
        }

        @Test func aNumberThatIsNone() throws {
            let database = try Server.database()
            for number in [Double.nan, .infinity] {
                #expect(Server.error { try database.read { try $0.rows("SELECT \(number)") } }?.code == .value)
            }
        }
    }
#endif

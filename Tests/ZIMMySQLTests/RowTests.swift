#if MySQL
    import Foundation
    import Testing
    import ZIMDb

    /// Rows are read from the messages of the server, each type in its binary form; the server's own texts are the proof.
    @Suite(.server) struct RowTests {
        /// Each type with texts that SQL takes for it, the smallest and the largest among them.
        private static let types: [(type: String, values: [String])] = [
            ("TINYINT", ["-128", "127", "0", "-1"]), ("TINYINT UNSIGNED", ["255", "0", "128"]),
            ("SMALLINT", ["-32768", "32767", "-2"]), ("SMALLINT UNSIGNED", ["65535", "32768"]),
            ("MEDIUMINT", ["-8388608", "8388607", "-3"]), ("MEDIUMINT UNSIGNED", ["16777215", "8388608"]),
            ("INT", ["-2147483648", "2147483647", "-4"]), ("INT UNSIGNED", ["4294967295", "2147483648"]),
            ("BIGINT", ["-9223372036854775808", "9223372036854775807", "-5"]),
            ("BIGINT UNSIGNED", ["18446744073709551615", "9223372036854775808", "9223372036854775807"]),
            ("INT(8) ZEROFILL", ["42", "0"]), ("YEAR", ["1901", "2155", "2026"]),
            ("FLOAT", ["0.5", "-1.25e10", "3.5e-20"]), ("DOUBLE", ["0.1", "-1.7976931348623157e308", "5e-324"]),
            ("DECIMAL(30, 10)", ["-12345678901234567890.0123456789", "0.5", "-0.0000000001"]),
            ("DATE", ["'2026-11-21'", "'0001-01-01'", "'9999-12-31'"]),
            ("DATETIME", ["'2026-11-21 12:37:03'", "'1000-01-01 00:00:00'", "'9999-12-31 23:59:59'"]),
            ("DATETIME(6)", ["'2026-11-21 12:37:03.000123'", "'2026-11-21'", "'1969-12-31 23:59:59.999999'"]),
            ("TIMESTAMP(3)", ["'2026-11-21 12:37:03.5'", "'1970-01-02 00:00:00'"]),
            ("TIME", ["'838:59:59'", "'-838:59:59'", "'00:00:00'", "'-00:00:01'"]),
            ("TIME(6)", ["'100:00:00.000001'", "'-01:02:03.4'", "'0:0:0.1'"]),
            ("CHAR(5)", ["'é'", "''"]), ("VARCHAR(300)", ["'x'", "repeat('ä', 125)", "repeat('b', 251)", "''"]),
            ("MEDIUMTEXT", ["repeat('c', 65535)", "repeat('ö', 40000)", "repeat('d', 250)", "repeat('e', 252)"]),
            ("ENUM('a', 'ß')", ["'ß'", "'a'"]), ("SET('a', 'b', 'c')", ["'a,c'", "''"]), ("JSON", ["'[1, \"ü\"]'"]),
        ]
        private static let bytes: [(type: String, values: [String])] = [
            ("BINARY(4)", ["x'00ff'", "x'01020304'"]), ("VARBINARY(300)", ["x''", "repeat(x'ff', 253)"]),
            ("LONGBLOB", ["repeat(x'0a', 70000)", "x'00'"]), ("BIT(1)", ["b'1'", "b'0'"]),
            ("BIT(64)", ["b'1111111111111111111111111111111111111111111111111111111111111111'", "b'101'"]),
            ("POINT", ["point(1, -2.5)"]),
        ]

        private func text(_ value: SQLValue) -> String? {
            switch value {
            case .null: nil
            case .integer(let number): String(number)
            case .real(let number): String(number)
            case .text(let text): text
            case .typed(let typed): typed.text
            case .blob(let bytes): SQLValue.hexadecimal(bytes)
            }
        }

        @Test func everyTypeIsReadAsTheServerPrintsIt() throws {
            let all = Self.types + Self.bytes
            let columns = all.enumerated().map { "c\($0) \($1.type) NULL" }.joined(separator: ", ")
            let database = try Server.database("CREATE TABLE t (a INT, b INT, \(columns), PRIMARY KEY (a, b));")
            var random = SystemRandomNumberGenerator()
            let count = 60
            try database.write { session in
                for row in 0..<count {
                    let values = all.map { type in
                        Int.random(in: 0..<4, using: &random) == 0
                            ? "NULL" : type.values.randomElement(using: &random) ?? "NULL"
                    }
                    try session.execute(
                        "INSERT INTO t VALUES (\(row / 7), \(row), \(unsafe: values.joined(separator: ", ")))")
                }
            }
            let printed = all.indices.map { index in
                if index >= Self.types.count {
                    return all[index].type.hasPrefix("BIT") ? "c\(index) + 0" : "lower(hex(c\(index)))"
                }
                return all[index].type.contains("ZEROFILL") ? "CAST(c\(index) + 0 AS CHAR)" : "CAST(c\(index) AS CHAR)"
            }
            try database.read { (session: Session) throws -> Void in
                let names = all.indices.map { "c\($0)" }
                let rows = try session.rows(
                    "SELECT \(unsafe: (names + printed).joined(separator: ", ")) FROM t ORDER BY a, b")
                #expect(rows.count == count)
                for (number, row) in rows.enumerated() {
                    for (index, type) in all.enumerated() {
                        let (read, expected) = (row[index], row[all.count + index])
                        let (own, other) = (text(read), text(expected))
                        if case .real(let real) = read, type.type == "FLOAT" {
                            #expect(other.flatMap { Float($0) }.map { abs($0 - Float(real)) <= abs($0) * 1e-5 } == true)
                        } else if case .real(let real) = read {
                            #expect(other.flatMap { Double($0) } == real, "\(type.type) of row \(number)")
                        } else {
                            #expect(own == other, "\(type.type) of row \(number)")
                        }
                    }
                }
            }
        }

        /// The form in which rows of models are read.
        @Test func cellsAreTheValues() throws {
            let database = try Server.database(
                "CREATE TABLE t (a BIGINT UNSIGNED, b DATETIME(6), c TINYINT, d DOUBLE, e LONGTEXT, PRIMARY KEY (a, c));"
            )
            let date = Date(timeIntervalSince1970: 1_795_264_623.000123)
            try database.execute(
                """
                INSERT INTO t VALUES (18446744073709551615, '2026-11-21 12:37:03.000123', -128, 0.1, repeat('é', 33000)), \
                (1, NULL, 1, NULL, NULL)
                """)
            try database.read { (session: Session) throws -> Void in
                var numbers: [UInt64] = []
                try session.forEachRow("SELECT a, b, c, d, e FROM t ORDER BY a DESC") { row in
                    numbers.append(try row.get(0, as: UInt64.self))
                    let isFirst = numbers.count == 1
                    #expect(try row.get(1, as: Date?.self) == (isFirst ? date : nil))
                    #expect(try row.get(2, as: Int8.self) == (isFirst ? -128 : 1))
                    #expect(try row.get(3, as: Double?.self) == (isFirst ? 0.1 : nil))
                    #expect(try row.get(4, as: String?.self)?.count == (isFirst ? 33_000 : nil))
                }
                #expect(numbers == [.max, 1])
                #expect(throws: ValueMismatch.self) {
                    try session.value("SELECT a FROM t ORDER BY a DESC LIMIT 1", as: Int.self)
                }
            }
        }
    }
#endif

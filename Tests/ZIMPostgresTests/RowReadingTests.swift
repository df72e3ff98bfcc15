#if PostgreSQL
    import Foundation
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// Values that are read where libpq holds them are what they are when they are taken out first.
    @Suite(.server) struct RowReadingTests {
        private static let types = """
            CREATE TABLE v (
                i2 smallint, i4 integer, i8 bigint, o oid, b boolean, f4 real, f8 double precision, t text, c char(5),
                y bytea, ts timestamp, tz timestamptz, d date, n numeric(12, 4), u uuid, j jsonb)
            """

        @Test func bothWaysGiveTheSame() throws {
            let scratch = try Scratch(Self.types)
            try scratch.database.execute(
                """
                INSERT INTO v VALUES
                (-5, -70000, 9223372036854775807, 4294967295, true, 0.1, 1e300, 'é 漢字', 'ab', '\\x00ff',
                 '1969-12-31 23:59:59.999999', '2026-11-21 12:37:03.25+02', '1900-02-28', '-12.5000',
                 '9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c', '{"a": 1}'),
                (0, 0, 0, 0, false, 0, 'NaN', '', '', '', '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999+00',
                 '9999-12-31', 0, '00000000-0000-0000-0000-000000000000', 'null'),
                (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
                """)
            // With one more column that has no binary form, all come as text.
            for extra in ["", ", '{1,2}'::integer[]"] {
                try scratch.database.read { session in
                    try session.forEachRow("SELECT v.*\(unsafe: extra) FROM v") { row in
                        func compare<Value: ColumnValue & Equatable>(_ index: Int, _ type: Value.Type) throws {
                            let taken = try Value?(column: row.value(at: index))
                            let read = try row.get(index, as: Value?.self)
                            #expect(read == taken || "\(read as Any)" == "\(taken as Any)", "column \(index)")
                            #expect(row.isNull(index) == row.value(at: index).isNull)
                        }
                        for index in 0..<5 { try compare(index, Int.self) }
                        for index in 0..<4 { try compare(index, Int64.self) }
                        try compare(4, Bool.self)
                        for index in [0, 1, 5, 6] { try compare(index, Double.self) }
                        for index in 7...8 { try compare(index, String.self) }
                        try compare(9, Data.self)
                        try compare(9, [UInt8].self)
                        for index in 10...12 { try compare(index, Date.self) }
                        try compare(13, Decimal.self)
                        try compare(14, UUID.self)
                        try compare(15, String.self)
                        #expect(throws: ValueMismatch.self) { try row.get(99, as: Int?.self) }
                    }
                }
            }
            let dates = try scratch.database.read { try $0.rows("SELECT ts, tz FROM v WHERE i2 = -5") }
            #expect(try dates[0].get(0, as: Date.self) == Date(timeIntervalSince1970: -1 + 0.999_999))
            #expect(try dates[0].get(1, as: Date.self) == Date(timeIntervalSince1970: 1_795_257_423.25))
        }

        @Test func whatDoesNotFitIsToldWithItsColumn() throws {
            let scratch = try Scratch(
                Self.types + "; INSERT INTO v (i8, t, ts, y) VALUES (70000, 'x', 'infinity', '\\xff')")
            func mismatch(_ body: @escaping (Row) throws -> Void) throws -> ValueMismatch {
                var found: ValueMismatch?
                try scratch.database.read { session in
                    try session.forEachRow("SELECT i8, t, ts, y, i2 FROM v") { row in
                        do { try body(row) } catch let error as ValueMismatch { found = error }
                    }
                }
                return try #require(found)
            }
            let small = try mismatch { _ = try $0.get(0, as: Int16.self) }
            #expect((small.column, small.reason) == ("i8", "is out of range"))
            #expect(try mismatch { _ = try $0.get(1, as: Int.self) }.column == "t")
            #expect(
                try mismatch { _ = try $0.get(2, as: Date.self) }.value
                    == .typed(SQLTypedText("infinity", type: "timestamp")))
            #expect(try mismatch { _ = try $0.get(3, as: String.self) }.column == "y")
            #expect(try mismatch { _ = try $0.get(4, as: Int.self) }.value == .null)
        }
    }
#endif

#if PostgreSQL
    import Foundation
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct TypeTests {
        /// SQL, and the value that it must give in the binary form and in the text form.
        static let values: [(String, SQLValue)] = [
            ("true", 1), ("false", 0), ("NULL::int4", nil), ("32767::int2", 32767),
            ("(-2147483648)::int4", -2_147_483_648),
            ("9223372036854775807::int8", .integer(.max)), ("4294967295::oid", 4_294_967_295),
            ("0.1::float8", 0.1), ("'-infinity'::float8", .real(-.infinity)), ("1.5::float4", 1.5),
            ("'Ada'::text", "Ada"), ("'ab'::varchar(10)", "ab"), ("'ab'::char(4)", "ab  "), ("'é'::text", "é"),
            ("''::text", ""),
            ("'\\x00ff'::bytea", .blob([0, 255])), ("''::bytea", .blob([])),
            ("12.3400::numeric", typed("12.3400", "numeric")), ("-0.00001::numeric", typed("-0.00001", "numeric")),
            ("100000000::numeric", typed("100000000", "numeric")),
            ("10000.0001::numeric", typed("10000.0001", "numeric")),
            ("0::numeric(10,2)", typed("0.00", "numeric")), ("'NaN'::numeric", typed("NaN", "numeric")),
            ("'-Infinity'::numeric", typed("-Infinity", "numeric")),
            ("1e20::numeric", typed("100000000000000000000", "numeric")),
            (
                "123456789012345678901234567890.123456789::numeric",
                typed("123456789012345678901234567890.123456789", "numeric")
            ),
            ("'2026-11-21'::date", typed("2026-11-21", "date")), ("'infinity'::date", typed("infinity", "date")),
            ("'0044-03-15 BC'::date", typed("0044-03-15 BC", "date")),
            ("'12345-01-01'::date", typed("12345-01-01", "date")),
            ("'1999-12-31 23:59:59.5'::timestamp", typed("1999-12-31 23:59:59.5", "timestamp")),
            ("'2000-02-29 00:00:00.000001'::timestamp", typed("2000-02-29 00:00:00.000001", "timestamp")),
            ("'-infinity'::timestamp", typed("-infinity", "timestamp")),
            ("'2026-11-21 12:00:00+02'::timestamptz", typed("2026-11-21 10:00:00+00", "timestamptz")),
            ("'12:34:56.789'::time", typed("12:34:56.789", "time")),
            ("'6F9619FF-8B86-D011-B42D-00CF4FC964FF'::uuid", typed("6f9619ff-8b86-d011-b42d-00cf4fc964ff", "uuid")),
            ("'{\"a\": 1}'::json", typed("{\"a\": 1}", "json")), ("'{\"a\":1}'::jsonb", typed("{\"a\": 1}", "jsonb")),
        ]

        static func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }

        @Test(arguments: TypeTests.values) func aValueIsTheSameInBothForms(_ sql: String, _ expected: SQLValue) throws {
            let scratch = try Scratch()
            try scratch.database.withoutTransaction { try $0.execute("SET TimeZone = 'UTC'") }
            try scratch.database.read { session in
                // A column that has no binary form of ours makes the whole result text.
                let both =
                    try session.rows("SELECT \(unsafe: sql)") + session.rows("SELECT \(unsafe: sql), '1 day'::interval")
                #expect(both.map { $0[0] } == [expected, expected])
            }
        }

        @Test func whatWeDoNotKnowIsTextWithItsName() throws {
            let scratch = try Scratch(
                """
                CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE DOMAIN quantity AS integer CHECK (VALUE > 0);
                CREATE TYPE place AS (x integer, y text);
                CREATE TABLE thing (m mood, q quantity, p place, a integer[], t text[], r int4range, i inet, d interval)
                """)
            try scratch.database.execute(
                """
                INSERT INTO thing VALUES ('glad', 3, (1, 'a b'), '{1,NULL,3}', \("{x,\"y \\\" z\"}"), '[1,5)', '10.0.0.1', '1 day 2 hours')
                """)
            let row = try #require(try scratch.database.read { try $0.rows("SELECT * FROM thing") }.first)
            let types = row.values.map { value -> String in
                if case .typed(let typed) = value { "\(typed.text) (\(typed.type))" } else { "\(value)" }
            }
            #expect(
                types == [
                    "glad (mood)", "3", "(1,\"a b\") (place)", "{1,NULL,3} (integer[])", "{x,\"y \\\" z\"} (text[])",
                    "[1,5) (int4range)", "10.0.0.1 (inet)", "1 day 02:00:00 (interval)",
                ])
            // And it goes back as it came.
            try scratch.database.write { session in
                try session.execute(
                    """
                    INSERT INTO thing VALUES (\(row[0]), \(row[1]), \(row[2]), \(row[3]), \(row[4]), \(row[5]), \(row[6]), \(row[7]))
                    """)
                let count = try session.value("SELECT count(DISTINCT thing) FROM thing", as: Int.self)
                #expect(count == 1)
            }
            let only = try scratch.database.read { try $0.value("SELECT m FROM thing", as: String.self) }
            #expect(only == "glad")
        }

        @Test func swiftTypesReadAndWriteColumns() throws {
            let scratch = try Scratch(
                "CREATE TABLE v (n numeric(12, 3), d date, t timestamptz, w timestamp, u uuid, b bytea, f boolean, i int2, r real, x text)"
            )
            let date = Date(timeIntervalSince1970: 1_795_264_623.25)
            let uuid = UUID()
            let day = Date(timeIntervalSince1970: 1_795_219_200)
            try scratch.database.write { session in
                try session.execute(
                    """
                    INSERT INTO v VALUES (\(Decimal(string: "1234.500")), \(day), \(date), \(date), \(uuid), \(Data([1, 0, 2])),
                        \(true), \(7), \(0.5), \("it's"))
                    """)
                let row = try #require(try session.rows("SELECT * FROM v").first)
                #expect(try row.get("n", as: Decimal.self) == Decimal(string: "1234.5"))
                #expect(row["n"] == TypeTests.typed("1234.500", "numeric"))
                #expect(try row.get("t", as: Date.self) == date)
                #expect(try row.get("w", as: Date.self) == date)
                #expect(row["d"] == TypeTests.typed("2026-11-21", "date"))
                #expect(try row.get("u", as: UUID.self) == uuid)
                #expect(try row.get("b", as: Data.self) == Data([1, 0, 2]))
                #expect(try row.get("f", as: Bool.self))
                #expect(try row.get("i", as: Int16.self) == 7)
                #expect(try row.get("r", as: Float.self) == 0.5)
                #expect(try row.get("x", as: String.self) == "it's")
                // Text in a column of bytes is its bytes, not the bytes that its backslashes would stand for.
                try session.execute("UPDATE v SET b = \("\\x41")")
                #expect(try session.value("SELECT b FROM v", as: Data.self) == Data("\\x41".utf8))
            }
        }

        /// Nothing that the program gave is wrong, and the message names what is to be made larger.
        @Test func aSequenceThatHasComeToItsEnd() throws {
            let scratch = try Scratch(
                "CREATE TABLE big (id serial PRIMARY KEY, v int); SELECT setval('big_id_seq', 2147483647)")
            let database = try Database(url: scratch.url)
            let error = try failure { try database.execute("INSERT INTO big (v) VALUES (\(1))") }
            #expect(error.code == .full && error.sqlState == "2200H")
            #expect(error.message == "nextval: reached maximum value of sequence \"big_id_seq\" (2147483647)")
            #expect(error.hint == "Raise MAXVALUE of the sequence, and give the column a type that holds more")
        }

        @Test func whatDoesNotFitIsAnErrorAndChangesNothing() throws {
            let scratch = try Scratch("CREATE TABLE n (i int2, t text, u uuid); INSERT INTO n VALUES (1, 'a', NULL)")
            func message(_ sql: SQL) throws -> (DatabaseError.Code, String?, String) {
                let error = try failure { try scratch.database.execute(sql) }
                return (error.code, error.sqlState, error.message)
            }
            #expect(
                try message("UPDATE n SET i = \(70_000)") == (
                    .value, "22003", "value \"70000\" is out of range for type smallint"
                ))
            #expect(
                try message("UPDATE n SET i = \("x")") == (
                    .value, "22P02", "invalid input syntax for type smallint: \"x\""
                ))
            #expect(throws: SQLBuildError.self) { try scratch.database.execute("UPDATE n SET t = \("a\0b")") }
            #expect(
                try message("UPDATE n SET t = \(Data([0xFF]))") == (
                    .value, nil, "parameter 1: blob x'ff' cannot be bound as `text`: it is bytes"
                ))
            #expect(try scratch.database.rows("SELECT * FROM n") == [[1, "a", nil]])
        }
    }
#endif

#if PostgreSQL
    import Foundation
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// Types that only PostgreSQL has: what is read is what the server means, and what is written is what it prints.
    @Suite(.server) struct NativeTypeTests {
        enum Mood: String, PostgresValue { case sad, happy; static let postgresType = "mood" }

        struct Place: PostgresComposite {
            var street: String?
            var number: Int
            var tags: PostgresArray<String>
            static let postgresType = "place"
            init(_ street: String?, _ number: Int, _ tags: PostgresArray<String>) {
                (self.street, self.number, self.tags) = (street, number, tags)
            }
            init(fields: PostgresFields) throws {
                self.init(try fields[0], try fields[1], try fields[2])
            }
            var fields: [any PostgresValue] { [street, number, tags] }
        }

        static let script = """
            CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE TYPE place AS (street text, number integer, tags text[])
            """

        /// A value as SQL writes it is read as one of Swift, whose text is the server's, byte for byte, and goes back as it is.
        private func expect<T: PostgresNativeValue>(
            _ session: Session, _ sql: String, _ expected: T, location: SourceLocation = #_sourceLocation
        ) throws {
            let type = T.postgresType
            let read = try session.value("SELECT \(unsafe: sql)", as: T.self)
            #expect(read == expected, sourceLocation: location)
            let text = try session.value("SELECT format('%s', (\(unsafe: sql))::\(unsafe: type))", as: String.self)
            #expect(expected.postgresText == text, sourceLocation: location)
            let back = try session.value("SELECT format('%s', \(expected)::\(unsafe: type))", as: String.self)
            #expect(back == text, sourceLocation: location)
            let literal = try session.value(
                "SELECT format('%s', \(unsafe: PostgreSQLDialect().literal(expected.sqlValue)))", as: String.self)
            #expect(literal == text, sourceLocation: location)
            let none = try session.value("SELECT NULL::\(unsafe: type)", as: T?.self)
            #expect(none == .some(nil), sourceLocation: location)
        }

        @Test func arrays() throws {
            let scratch = try Scratch(Self.script)
            try scratch.database.withoutTransaction { try $0.execute("SET TimeZone = 'UTC'") }
            try scratch.database.read { session in
                try expect(session, "'{}'::bigint[]", PostgresArray<Int>())
                try expect(session, "'{1,-2,9223372036854775807}'::bigint[]", [1, -2, .max] as PostgresArray<Int>)
                try expect(session, "'{1,NULL,3}'::bigint[]", [1, nil, 3] as PostgresArray<Int?>)
                try expect(session, "ARRAY[true, false, NULL]", [true, false, nil] as PostgresArray<Bool?>)
                try expect(
                    session,
                    #"ARRAY['', 'null', 'NULL', 'a b', 'a,b', '{}', '"', E'\\', E'\n', 'é', E'a\\"b', 'it''s']"#,
                    ["", "null", "NULL", "a b", "a,b", "{}", "\"", "\\", "\n", "é", "a\\\"b", "it's"]
                        as PostgresArray<String>)
                try expect(session, "ARRAY[NULL, 'NULL', '']", [nil, "NULL", ""] as PostgresArray<String?>)
                try expect(
                    session, "ARRAY['\\x00ff'::bytea, '\\x'::bytea]", [Data([0, 255]), Data()] as PostgresArray<Data>)
                try expect(session, "ARRAY['sad','happy']::mood[]", [.sad, .happy] as PostgresArray<Mood>)
                let numbers: PostgresArray<Double> = [
                    1, -0.5, 1e14, 999_999_999_999_999, 1e15, 123_456_789_012_345_680, 1e22, 0.0001, 0.00001, 1.5e-7,
                    .leastNonzeroMagnitude,
                    .greatestFiniteMagnitude, .infinity, -.infinity, 0, -0.0, 0.1,
                ]
                try expect(session, "'\(numbers.postgresText)'::float8[]", numbers)
                let small: PostgresArray<Float> = [1, 100_000, 1_000_000, 0.0001, 0.00001, 3.4028235e38, 0.1]
                try expect(session, "'\(small.postgresText)'::float4[]", small)
                try expect(session, "ARRAY['NaN'::float8]::text[]::text[]", ["NaN"] as PostgresArray<String>)
                try expect(
                    session, "ARRAY['2026-11-21 12:37:03.5+00', '1969-12-31 00:00:00+00']::timestamptz[]",
                    [Date(timeIntervalSince1970: 1_795_264_623.5), Date(timeIntervalSince1970: -86_400)]
                        as PostgresArray<Date>)
                try expect(
                    session, "ARRAY['6F9619FF-8B86-D011-B42D-00CF4FC964FF'::uuid]",
                    [UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")] as PostgresArray<UUID?>)
                try expect(
                    session, "ARRAY['10.0.0.1/8'::inet]",
                    [try PostgresInet("10.0.0.1/8")] as PostgresArray<PostgresInet>)
                try expect(
                    session, "ARRAY['[1,3)'::int8range,'empty']",
                    [PostgresRange(1..<3), .empty] as PostgresArray<PostgresRange<Int>>)
                try expect(
                    session, #"ARRAY[ROW('a "b"', 1, '{x}')::place]"#,
                    [Place("a \"b\"", 1, ["x"])] as PostgresArray<Place>)
                // What was read and not changed goes back as it came.
                let prices = try session.value("SELECT '{1.50,2}'::numeric[]", as: PostgresArray<Decimal>.self)
                #expect(prices?.elements == [1.5, 2])
                #expect(prices?.postgresText == "{1.50,2}")
                #expect(
                    try session.value("SELECT '{(1,1),(0,0);(2,2),(1,1)}'::box[]", as: PostgresArray<String>.self)?
                        .count == 2)
            }
        }

        @Test func anArrayIsACollection() throws {
            var tags: PostgresArray<String> = ["a", "b"]
            tags.append("c d")
            tags[0] = "A"
            tags.remove(at: 1)
            #expect(tags.postgresText == #"{A,"c d"}"#)
            #expect(tags.map { $0.count } == [1, 3])
            #expect(Set([tags, ["A", "c d"]]).count == 1)
            var read = try PostgresArray<Decimal>(column: .typed(SQLTypedText("{1.50}", type: "numeric[]")))
            read.append(2)
            #expect(read.postgresText == "{1.5,2}")
            #expect(try PostgresArray<String?>(column: " { a b , \"c\" , null } ").elements == ["a b", "c", nil])
        }

        @Test func intervals() throws {
            let scratch = try Scratch()
            try scratch.database.read { session in
                let all: [(String, PostgresInterval)] = [
                    ("0", PostgresInterval()), ("1 day", PostgresInterval(days: 1)),
                    ("-1 day", PostgresInterval(days: -1)),
                    (
                        "1 year 2 mons 3 days 04:05:06.789",
                        PostgresInterval(months: 14, days: 3, microseconds: 14_706_789_000)
                    ),
                    (
                        "-1 years -2 mons +3 days -04:05:06",
                        PostgresInterval(months: -14, days: 3, microseconds: -14_706_000_000)
                    ),
                    ("1 mon -1 days +00:00:00.000001", PostgresInterval(months: 1, days: -1, microseconds: 1)),
                    ("-00:00:00.5", PostgresInterval(microseconds: -500_000)),
                    ("100:00:00", PostgresInterval(microseconds: 360_000_000_000)),
                    ("178956970 years 7 mons", PostgresInterval(months: .max)),
                    ("2147483647 days 2562047788:00:54.775807", PostgresInterval(days: .max, microseconds: .max)),
                ]
                for (text, interval) in all { try expect(session, "'\(text)'::interval", interval) }
            }
        }

        @Test func ranges() throws {
            let scratch = try Scratch()
            try scratch.database.withoutTransaction { try $0.execute("SET TimeZone = 'UTC'") }
            try scratch.database.read { session in
                try expect(session, "int8range(1, 3)", PostgresRange(1..<3))
                try expect(session, "'empty'::int8range", PostgresRange<Int>.empty)
                try expect(session, "'(,)'::int8range", PostgresRange<Int>(lower: nil, upper: nil))
                try expect(session, "'[5,)'::int8range", PostgresRange<Int>(lower: 5, upper: nil))
                try expect(session, "'(,5)'::int8range", PostgresRange<Int>(lower: nil, upper: 5))
                let decimal = PostgresRange<Decimal>(
                    lower: 1, upper: Decimal(string: "2.5"), includesLower: false, includesUpper: true)
                try expect(session, "'(1,2.5]'::numrange", decimal)
                // Both bounds of a range of days, and those without end, as the server has them.
                try expect(
                    session, "'[2026-01-01,infinity]'::daterange",
                    PostgresRange<String>(lower: "2026-01-01", upper: "infinity", includesUpper: true))
                try expect(
                    session, "'[-infinity,2026-01-01)'::daterange",
                    PostgresRange<String>(lower: "-infinity", upper: "2026-01-01"))
                let from = Date(timeIntervalSince1970: 1_795_264_623.5)
                try expect(
                    session, "tstzrange('2026-11-21 12:37:03.5+00', NULL)", PostgresRange<Date>(lower: from, upper: nil)
                )
                #expect(
                    try session.value("SELECT int8range(1, 3, '[]')", as: PostgresRange<Int>.self)
                        == PostgresRange(1..<4))
                let texts = PostgresRange<String>(lower: "a\"b\\c,)", upper: "", includesUpper: true)
                #expect(texts.postgresText == #"["a""b\\c,)",""]"#)
                #expect(try PostgresRange<String>(column: .text(texts.postgresText)) == texts)
            }
            #expect(PostgresRange(1...3).contains(3) && !PostgresRange(1..<3).contains(3))
            #expect(!PostgresRange<Int>.empty.contains(1) && PostgresRange<Int>(lower: nil, upper: nil).contains(.min))
            #expect(!PostgresRange(lower: 1, upper: 5, includesLower: false).contains(1))
        }

        @Test func addresses() throws {
            let scratch = try Scratch()
            try scratch.database.read { session in
                let hosts = [
                    "10.0.0.1", "10.0.0.1/24", "0.0.0.0/0", "255.255.255.255", "::", "::1", "::2", "::1:2", "::1.2.3.4",
                    "::ffff:1.2.3.4/96", "::ffff:0:0", "2001:db8::1/64", "1:0:0:2:0:0:0:3", "1:2:3:4:5:6:7:8", "1::8",
                    "1:0:3:4:5:6:7:8",
                    "fe80::/10", "0:0:1::", "2001:DB8:0:0:1::", "::ffff:ffff",
                ]
                for host in hosts { try expect(session, "'\(host)'::inet", try PostgresInet(host)) }
                for network in ["10.0.0.0/8", "10.0.0.1/32", "0.0.0.0/0", "2001:db8::/32", "::1/128", "::/0"] {
                    try expect(session, "'\(network)'::cidr", try PostgresCIDR(network))
                }
            }
            let network = try PostgresCIDR("10.1.0.0/17")
            #expect(network.contains(try PostgresInet("10.1.127.1")))
            #expect(!network.contains(try PostgresInet("10.1.128.1")))
            #expect(!network.contains(try PostgresInet("::1")))
        }

        @Test func compositeTypes() throws {
            let scratch = try Scratch(Self.script)
            try scratch.database.read { session in
                try expect(
                    session, "ROW('High Street', 7, '{a,\"b c\"}')::place", Place("High Street", 7, ["a", "b c"]))
                try expect(session, "ROW(NULL, -1, '{}')::place", Place(nil, -1, []))
                try expect(session, "ROW('', 0, '{}')::place", Place("", 0, []))
                try expect(
                    session, #"ROW(E'a"b\\c,(d)\n é', 0, ARRAY['x"y', E'\\'])::place"#,
                    Place("a\"b\\c,(d)\n é", 0, ["x\"y", "\\"]))
            }
        }

        /// What cannot be read is an error that says why, and no part of it is guessed.
        @Test func whatCannotBeRead() throws {
            let scratch = try Scratch(Self.script)
            func reason<T: ColumnValue>(_ sql: String, _ type: T.Type) throws -> String {
                do {
                    _ = try scratch.database.read { try $0.value("SELECT \(unsafe: sql) AS x", as: type) }
                    return "nothing was thrown"
                } catch { return "\(error)" }
            }
            let words = [
                (
                    try reason("'{{1,2},{3,4}}'::int[]", PostgresArray<Int>.self),
                    "`PostgresArray<Int>`: it is an array of several dimensions"
                ),
                (
                    try reason("'[2:3]={1,2}'::int[]", PostgresArray<Int>.self),
                    "`PostgresArray<Int>`: it is an array whose first index is not 1"
                ),
                (
                    try reason("'{1,NULL}'::int[]", PostgresArray<Int>.self),
                    "`PostgresArray<Int>`: it has an element that is NULL"
                ),
                (
                    try reason("'{1.5}'::numeric[]", PostgresArray<Int>.self),
                    "`PostgresArray<Int>`: it has an element that cannot: '1.5' cannot be read as `Int`"
                ),
                (
                    try reason("'{1}'::text", PostgresArray<Int>.self),
                    "`PostgresArray<Int>`: it is not a value of such a type, which only PostgreSQL has"
                ),
                (
                    try reason("7", PostgresInet.self),
                    "`PostgresInet`: it is not a value of such a type, which only PostgreSQL has"
                ),
                (
                    try reason("'[2026-01-01,infinity)'::tstzrange", PostgresRange<Date>.self),
                    "`PostgresRange<Date>`: it has a bound that cannot: 'infinity' cannot be read as `Date`"
                ),
                (try reason("'10.0.0.1/24'::inet", PostgresCIDR.self), "`PostgresCIDR`: it has bits behind its prefix"),
                (
                    try reason("ROW(NULL, NULL, '{}')::place", Place.self),
                    "`Place`: it has a field 1 that cannot: NULL cannot be read as `Int`"
                ),
                (try reason("ROW('a', 1)", Place.self), "`Place`: it has 2 fields, and field 2 is none"),
                (try reason("ROW('a', 1, '{}', 2)", Place.self), "`Place`: it has 4 fields, and the Swift type 3"),
            ]
            for (message, expected) in words { #expect(message.contains(expected), "\(message)") }
            for text in ["", "{", "{a", "{a,}", "{,a}", "{a}}", "{\"a}", "{a\\", "a", "{a}b", "{{a}}"] {
                #expect(throws: ValueMismatch.self) { try PostgresArray<String>(column: .text(text)) }
            }
            for text in ["", "[", "[1", "[1,", "[1,2", "1,2)", "[1,2,3)", "[a,2)", "[1,2)x", "[\"1,2)"] {
                #expect(throws: ValueMismatch.self) { try PostgresRange<Int>(column: .text(text)) }
            }
            for text in [
                "", "1", "1 week", "1:2", "00:60:00", "00:00:60", "00:00:00.1234567", "infinity", "99999999999 days",
                "1 day x",
            ] {
                #expect(throws: ValueMismatch.self) { try PostgresInterval(column: .text(text)) }
            }
            for text in [
                "", "1.2.3", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/-1", "1.2.3.4/+1", ":::", "::1/129", "1.2.3.4/8/8",
                "256.0.0.1",
            ] {
                #expect(throws: ValueMismatch.self) { try PostgresInet(text) }
            }
            for text in ["", "(", "(a", "(a,1", "(a,1,{})x"] {
                #expect(throws: ValueMismatch.self) { try Place(column: .text(text)) }
            }
        }
    }
#endif

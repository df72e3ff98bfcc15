import Testing
import ZIMOrm

@testable import ZIMTool

/// The defaults of columns as values of new models.
@Suite struct DefaultLiteralTests {
    @Test(arguments: [
        ("'none'::character varying", "String", "\"none\""), ("'it''s'::text", "String", "\"it's\""),
        ("('x')", "String", "\"x\""), ("1.5", "Double", "1.5"), ("'0'::smallint", "Int", "0"),
        ("(1)::numeric", "Int", "1"), ("((2))::numeric(8,2)", "Int", "2"), ("'-1'::integer", "Int", "-1"),
        ("'-1.5'::double precision", "Double", "-1.5"), ("true", "Bool", "true"), ("'t'::boolean", "Bool", "true"),
        ("now()", "Date", "Date()"), ("CURRENT_TIMESTAMP", "Date", "Date()"), ("'sad'::\"Mood\"", "String", "\"sad\""),
        ("'{a,b}'::text[]", "String", "\"{a,b}\""), ("CURRENT_TIMESTAMP(3)", "Date", "Date()"),
        ("4.99", "Decimal", "Decimal(string: \"4.99\") ?? 0"), ("'4.00'::numeric", "Decimal", "4"),
        ("B'101'::\"bit\"", "String", "\"101\""), ("'\\x00ff'::bytea", "Data", "Data([0x00, 0xff])"),
        ("'2001-02-03'::date", "Date", "Date(timeIntervalSince1970: 981158400)  // 2001-02-03"),
        ("-5", "Int", "-5"), ("('x'::text)::character varying", "String", "\"x\""),
        (
            "'9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c'::uuid", "UUID",
            "UUID(uuidString: \"9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c\") ?? UUID()"
        ),
    ])
    func values(_ sql: String, _ type: String, _ swift: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type), rules: .postgreSQL) == swift)
    }

    @Test(arguments: [
        ("'C:\\\\temp'", "String", "\"C:\\\\temp\""), ("'a\\nb'", "String", "\"a\\nb\""),
        ("'it''s'", "String", "\"it's\""), ("'it\\'s'", "String", "\"it's\""),
        ("4.99", "Decimal", "Decimal(string: \"4.99\") ?? 0"),
        ("b'1'", "Bool", "true"), ("b'0'", "Bool", "false"), ("b'101'", "Int", "5"),
        ("18446744073709551615", "UInt64", "18446744073709551615"), ("'ab'", "Data", "Data(\"ab\".utf8)"),
        ("'ab\\0\\0'", "Data", "Data([0x61, 0x62, 0x00, 0x00])"), ("0x6162", "Data", "Data(\"ab\".utf8)"),
        ("X'00ff'", "Data", "Data([0x00, 0xff])"), ("current_timestamp()", "Date", "Date()"),
        ("current_timestamp(3)", "Date", "Date()"), ("_utf8mb4'sa\\'d'", "String", "\"sa'd\""),
        (
            "'2001-02-03 04:05:06.500'", "Date", "Date(timeIntervalSince1970: 981173106.5)  // 2001-02-03 04:05:06.500"
        ),
    ])
    func valuesOfMySQL(_ sql: String, _ type: String, _ swift: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type), rules: .mySQL) == swift)
    }

    @Test(arguments: [
        ("\"x\"", "String", "\"x\""), ("x'00ff'", "Data", "Data([0x00, 0xff])"), ("TRUE", "Int", "1"),
        ("datetime('now')", "Date", "Date()"), ("+5", "Int", "5"), ("5", "SQLValue", ".integer(5)"),
        ("0x10", "Int", "16"),
    ])
    func valuesOfSQLite(_ sql: String, _ type: String, _ swift: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type), rules: .sqlite) == swift)
    }

    @Test func anOptionalPropertyNeedsNoOtherValue() {
        let type = SwiftType(name: "Decimal", isOptional: true)
        #expect(DefaultLiteral.swift("4.99", for: type, rules: .mySQL) == "Decimal(string: \"4.99\")")
    }

    @Test(arguments: [
        ("'a' || 'b'", "String"), ("'a'::text || 'b'::text", "String"), ("NULL::character varying", "String"),
        ("nextval('x_seq'::regclass)", "Int"), ("('x' || 'y')", "String"), ("(1) + (2)", "Int"), ("'none'", "Int"),
        ("upper('x'::text)", "String"), ("'a", "String"), ("", "Int"), ("'x'::text = 'y'", "String"),
        ("'0000-00-00'", "Date"), ("300", "Int8"),
    ])
    func expressionsAreTheDatabases(_ sql: String, _ type: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type), rules: .postgreSQL) == nil)
    }

    /// MariaDB's catalogue has a question mark for each byte that is no text.
    @Test func bytesThatMayBeOthersAreTheDatabases() {
        let type = SwiftType(name: "Data")
        #expect(DefaultLiteral.swift("'\\0?'", for: type, rules: .mySQL) == nil)
        #expect(DefaultLiteral.swift("'?'", for: type, rules: .sqlite) == "Data(\"?\".utf8)")
    }

    @Test func plainOnesAreTheSameForEachRow() {
        for sql in ["'0'::smallint", "1", "(-1)", "'x'", "NULL", "true"] {
            #expect(DefaultLiteral.isPlain(sql, rules: .postgreSQL), "\(sql)")
        }
        for sql in ["nextval('s'::regclass)", "gen_random_uuid()", "now()", "'a' || 'b'"] {
            #expect(!DefaultLiteral.isPlain(sql, rules: .postgreSQL), "\(sql)")
        }
    }
}

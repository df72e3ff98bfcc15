import Testing

@testable import ZIMTool

/// The defaults of columns as values of new models.
@Suite struct DefaultLiteralTests {
    @Test(arguments: [
        ("'none'::character varying", "String", "\"none\""), ("'it''s'::text", "String", "\"it's\""),
        ("('x')", "String", "\"x\""), ("1.5", "Double", "1.5"), ("'0'::smallint", "Int", "0"),
        ("(1)::numeric", "Int", "1"), ("((2))::numeric(8,2)", "Int", "2"), ("'-1'::integer", "Int", "-1"),
        ("'-1.5'::double precision", "Double", "-1.5"), ("true", "Bool", "true"), ("'t'::boolean", "Bool", "true"),
        ("now()", "Date", "Date()"), ("CURRENT_TIMESTAMP", "Date", "Date()"), ("'sad'::\"Mood\"", "String", "\"sad\""),
        ("'{a,b}'::text[]", "String", "\"{a,b}\""),
    ])
    func values(_ sql: String, _ type: String, _ swift: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type)) == swift)
    }

    @Test(arguments: [
        ("'a' || 'b'", "String"), ("'a'::text || 'b'::text", "String"), ("NULL::character varying", "String"),
        ("nextval('x_seq'::regclass)", "Int"), ("('x' || 'y')", "String"), ("(1) + (2)", "Int"), ("'none'", "Int"),
        ("upper('x'::text)", "String"), ("'a", "String"), ("", "Int"), ("'x'::text = 'y'", "String"),
    ])
    func expressionsAreTheDatabases(_ sql: String, _ type: String) {
        #expect(DefaultLiteral.swift(sql, for: SwiftType(name: type)) == nil)
    }

    @Test func plainOnesAreTheSameForEachRow() {
        for sql in ["'0'::smallint", "1", "(-1)", "'x'", "NULL", "true"] {
            #expect(DefaultLiteral.isPlain(sql), "\(sql)")
        }
        for sql in ["nextval('s'::regclass)", "gen_random_uuid()", "now()", "'a' || 'b'"] {
            #expect(!DefaultLiteral.isPlain(sql), "\(sql)")
        }
    }
}

import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// `char(n)`: the spaces that fill a value up are no part of it.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyPaddingTests {
    /// A key of three columns with two of them padded, foreign keys from other lengths and from varchar, checks, defaults.
    static let sql = """
        CREATE TABLE p (a char(5), n int, b char(3) DEFAULT 'q', v varchar(5) UNIQUE, PRIMARY KEY (a, n, b),
            CHECK (a <> 'no'), CHECK (b IN ('q', 'r ', 'ö')), CHECK (length(a) < 4), CHECK (v <> a));
        CREATE TABLE c (n int, b char(3), a char(8), own char(4) UNIQUE, t varchar(5) REFERENCES p (v),
            FOREIGN KEY (n, a, b) REFERENCES p (n, a, b));
        CREATE TABLE d (x char(2) REFERENCES c (own));
        CREATE INDEX few ON p (b) WHERE a <> 'x';
        INSERT INTO p VALUES ('ab', 1, 'q', 'abc '), ('', 2, 'ö', 'z'), ('c d', 3, 'r', '  x');
        INSERT INTO c VALUES (1, 'q', 'ab', 'k', 'abc '), (2, 'ö', '', 'l', NULL); INSERT INTO d VALUES ('k');
        """

    @Test func toFileAndBack() throws {
        let (scratch, server, other) = (try ToolScratch(), try ServerScratch(), try ServerScratch())
        try server.execute(Self.sql)
        let path = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(server, to: path)
        #expect(
            CopyBench.notes(report) == [
                "p: the check p_check (v::bpchar <> a) is left out: it ignores spaces at the end of a text"
            ])
        #expect(
            try CopyBench.rows(path) == [
                "p": [
                    "'text' '''''' 'integer' '2' 'text' '''ö''' 'text' '''z'''",
                    "'text' '''ab''' 'integer' '1' 'text' '''q''' 'text' '''abc '''",
                    "'text' '''c d''' 'integer' '3' 'text' '''r''' 'text' '''  x'''",
                ],
                "c": [
                    "'integer' '1' 'text' '''q''' 'text' '''ab''' 'text' '''k''' 'text' '''abc '''",
                    "'integer' '2' 'text' '''ö''' 'text' '''''' 'text' '''l''' 'null' 'NULL'",
                ], "d": ["'text' '''k'''"],
            ])
        let file = try Database(path: path)
        defer { file.close() }
        for sql: SQL in [
            "UPDATE p SET a = 'no' WHERE n = 3", "UPDATE p SET b = 'x'", "UPDATE p SET a = 'long' WHERE n = 3",
            "INSERT INTO d VALUES ('m')",
        ] { #expect(throws: DatabaseError.self, "\(sql)") { try file.execute(sql) } }
        try file.execute("INSERT INTO p (a, n) VALUES ('e', 9); INSERT INTO c VALUES (9, 'q', 'e', 'm', 'z')")
        #expect(try file.read { try $0.value("SELECT count(*) FROM p WHERE b = 'q'", as: Int.self) } == 2)
        // Back, values are equal to those that are filled up.
        _ = try CopyBench.copy(path, to: other)
        #expect(
            try other.rows("SELECT a::char(5), n, b::char(3), v FROM p WHERE n < 9 ORDER BY n")
                == server.rows("SELECT a, n, b, v FROM p ORDER BY n"))
        #expect(
            try Set(CopyBench.foreignKeys(CopyBench.schema(other)))
                == Set(CopyBench.foreignKeys(CopyBench.schema(server))))
        // Between two servers, they are what they are.
        let third = try ServerScratch()
        _ = try DatabaseCopy(from: server.database, to: .server(third.database)).run()
        #expect(try third.rows("SELECT p::text FROM p ORDER BY 1") == server.rows("SELECT p::text FROM p ORDER BY 1"))
        #expect(
            try CopyBench.schema(third).table("p")?.columns.map(\.type)
                == CopyBench.schema(server).table("p")?.columns.map(\.type))
    }

    /// A copy that goes on finds the row after one with a padded key.
    @Test func resumed() throws {
        struct Stop: Error {}
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(Self.sql)
        let path = scratch.path("copy.sqlite")
        #expect(throws: Stop.self) {
            try CopyBench.copy(server, to: path) {
                $0.isResumable = true
                $0.rowsPerTransaction = 1
                $0.onProgress = { if $0.phase == .copying, $0.table == "p", $0.isTableDone { throw Stop() } }
            }
        }
        let report = try CopyBench.copy(server, to: path) {
            $0.isResumable = true
            $0.rowsPerTransaction = 1
        }
        #expect(report.rows == 6)
        #expect(try CopyBench.rows(path)["p"]?.count == 3)
    }

    @Test(arguments: [
        ("a = 'x  '::bpchar", "a = 'x'"), ("a = 'x  '::character(5)", "a = 'x'"),
        ("a = 'x '::character varying", "a = 'x '"), ("a = ANY (ARRAY['x '::bpchar, 'y'::bpchar])", "a IN ('x', 'y')"),
        ("(a)::text = 'x '::text", "(a) = 'x '"), ("(v)::bpchar = a", ""),
    ])
    func expressions(_ text: String, _ portable: String) throws {
        guard !portable.isEmpty else {
            #expect(throws: PortableExpression.Failure.self) {
                try PortableExpression(text, from: .postgreSQL, to: .sqlite, columns: ["a", "v"])
            }
            return
        }
        let sql = try PortableExpression(text, from: .postgreSQL, to: .sqlite, columns: ["a", "v"]).sql.text(
            for: .sqlite)
        #expect(sql.replacing("\"", with: "") == portable)
    }
}

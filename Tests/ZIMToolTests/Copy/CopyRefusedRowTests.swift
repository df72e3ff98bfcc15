import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Rows that the target refuses, rows whose parents stay behind, and defaults in another spelling.
@Suite struct CopyRefusedRowTests {
    private static let server = ConditionTrait.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)

    /// COPY says the row and the column; rows of a file's target are told by their keys.
    @Test(Self.server) func names() throws {
        let server = try ServerScratch()
        try server.execute(
            """
            CREATE DOMAIN short AS text CHECK (length(VALUE) < 4);
            CREATE TABLE t (a int, b text, c short, PRIMARY KEY (a, b)); CREATE TABLE "odd, line 7" (x text, "y: z" short);
            """)
        func message(_ table: String, _ columns: [String], _ rows: [[SQLValue]]) -> String {
            do {
                try server.database.write { _ = try $0.bulkInsert(into: table, columns: columns, rows: rows) }
                return ""
            } catch { return (error as? DatabaseError)?.message ?? "\(error)" }
        }
        let good: [SQLValue] = [1, "x", "abc"]
        #expect(message("t", ["a", "b", "c"], [good, [2, "x", "abcd"]]).hasSuffix(" (row 2 of \"t\", column \"c\")"))
        #expect(message("t", ["a", "b", "c"], [good, [2, "x", "a"], good]).hasSuffix(" (row 3 of \"t\")"))
        #expect(message("t", ["a", "b", "c"], [good, [2, .null, "a"]]).hasSuffix(" (row 2 of \"t\")"))
        // A row that only the server can read begins a second COPY.
        let text: [SQLValue] = [.text("3"), "y", "abc"]
        #expect(
            message("t", ["a", "b", "c"], [good, text, [.text("x"), "z", "a"]]).contains(
                " (row 3 of \"t\", column \"a\")"))
        #expect(message("odd, line 7", ["x", "y: z"], [["a", "b"]]) == "")
        // Values that are somebody's secret are not in it.
        let hidden = try Database(url: server.url)
        defer { hidden.close() }
        do {
            try hidden.write {
                _ = try $0.bulkInsert(into: "t", columns: ["a", "b", "c"], rows: [[1, "x", "geheim"]])
            }
        } catch { #expect(!"\(error)".contains("geheim") && "\(error)".contains("row 1 of \"t\"")) }
    }

    /// Rows that are left out, and rows that reference them: known before anything is written.
    @Test(Self.server) func skippedParents() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE p (y INT, n TEXT, part INT, note INT, PRIMARY KEY (y, n, part));
            CREATE TABLE c (id INTEGER PRIMARY KEY, part INT, y INT, n TEXT, bad INT, boss INT REFERENCES c (id),
                FOREIGN KEY (y, n, part) REFERENCES p (y, n, part));
            INSERT INTO p VALUES (1, 'a', 1, 1), (1, 'b', 1, 'x'), (1, 'c', 1, 3);
            INSERT INTO c VALUES (1, 1, 1, 'a', 1, NULL), (2, 1, 1, 'b', 2, NULL), (3, 1, 1, 'b', 'y', NULL), (4, NULL, 1, 'b', 4, 3),
                (5, 1, 9, 'z', 5, NULL), (6, 1, 1, 'c', 6, 5), (7, 1, 1, 'c', 7, 1);
            """)
        let error = #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(path, to: server) { $0.invalidValues = .skip }
        }
        #expect(
            error?.first.map(\.text) == [
                "c: y = 1, n = 'b', part = 1 references a row of p (y, n, part) that is left out (id = 2)",
                "c.boss: 3 references a row of c (id) that is left out (id = 4)",
                "c.boss: 5 references a row of c (id) that is left out (id = 6)",
                "p.note: 'x' is not an integer (y = 1, n = 'b', part = 1)",
                "c.bad: 'y' is not an integer (id = 3)",
                "c: y = 9, n = 'z', part = 1 references no row of p (y, n, part) (id = 5)",
            ])
        #expect(try server.contents == [])
        let file = try Database(path: path)
        try file.execute("PRAGMA foreign_keys = OFF; DELETE FROM c WHERE id IN (2, 4, 6)")
        file.close()
        let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .skip }
        #expect(report.skippedRows == 3)
        #expect(try server.rows("SELECT id FROM c ORDER BY 1") == [[1], [7]])
    }

    /// A default that is a date has the form of the rows, and is named where the file spelled it otherwise.
    @Test(Self.server) func dateDefaults() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a DATETIME DEFAULT '2016-07-04', b DATETIME DEFAULT '2016-07-04 00:00:00',
                c DATE DEFAULT '2016-07-04', d DATE DEFAULT '20160704', e TIME DEFAULT '12:00', f TIMESTAMP DEFAULT '2016-07-04T10:00:00Z');
            INSERT INTO t (id, a) VALUES (1, '2016-07-04');
            """)
        let report = try CopyBench.copy(path, to: server)
        #expect(
            CopyBench.notes(report) == [
                "t: the default of a, '2016-07-04', becomes '2016-07-04 00:00:00'",
                "t: the default of d, '20160704', becomes '2016-07-04'",
                "t: the default of e, '12:00', becomes '12:00:00'",
                "t: the default of f, '2016-07-04T10:00:00Z', becomes '2016-07-04 10:00:00+00'",
            ])
        try server.execute("INSERT INTO t (id) VALUES (2)")
        #expect(
            try server.rows("SELECT a, b, c, d, e, f FROM t WHERE id = 1")
                == server.rows("SELECT a, b, c, d, e, f FROM t WHERE id = 2"))
        let back = scratch.path("back.sqlite")
        let second = try CopyBench.copy(server, to: back)
        #expect(CopyBench.notes(second) == [])
        let copy = try Database(path: back)
        defer { copy.close() }
        try copy.execute("INSERT INTO t (id) VALUES (3)")
        let rows: (Int) throws -> [[SQLValue]] = { id in
            try copy.read { try $0.rows("SELECT a, b, c, d, e, f FROM t WHERE id = \(id)").map(\.values) }
        }
        #expect(try rows(1) == rows(3))
    }

    /// Between two files, a row that its own table would refuse is told by its number.
    @Test func betweenFiles() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1), (NULL, 2);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a INT NOT NULL, b INT, PRIMARY KEY (a, b))' WHERE name = 't'
            """
        )
        let error = #expect(throws: DatabaseError.self) { try CopyBench.copy(path, to: scratch.path("copy.sqlite")) }
        #expect(error?.message.hasSuffix(" (row 2 of the table)") == true, "\(error?.message ?? "")")
        #expect(scratch.contents.keys.sorted() == ["trap.sqlite"])
    }
}

import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// A file whose catalogue has a line that SQLite cannot read: the others are read, and the damage is named.
@Suite struct DamagedCatalogTests {
    private static let sql = """
        CREATE TABLE a (x INTEGER, y INTEGER, z TEXT, PRIMARY KEY (x, y, z)); INSERT INTO a VALUES (1, 2, 'c'), (1, 3, 'c');
        CREATE TABLE b (x INTEGER, y INTEGER, z TEXT, FOREIGN KEY (x, y, z) REFERENCES a (x, y, z)); INSERT INTO b VALUES (1, 2, 'c');
        CREATE INDEX i ON b (y, x); CREATE VIEW v AS SELECT x FROM a;
        """

    @Test(arguments: [
        ("UPDATE sqlite_schema SET sql = 'CREATE TABLE b (x' WHERE name = 'b'", ["b", "i"]),
        ("UPDATE sqlite_schema SET sql = 'CREATE TABLE b (x, x)' WHERE name = 'b'", ["b", "i"]),
        ("UPDATE sqlite_schema SET sql = 'CREATE INDEX i ON b (nope)' WHERE name = 'i'", ["i"]),
        ("INSERT INTO sqlite_schema VALUES ('table', 'zz', 'zz', 0, 'nonsense')", ["zz"]),
        ("DELETE FROM sqlite_schema WHERE name = 'b'", ["i"]),
    ])
    func theRestIsRead(_ change: String, _ damaged: [String]) throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(Self.sql + "PRAGMA writable_schema = ON; \(change);")
        let before = scratch.contents
        // SQLite itself opens it for nobody.
        #expect(throws: DatabaseError.self) { try Database(path: path, options: .readOnly) }
        let file = try InspectedDatabase(path: path)
        #expect(file.damage?.hasPrefix("malformed database schema (") == true)
        let schema = try file.schema()
        #expect(schema.problems.map(\.name) == damaged)
        #expect(schema.problems.values.allSatisfy { $0 == "its definition in the file is damaged" })
        #expect(schema.table("a")?.primaryKey == ["x", "y", "z"])
        let inspection = try Inspection(of: file)
        #expect(inspection.counts["a"] == 2)
        #expect(inspection.counts["b"] == (damaged == ["i"] && schema.table("b") != nil || damaged == ["zz"] ? 1 : nil))
        for name in damaged {
            #expect(inspection.text().contains("cannot be read: its definition in the file is damaged"), "\(name)")
            #expect(inspection.text().contains("\n\(name)"), "\(name)")
        }
        #expect(try Generation(of: file).write(to: out.folder).created.contains("A.swift"))
        let examination = try Examination(of: file)
        #expect(examination.text().contains("rows checked"))
        #expect(examination.findings.filter { $0.kind == .unreadable }.map(\.table) == damaged)
        let report = try DatabaseCopy(from: file.database, to: .file(out.path("copy.sqlite"))).run()
        #expect(report.tables.map(\.name).contains("a"))
        for name in damaged {
            #expect(report.notes.contains { $0.object == name && $0.text.contains("is left out") }, "\(report.notes)")
        }
        #expect(try CopyBench.rows(out.path("copy.sqlite"))["a"]?.count == 2)
        #expect(scratch.contents == before)
    }

    /// Nothing is copied beside what cannot be read.
    @Test func asATarget() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            Self.sql
                + "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE b (x' WHERE name = 'b';")
        let other = try scratch.database("CREATE TABLE n (x)", name: "other.sqlite")
        let before = scratch.contents
        let error = #expect(throws: ToolError.self) {
            try CopyBench.copy(other, to: path) { $0.intoExisting = true }
        }
        #expect(error?.message.contains("is damaged, so nothing is copied into it") == true)
        #expect(scratch.contents == before)
    }

    @Test func command() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            Self.sql
                + "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE b (x' WHERE name = 'b';")
        let answer = try Program.run(["inspect", path])
        #expect(answer.status == 0)
        #expect(answer.out.contains("a  2 rows"), "\(answer.out)")
        #expect(
            answer.err
                == "zim: \(path): malformed database schema (b) - incomplete input; what the rest of the catalogue makes is read\n"
        )
        let query = try Program.run(["query", path, "SELECT count(*) AS n FROM a"])
        #expect(query.status == 0)
    }

    /// A NUMERIC column with what no Decimal is can be read.
    @Test func infinities() throws {
        let out = try ToolScratch()
        let file = try out.open(
            """
            CREATE TABLE t (a INT, b INT, c INT, i NUMERIC, j DECIMAL(10, 2), k NUMERIC, l NUMERIC, m NUMERIC NOT NULL, PRIMARY KEY (a, b, c));
            INSERT INTO t VALUES (1, 1, 1, 9e999, 1.5, 9007199254740993, 1e300, -9e999), (1, 1, 2, 1.25, 2, 9e999, NULL, 7);
            """)
        _ = try Generation(of: file).write(to: out.path("Models"))
        let text = try #require(out.text("Models/T.swift"))
        for part in ["var i: Double?", "var j: Decimal?", "var k: SQLValue", "var l: Double?", "var m: Double"] {
            #expect(text.contains(part), "\(part)")
        }
        let rows = try file.database.read { session in
            try session.rows("SELECT i, m FROM t ORDER BY c").map {
                (try $0.get(0, as: Double?.self), try $0.get(1, as: Double.self))
            }
        }
        #expect(rows.map(\.0) == [.infinity, 1.25])
        #expect(rows.map(\.1) == [-.infinity, 7])
    }
}

import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Names that are too long for a server, and none at all: the copy gives others, and says so.
@Suite struct CopyNameTests {
    /// Two names with the same beginning; a key of three such columns, a foreign key to it, checks, indexes.
    static let (one, two) = (name("eins"), name("zwei"))
    static func name(_ end: String) -> String { String(repeating: "langer_name_", count: 6) + end }
    static var sql: String {
        """
        CREATE TABLE "\(one)" ("\(one)" INT, "\(two)" INT, c TEXT, CHECK ("\(one)" > 0 AND c <> 'x'),
            CONSTRAINT "\(one)" PRIMARY KEY ("\(one)", "\(two)", c), CONSTRAINT "\(two)" UNIQUE ("\(two)", c));
        CREATE TABLE "\(two)" (a INT, b INT, "\(one)" TEXT, "" INT, d INT, CONSTRAINT "\(one)" CHECK (d < 9),
            CONSTRAINT "\(two)" FOREIGN KEY ("\(one)", a, b) REFERENCES "\(one)" (c, "\(one)", "\(two)"));
        CREATE INDEX "\(one)i" ON "\(two)" ("\(one)" DESC, "");
        CREATE UNIQUE INDEX "\(one)j" ON "\(two)" (trim("\(one)"), d) WHERE "" > 5;
        INSERT INTO "\(one)" VALUES (1, 2, 'c'), (1, 3, 'c'); INSERT INTO "\(two)" VALUES (1, 3, 'c', 7, 4), (NULL, 3, 'c', 7, 5);
        """
    }
    static func short(_ name: String, _ length: Int) -> String {
        name.prefix(length - 9) + "_" + CopyState.digest([name]).prefix(8)
    }

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func onAServer() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        let (one, two) = (Self.short(Self.one, 63), Self.short(Self.two, 63))
        let report = try CopyBench.copy(path, to: server)
        #expect(one != two && one.utf8.count == 63)
        #expect(try CopyBench.tables(server) == [one, two].sorted())
        let schema = try CopyBench.schema(server)
        #expect(schema.table(one)?.columns.map(\.name) == [one, two, "c"])
        #expect(schema.table(one)?.primaryKey == [one, two, "c"])
        #expect(schema.table(two)?.columns.map(\.name) == ["a", "b", one, "column_4", "d"])
        #expect(
            CopyBench.foreignKeys(schema) == [
                "\(two) [\"\(one)\", \"a\", \"b\"] → \(one) [\"c\", \"\(one)\", \"\(two)\"] NO ACTION NO ACTION"
            ])
        #expect(schema.indexes(of: two).filter { $0.origin == .index }.count == 2)
        let words = "names of PostgreSQL have at most 63 bytes"
        let notes = report.notes.map(\.description)
        for note in [
            "\(Self.one): is called \(one): \(words)", "\(Self.two): is called \(two): \(words)",
            "\(Self.one).\(Self.two): is called \(two): \(words)",
            "\(Self.two).\(Self.one): is called \(one): \(words)",
            "\(Self.two).: is called column_4: PostgreSQL has no empty names",
            "\(Self.two): the index \(Self.one)i is called \(Self.short(Self.one + "i", 63)): \(words)",
        ] { #expect(notes.contains(note), "\(note)") }
        #expect(!notes.contains { $0.contains("left out") })
        #expect(notes.count == 12)
        for sql in [
            "UPDATE \"\(two)\" SET d = 9", "UPDATE \"\(two)\" SET a = 7", "UPDATE \"\(one)\" SET c = 'x'",
            "UPDATE \"\(one)\" SET \"\(two)\" = 2", "UPDATE \"\(two)\" SET d = 4",
        ] { #expect(throws: DatabaseError.self, "\(sql)") { try server.execute(sql) } }
        #expect(try server.rows("SELECT a, b, \"\(one)\", column_4 FROM \"\(two)\" ORDER BY d")[0] == [1, 3, "c", 7])
        // The same names in each copy; rows that break what was renamed are told of by the names that they have.
        let other = try ServerScratch()
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        let file = try Database(path: path, options: options)
        try file.execute("INSERT INTO \(identifier: Self.two) VALUES (8, 8, 'c', 'x', 8)")
        file.close()
        let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(path, to: other) }
        let texts = refusal?.first.map(\.text) ?? []
        #expect(texts.first == "\(Self.two).: 'x' is not an integer (_rowid_ = 3)")
        #expect(texts.last?.hasPrefix("\(Self.two): \(Self.one) = ") == true, "\(texts)")
        #expect(
            texts.last?.hasSuffix(" references no row of \(Self.one) (c, \(Self.one), \(Self.two)) (_rowid_ = 3)")
                == true,
            "\(texts)")
        _ = try CopyBench.copy(path, to: other) {
            $0.invalidValues = .skip
            $0.isResumable = true
        }
        #expect(try CopyBench.tables(other) == [one, two].sorted())
    }

    /// A name that is there already is none that a longer one gets.
    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func kept() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let taken = Self.short(Self.one, 63)
        let path = try scratch.database(
            "CREATE TABLE \"\(Self.one)\" (x INT); CREATE TABLE \"\(taken)\" (y INT); CREATE TABLE \"\" (z INT); CREATE TABLE unnamed_table (w INT)"
        )
        _ = try CopyBench.copy(path, to: server)
        let names = try CopyBench.tables(server)
        #expect(names.count == 4)
        #expect(names.contains(taken) && names.contains("unnamed_table") && names.contains("unnamed_table_2"))
        #expect(try CopyBench.schema(server).table(taken)?.columns.map(\.name) == ["y"])
        let chosen = try ServerScratch()
        let report = try CopyBench.copy(path, to: chosen) {
            $0.renames = [try CopyOptions.Rename("\"\"=nameless"), try CopyOptions.Rename("\(Self.one)=long")]
        }
        #expect(try CopyBench.tables(chosen) == [taken, "long", "nameless", "unnamed_table"].sorted())
        #expect(report.notes == [])
    }

    /// PostgreSQL calls the sequence of a column by its table and column.
    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence), arguments: [false, true])
    func tablesThatAreCalledAsSequences(_ isResumable: Bool) throws {
        let (scratch, server, again) = (try ToolScratch(), try ServerScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE c (id INTEGER PRIMARY KEY AUTOINCREMENT, x INT, y INT); INSERT INTO c VALUES (1, 1, 1);
            CREATE TABLE c_id_seq (id INTEGER PRIMARY KEY AUTOINCREMENT, c INT REFERENCES c); INSERT INTO c_id_seq VALUES (1, 1);
            CREATE TABLE c_id_seq_id_seq (x INT, y INT, PRIMARY KEY (x, y)); INSERT INTO c_id_seq_id_seq VALUES (1, 2);
            """)
        #expect(try CopyBench.copy(path, to: server) { $0.isResumable = isResumable }.rows == 3)
        var options = CopyOptions()
        options.isResumable = isResumable
        #expect(try DatabaseCopy(from: server.database, to: .server(again.database), options: options).run().rows == 3)
        for server in [server, again] {
            try server.execute("INSERT INTO c (x) VALUES (1); INSERT INTO c_id_seq (c) VALUES (2)")
            #expect(try server.rows("SELECT max(id) FROM c UNION ALL SELECT max(id) FROM c_id_seq") == [[2], [2]])
        }
    }
}

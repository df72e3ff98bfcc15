import Foundation
import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// What constraints and indexes of PostgreSQL say besides their columns.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyConstraintTests {
    private static let sql = """
        CREATE COLLATION ci (PROVIDER = icu, LOCALE = 'und-u-ks-level2', DETERMINISTIC = false);
        CREATE DOMAIN word AS text COLLATE ci CHECK (VALUE <> '');
        CREATE TABLE booking (id int PRIMARY KEY, during int4range, EXCLUDE USING gist (during WITH &&));
        CREATE TABLE once (id int PRIMARY KEY, a int UNIQUE NULLS NOT DISTINCT);
        CREATE UNIQUE INDEX once_both ON once (a, id) NULLS NOT DISTINCT;
        CREATE TABLE ware (id int PRIMARY KEY, place int UNIQUE DEFERRABLE INITIALLY DEFERRED, x int, y int, UNIQUE (x, y));
        CREATE TABLE part (id int PRIMARY KEY, x int, y int, z int, old int, CHECK (z > 0) NO INHERIT,
            FOREIGN KEY (x, y) REFERENCES ware (x, y) MATCH FULL ON DELETE SET NULL (y));
        CREATE TABLE name (id int PRIMARY KEY, n text COLLATE ci UNIQUE, m text, w word,
            low text COLLATE "C" GENERATED ALWAYS AS (lower(m)) STORED);
        CREATE INDEX ON name (m COLLATE "C" DESC NULLS LAST); CREATE INDEX ON name (m text_pattern_ops) INCLUDE (id);
        CREATE TABLE both_keys (a int, b int, PRIMARY KEY (a) INCLUDE (b));
        CREATE TABLE document (id int PRIMARY KEY, j jsonb); CREATE INDEX ON document USING gin (j jsonb_path_ops);
        CREATE UNLOGGED TABLE scratch (id int PRIMARY KEY);
        CREATE TABLE guarded (id int PRIMARY KEY); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON guarded USING (id > 1);
        INSERT INTO booking VALUES (1, '[1,5)'); INSERT INTO once VALUES (1, NULL); INSERT INTO ware VALUES (1, 1, 1, 1), (2, 2, 2, 2);
        INSERT INTO part VALUES (1, 1, 1, 1, -1); INSERT INTO name VALUES (1, 'Ab', 'x', 'y'); INSERT INTO both_keys VALUES (1, 1);
        ALTER TABLE part ADD CHECK (old > 0) NOT VALID;
        """

    /// In the server's own words.
    private func constraints(_ server: ServerScratch) throws -> [[SQLValue]] {
        try server.rows(
            """
            SELECT o.conname::text, pg_get_constraintdef(o.oid, true) FROM pg_constraint AS o
            WHERE o.connamespace = current_schema()::regnamespace AND o.conrelid <> 0 ORDER BY 1
            """)
    }

    private func indexes(_ server: ServerScratch) throws -> [[SQLValue]] {
        try server.rows(
            """
            SELECT pg_get_indexdef(i.indexrelid, 0, true) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid
            WHERE c.relnamespace = current_schema()::regnamespace ORDER BY 1
            """)
    }

    private func collations(_ server: ServerScratch) throws -> [[SQLValue]] {
        try server.rows(
            """
            SELECT c.relname::text, a.attname::text, a.attcollation::regcollation::text FROM pg_attribute AS a
            JOIN pg_class AS c ON c.oid = a.attrelid WHERE c.relnamespace = current_schema()::regnamespace
            AND c.relkind = 'r' AND a.attnum > 0 AND a.attcollation <> 0 ORDER BY 1, 2
            """)
    }

    @Test(arguments: [false, true]) func betweenServers(_ isResumable: Bool) throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(Self.sql)
        var options = CopyOptions()
        options.isResumable = isResumable
        let report = try DatabaseCopy(from: server.database, to: .server(other.database), options: options).run()
        #expect(
            CopyBench.notes(report).sorted() == [
                "guarded: has row level security; in the copy, who may read the table reads all rows",
                "guarded: the policy own of its row level security is left out",
                "scratch: is UNLOGGED; the copy is an ordinary table",
            ])
        #expect(try constraints(other) == constraints(server))
        #expect(try indexes(other) == indexes(server))
        #expect(try collations(other) == collations(server))
        #expect(try constraints(other).count == 17)
        for refused in [
            "INSERT INTO booking VALUES (2, '[2,3)')", "INSERT INTO once VALUES (2, NULL)",
            "INSERT INTO part (id, x) VALUES (2, 1)", "INSERT INTO name (id, n) VALUES (2, 'aB')",
        ] { #expect(throws: DatabaseError.self, "\(refused)") { try other.execute(refused) } }
        // A key that is checked row by row would stand in the way.
        try other.execute("UPDATE ware SET place = 3 - place")
        // Only the table's own rows are checked.
        try other.execute("CREATE TABLE child () INHERITS (part); INSERT INTO child (id, z) VALUES (1, -1)")
    }

    /// What belongs to a table follows its new name.
    @Test func renamed() throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(Self.sql)
        var options = CopyOptions()
        options.renames = [try CopyOptions.Rename("ware=odd (\"name"), try CopyOptions.Rename("booking=stay")]
        _ = try DatabaseCopy(from: server.database, to: .server(other.database), options: options).run()
        let expected = try constraints(server).map { row in
            row.map {
                $0 == "FOREIGN KEY (x, y) REFERENCES ware(x, y) MATCH FULL ON DELETE SET NULL (y)"
                    ? "FOREIGN KEY (x, y) REFERENCES \"odd (\"\"name\"(x, y) MATCH FULL ON DELETE SET NULL (y)" : $0
            }
        }
        #expect(try constraints(other) == expected)
        #expect(throws: DatabaseError.self) { try other.execute("INSERT INTO stay VALUES (2, '[2,3)')") }
    }

    /// Another engine has no word for it.
    @Test func toFile() throws {
        let (server, scratch) = (try ServerScratch(), try ToolScratch())
        try server.execute(Self.sql)
        let report = try CopyBench.copy(server, to: scratch.path("copy.sqlite"))
        let nulls = "takes any number of rows with NULL, not one: it is NULLS NOT DISTINCT in PostgreSQL only"
        let notes = CopyBench.notes(report)
        for note in [
            "booking: the constraint booking_during_excl is left out: EXCLUDE USING gist (during WITH &&)",
            "name: n uses the collation ci in PostgreSQL; SQLite compares byte by byte",
            "once: the index once_both \(nulls)", "once: the key once_a_key \(nulls)",
            "part: the foreign key part_x_y_fkey does ON DELETE SET NULL for all its columns",
            "part: the foreign key part_x_y_fkey takes keys that are partly NULL: it is MATCH SIMPLE",
            "ware: the key ware_place_key is checked at once: it is DEFERRABLE in PostgreSQL only",
        ] { #expect(notes.contains(note), "\(note): \(notes)") }
        #expect(!notes.contains { $0.contains("UNLOGGED") || $0.contains("the index booking") })
    }

    /// The text of a constraint stands in ALTER TABLE: nothing else is taken there.
    @Test(arguments: [
        ("CHECK (a > 0) NO INHERIT", true), ("CHECK (a > 0), ADD CHECK (f())", false), ("UNIQUE (a)", false),
        ("CHECK (a IN (1, 2) AND b[1, 2] > 0)", true), ("CHECK (true); DROP TABLE kept", false), ("", false),
    ])
    func clauses(_ text: String, _ isTaken: Bool) throws {
        if isTaken {
            #expect(try CatalogText.clause(text, after: "CHECK", "the check c of t") == text)
        } else {
            #expect(throws: ToolError.self) { try CatalogText.clause(text, after: "CHECK", "the check c of t") }
        }
    }

    @Test(arguments: [
        ("ci", true), ("\"C\"", true), ("other.\"a b\"", true), ("\"C\" CHECK (f())", false), ("1", false),
    ])
    func names(_ text: String, _ isTaken: Bool) throws {
        if isTaken {
            #expect(try CatalogText.name(text, "a collation") == text)
        } else {
            #expect(throws: ToolError.self) { try CatalogText.name(text, "a collation") }
        }
    }

    /// `SELECT *`, and so a function that returns rows of the table, goes by the order.
    @Test func computedColumnsKeepTheirPlace() throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(
            """
            CREATE TABLE t (g text GENERATED ALWAYS AS (upper(a)) STORED, a text, n int, h int GENERATED ALWAYS AS (n * 2) STORED,
                i int GENERATED ALWAYS AS (n * 3) STORED, b text, PRIMARY KEY (n, a)); INSERT INTO t (a, n, b) VALUES ('x', 4, 'y')
            """)
        _ = try DatabaseCopy(from: server.database, to: .server(other.database)).run()
        #expect(try other.rows("SELECT * FROM t") == [["X", "x", 4, 8, 12, "y"]])
        #expect(try CopyBench.schema(other).tables == CopyBench.schema(server).tables)
    }

    /// Who sees some of the rows does not copy those as if they were all.
    @Test(arguments: [false, true]) func rowsThatAPolicyHides(_ isDry: Bool) throws {
        let (server, scratch) = (try #require(TestServer.shared), try ToolScratch())
        let url = try server.makeDatabase(
            """
            CREATE TABLE own (a int, b int, who text, PRIMARY KEY (a, b)); ALTER TABLE own ENABLE ROW LEVEL SECURITY;
            CREATE POLICY mine ON own USING (who = current_user);
            DO $$ BEGIN CREATE ROLE zim_policed LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            GRANT SELECT ON own TO zim_policed; INSERT INTO own VALUES (1, 1, 'zim_policed'), (1, 2, 'postgres');
            """)
        let source = try Database(url: url.replacing("postgres@", with: "zim_policed@"))
        let copy = DatabaseCopy(from: source, to: .file(scratch.path("copy.sqlite")))
        let error = #expect(throws: DatabaseError.self) {
            if isDry { _ = try copy.preview() } else { _ = try copy.run() }
        }
        #expect(
            error?.message.hasPrefix("query would be affected by row-level security policy for table \"own\"") == true)
        #expect(scratch.contents == [:])
        // Who sees all of them does.
        let all = try Database(url: url)
        #expect(try DatabaseCopy(from: all, to: .file(scratch.path("copy.sqlite"))).run().rows == 2)
    }

    @Test func aForeignKeyAroundTheTable() {
        let text = "FOREIGN KEY (\"REFERENCES\") REFERENCES \"odd (\"\"name\"(x) MATCH FULL"
        let reference = PostgresConstraint(kind: .foreignKey, name: "f", text: text).reference
        #expect(reference?.head == "FOREIGN KEY (\"REFERENCES\") REFERENCES")
        #expect(reference?.tail == "(x) MATCH FULL")
        #expect(!PostgresConstraint.says("NOT VALID", in: "CHECK (a = 'NOT VALID')"))
        #expect(
            PostgresConstraint.says(
                "ON DELETE SET NULL ( )", in: "FOREIGN KEY (a) REFERENCES b(c) ON DELETE SET NULL (a)"))
        #expect(
            !PostgresConstraint.says("ON DELETE SET NULL ( )", in: "FOREIGN KEY (a) REFERENCES b(c) ON DELETE SET NULL")
        )
    }
}

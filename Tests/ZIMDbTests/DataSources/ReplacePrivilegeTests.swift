import Testing
import ZIMDb

/// REPLACE deletes rows, and SQLite's authorizer is asked for INSERT or UPDATE alone.
@Suite struct ReplacePrivilegeTests {
    private let scratch: Scratch
    private let owner: Database

    init() throws {
        scratch = try Scratch()
        owner = try scratch.database()
        try owner.execute(
            """
            CREATE TABLE t (a INT, b INT, v, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1, 'x'), (1, 2, 'y');
            CREATE TABLE u (id INTEGER PRIMARY KEY, v);
            """)
    }

    private func database(_ privileges: Set<Privilege> = [.select, .insert, .update]) throws -> Database {
        try scratch.database {
            $0.privileges = privileges
            $0.label = "data source \"live\""
        }
    }

    private func rows() throws -> [[SQLValue]] {
        try owner.read { try $0.rows("SELECT a, b, v FROM t ORDER BY a, b").map(\.values) }
    }

    private func denial(_ sql: String, _ database: Database) -> String? {
        let error = failure { try database.execute(SQL(unsafe: sql)) }
        #expect(error == nil || error?.code == .privilege)
        #expect(error == nil || error?.sql == sql)
        return error?.message
    }

    @Test(arguments: [
        "INSERT OR REPLACE INTO t VALUES (1, 1, 'z')", "insert or/**/replace INTO t SELECT a, b, NULL FROM t",
        "REPLACE INTO t VALUES (1, 1, 'z')", "WITH x (v) AS (SELECT 1) REPLACE INTO t SELECT v, v, v FROM x",
        "UPDATE OR REPLACE t SET b = 1", "\u{FEFF}REPLACE INTO t VALUES (1, 1, 'z')",
        "INSERT \u{0B}OR \u{FEFF}REPLACE INTO t VALUES (1, 1, 'z')",
    ]) func replaceNeedsDelete(_ sql: String) throws {
        let before = try rows()
        #expect(
            try denial(sql, database())
                == "DELETE on \"t\" is not granted to data source \"live\": REPLACE deletes the rows that have the same "
                + "unique values")
        #expect(try rows() == before)
        #expect(try denial(sql, database([.select, .insert, .update, .delete])) == nil)
        #expect(try rows() != before)
    }

    /// SQLite's names of parameters, which hold what ends others.
    @Test(arguments: ["#x", "@x::y", ":x::y(a;b)", "$x::y(')", "$1x"]) func aParameterHidesNothing(_ name: String)
        throws
    {
        let before = try rows()
        let writer = try database()
        let sql = SQL(unsafe: "REPLACE INTO t VALUES (1, 1, \(name))")
        #expect(failure { try writer.execute(sql) }?.code == .privilege)
        #expect(try rows() == before)
    }

    @Test func otherStatementsNeedNoMore() throws {
        let database = try database()
        for sql in [
            "INSERT INTO t VALUES (2, 1, replace('INSERT OR REPLACE', 'OR', 'or'))",
            "INSERT INTO t (a, b, v) VALUES (2, 2, 'REPLACE INTO') -- INSERT OR REPLACE",
            "INSERT OR IGNORE INTO t VALUES (1, 1, 'z')",
            "INSERT INTO t VALUES (1, 1, 'z') ON CONFLICT (a, b) DO UPDATE SET v = excluded.v", "UPDATE t SET v = 'w'",
        ] { #expect(denial(sql, database) == nil) }
        #expect(try rows() == [[1, 1, "w"], [1, 2, "w"], [2, 1, "w"], [2, 2, "w"]])
    }

    @Test func aConstraintThatReplaces() throws {
        try owner.execute(
            """
            CREATE TABLE r (a INT, b INT, v, UNIQUE (a, b) ON CONFLICT REPLACE);
            CREATE TABLE n (id INTEGER PRIMARY KEY, v INT NOT NULL ON CONFLICT REPLACE DEFAULT 7);
            """)
        let database = try database()
        let reason = """
            DELETE on "r" is not granted to data source "live": a constraint of the table says ON CONFLICT REPLACE; \
            INSERT OR ABORT, or UPDATE OR ABORT, overrides it
            """
        #expect(denial("INSERT INTO r VALUES (1, 1, 'x')", database) == reason)
        #expect(denial("UPDATE r SET b = 1", database) == reason)
        #expect(denial("INSERT OR ABORT INTO r VALUES (1, 1, 'x')", database) == nil)
        #expect(failure { try database.execute("INSERT OR ABORT INTO r VALUES (1, 1, 'z')") }?.code == .constraint)
        // That of NOT NULL writes the default.
        #expect(denial("INSERT INTO n VALUES (1, NULL)", database) == nil)
        #expect(try owner.read { try $0.value("SELECT v FROM n", as: Int.self) } == 7)
    }

    /// A statement is compiled anew when the schema has changed, which nobody but the authorizer is told.
    @Test(arguments: ["", "TEMP "]) func aTriggerThatReplaces(_ kind: String) throws {
        let database = try database([.select, .insert, .update, .create, .drop])
        let maker = kind.isEmpty ? owner : database
        let before = try rows()
        let insert = "INSERT INTO u (v) VALUES (1)"
        try database.write { session in
            try session.execute(SQL(unsafe: insert))
            if !kind.isEmpty { try session.execute("CREATE TEMP TABLE other (v)") }
        }
        try owner.execute("CREATE TABLE other2 (v)")
        #expect(denial(insert, database) == nil)
        try maker.write { session in
            try session.execute(
                "CREATE \(unsafe: kind)TRIGGER r AFTER INSERT ON u BEGIN INSERT OR REPLACE INTO t VALUES (1, 1, new.v); END"
            )
            guard !kind.isEmpty else { return }
            let error = failure { try session.execute(SQL(unsafe: insert)) }
            #expect(error?.message.hasSuffix(": the trigger \"r\" replaces rows") == true)
            try session.execute("DROP TRIGGER r")
        }
        if kind.isEmpty {
            #expect(
                denial(insert, database)
                    == "DELETE on \"t\" is not granted to data source \"live\": the trigger \"r\" replaces rows")
            // What a statement says goes before what its triggers say.
            #expect(
                failure { try database.execute("INSERT OR FAIL INTO u (v) VALUES (1)") }?.code == .constraint)
            try owner.execute("DROP TRIGGER r")
        }
        #expect(denial(insert, database) == nil)
        #expect(try rows() == before)
    }

    /// A full-text table replaces rows of its own tables, also when the transaction is committed.
    @Test func aVirtualTableIsLeftAlone() throws {
        try owner.execute("CREATE VIRTUAL TABLE f USING fts5 (body)")
        // SQLite's full-text search asks its own pragma.
        let database = try database([.select, .insert, .update, .pragma])
        #expect(denial("INSERT INTO f VALUES ('one two')", database) == nil)
        #expect(denial("INSERT INTO f VALUES ('two three')", database) == nil)
        #expect(try owner.read { try $0.value("SELECT count(*) FROM f WHERE f MATCH 'two'", as: Int.self) } == 2)
    }
}

import Testing
import ZIMDb

@Suite struct PrivilegeTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.database().execute(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, v); INSERT INTO t (v) VALUES (1), (2);
            CREATE TABLE u (v); CREATE INDEX i ON t (v); CREATE VIEW w AS SELECT * FROM t;
            """)
    }

    private func denial(_ sql: SQL, granted privileges: Set<Privilege>) throws -> String? {
        let database = try scratch.database {
            $0.privileges = privileges
            $0.label = "data source \"live\""
        }
        let error = failure { try database.withoutTransaction { _ = try $0.execute(sql) } }
        #expect(error == nil || error?.code == .privilege)
        #expect(error == nil || error?.sql == sql.description)
        return error?.message
    }

    @Test func onlyWhatIsGrantedRuns() throws {
        let read: Set<Privilege> = [.select]
        #expect(try denial("SELECT * FROM w", granted: read) == nil)
        #expect(
            try denial("INSERT INTO t (v) VALUES (3)", granted: read)
                == "INSERT on \"t\" is not granted to data source \"live\"")
        #expect(
            try denial("UPDATE t SET v = 3", granted: read) == "UPDATE on \"t\" is not granted to data source \"live\"")
        #expect(try denial("DELETE FROM t", granted: read) == "DELETE on \"t\" is not granted to data source \"live\"")
        #expect(try denial("WITH x AS (SELECT 1) DELETE FROM t", granted: read) != nil)
        #expect(try denial("/* SELECT */ REPLACE INTO t (id) VALUES (1)", granted: read) != nil)
        #expect(try denial("CREATE TABLE x (v)", granted: read) != nil)
        #expect(try denial("DROP TABLE t", granted: read) != nil)
        #expect(
            try denial("ALTER TABLE t ADD COLUMN x", granted: read)
                == "ALTER on \"t\" is not granted to data source \"live\"")
        #expect(
            try denial("PRAGMA user_version = 7", granted: read)
                == "PRAGMA on \"user_version\" is not granted to data source \"live\"")
        #expect(try denial("ATTACH ':memory:' AS m", granted: read) != nil)
        #expect(try denial("ANALYZE", granted: read) != nil)
        #expect(try denial("REINDEX", granted: read) != nil)
        #expect(try denial("VACUUM", granted: read) != nil)
        #expect(try denial("BEGIN; SAVEPOINT s; RELEASE s; COMMIT", granted: read) == nil)
    }

    @Test func insertWithoutSelectReadsNothing() throws {
        let insert: Set<Privilege> = [.insert]
        #expect(try denial("INSERT INTO t (v) VALUES (3)", granted: insert) == nil)
        #expect(try denial("SELECT * FROM t", granted: insert) == "SELECT is not granted to data source \"live\"")
        #expect(try denial("INSERT INTO u SELECT v FROM t", granted: insert) != nil)
        #expect(try denial("INSERT INTO u VALUES ((SELECT max(v) FROM t))", granted: insert) != nil)
        #expect(try denial("DELETE FROM u", granted: insert) != nil)
        // What was written comes back; saving a new row needs its key.
        #expect(try denial("INSERT INTO t (v) VALUES (3) RETURNING id", granted: insert) == nil)
    }

    /// Of these SQLite does not ask for SELECT: it looks into an index in place of running the subquery.
    @Test(arguments: [
        ("INSERT INTO u VALUES (9 IN (SELECT id FROM t)) RETURNING v", Privilege.insert),
        ("/* so */ REPLACE INTO u VALUES (9 in /* a table */ one)", .insert),
        ("INSERT INTO two VALUES (1, 2, 3) ON CONFLICT (a, b) DO UPDATE SET v = 'x' IN (SELECT s FROM one)", .insert),
        ("UPDATE u SET v = 'x' NOT IN (SELECT s FROM one) RETURNING v", .update),
        ("UPDATE two SET v = 3 WHERE (a, b) IN (SELECT a, b FROM two)", .update),
        ("DELETE FROM u WHERE v NOT IN (SELECT id FROM t) RETURNING v", .delete),
        ("WITH x AS (SELECT 1) DELETE FROM u", .delete),
        ("; DELETE FROM u WHERE v IN \"one\"", .delete),
        ("CREATE TEMP TRIGGER w AFTER INSERT ON u BEGIN DELETE FROM two WHERE v IN (SELECT s FROM one); END", .create),
        ("CREATE TRIGGER w AFTER INSERT ON u BEGIN UPDATE two SET v = 7 WHERE NEW.v IN one; END", .create),
    ])
    func aSubqueryOverAnIndexNeedsSelect(_ sql: String, _ privilege: Privilege) throws {
        try scratch.database().execute(
            """
            CREATE TABLE one (s TEXT PRIMARY KEY); INSERT INTO u VALUES (1); CREATE UNIQUE INDEX un ON u (v);
            CREATE TABLE two (a INTEGER, b INTEGER, v, PRIMARY KEY (a, b));
            """)
        let granted: Set<Privilege> = [privilege, .update, .delete]
        let error = try denial(SQL(unsafe: sql), granted: granted)
        #expect(error?.hasPrefix("SELECT is not granted to data source \"live\"") == true, "\(error ?? "")")
        #expect(try denial(SQL(unsafe: sql), granted: granted.union([.select])) == nil)
        // What a change reads of its own rows is part of it, and the words may be names and texts.
        #expect(
            try denial(
                #"UPDATE two SET v = 'SELECT' || "v" WHERE a IN (1, 2) AND b > 0 RETURNING v AS "select""#,
                granted: granted) == nil)
    }

    /// Who made a trigger was asked then.
    @Test func aTriggerThatWasThereMayLookUp() throws {
        try scratch.database().execute(
            "CREATE TRIGGER x AFTER INSERT ON u BEGIN UPDATE t SET v = 7 WHERE v IN (SELECT id FROM t); END")
        #expect(try denial("INSERT INTO u VALUES (1)", granted: [.insert, .update]) == nil)
    }

    @Test func analyzeIsAPrivilegeByItself() throws {
        let denied = "SELECT is not granted to data source \"live\""
        for _ in 0..<2 {
            #expect(try denial("ANALYZE", granted: [.analyze]) == nil)
            #expect(try denial("ANALYZE t", granted: [.analyze]) == nil)
        }
        #expect(try scratch.database().count("sqlite_stat1") > 0)
        #expect(try denial("SELECT * FROM sqlite_stat1", granted: [.analyze]) == denied)
        #expect(try denial("SELECT * FROM t", granted: [.analyze]) == denied)
        #expect(try denial("CREATE TABLE x (v)", granted: [.analyze]) != nil)
        #expect(try denial("DELETE FROM sqlite_sequence", granted: [.analyze]) != nil)
    }

    /// It is refused while the statement runs, which SQLite tells as an error of the statement.
    @Test func aPragmasTableIsRefusedAsOthersAre() throws {
        let error = try denial("SELECT * FROM pragma_table_info('t')", granted: [.select])
        #expect(error?.hasSuffix("is not granted to data source \"live\"") == true)
    }

    @Test func changesOfTheSchemaNeedTheirOwnPrivilegeOnly() throws {
        #expect(
            try denial("CREATE TABLE x (id INTEGER PRIMARY KEY AUTOINCREMENT, v UNIQUE)", granted: [.create]) == nil)
        #expect(try denial("CREATE INDEX j ON t (v DESC)", granted: [.create]) == nil)
        #expect(try denial("CREATE UNIQUE INDEX k ON t (id, v)", granted: [.create]) == nil)
        #expect(try denial("CREATE VIEW y AS SELECT * FROM t", granted: [.create]) == nil)
        #expect(try denial("CREATE TRIGGER r AFTER INSERT ON u BEGIN DELETE FROM t; END", granted: [.create]) == nil)
        #expect(try denial("ALTER TABLE u ADD COLUMN x NOT NULL DEFAULT 1", granted: [.alter]) == nil)
        #expect(try denial("ALTER TABLE u RENAME COLUMN x TO y", granted: [.alter]) == nil)
        #expect(try denial("ALTER TABLE u DROP COLUMN y", granted: [.alter]) == nil)
        #expect(try denial("DROP INDEX j", granted: [.drop]) == nil)
        #expect(try denial("DROP VIEW y", granted: [.drop]) == nil)
        #expect(try denial("DROP TABLE x", granted: [.drop]) == nil)
        #expect(try denial("DELETE FROM t", granted: [.drop, .create, .alter]) != nil)
        #expect(
            try denial("CREATE TABLE z AS SELECT * FROM t", granted: [.create])
                == "SELECT is not granted to data source \"live\"")
        #expect(try denial("DROP TABLE t", granted: [.create, .alter, .select, .delete]) != nil)
    }

    @Test func whatTheLibraryReadsForItselfIsNotLeftOpenForOthers() throws {
        let database = try scratch.database { $0.privileges = [.insert] }
        let sql: SQL = "SELECT name FROM pragma_table_info('t')"
        try database.read { session throws in
            let count = try session.connection.engine.withoutPrivileges { try session.rows(sql).count }
            #expect(count == 2)
            #expect(failure { _ = try session.rows(sql) }?.code == .privilege)
        }
        let shape = CachedSQL("SELECT v FROM t")
        try database.read { session throws in
            _ = try session.connection.engine.withoutPrivileges { try session.connection.statement(shape) }
            #expect(failure { _ = try session.connection.statement(shape) }?.code == .privilege)
        }
    }

    @Test func aTriggerThatComesLaterGivesNoOneMore() throws {
        // The statement is kept; SQLite compiles it anew, and asks anew, when the schema changes.
        let database = try scratch.database { $0.privileges = [.insert] }
        try database.execute("INSERT INTO u VALUES (1)")
        try scratch.database().execute("CREATE TRIGGER r AFTER INSERT ON u BEGIN DELETE FROM t; END")
        let error = failure { try database.execute("INSERT INTO u VALUES (1)") }
        #expect(error?.code == .privilege)
        #expect(error?.message.hasPrefix("DELETE on \"t\" is not granted to ") == true)
        #expect(try scratch.database().count("t") == 2)
    }
}

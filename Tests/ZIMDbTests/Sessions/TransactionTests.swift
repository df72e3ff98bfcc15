import Testing
import ZIMDb

struct Stop: Error {}

@Suite struct TransactionTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v UNIQUE)") }

    private func values() throws -> [SQLValue] {
        try database.read { try $0.rows("SELECT v FROM t ORDER BY rowid").map { $0[0] } }
    }

    @Test func whatReturnsIsCommittedAndWhatThrowsIsRolledBack() throws {
        let answer = try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (1)")
            return 42
        }
        #expect(answer == 42)
        #expect(throws: Stop.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        #expect(try values() == [1])
    }

    @Test func aNestedWriteIsASavepoint() throws {
        let statements = Recorder()
        let subscription = database.trace { statements.add($0.sql) }
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (1)")
            try database.write { inner throws in
                #expect(inner === session)
                try inner.execute("INSERT INTO t VALUES (2)")
            }
            #expect(throws: Stop.self) {
                try database.write { inner throws in
                    try inner.execute("INSERT INTO t VALUES (3)")
                    try inner.transaction { try $0.execute("INSERT INTO t VALUES (4)") }
                    throw Stop()
                }
            }
            try session.execute("INSERT INTO t VALUES (5)")
        }
        subscription.cancel()
        #expect(try values() == [1, 2, 5])
        #expect(
            statements.texts == [
                "BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)", "SAVEPOINT zim_1", "INSERT INTO t VALUES (2)",
                "RELEASE zim_1", "SAVEPOINT zim_1", "INSERT INTO t VALUES (3)", "SAVEPOINT zim_2",
                "INSERT INTO t VALUES (4)", "RELEASE zim_2", "ROLLBACK TO zim_1", "RELEASE zim_1",
                "INSERT INTO t VALUES (5)", "COMMIT",
            ])
    }

    @Test func aReadCannotWrite() throws {
        for sql: SQL in [
            "INSERT INTO t VALUES (1)", "CREATE TABLE u (v)", "CREATE TEMP TABLE u (v)", "PRAGMA user_version = 3",
            "DELETE FROM t", "INSERT INTO t VALUES (2) RETURNING v",
        ] {
            let error = #expect(throws: DatabaseError.self) { try database.read { try $0.execute(sql) } }
            #expect(error?.code == .readOnly)
            #expect(error?.sql == sql.description)
            #expect(throws: DatabaseError.self) { try database.read { try $0.rows(sql) } }
        }
        #expect(try values() == [])
    }

    @Test func aReadExplainsAChange() throws {
        for sql: SQL in ["EXPLAIN DELETE FROM t", "EXPLAIN QUERY PLAN UPDATE t SET v = 1 WHERE v = 2"] {
            #expect(try database.read { try !$0.rows(sql).isEmpty })
        }
    }

    @Test func aWriteInsideAReadIsRefusedAtOnce() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.read { _ in try database.write { try $0.execute("INSERT INTO t VALUES (1)") } }
        }
        #expect(error?.code == .misuse)
        #expect(error?.hint == "Begin with write")
    }

    @Test func aReadInsideASessionIsThatSession() throws {
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (1)")
            try database.read { inner throws in
                #expect(inner === session)
                #expect(try inner.value("SELECT count(*) FROM t", as: Int.self) == 1)
            }
        }
        try database.read { session in try database.read { #expect($0 === session) } }
    }

    @Test func aSessionIsOverWithItsClosure() throws {
        var kept: Session?
        try database.write { kept = $0 }
        let session = try #require(kept)
        for attempt: () throws -> Void in [
            { try session.execute("INSERT INTO t VALUES (1)") }, { _ = try session.rows("SELECT 1") },
            { _ = try session.value("SELECT 1", as: Int.self) }, { try session.transaction { _ in } },
            { try session.forEachRow("SELECT 1") { _ in } },
        ] {
            let error = #expect(throws: DatabaseError.self) { try attempt() }
            #expect(error?.code == .misuse)
            #expect(error?.message == "the session of database in memory is over")
        }
        #expect(session.handle.session == nil)
    }

    @Test func aClosedDatabaseSaysSo() throws {
        database.close()
        database.close()
        let error = #expect(throws: DatabaseError.self) { try database.read { _ in } }
        #expect(error?.code == .misuse)
        #expect(error?.message == "database in memory was closed")
    }

    @Test func aDatabaseThatIsClosedInASessionClosesBehindIt() throws {
        try database.write { session throws in
            database.close()
            try session.execute("INSERT INTO t VALUES (1)")
            #expect(try session.value("SELECT count(*) FROM t", as: Int.self) == 1)
        }
        #expect(throws: DatabaseError.self) { try database.write { _ in } }
    }

    @Test func twoDatabasesNestWithoutMixing() throws {
        let other = try Database.holding("CREATE TABLE t (v)")
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (1)")
            try other.write { inner throws in
                #expect(inner.database === other)
                try inner.execute("INSERT INTO t VALUES (10)")
                try database.write { #expect($0 === session) }
            }
        }
        #expect(try values() == [1])
        #expect(try other.count("t") == 1)
    }
}

import Testing
import ZIMDb

/// A transaction that is over before its closure commits nothing more.
@Suite struct EndedTransactionTests {
    let database: Database

    init() throws {
        database = try Database.holding(
            """
            CREATE TABLE t (v UNIQUE); CREATE TABLE parent (id INTEGER PRIMARY KEY);
            CREATE TABLE child (p REFERENCES parent(id) DEFERRABLE INITIALLY DEFERRED);
            """)
    }

    @Test(arguments: ["COMMIT", "ROLLBACK", "END", "commit; INSERT INTO t VALUES (9)"])
    func aStatementThatEndsTheTransactionIsAnError(_ sql: String) throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                _ = try? session.execute(SQL(unsafe: sql))
                try session.execute("INSERT INTO t VALUES (2)")
            }
        }
        #expect(error?.code == .transactionEnded)
        #expect(error?.message == "the statement ended the transaction that this closure runs in")
        #expect(try database.read { try $0.value("SELECT count(*) FROM t WHERE v IN (2, 9)", as: Int.self) } == 0)
    }

    @Test func alsoWhereItIsRunAsAQuery() throws {
        for sql: SQL in ["COMMIT", "ROLLBACK"] {
            let error = #expect(throws: DatabaseError.self) { try database.write { _ = try $0.rows(sql) } }
            #expect(error?.code == .transactionEnded)
            let second = #expect(throws: DatabaseError.self) {
                try database.read { _ = try $0.value(sql, as: Int.self) }
            }
            #expect(second?.code == .transactionEnded)
        }
    }

    @Test func anErrorThatIsSwallowedDoesNotHideThatTheEngineRolledBack() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                let cause = failure { try session.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
                #expect(cause?.code == .constraint)
                let next = failure { try session.execute("INSERT INTO t VALUES (2)") }
                #expect(next?.code == .transactionEnded)
            }
        }
        #expect(error?.code == .transactionEnded)
        #expect(error?.sql == "INSERT OR ROLLBACK INTO t VALUES (1)")
        #expect(try database.count("t") == 0)
    }

    @Test func alsoFromWithinASavepoint() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                _ = try? session.transaction { try $0.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
            }
        }
        #expect(error?.code == .transactionEnded)
        try database.write { try $0.execute("INSERT INTO t VALUES (7)") }
        #expect(try database.count("t") == 1)
    }

    @Test func aFullDatabaseLosesNothingButTheTransaction() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v)")
        try database.withoutTransaction { try $0.execute("PRAGMA max_page_count = 10") }
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES ('small')")
                try session.execute("INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(error?.code == .full)
        #expect(error?.primaryCode == 13)
        #expect(error?.sql == "INSERT INTO t VALUES (zeroblob(100000))")
        #expect(error?.message.hasPrefix("no room is left for \(scratch.path())") == true)
        #expect(try database.count("t") == 0)
        try database.execute("INSERT INTO t VALUES ('small')")
        #expect(try database.count("t") == 1)
    }

    @Test func aCommitThatFailsRollsBack() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                try session.execute("INSERT INTO child VALUES (99)")
            }
        }
        #expect(error?.code == .constraint)
        #expect(error?.constraint?.kind == .foreignKey)
        #expect(error?.sql == "COMMIT")
        #expect(try database.count("t") == 0)
        try database.write { session throws in
            try session.execute("INSERT INTO child VALUES (5)")
            try session.execute("INSERT INTO parent VALUES (5)")
        }
        #expect(try database.count("child") == 1)
    }
}

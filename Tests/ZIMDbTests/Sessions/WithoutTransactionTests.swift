import Testing
import ZIMDb

@Suite struct WithoutTransactionTests {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
        try database.execute("CREATE TABLE t (v)")
    }

    @Test func eachStatementIsATransactionOfItsOwn() throws {
        #expect(throws: Stop.self) {
            try database.withoutTransaction { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                try session.execute("VACUUM")
                throw Stop()
            }
        }
        #expect(try database.count("t") == 1)
    }

    @Test func aTransactionInsideIsAWholeOne() throws {
        try database.withoutTransaction { session throws in
            try session.transaction { try $0.execute("INSERT INTO t VALUES (1)") }
            #expect(throws: Stop.self) {
                try session.transaction { inner throws in
                    try inner.execute("INSERT INTO t VALUES (2)")
                    throw Stop()
                }
            }
            // The engine gives one up; the next is not harmed.
            try session.execute("CREATE UNIQUE INDEX i ON t (v)")
            #expect(throws: DatabaseError.self) {
                try session.transaction { try $0.execute("INSERT OR ROLLBACK INTO t VALUES (1)") }
            }
            try session.transaction { try $0.execute("INSERT INTO t VALUES (3)") }
        }
        #expect(try database.count("t") == 2)
    }

    @Test func aTransactionOfOnesOwnHoldsSavepoints() throws {
        try database.withoutTransaction { session throws in
            try session.execute("BEGIN")
            try session.transaction { try $0.execute("INSERT INTO t VALUES (1)") }
            try session.execute("COMMIT")
        }
        #expect(try database.count("t") == 1)
    }

    @Test func aTransactionThatIsLeftOpenIsRolledBackAndReported() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.withoutTransaction { try $0.execute("BEGIN; INSERT INTO t VALUES (1)") }
        }
        #expect(error?.code == .misuse)
        #expect(error?.message == "the closure left a transaction open in \(scratch.path()); it was rolled back")
        #expect(try database.count("t") == 0)
        try database.execute("INSERT INTO t VALUES (2)")
        #expect(try scratch.database().count("t") == 1)
    }

    @Test func itIsRefusedInsideASession() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { _ in try database.withoutTransaction { _ in } }
        }
        #expect(error?.code == .misuse)
    }

    @Test func theJournalModeCanBeChangedBothWaysAndReadersFollow() throws {
        _ = try database.count("t")
        for mode in ["wal", "delete", "wal"] {
            let now = try database.withoutTransaction {
                try $0.value(SQL(unsafe: "PRAGMA journal_mode = \(mode)"), as: String.self)
            }
            #expect(now == mode)
            try database.execute("INSERT INTO t VALUES (1)")
            #expect(try database.count("t") > 0)
        }
    }

    @Test func attachedDatabasesStayWithTheWriter() throws {
        let other = try scratch.database("other.sqlite")
        try other.execute("CREATE TABLE u AS SELECT 7 AS v")
        other.close()
        try database.withoutTransaction { try $0.execute("ATTACH \(scratch.path("other.sqlite")) AS other") }
        try database.write { try $0.execute("INSERT INTO t SELECT v FROM other.u") }
        #expect(try database.count("t") == 1)
    }
}

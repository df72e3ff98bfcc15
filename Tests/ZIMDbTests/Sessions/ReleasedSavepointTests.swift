import Testing
import ZIMDb

/// A statement that takes away the savepoint which a nested transaction stands on: what the closure did can no longer be
/// undone alone, so nothing of the whole transaction is kept, and nobody is told otherwise.
@Suite struct ReleasedSavepointTests {
    struct Stop: Error {}
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v)") }

    private static let statements: [SQL] = [
        "RELEASE zim_1", "release savepoint ZIM_1", "RELEASE zim_1; INSERT INTO t VALUES (3)",
    ]

    @Test(arguments: statements.indices, [false, true]) func theOuterWriteFails(_ index: Int, _ isDeep: Bool) throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                do {
                    try session.transaction { inner throws in
                        try inner.execute("INSERT INTO t VALUES (2)")
                        if isDeep {
                            try inner.transaction { try $0.execute(Self.statements[index]) }
                        } else {
                            try inner.execute(Self.statements[index])
                        }
                        throw Stop()
                    }
                } catch {}
                let next = failure { try session.execute("INSERT INTO t VALUES (4)") }
                #expect(next?.code == .transactionEnded)
            }
        }
        #expect(error?.code == .transactionEnded)
        #expect(error?.message.contains("a savepoint could not be rolled back, so the transaction is: ") == true)
        #expect(try database.count("t") == 0)
        try database.write { try $0.execute("INSERT INTO t VALUES (7)") }
        #expect(try database.count("t") == 1)
    }

    /// Without an error of its own the nested transaction cannot end either.
    @Test func alsoWhereNothingElseThrows() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                _ = try? session.transaction { try $0.execute("RELEASE zim_1") }
            }
        }
        #expect(error?.code == .transactionEnded)
        #expect(try database.count("t") == 0)
    }
}

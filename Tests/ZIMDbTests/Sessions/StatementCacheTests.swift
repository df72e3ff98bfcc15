import Testing
import ZIMDb

@Suite struct StatementCacheTests {
    @Test func aStatementIsCompiledOnce() throws {
        try Database.inMemory().read { session throws in
            let first = try session.connection.statement("SELECT ?")
            #expect(try session.connection.statement("SELECT ?") === first)
            _ = try session.rows("SELECT \(1)")
            #expect(try session.connection.statement("SELECT ?") === first)
        }
    }

    @Test func aStatementInUseIsNotGivenOutTwice() throws {
        let database = try Database.holding(
            "CREATE TABLE tree (id, parent); INSERT INTO tree VALUES (1, 0), (2, 1), (3, 1), (4, 2)")
        func walk(_ parent: Int, _ session: Session) throws -> [Int] {
            var found: [Int] = []
            try session.forEachRow("SELECT id FROM tree WHERE parent = \(parent) ORDER BY id") { row throws in
                let id = try row.get(0, as: Int.self)
                found.append(id)
                found += try walk(id, session)
            }
            return found
        }
        #expect(try database.read { try walk(0, $0) } == [1, 2, 4, 3])
        let shape = CachedSQL("SELECT 1")
        try database.read { session throws in
            let outer = try session.connection.statement(shape)
            try session.run(outer) { _ throws in
                #expect(try session.connection.statement(shape) !== outer)
            }
            #expect(try session.connection.statement(shape) === outer)
        }
    }

    @Test func aChangedSchemaIsSeenByStatementsThatAreKept() throws {
        let database = try Database.holding("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        try database.write { session throws in
            #expect(try session.rows("SELECT * FROM t").first?.columns == ["a"])
            try session.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
            let row = try session.rows("SELECT * FROM t").first
            #expect(row?.columns == ["a", "b"])
            #expect(row?.values == [1, 2])
            try session.execute("DROP TABLE t")
            let error = failure { _ = try session.rows("SELECT * FROM t") }
            #expect(error?.code == .sql)
            #expect(error?.sql == "SELECT * FROM t")
        }
    }

    @Test func alsoWhereAnotherConnectionChangedIt() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        #expect(try database.read { try $0.rows("SELECT * FROM t").first?.columns } == ["a"])
        try scratch.database().execute("ALTER TABLE t ADD COLUMN b")
        #expect(try database.read { try $0.rows("SELECT * FROM t").first?.columns } == ["a", "b"])
    }

    @Test func theCacheStaysWithinItsSizeEvenWhereStatementsAreInUse() throws {
        var options = DatabaseOptions()
        options.statementCacheSize = 8
        let database = try Database.inMemory(options: options)
        try database.read { session throws in
            for number in 0..<100 { _ = try session.rows(SQL(unsafe: "SELECT \(number)")) }
            #expect(session.connection.keptCount <= 8)
            // Ten in use at once: they are kept, and go later.
            func nest(_ depth: Int) throws {
                guard depth > 0 else { return }
                try session.forEachRow(SQL(unsafe: "SELECT -\(depth)")) { _ in try nest(depth - 1) }
            }
            try nest(20)
            for number in 0..<100 { _ = try session.rows(SQL(unsafe: "SELECT \(number)")) }
            #expect(session.connection.keptCount <= 8)
            #expect(try session.value("SELECT 5", as: Int.self) == 5)
        }
    }

    @Test func parametersAreForgotten() throws {
        let database = try Database.holding("CREATE TABLE t (a, b)")
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (\("a"), \("b"))")
            let statement = try session.connection.statement("INSERT INTO t VALUES (?, ?)")
            try session.run(statement) { _ = try $0.step() }
            #expect(try session.rows("SELECT * FROM t").map { $0.values } == [["a", "b"], [.null, .null]])
        }
    }

    @Test func aStatementThatOutlivesItsConnectionFailsSafely() throws {
        var database: Database? = try Database.holding("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        var kept: [Statement] = []
        try database?.read { session throws in
            // One that the connection keeps, and one that it does not since the first is in use.
            let first = try session.connection.statement("SELECT v FROM t")
            try session.run(first) { _ throws in
                let second = try session.connection.statement("SELECT v FROM t")
                second.begin()
                #expect(try second.step())
                kept = [first, second]
            }
        }
        database?.close()
        database = nil
        let error = failure { _ = try kept[0].step() }
        #expect(error?.code == .misuse)
        #expect(error?.message == "the statement was closed")
        #expect(failure { try kept[0].bind(1 as Int64, at: 1) }?.code == .misuse)
        // SQLite keeps a connection as long as its statements.
        #expect(try kept[1].step())
        #expect(failure { try kept[1].bind(1 as Int64, at: 9) }?.code == .misuse)
        kept[1].end()
        kept = []
    }
}

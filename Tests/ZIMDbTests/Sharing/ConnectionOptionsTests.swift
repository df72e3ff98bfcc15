import Foundation
import Synchronization
import Testing
import ZIMDb

@Suite struct ConnectionOptionsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func everyNewConnectionRunsItsSetup() throws {
        let database = try scratch.database(journal: .wal) { $0.connectionSetup = ["PRAGMA cache_size = -12345"] }
        try database.read { session throws in
            #expect(try session.value("PRAGMA cache_size", as: Int.self) == -12345)
        }
        try database.write { session throws in
            #expect(try session.value("PRAGMA cache_size", as: Int.self) == -12345)
        }
        let error = failure { _ = try scratch.database { $0.connectionSetup = ["PRAGMA foo; SELEC"] } }
        #expect(error?.code == .sql)
        #expect(error?.sql == "PRAGMA foo; SELEC")
    }

    @Test func withoutReadersOneConnectionDoesEverything() throws {
        let database = try scratch.database(journal: .wal) { $0.maximumReaders = 0 }
        try database.execute("CREATE TABLE t (v)")
        let connections = Mutex<Set<ObjectIdentifier>>([])
        let threads = (0..<8).map { number in
            start {
                try database.write { session in
                    try session.execute("INSERT INTO t VALUES (\(number))")
                    connections.withLock { _ = $0.insert(ObjectIdentifier(session.connection)) }
                }
                try database.read { session in
                    connections.withLock { _ = $0.insert(ObjectIdentifier(session.connection)) }
                    #expect(failure { try session.execute("DELETE FROM t") }?.code == .readOnly)
                }
            }
        }
        for thread in threads { thread.wait() }
        #expect(connections.withLock { $0.count } == 1)
        #expect(try database.count("t") == 8)
    }

    @Test func anIdleConnectionIsUsedAgain() throws {
        let database = try scratch.database(journal: .wal)
        let first = try database.read { ObjectIdentifier($0.connection) }
        for _ in 0..<5 { #expect(try database.read { ObjectIdentifier($0.connection) } == first) }
        let writer = try database.write { ObjectIdentifier($0.connection) }
        #expect(writer != first)
        #expect(try database.write { ObjectIdentifier($0.connection) } == writer)
    }
}

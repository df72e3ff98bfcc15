import Foundation
import Synchronization
import Testing
import ZIMDb

/// One thread at a time is inside an open session, whichever call it is in.
@Suite struct SharedOpenSessionTests {
    private enum Call: CaseIterable { case write, retrying, isolation }

    @Test(arguments: Call.allCases) private func anotherThreadWaitsForTheEndOfAWrite(_ call: Call) throws {
        struct Boom: Error {}
        let database = try Database.holding("CREATE TABLE t (a TEXT)")
        let open = try database.openSession()
        let (isInside, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasInserted = Mutex(false)
        Thread.detachNewThread {
            isInside.wait()
            _ = try? open.run { try $0.execute("INSERT INTO t VALUES ('other')") }
            hasInserted.withLock { $0 = true }
            isDone.signal()
        }
        let body: (Session) throws -> Void = { session in
            try session.execute("INSERT INTO t VALUES ('mine')")
            isInside.signal()
            Thread.sleep(forTimeInterval: 0.2)
            #expect(!hasInserted.withLock { $0 })
            throw Boom()
        }
        #expect(throws: Boom.self) {
            switch call {
            case .write: try database.write(body)
            case .retrying: try database.write(retrying: 2, body)
            case .isolation: try database.write(isolation: .serializable, body)
            }
        }
        isDone.wait()
        try open.commit()
        open.close()
        #expect(try database.read { try $0.rows("SELECT a FROM t").map(\.values) } == [["other"]])
    }
}

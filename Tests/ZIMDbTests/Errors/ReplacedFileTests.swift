import Foundation
import Testing

@testable import ZIMDb

/// A file that another one takes the place of while it is open.
@Suite struct ReplacedFileTests {
    private let scratch: Scratch
    private let database: Database
    private let hint = "Close the Database and open it again"

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
        try database.execute("CREATE TABLE t (a INT); INSERT INTO t VALUES (1)")
        #expect(try database.count("t") == 1)
    }

    private var message: String { "\(scratch.path()) was moved, deleted or replaced since it was opened" }

    private func replace() throws {
        let other = try scratch.database("other.sqlite")
        try other.execute("CREATE TABLE t (a INT); INSERT INTO t VALUES (77), (78)")
        other.close()
        #expect(rename(scratch.path("other.sqlite"), scratch.path()) == 0)
    }

    @Test func aWriteSaysThatItIsGone() throws {
        try FileManager.default.removeItem(atPath: scratch.path())
        let error = failure { try database.execute("INSERT INTO t VALUES (2)") }
        #expect(error?.code == .readOnly)
        #expect(error?.engineCode == 1032)
        #expect(error?.message == message)
        #expect(error?.hint == hint)
        #expect(try database.count("t") == 1)
    }

    @Test func noConnectionIsMadeToTheOtherFile() throws {
        try replace()
        #expect(failure { try database.execute("INSERT INTO t VALUES (2)") }?.engineCode == 1032)
        try database.read { session in
            // This one has the connection to the old file.
            let count = try session.value("SELECT count(*) FROM t", as: Int.self)
            #expect(count == 1)
            let found = Signal<DatabaseError?>()
            Thread.detachNewThread { [database] in
                found.give(failure { _ = try database.count("t") })
            }
            let made = found.value(within: .seconds(60)) ?? nil
            #expect(made?.code == .cannotOpen)
            #expect(made?.message == message)
            #expect(made?.hint == hint)
        }
        database.close()
        #expect(try scratch.database().count("t") == 2)
    }

    /// None has read the old file.
    @Test func aFileMayBePutThereBeforeTheFirstConnection() throws {
        database.close()
        let early = try scratch.database()
        try replace()
        #expect(try early.count("t") == 2)
    }
}

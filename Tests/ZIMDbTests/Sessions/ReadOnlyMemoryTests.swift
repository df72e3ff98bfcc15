import Testing
import ZIMDb

/// A database without a file is read-only, too, where that is asked for.
@Suite struct ReadOnlyMemoryTests {
    @Test func nothingCanBeWritten() throws {
        for database in [try Database.inMemory(options: .readOnly), try Database.temporary(options: .readOnly)] {
            let error = #expect(throws: DatabaseError.self) { try database.execute("CREATE TABLE t (a)") }
            #expect(error?.code == .readOnly)
            #expect(try database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        }
    }
}

import Testing
import ZIMOrm

private final class Note: Model {
    var id: Int?
    var text = ""
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["id"] }
}

/// A COMMIT of the program's own ends the transaction of its closure; what it has committed stays committed.
@Suite struct OwnCommitTests {
    private let database: Database

    init() throws {
        database = try Database(path: ":memory:")
        try database.execute(
            "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'old')")
    }

    @Test func modelsKnowThatTheirRowsAreThere() throws {
        let note = Note()
        note.text = "new"
        let old = try #require(try database.find(Note.self, 1))
        #expect(throws: DatabaseError.self) {
            try database.write { session in
                try session.save(note)
                try session.delete(old)
                try session.execute("COMMIT")
            }
        }
        #expect(note.isLoaded && note.id == 2)
        #expect(old.isDeleted)
        note.text = "newer"
        try database.write { try $0.save(note) }
        #expect(try database.read { try $0.rows("SELECT id, text FROM note").map(\.values) } == [[2, "newer"]])
    }

    @Test func alsoFromInsideOfASavepoint() throws {
        let note = Note()
        #expect(throws: DatabaseError.self) {
            try database.write { session in
                try session.transaction { session in
                    try session.save(note)
                    try session.execute("COMMIT")
                }
            }
        }
        #expect(note.isLoaded && note.id == 2)
    }
}

import TestServer
import Testing
import ZIMOrm

/// An empty text contains, begins with and ends with no text, which is known: the negation finds it.
@Suite(.eachEngine) struct EmptyTextTests {
    final class Note: Model {
        var id = 0
        var text: String?
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["id"] }
    }

    @Test func negations() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text VARCHAR(20));
            INSERT INTO note VALUES (1, ''), (2, 'ab'), (3, NULL), (4, 'ba');
            """)
        try database.write { session in
            let notes = try session.query(Note.self).orderByKey()
            func ids(_ filter: Filter<Note>) throws -> [Int] { try notes.filter(filter).values(\.id) }
            for ignoresCase in [false, true] {
                #expect(try ids(.endsWith(\.text, "b", ignoresCase: ignoresCase)) == [2])
                #expect(try ids(!.endsWith(\.text, "b", ignoresCase: ignoresCase)) == [1, 4])
                #expect(try ids(!.beginsWith(\.text, "b", ignoresCase: ignoresCase)) == [1, 2])
                #expect(try ids(!.contains(\.text, "c", ignoresCase: ignoresCase)) == [1, 2, 4])
                #expect(try ids(!.endsWith(\.text, "", ignoresCase: ignoresCase)) == [])
            }
            #expect(try notes.filter("text NOT ENDSWITH 'b'").values(\.id) == [1, 4])
            #expect(try session.query(Note.self).filter(!.endsWith(\.text, "b")).delete() == 2)
            #expect(try notes.values(\.id) == [2, 3])
        }
    }
}

import Synchronization
import TestServer
import Testing
import ZIMOrm

@Suite(.eachEngine) struct WriteLoopTests {
    /// Each save drops what was prefetched: a loop that saves must not load it for everybody again each time.
    @Test func aLoopThatWritesReadsEachRowAFewTimesAtMost() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE parent (a INTEGER, b TEXT, PRIMARY KEY (a, b));
            CREATE TABLE child (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, text TEXT NOT NULL);
            CREATE INDEX child_parent ON child (a, b);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
                INSERT INTO parent SELECT i, 'k' || i FROM n;
            INSERT INTO child SELECT a, a, b, '' FROM parent;
            """)
        final class Parent: Model {
            var a = 0, b = ""
            override class var table: String { "parent" }
            override class var primaryKey: [String] { ["a", "b"] }
            func children() throws -> [Child] { try hasMany(Child.self, foreignKey: ["a", "b"]) }
        }
        final class Child: Model {
            var id: Int?
            var a: Int?
            var b: String?
            var text = ""
            override class var table: String { "child" }
            override class var primaryKey: [String] { ["id"] }
        }
        let rows = Mutex(0)
        let subscription = database.trace { trace in rows.withLock { $0 += trace.rows } }
        try database.write { session in
            for parent in try session.query(Parent.self).orderByKey().all() {
                for child in try parent.children() {
                    child.text += "#"
                    try child.save()
                }
            }
        }
        subscription.cancel()
        // 300 parents, 300 children for all at first, and then each with at most one neighbour.
        #expect(rows.withLock { $0 } <= 300 + 300 + 2 * 300)
        let changed = try database.read { try $0.value("SELECT count(*) FROM child WHERE text = '#'", as: Int.self) }
        #expect(changed == 300)
    }
}

import Testing
import ZIMOrm

private final class Shown: Model {
    var a = 0
    var b: String?
    override class var table: String { "shown" }
    override class var primaryKey: [String] { ["a"] }
}

/// SQLite does not count what the triggers of a view change: the rows with the key are counted before.
@Suite struct TwinRowOfViewTests {
    @Test func aViewWithTwinsIsLeftAlone() throws {
        let database = try Database(path: ":memory:")
        try database.write { session in
            for sql in [
                "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
                "INSERT INTO t VALUES (1, 1, 'x'), (2, 1, 'y'), (3, 2, 'z')",
                "CREATE VIEW shown AS SELECT a, b FROM t",
                "CREATE TRIGGER shown_u INSTEAD OF UPDATE ON shown BEGIN UPDATE t SET b = new.b WHERE a = old.a; END",
                "CREATE TRIGGER shown_d INSTEAD OF DELETE ON shown BEGIN DELETE FROM t WHERE a = old.a; END",
            ] as [SQL] { try session.execute(sql) }
            let all = try session.query(Shown.self).orderBy(\.b).all()
            all[0].b = "changed"
            let update = #expect(throws: ModelError.self) { try session.save(all[0]) }
            #expect(update?.code == .conflict)
            let deletion = #expect(throws: ModelError.self) { try session.delete(all[1]) }
            #expect(deletion?.code == .conflict)
            all[2].b = "c"
            try session.save(all[2])
            try session.delete(all[2])
            #expect(
                try session.rows("SELECT b FROM t ORDER BY id").map { try $0.get(0, as: String.self) } == ["x", "y"])
        }
    }
}

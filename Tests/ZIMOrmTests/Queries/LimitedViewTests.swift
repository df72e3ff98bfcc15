import TestServer
import Testing
import ZIMOrm

private final class Shown: Model {
    var id = 0, part = 0
    var v: Int?
    override class var table: String { "shown" }
    override class var primaryKey: [String] { ["id", "part"] }
}

/// A view has no key: a change of some of its rows goes by the class's, where that tells them apart.
@Suite(.eachEngine) struct LimitedViewTests {
    private let database: Database

    init() throws {
        let triggers =
            ServedEngine.isSQLite
            ? """
            CREATE TRIGGER shown_u INSTEAD OF UPDATE ON shown BEGIN UPDATE t SET v = new.v WHERE id = old.id AND part = old.part; END;
            CREATE TRIGGER shown_d INSTEAD OF DELETE ON shown BEGIN DELETE FROM t WHERE id = old.id AND part = old.part; END;
            """ : ""
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE t (id INTEGER, part INTEGER, v INTEGER);
            INSERT INTO t VALUES (1, 1, 0), (1, 1, 1), (1, 2, 2), (2, 1, 3), (NULL, 1, 4);
            CREATE VIEW shown AS SELECT id, part, v FROM t;
            \(triggers)
            """)
    }

    private func rows(_ session: Session) throws -> [Int?] {
        try session.rows("SELECT v FROM t ORDER BY v").map { try $0.get(0) }
    }

    @Test func twinsAreLeftAlone() throws {
        try database.write { session in
            let all = try session.query(Shown.self)
            let one = all.filter(\.id == 1).orderBy(\.v).limit(1)
            let deletion = #expect(throws: ModelError.self) { try one.delete() }
            #expect(deletion?.code == .conflict)
            #expect(
                deletion?.message
                    == "2 rows of \"shown\" have the keys (id, part) of the 1 that were found: none was changed")
            let update = #expect(throws: ModelError.self) { try one.update(.set(\.v, 9)) }
            #expect(update?.code == .conflict)
            // A key with NULL is nobody's.
            let empty = #expect(throws: ModelError.self) { try all.orderBy(\.v, ascending: false).limit(1).delete() }
            #expect(empty?.code == .conflict)
            #expect(try rows(session) == [0, 1, 2, 3, 4])
            #expect(try all.filter(\.v > 1).orderBy(\.v).limit(2).update(.set(\.v, to: .column("v") + 10)) == 2)
            #expect(try rows(session) == [0, 1, 4, 12, 13])
            #expect(try all.filter(\.v > 11).orderBy(\.v).limit(1).delete() == 1)
            #expect(try rows(session) == [0, 1, 4, 13])
        }
    }
}

import TestServer
import Testing

@testable import ZIMOrm

private final class Entry: Model {
    var id = 0
    var list = 0
    var position = 0
    var name = ""
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["id"] }
}

/// What stands in for a number that is exchanged: an index finds it, however many rows there are.
@Suite(.eachEngine) struct ExchangedNumberTests {
    private func database(_ keys: String) throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE entry (id INTEGER PRIMARY KEY, list INTEGER NOT NULL, position INTEGER NOT NULL,
                name VARCHAR(36) NOT NULL, \(keys));
            INSERT INTO entry VALUES (1, 1, 1, 'a'), (2, 1, 2, 'b'), (3, 2, 90, 'a'), (4, 2, 91, 'b');
            """)
    }

    private func rows(_ database: Database) throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT id, list, position, name FROM entry ORDER BY id")
    }

    /// Exchanges the positions of the first two.
    private func exchange(_ database: Database) throws -> [String] {
        let log = SQLLog(database)
        return try database.write { session in
            let all = try session.query(Entry.self).orderByKey().all()
            (all[0].position, all[1].position) = (2, 1)
            _ = log.take()
            try session.save(all)
            return log.take().suffix(3).map { "\($0.sql) \($0.parameters)" }
        }
    }

    private func updates(standIn: Int) -> [String] {
        [[standIn, 1], [1, 2], [2, 1]].map { #"UPDATE "entry" SET "position" = ? WHERE "id" = ? \#($0)"# }
    }

    @Test func theNumberBehindTheLargestOfTheSameList() throws {
        let database = try database("UNIQUE (list, position)")
        #expect(try exchange(database) == updates(standIn: 3))
        #expect(try rows(database) == [[1, 1, 2, "a"], [2, 1, 1, "b"], [3, 2, 90, "a"], [4, 2, 91, "b"]])
    }

    /// What is free in the list is not in the other key.
    @Test func theNumberBehindTheLargestOfAll() throws {
        let database = try database("UNIQUE (list, position), UNIQUE (position, name)")
        #expect(try exchange(database) == updates(standIn: 92))
        #expect(try rows(database) == [[1, 1, 2, "a"], [2, 1, 1, "b"], [3, 2, 90, "a"], [4, 2, 91, "b"]])
    }

    @Test func manyListsAtOnce() throws {
        let database = try database("UNIQUE (list, position)")
        try database.write { session in
            let all = try session.query(Entry.self).orderByKey().all()
            (all[0].position, all[1].position, all[2].position, all[3].position) = (2, 1, 91, 90)
            try session.save(all)
            // From one list to the other.
            (all[0].list, all[0].position, all[2].list, all[2].position) = (2, 91, 1, 2)
            try session.save(all)
        }
        #expect(try rows(database) == [[1, 2, 91, "a"], [2, 1, 1, "b"], [3, 1, 2, "a"], [4, 2, 90, "b"]])
    }

    /// While two are exchanged, a third takes the number behind the largest of their list.
    @Test(arguments: [
        "UNIQUE (list, position), UNIQUE (list, name)", "UNIQUE (list, name), UNIQUE (list, position)",
    ]) func aNumberThatTheListTakesIsNotFree(_ keys: String) throws {
        let database = try database(keys)
        try database.write { session in
            try session.execute("INSERT INTO entry VALUES (5, 1, 3, 'c')")
            let all = try session.query(Entry.self).orderByKey().all()
            (all[0].position, all[0].name, all[1].position) = (2, "c", 1)
            (all[4].position, all[4].name) = (4, "d")
            try session.save(all)
        }
        #expect(
            try rows(database) == [
                [1, 1, 2, "c"], [2, 1, 1, "b"], [3, 2, 90, "a"], [4, 2, 91, "b"], [5, 1, 4, "d"],
            ])
    }

    @Test func textsOfAList() throws {
        let database = try database("UNIQUE (list, name)")
        try database.write { session in
            let all = try session.query(Entry.self).orderByKey().all()
            (all[0].name, all[1].name, all[2].name, all[3].name) = ("b", "a", "b", "a")
            try session.save(all)
        }
        #expect(try rows(database) == [[1, 1, 1, "b"], [2, 1, 2, "a"], [3, 2, 90, "b"], [4, 2, 91, "a"]])
    }

    @Test func anIndexKnowsTheEnds() throws {
        guard ServedEngine.isSQLite else { return }
        for keys in ["UNIQUE (list, position)", "UNIQUE (position)"] {
            try database(keys).read { session in
                let plan = try session.plan(of: Entry())
                let key = try #require(try plan.upsertKeys(in: session).last)
                let rivals = try session.rivals(of: [1], plan, key, at: try #require(key.last))
                let ends = session.ends(ofNumbers: "position", plan, among: rivals)
                let steps = try session.rows("EXPLAIN QUERY PLAN \(ends)").map { try $0.get("detail", as: String.self) }
                #expect(steps.filter { $0.hasPrefix("SEARCH entry") }.count == (keys.contains("list") ? 4 : 2))
                #expect(!steps.contains { $0.hasPrefix("SCAN entry") }, "\(steps)")
            }
        }
    }
}

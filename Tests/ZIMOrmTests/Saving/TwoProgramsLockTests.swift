import Foundation
import Testing
import ZIMOrm

/// Optimistic locks between two databases that are open on one file, as two programs have it.
@Suite struct TwoProgramsLockTests {
    private func databases() throws -> (path: String, one: Database, other: Database) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("zim-two-\(UUID().uuidString).sqlite")
            .path
        let one = try Database(path: path)
        try one.execute(
            """
            CREATE TABLE stock (warehouse INTEGER, item INTEGER, quantity INTEGER, note TEXT,
                lock_version INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (warehouse, item));
            CREATE TABLE bin (warehouse INTEGER, aisle TEXT, place INTEGER, label TEXT, weight TEXT, checked TEXT,
                PRIMARY KEY (warehouse, aisle, place)) WITHOUT ROWID;
            INSERT INTO stock VALUES (1, 1, 10, NULL, 3);
            INSERT INTO bin VALUES (1, 'A', 1, 'nuts', '12.50', '2026-01-02 03:04:05');
            """)
        return (path, one, try Database(path: path))
    }

    private func remove(_ path: String) {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    @Test func aVersionThatTheOtherCountedUp() throws {
        let (path, one, other) = try databases()
        defer { remove(path) }
        let (mine, theirs) = try (
            one.read { try #require(try $0.find(Depot.Stock.self, 1, 1)) },
            other.read { try #require(try $0.find(Depot.Stock.self, 1, 1)) }
        )
        theirs.quantity = 11
        try other.write { try $0.save(theirs) }
        mine.note = "mine"
        let error = #expect(throws: ModelError.self) { try one.write { try $0.save(mine) } }
        #expect(error?.code == .staleRow && error?.table == "stock" && error?.key == [1, 1])
        #expect(try one.read { try $0.rows("SELECT * FROM stock").map(\.values) } == [[1, 1, 11, .null, 4]])
        try one.write { session in
            try session.merge(mine)
            #expect(mine.quantity == 11 && mine.note == "mine")
            try session.save(mine)
        }
        #expect(try other.read { try $0.rows("SELECT * FROM stock").map(\.values) } == [[1, 1, 11, "mine", 5]])
    }

    @Test func oldValuesThatTheOtherChanged() throws {
        let (path, one, other) = try databases()
        defer { remove(path) }
        let (mine, theirs) = try (
            one.read { try #require(try $0.find(Depot.Bin.self, 1, "A", 1)) },
            other.read { try #require(try $0.find(Depot.Bin.self, 1, "A", 1)) }
        )
        // Other columns: both are kept. A date is compared as its row writes it.
        theirs.label = "screws"
        try other.write { try $0.save(theirs) }
        let previous = try #require(mine.checked)
        mine.checked = previous + 60
        try one.write { try $0.save(mine) }
        // The same column.
        theirs.checked = previous + 3600
        let error = #expect(throws: ModelError.self) { try other.write { try $0.save(theirs) } }
        #expect(error?.code == .staleRow && error?.key == [1, "A", 1])
        #expect(
            try one.read { try $0.rows("SELECT label, checked FROM bin").map(\.values) }
                == [["screws", "2026-01-02 03:05:05"]])
    }
}

import TestServer
import Testing

@testable import ZIMOrm

private final class Bin: Model {
    var hall = 0, place = 0
    var row = 0
    var label = ""
    override class var table: String { "bin" }
    override class var primaryKey: [String] { ["hall", "place"] }
}

/// Keys of which the database computes a part.
@Suite(.eachEngine) struct ComputedKeyTests {
    private func makeDatabase(_ place: String) throws -> Database {
        // Only PostgreSQL has computed columns in primary keys.
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bin (hall INTEGER NOT NULL, place INTEGER GENERATED ALWAYS AS (\(place)) STORED,
                "row" INTEGER NOT NULL, label VARCHAR(20), \(ServedEngine.isPostgreSQL ? "PRIMARY KEY" : "UNIQUE") (hall, place));
            INSERT INTO bin (hall, "row", label) VALUES (1, 5, 'x'), (2, 5, 'y'), (3, 7, 'z');
            """)
    }

    private func rows(_ database: Database) throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT hall, place, label FROM bin ORDER BY label")
    }

    /// Changes a bin twice, and tells its key between.
    private func change(_ label: String, _ database: Database, _ change: (Bin) -> Void) throws -> [Int] {
        try database.write { session in
            let bin = try #require(try session.query(Bin.self).filter(\.label == label).first())
            change(bin)
            try session.save(bin)
            bin.label += "!"
            try session.save(bin)
            return [bin.hall, bin.place]
        }
    }

    @Test func aPartThatFollowsTheOther() throws {
        let database = try makeDatabase("hall * 10")
        #expect(try change("x", database) { $0.hall = 33 } == [33, 330])
        #expect(try change("y", database) { $0.row = 6 } == [2, 20])
        #expect(try rows(database) == [[33, 330, "x!"], [2, 20, "y!"], [3, 30, "z"]])
    }

    @Test func aPartThatFollowsAnotherColumn() throws {
        let database = try makeDatabase("\"row\" * 10")
        #expect(try change("x", database) { $0.row = 33 } == [1, 330])
        #expect(try change("y", database) { $0.hall = 4 } == [4, 50])
        // Among others it has the part that it had.
        #expect(try change("z", database) { $0.hall = 4 } == [4, 70])
        #expect(try rows(database) == [[1, 330, "x!"], [4, 50, "y!"], [4, 70, "z!"]])
    }

    /// Another row has the key that the changed one would have with its old part.
    @Test func aKeyThatNothingTells() throws {
        let database = try makeDatabase("\"row\" * 10")
        let error = #expect(throws: ModelError.self) {
            try change("x", database) { ($0.hall, $0.row) = (2, 6) }
        }
        #expect(error?.code == .notSaveable && error?.table == "bin")
        #expect(
            error?.message
                == "the update of a row of \"bin\" changed a computed part of its key (hall, place), and the rest of the key does "
                + "not tell the row")
        #expect(try rows(database) == [[1, 50, "x"], [2, 50, "y"], [3, 70, "z"]])
    }

    @Test func aRollback() throws {
        struct Undo: Error {}
        let database = try makeDatabase("\"row\" * 10")
        try database.write { session in
            let bin = try #require(try session.query(Bin.self).filter(\.label == "x").first())
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    bin.row = 8
                    try session.save(bin)
                    #expect(bin.place == 80)
                    throw Undo()
                }
            }
            #expect(bin.place == 50)
            bin.label = "x!"
            try session.save(bin)
            #expect(bin.place == 80)
        }
        #expect(try rows(database) == [[1, 80, "x!"], [2, 50, "y"], [3, 70, "z"]])
    }
}

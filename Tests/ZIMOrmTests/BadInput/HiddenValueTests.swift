import TestServer
import Testing
import ZIMOrm

/// Without `valuesInMessages`, texts name tables, columns and keys, and hold no value.
@Suite(.eachEngine) struct HiddenValueTests {
    final class Seat: Model {
        var hall = "", number = 0, note = ""
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var table: String { "seat" }
    }
    final class Wrong: Model {
        var hall = "", number = 0, note = 0
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var table: String { "seat" }
    }

    private func database(showing: Bool) throws -> Database {
        // Options begin with what the trait of the suite says.
        try MessageValues.$byDefault.withValue(showing) {
            try ServedEngine.current.makeDatabase(
                """
                CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, note TEXT, PRIMARY KEY (hall, number));
                INSERT INTO seat VALUES ('hunter2', 7654321, 'hunter2')
                """)
        }
    }

    private func text(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return ""
    }

    @Test func keysAndValuesOfErrors() throws {
        for isShowing in [false, true] {
            let database = try database(showing: isShowing)
            let texts = [
                text { _ = try database.read { try $0.find(Seat.self, "hunter2") } },
                text { _ = try database.read { try $0.find(Seat.self, "hunter2", "hunter2") } },
                text { _ = try database.read { try $0.find(Wrong.self, "hunter2", 7_654_321) } },
                text {
                    try database.write { session in
                        let seat = Seat()
                        (seat.hall, seat.number) = ("hunter2", 7_654_321)
                        try session.insert(seat)
                    }
                },
                text {
                    try database.write { session in
                        let seat = try #require(try session.find(Seat.self, "hunter2", 7_654_321))
                        try session.execute("DELETE FROM seat")
                        seat.note = "another hunter2"
                        try session.update(seat)
                    }
                },
            ]
            #expect(texts.allSatisfy { $0.contains("seat") }, "\(texts)")
            // SQLite itself names no values of a key that is taken.
            for text in texts where isShowing == false {
                #expect(!text.contains("hunter2") && !text.contains("7654321"), "\(text)")
            }
            if isShowing { #expect(texts[0].contains("given: ('hunter2')")) }
            if !isShowing { #expect(texts[0].contains("given: (…)")) }
            if !isShowing { #expect(texts[2].contains("hall = …, number = …")) }
            if !isShowing, !ServedEngine.isSQLite {
                let taken =
                    ServedEngine.isMariaDB ? "Duplicate entry '…' for key" : "Key (hall, number)=(…) already exists"
                #expect(texts[3].contains(taken))
            }
        }
    }

    @Test func keysOfAnUpsert() throws {
        let database = try MessageValues.$byDefault.withValue(false) {
            try ServedEngine.current.makeDatabase(
                """
                CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, note TEXT, PRIMARY KEY (hall, number), UNIQUE (note));
                INSERT INTO seat VALUES ('a', 7654321, 'hunter1'), ('b', 2, 'hunter2')
                """)
        }
        let error = text {
            try database.write { session in
                let seat = Seat()
                (seat.hall, seat.number, seat.note) = ("a", 7_654_321, "hunter2")
                try session.upsert(seat, on: ["note"])
            }
        }
        #expect(error.contains("by (hall = …, number = …)") && error.contains("by (note = …)"), "\(error)")
        #expect(!error.contains("hunter") && !error.contains("7654321"), "\(error)")
    }

    @Test func aServersTextsOfValuesThatDoNotFit() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try database(showing: false)
        let error = text {
            _ = try database.write {
                try $0.execute(
                    ServedEngine.isMariaDB
                        ? "INSERT INTO seat VALUES ('a', \("hunter2"), NULL)"
                        : "SELECT * FROM seat WHERE number = CAST(\("hunter2") AS text)::bigint")
            }
        }
        let refused =
            ServedEngine.isMariaDB
            ? "Incorrect integer value: '…' for column" : "invalid input syntax for type bigint: \"…\""
        #expect(error.contains(refused) && !error.contains("hunter2"), "\(error)")
    }
}

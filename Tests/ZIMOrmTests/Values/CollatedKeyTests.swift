import Testing
import ZIMOrm

/// Keys that a column's collation takes for one, and those that only SQL's numbers do.
@Suite struct CollatedKeyTests {
    final class Tag: Model {
        var house = 0, name = ""
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["house", "name"] }
    }
    final class Word: Model {
        var name = ""
        override class var table: String { "word" }
        override class var primaryKey: [String] { ["name"] }
    }
    final class Pair: Model {
        var one = "", two = ""
        override class var table: String { "pair" }
        override class var primaryKey: [String] { ["one", "two"] }
    }

    private let database: Database

    init() throws {
        database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE tag (house INT, name COLLATE NOCASE, PRIMARY KEY (house, name));
            INSERT INTO tag VALUES (1, 'ABC'), (1, 'straße'), (2, 'abc'), (2, 'Ü');
            CREATE TABLE word (name COLLATE RTRIM PRIMARY KEY); INSERT INTO word VALUES ('x  '), ('7 '), (7), (8.0);
            CREATE TABLE pair (one, two COLLATE NOCASE, PRIMARY KEY (one, two));
            INSERT INTO pair VALUES (7, 'A'), (7.0, 'B'), ('7', 'c');
            """)
    }

    @Test func aListFindsWhatOneKeyFinds() throws {
        try database.read { session in
            #expect(try session.find(Tag.self, 1, "abc")?.name == "ABC")
            let tags = try session.find(
                Tag.self, keys: [[1, "abc"], [2, "ABC"], [1, "STRASSE"], [2, "ü"], [3, "abc"]])
            #expect(tags.map(\.name) == ["ABC", "abc"])
            #expect(try session.find(Word.self, keys: [["x"]]).map(\.name) == ["x  "])
            #expect(try session.find(Word.self, keys: [["7"]]).map(\.name).sorted() == ["7", "7 "])
            #expect(try session.find(Word.self, keys: [["7.0"], ["8"]]).map(\.name) == [])
            #expect(try session.find(Word.self, keys: [["8.0"]]).map(\.name) == ["8.0"])
        }
    }

    @Test func numbersAreTheirTextsBesideACollation() throws {
        try database.read { session in
            let pairs = try session.find(
                Pair.self, keys: [["7", "a"], ["7.0", "b"], ["7", "C"], ["7.0", "c"], ["7", "b"]])
            #expect(pairs.map { $0.one + $0.two } == ["7A", "7.0B", "7c"])
            #expect(try session.find(Pair.self, keys: [["7.0", "a"], ["7", "B"]]).isEmpty)
        }
    }
}

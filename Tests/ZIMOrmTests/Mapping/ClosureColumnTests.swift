import Foundation
import TestServer
import Testing
import ZIMOrm

/// Columns whose values closures turn into those of the properties and back: a value that is given is the property's.
@Suite(.eachEngine) struct ClosureColumnTests {
    final class Plank: Model {
        var shelf = 0, code = ""
        var name = ""
        var isSold = false
        var length: Int?
        var tags: [String] = []
        override class var table: String { "plank" }
        override class var primaryKey: [String] { ["shelf", "code"] }
        override class var columns: [Column] {
            [
                Column(
                    "shelf", \Plank.shelf, decode: { try Int(column: $0) / 10 }, encode: { .integer(Int64($0 * 10)) }),
                Column(
                    "code", \Plank.code, decode: { try String(column: $0).lowercased() },
                    encode: { .text($0.uppercased()) }),
                Column("name", \Plank.name),
                Column(
                    "sold", \Plank.isSold, decode: { try String(column: $0) == "Y" },
                    encode: { .text($0 ? "Y" : "N") }),
                Column(
                    "length", \Plank.length,
                    decode: {
                        let text = try String(column: $0)
                        return text == "-" ? nil : Int(text.dropLast(2))
                    }, encode: { .text($0.map { "\($0)cm" } ?? "-") }),
                Column(
                    "tags", \Plank.tags, decode: { try String(column: $0).split(separator: ";").map(String.init) },
                    encode: { .text($0.joined(separator: ";")) }),
            ]
        }
        override class var relationships: [Relationship] {
            [.hasMany("cuts", Cut.self, foreignKey: ["shelf", "code"])]
        }
    }

    final class Cut: Model {
        var id = 0, shelf = 0, code = ""
        override class var table: String { "cut" }
        override class var columns: [Column] {
            [
                Column("id", \Cut.id),
                Column(
                    "shelf", \Cut.shelf, decode: { try Int(column: $0) / 10 }, encode: { .integer(Int64($0 * 10)) }),
                Column(
                    "code", \Cut.code, decode: { try String(column: $0).lowercased() },
                    encode: { .text($0.uppercased()) }),
            ]
        }
        override class var primaryKey: [String] { ["id"] }
    }

    final class Note: Model {
        var id = 0, text = "", number = 0
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [Column("id", \Note.id), Column("body", json: \Note.text), Column("number", json: \Note.number)]
        }
    }

    private func database() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE plank (shelf INTEGER, code VARCHAR(9), name VARCHAR(9), sold VARCHAR(1), length VARCHAR(9),
                tags VARCHAR(20), PRIMARY KEY (shelf, code));
            CREATE TABLE cut (id INTEGER PRIMARY KEY, shelf INTEGER, code VARCHAR(9));
            CREATE TABLE note (id INTEGER PRIMARY KEY, body VARCHAR(20), number VARCHAR(20));
            INSERT INTO plank VALUES (10, 'A', 'one', 'Y', '5cm', 'x;y'), (10, 'B', 'two', 'N', '-', ''),
                (20, 'A', 'three', 'N', '7cm', 'z');
            INSERT INTO cut VALUES (1, 10, 'A'), (2, 10, 'B'), (3, 10, 'A');
            INSERT INTO note VALUES (1, '"abc"', '5');
            """)
    }

    @Test func keysAreTheProperties() throws {
        try database().write { session in
            #expect(try session.find(Plank.self, 1, "a")?.name == "one")
            #expect(try session.find(Plank.self, 10, "A") == nil)
            #expect(try session.find(Plank.self, raw: 10, "A")?.name == "one")
            #expect(
                try session.find(Plank.self, keys: [[1, "b"], [2, "a"], [10, "A"]]).map(\.name) == ["two", "three"])
            let query = try session.query(Plank.self).orderByKey()
            #expect(try query.filter(keys: [[1, "b"], [2, "a"]]).all().map(\.name) == ["two", "three"])
            #expect(try query.filter(rawKeys: [[10, "B"]]).all().map(\.name) == ["two"])
            #expect(try query.filter(.key(notIn: [[1, "b"]])).all().map(\.name) == ["one", "three"])
            #expect(try query.after(1, "a").all().map(\.name) == ["two", "three"])
            #expect(try query.filter(RowValue(\.shelf, \.code) == (1, "b")).all().map(\.name) == ["two"])
            let old = try session.findOrCreate(Plank.self, by: ["shelf": 1, "code": "a"])
            #expect(old.model.name == "one" && !old.isNew)
            #expect(try session.delete(Plank.self, keys: [[1, "a"], [10, "B"]]) == 1)
            #expect(try query.all().map(\.name) == ["two", "three"])
        }
    }

    @Test func conditionsAndBulkUpdates() throws {
        try database().write { session in
            func names(_ filter: Filter<Plank>) throws -> [String] {
                try session.query(Plank.self).filter(filter).orderByKey().all().map(\.name)
            }
            func names(_ predicate: PredicateText) throws -> [String] {
                try session.query(Plank.self).filter(predicate).orderByKey().all().map(\.name)
            }
            #expect(try names(\.isSold == true) == ["one"])
            #expect(try names(\.length == 5) == ["one"])
            #expect(try names(\.length == nil) == ["two"])
            #expect(try names(\.length != nil) == ["one", "three"])
            #expect(try names(.in(\.length, [5, nil])) == ["one", "two"])
            #expect(try names(.in(\.shelf, Array(2...900))) == ["three"])
            #expect(try names(.between(\.shelf, 2, 3)) == ["three"])
            #expect(try names("2 = shelf") == ["three"])
            #expect(try names("shelf IN {2, 3}") == ["three"])
            #expect(try names("length = nil") == ["two"])
            #expect(try names("tags = 'z'") == ["three"])
            let error = #expect(throws: ModelError.self) { try names("shelf = 2.5") }
            #expect(error?.code == .value)
            let all = try session.query(Plank.self)
            #expect(try all.max(\.shelf) == 2)
            #expect(try all.min(\.code) == "a")
            #expect(try all.sum(\.shelf) == 40)
            #expect(try all.filter(\.shelf == 1).average(\.shelf) == 10)
            let first = try session.query(Plank.self).filter(\.shelf == 1)
            #expect(try first.update(.set(\.isSold, true), .set(\.length, nil)) == 2)
            #expect(try session.query(Plank.self).filter(\.shelf == 2).update(.set("length", 8)) == 1)
            #expect(
                try session.rows("SELECT sold, length FROM plank ORDER BY shelf, code").map(\.values) == [
                    ["Y", "-"], ["Y", "-"], ["N", "8cm"],
                ])
            #expect(try session.query(Plank.self).filter(\.isSold == true).delete() == 2)
        }
    }

    @Test func relationshipsCompareWhatIsStored() throws {
        try database().write { session in
            let planks = try session.query(Plank.self).with("cuts").orderByKey().all()
            #expect(try planks.map { try $0.related("cuts", as: Cut.self).map(\.id).sorted() } == [[1, 3], [2], []])
            let query = try session.query(Plank.self).orderByKey()
            #expect(try query.filter(Related.max("cuts", \Cut.shelf) == 1).all().map(\.name) == ["one", "two"])
            #expect(try query.filter(Related.min("cuts", \Cut.code) == "b").all().map(\.name) == ["two"])
            #expect(try query.filter(.key(in: [[2, "a"], [10, "B"]])).all().map(\.name) == ["three"])
            #expect(try query.filter(RowValue(\.shelf, \.code).in([(1, "b"), (10, "A")])).all().map(\.name) == ["two"])
            let cut = try #require(try session.find(Cut.self, 2))
            try cut.set(planks[2], foreignKey: ["shelf", "code"])
            try session.save(cut)
            #expect(
                try session.rows("SELECT * FROM cut WHERE id = 2").map(\.values) == [[2, 20, "A"]])
        }
    }

    @Test func applyTakesWhatWasEncoded() throws {
        try database().read { session in
            let json = try JSONEncoder().encode(session.find(Plank.self, 1, "a"))
            let plank = Plank()
            let names = ["shelf", "code", "name", "sold", "length", "tags"]
            #expect(try Set(plank.apply(json: json, allowing: names)) == Set(names))
            #expect(plank.shelf == 1 && plank.code == "a" && plank.isSold && plank.length == 5)
            #expect(plank.tags == ["x", "y"])
            #expect(try plank.apply(json: Data(#"{"length":null}"#.utf8), allowing: names) == ["length"])
            #expect(plank.length == nil)
            // A loaded one has fields for the server's columns.
            let loaded = try #require(try session.find(Plank.self, 1, "a"))
            #expect(try loaded.apply(json: Data(#"{"tags":["q","r"]}"#.utf8), allowing: names) == ["tags"])
            #expect(loaded.tags == ["q", "r"])
        }
    }

    @Test func jsonOfCommonTypes() throws {
        try database().write { session in
            let query = try session.query(Note.self)
            #expect(try query.filter(\.text == "abc" && \.number == 5).count() == 1)
            #expect(try query.update(.set(\.number, 6)) == 1)
            let note = try #require(try session.find(Note.self, 1))
            #expect(note.number == 6)
            let copy = Note()
            try copy.apply(json: JSONEncoder().encode(note), allowing: ["id", "text", "number"])
            #expect(copy.id == 1 && copy.text == "abc" && copy.number == 6)
        }
    }
}

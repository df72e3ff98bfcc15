import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Getters and setters of a class's own run once for each row that is read into a model.
@Suite(.eachEngine) struct SettersAtLoadingTests {
    final class Note: Model {
        var house = 0
        var number = 0
        var stored = ""
        var reads = 0
        /// Not the reverse of its getter.
        var text: String {
            get { stored }
            set {
                stored = newValue + "~"
                reads += 1
            }
        }
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["house", "number"] }
        override class var columns: [Column] {
            [Column("house", \Note.house), Column("number", \Note.number), Column("text", \Note.text)]
        }
    }

    /// Changes that are made in place.
    final class Mutable: Model {
        var house = 0
        var number = 0
        var text = NSMutableString(string: "")
        var data: NSMutableData?
        override class var table: String { "mutable" }
        override class var primaryKey: [String] { ["house", "number"] }
    }

    @Test func aSetterRunsOnce() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE note (house INTEGER, number INTEGER, text TEXT, PRIMARY KEY (house, number));
            INSERT INTO note VALUES (1, 1, 'A')
            """)
        try database.write { session in
            let note = try #require(try session.find(Note.self, 1, 1))
            #expect(note.stored == "A~" && note.reads == 1)
            try session.reload(note)
            #expect(note.stored == "A~" && note.reads == 2)
            #expect(try note.changedColumns() == [])
            let other = Note()
            (other.house, other.number) = (1, 1)
            try session.load(other)
            #expect(other.stored == "A~" && other.reads == 1)
            // What does not fit leaves the model as it was.
            if ServedEngine.isSQLite {
                try session.execute("UPDATE note SET text = x'FF00'")
                #expect(throws: ModelError.self) { try session.reload(other) }
                #expect(other.stored == "A~" && other.reads == 1)
            }
        }
    }

    @Test func objectsThatChangeInPlace() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE mutable (house INTEGER, number INTEGER, text TEXT,
                data \(ServedEngine.isSQLite ? "BLOB" : "BYTEA"), PRIMARY KEY (house, number))
            """)
        try database.write { session in
            let model = Mutable()
            (model.house, model.number) = (1, 2)
            model.text.append("one")
            model.data = NSMutableData(data: Data([1]))
            try session.insert(model)
            let read = try #require(try session.find(Mutable.self, 1, 2))
            #expect(read.text as String == "one" && read.data as Data? == Data([1]))
            read.text.append("!")
            read.data?.append(Data([2]))
            #expect(try read.changedColumns() == ["text", "data"])
            try session.save(read)
            try session.reload(model)
            #expect(model.text as String == "one!" && model.data as Data? == Data([1, 2]))
        }
    }
}

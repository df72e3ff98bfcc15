import Foundation
import TestServer
import Testing
import ZIMOrm

/// Models that are `Encodable` themselves, as they are or as their class writes them.
@Suite(.eachEngine) struct ModelEncodingTests {
    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private class Letter: Model {
        var year = 0, number = 0, text = "", secret = ""
        override class var table: String { "letter" }
        override class var primaryKey: [String] { ["year", "number"] }
    }

    /// What it keeps to itself, it keeps to itself wherever it is written.
    private final class SealedLetter: Letter {
        override class var relationships: [Relationship] {
            [.hasMany("copies", SealedLetter.self, foreignKey: ["year", "number"])]
        }
        override func encode(to encoder: any Encoder) throws { try encoded(excluding: ["secret"]).encode(to: encoder) }
    }

    @Test func modelsEncodeThemselves() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE letter (year INTEGER, number INTEGER, text VARCHAR(9), secret VARCHAR(9), PRIMARY KEY (year, number));
            INSERT INTO letter VALUES (2026, 1, 'a', 's');
            """)
        let letter = try #require(try database.find(Letter.self, 2026, 1))
        #expect(try json(letter) == #"{"number":1,"secret":"s","text":"a","year":2026}"#)
        #expect(try json([letter]) == "[" + json(letter.encoded()) + "]")
        let sealed = try database.read { try $0.query(SealedLetter.self).with("copies").all() }
        let inner = #"{"number":1,"text":"a","year":2026}"#
        #expect(try json(sealed) == #"[{"copies":[\#(inner)],"number":1,"text":"a","year":2026}]"#)
        #expect(
            try json(["letter": sealed[0].encoded()])
                == #"{"letter":{"copies":[\#(inner)],"number":1,"secret":"s","text":"a","year":2026}}"#)
        #expect(
            try json(sealed[0].encoded(names: .columns))
                == #"{"copies":[\#(inner)],"number":1,"secret":"s","text":"a","year":2026}"#)
    }

    /// By the encoder's strategies, as `Date` and `Decimal` are, and not as the columns hold them.
    @Test func objectsOfFoundation() throws {
        final class Reading: Model {
            var place = 0, number = 0
            var taken: NSDate?, sent: Date?
            var amount: NSDecimalNumber?, part: NSNumber?
            override class var table: String { "reading" }
            override class var primaryKey: [String] { ["place", "number"] }
        }
        let moment = ServedEngine.isSQLite ? "TEXT" : ServedEngine.isPostgreSQL ? "timestamptz" : "DATETIME(6)"
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE reading (place INTEGER, number INTEGER, taken \(moment), sent \(moment), amount NUMERIC(9, 2),
                part NUMERIC(9, 2), PRIMARY KEY (place, number));
            """)
        let reading = Reading()
        (reading.place, reading.number) = (1, 2)
        (reading.taken, reading.sent) = (NSDate(timeIntervalSince1970: 5.5), Date(timeIntervalSince1970: 5.5))
        (reading.amount, reading.part) = (2.5, 2.5)
        try database.write { try $0.save(reading) }
        let found = try #require(try database.find(Reading.self, 1, 2))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.dateEncodingStrategy = .secondsSince1970
        for model in [reading, found] {
            #expect(
                String(decoding: try encoder.encode(model), as: UTF8.self)
                    == #"{"amount":2.5,"number":2,"part":2.5,"place":1,"sent":5.5,"taken":5.5}"#)
        }
    }

    /// A property that is never written may be left out; another class's may not.
    @Test func namesToLeaveOut() throws {
        final class Note: Letter {
            var calls = 0
            override class var ignoredProperties: Set<String> { ["calls"] }
        }
        let (note, letter) = (Note(), Letter())
        let rest = #"{"number":0,"text":"","year":0}"#
        #expect(try json(note.encoded(excluding: ["calls", "secret"])) == rest)
        #expect(try json([note, letter].encoded(excluding: ["calls", "secret"])) == "[\(rest),\(rest)]")
        let error = #expect(throws: ModelError.self) { try json(letter.encoded(excluding: ["calls", "text", "zz"])) }
        #expect(error?.code == .unknownColumn && error?.message.contains("\"calls\"") == true)
    }

    private final class Shelf: Model {
        var id = 0
        override class var table: String { "shelf" }
        override class var primaryKey: [String] { ["id"] }
        override class var relationships: [Relationship] { [.hasMany("books", Book.self, foreignKey: ["shelf_id"])] }
    }
    private final class Book: Model {
        var id = 0, shelf = 0, secret = ""
        override class var table: String { "book" }
        override class var primaryKey: [String] { ["book_id"] }
        override class var columns: [Column] {
            [Column("book_id", \Book.id), Column("shelf_id", \Book.shelf), Column("hidden", \Book.secret)]
        }
        override func encode(to encoder: any Encoder) throws { try encoded(excluding: ["secret"]).encode(to: encoder) }
    }

    /// What is misspelt must not be written.
    @Test func namesThatAreLeftOutExist() throws {
        let (letter, shelf) = (Letter(), Shelf())
        for name in ["secrt", "SECRET"] {
            let error = #expect(throws: ModelError.self) { try json(letter.encoded(excluding: [name])) }
            #expect(error?.code == .unknownColumn && error?.column == name)
            #expect(error?.hint == "Did you mean \"secret\"?")
        }
        let list: [Model] = [letter, shelf]
        #expect(
            try json(list.encoded(excluding: ["secret", "text", "id", "books"])) == #"[{"number":0,"year":0},{}]"#)
        let error = #expect(throws: ModelError.self) { try json(list.encoded(excluding: ["secret", "boks"])) }
        #expect(error?.column == "boks")
    }

    /// The names that one object is asked for are those of what stands in it, also where a class writes itself.
    @Test func namesOfTheObjectAround() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE shelf (id INTEGER NOT NULL PRIMARY KEY);
            CREATE TABLE book (book_id INTEGER NOT NULL PRIMARY KEY, shelf_id INTEGER NOT NULL, hidden VARCHAR(9) NOT NULL);
            INSERT INTO shelf VALUES (1);
            INSERT INTO book VALUES (2, 1, 's');
            """)
        let shelf = try #require(try database.read { try $0.query(Shelf.self).with("books").first() })
        #expect(try json(shelf) == #"{"books":[{"id":2,"shelf":1}],"id":1}"#)
        #expect(try json(shelf.encoded(names: .columns)) == #"{"books":[{"book_id":2,"shelf_id":1}],"id":1}"#)
    }

    private final class Card: Model, Decodable {
        var year = 0, number = 0, text = ""
        override class var primaryKey: [String] { ["year", "number"] }
        private enum CodingKeys: CodingKey { case year, number, text }
    }
    @Test func aClassThatIsDecoded() throws {
        let text = #"{"number":7,"text":"a","year":1998}"#
        let card = try JSONDecoder().decode(Card.self, from: Data(text.utf8))
        #expect(card.year == 1998 && card.number == 7 && card.text == "a" && !card.isLoaded)
    }

    private struct Look: Codable, Equatable {
        var width = 0
        var seen: [Date] = []
    }
    private final class Sight: Model {
        var year = 0, number = 0
        var at = Date(timeIntervalSince1970: 0)
        var look = Look()
        override class var table: String { "sight" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var columns: [Column] {
            [
                Column("year", \Sight.year), Column("number", \Sight.number), Column("at", \Sight.at),
                Column("look", json: \Sight.look),
            ]
        }
    }

    /// By whatever strategy the encoder writes them: the column of a property has them as numbers.
    @Test func datesInsideJSONColumns() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE sight (year INTEGER NOT NULL, number INTEGER NOT NULL, at VARCHAR(40) NOT NULL,
                look VARCHAR(200) NOT NULL, PRIMARY KEY (year, number));
            """)
        let look = Look(width: 3, seen: [Date(timeIntervalSinceReferenceDate: 86_400.25)])
        let (sight, copy) = (Sight(), Sight())
        (sight.year, sight.number, sight.look) = (2026, 1, look)
        let text = sight.encoded().description
        #expect(
            text
                == #"{"at":"1970-01-01T00:00:00Z","look":{"seen":["2001-01-02T00:00:00.25Z"],"width":3},"number":1,"year":2026}"#
        )
        let changed = try copy.apply(json: Data(text.utf8), allowing: ["year", "number", "at", "look"])
        #expect(changed == ["look", "number", "year"] && copy.look == look)
        #expect(
            try copy.apply(json: Data(#"{"look":{"seen":[86400.25],"width":3}}"#.utf8), allowing: ["look"]) == [])
        let error = #expect(throws: ModelError.self) {
            try copy.apply(json: Data(#"{"look":{"seen":["soon"],"width":3}}"#.utf8), allowing: ["look"])
        }
        #expect(error?.code == .value && copy.look == look)
        try database.write { session in
            try session.save(copy)
            #expect(
                try session.rows("SELECT look FROM sight").map(\.values) == [[#"{"seen":[86400.25],"width":3}"#]])
            // A row is read as it is written.
            try session.execute(#"UPDATE sight SET look = '{"seen":["2001-01-02T00:00:00.25Z"],"width":3}'"#)
            #expect(throws: ModelError.self) { try session.query(Sight.self).all() }
        }
    }
}

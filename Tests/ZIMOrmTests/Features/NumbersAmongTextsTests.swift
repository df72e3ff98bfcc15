import Testing

@testable import ZIMOrm

/// A number that is looked up among texts may mean several of them, whatever the classes say.
@Suite struct NumbersAmongTextsTests {
    final class Shelf: Model {
        var hall = ""
        var number = ""
        var label: String?
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    final class Book: Model {
        var pk: Int?
        var hall = ""
        var shelf = 0
        override class var relationships: [Relationship] {
            [.belongsTo("place", Shelf.self, foreignKey: ["hall", "shelf"])]
        }
    }

    @Test func rowsAreNotMultiplied() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE Shelf (hall TEXT, number TEXT, label TEXT, PRIMARY KEY (hall, number));
            CREATE TABLE Book (pk INTEGER PRIMARY KEY, hall TEXT, shelf INTEGER);
            INSERT INTO Shelf VALUES ('a', '1', 'x'), ('a', '01', 'x'), ('a', '2', 'y');
            INSERT INTO Book (hall, shelf) VALUES ('a', 1), ('a', 2);
            """)
        try database.read { session in
            let books = try session.query(Book.self)
            let error = #expect(throws: ModelError.self) { try books.with(joined: "place").all() }
            #expect(error?.code == .query)
            #expect(error?.message == #""place" cannot be joined to the rows of "Book": a row may have several"#)
            #expect(try books.filter("place.label = 'x'").all().map(\.pk) == [1])
            #expect(try books.filter("place.label = 'x'").count() == 1)
            #expect(
                try books.with("place").all().map { try $0.related("place", as: Shelf.self).map(\.label) } == [
                    ["x"], ["y"],
                ])
        }
    }
}

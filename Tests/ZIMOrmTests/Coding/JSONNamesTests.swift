import Foundation
import TestServer
import Testing
import ZIMOrm

/// A table's names need not be those of the class: here each column has the name of another one's property.
@Suite(.eachEngine) struct JSONNamesTests {
    final class Item: Model {
        var shop = 0, pk = 0, id = 0
        var name: String?, title: String?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["shop", "pk"] }
        override class var columns: [Column] {
            [
                Column("shop", \Item.shop), Column("id", \Item.pk), Column("code", \Item.id),
                Column("name", \Item.title), Column("short", \Item.name),
            ]
        }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE item (shop INTEGER NOT NULL, id INTEGER NOT NULL, code INTEGER NOT NULL, name VARCHAR(20),
                short VARCHAR(20), PRIMARY KEY (shop, id));
            INSERT INTO item VALUES (1, 2, 700, 'long name', 'ln')
            """)
    }

    @Test func whatIsEncodedIsApplied() throws {
        let item = try #require(try database.find(Item.self, 1, 2))
        let json = try JSONEncoder().encode(item.encoded())
        let copy = Item()
        let changed = try copy.apply(json: json, allowing: ["shop", "pk", "id", "name", "title"])
        #expect(changed.sorted() == ["code", "id", "name", "shop", "short"])
        #expect(copy.shop == 1 && copy.pk == 2 && copy.id == 700 && copy.name == "ln" && copy.title == "long name")
        // A column that no property has the name of is told by it.
        #expect(try copy.apply(json: Data(#"{"code":7}"#.utf8), allowing: ["code"]) == ["code"])
        #expect(copy.id == 7 && copy.pk == 2)
    }

    @Test func aPropertyGoesBeforeAColumn() throws {
        let item = try #require(try database.find(Item.self, 1, 2))
        #expect(try item.apply(json: Data(#"{"name":"new"}"#.utf8), allowing: ["name"]) == ["short"])
        #expect(item.name == "new" && item.title == "long name")
        // What is allowed is told apart in the same way.
        let error = #expect(throws: ModelError.self) {
            try item.apply(json: Data(#"{"id":1}"#.utf8), allowing: ["pk"])
        }
        #expect(error?.code == .unknownColumn && error?.column == "code", "\(error as Any)")
        #expect(item.pk == 2 && item.id == 700)
    }
}

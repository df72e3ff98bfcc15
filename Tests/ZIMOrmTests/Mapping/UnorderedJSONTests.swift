import Foundation
import TestServer
import Testing
import ZIMOrm

/// Values whose order in JSON is that of a hash table, and types of a program's own in JSON.
@Suite(.eachEngine) struct UnorderedJSONTests {
    enum Letter: String, Codable { case a, b, c, d }

    final class Bag: Model {
        var id = 0
        var texts: Set<String> = []
        var numbers: [Letter: [Int]]?
        override class var table: String { "bag" }
        override class var primaryKey: [String] { ["id"] }
    }

    struct Money: ColumnValue {
        var cents: Int
        init(_ cents: Int) { self.cents = cents }
        init(column value: SQLValue) throws { cents = try Int(column: value) }
        var sqlValue: SQLValue { .integer(Int64(cents)) }
    }

    struct Price: ColumnValue, Codable {
        var cents: Int
        init(_ cents: Int) { self.cents = cents }
        init(column value: SQLValue) throws { cents = try Int(column: value) }
        var sqlValue: SQLValue { .integer(Int64(cents)) }
    }

    final class Item: Model {
        var id = 0
        var money = Money(0)
        var price: Price?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["id"] }
    }

    @Test func oneValueIsOneText() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE bag (id INTEGER PRIMARY KEY, texts VARCHAR(99), numbers VARCHAR(99));")
        try database.write { session in
            let bag = Bag()
            (bag.id, bag.texts, bag.numbers) = (
                1, ["b,]", "a\"[", "c\\"], [.d: [4], .a: [1, 2], .c: [], .b: [3, 0]]
            )
            try session.insert(bag)
            #expect(
                try session.rows("SELECT texts, numbers FROM bag").map(\.values) == [
                    [#"["a\"[","b,]","c\\"]"#, #"["a",[1,2],"b",[3,0],"c",[],"d",[4]]"#]
                ])
            let read = try #require(try session.find(Bag.self, 1))
            var texts: Set<String> = []
            texts.reserveCapacity(1000)
            for text in read.texts { texts.insert(text) }
            var numbers: [Letter: [Int]] = [:]
            numbers.reserveCapacity(1000)
            for (letter, list) in read.numbers ?? [:] { numbers[letter] = list }
            (read.texts, read.numbers) = (texts, numbers)
            #expect(read.texts == bag.texts && read.numbers == bag.numbers)
            #expect(try read.changedColumns() == [])
            read.texts = []
            #expect(try read.changedColumns() == ["texts"])
            try session.save(read)
            #expect(try session.rows("SELECT texts FROM bag").map(\.values) == [["[]"]])
        }
    }

    @Test func ownTypesGoBack() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE item (id INTEGER PRIMARY KEY, money INTEGER, price INTEGER); INSERT INTO item VALUES (1, 5, 6);"
        )
        try database.read { session in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let json = try encoder.encode(session.find(Item.self, 1))
            #expect(String(decoding: json, as: UTF8.self) == #"{"id":1,"money":5,"price":{"cents":6}}"#)
            let item = Item()
            try item.apply(json: json, allowing: ["id", "money", "price"])
            #expect(item.money.cents == 5 && item.price?.cents == 6)
            try item.apply(json: Data(#"{"price":7}"#.utf8), allowing: ["price"])
            #expect(item.price?.cents == 7)
            let error = #expect(throws: ModelError.self) {
                try item.apply(json: Data(#"{"money":"x"}"#.utf8), allowing: ["money"])
            }
            #expect(error?.code == .value)
            #expect(item.money.cents == 5)
        }
    }
}

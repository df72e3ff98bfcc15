import CoreReflect
import Foundation
import TestServer
import Testing

/// Classes of which one refers to the other by two columns.
private enum Inn {
    class Stay: Reflect {
        var region = ""
        var number = 0
        override class var primaryKey: [String] { ["region", "number"] }

        convenience init(_ region: String, _ number: Int) {
            self.init()
            self.region = region
            self.number = number
        }
    }
    class Bill: Reflect {
        var region = ""
        var number = 0
        var amount = 0
        var label: String?
        var stay: Stay?
        override class var primaryKey: [String] { ["region", "number"] }
        override func willSave() throws { label = "s\(amount)" }
    }
    class Note: Reflect {
        var text = ""
        var stay = Stay()
    }
}

extension CoreReflectTests {
    /// What names a reference of several columns means all of them, and `pin()` writes what the hooks set.
    @Suite(.eachEngine) struct DividedReferenceTests {
        private typealias Stay = Inn.Stay
        private typealias Bill = Inn.Bill
        private typealias Note = Inn.Note

        init() throws {
            try ServedEngine.configure()
            try Stay.register()
            try Bill.register()
            try Note.register()
            try Stay("south", 9).pin()
            let bill = Bill()
            bill.region = "x"
            bill.number = 1
            bill.stay = Stay("north", 7)
            try bill.pin()
        }

        private var database: Database { get throws { try Reflect.settings.getConnection().database } }

        private func row() throws -> [SQLValue] {
            try database.read {
                try $0.rows(
                    SelectStatement().columns(["amount", "label", "Stay_region", "Stay_number"]).from("Bill"))[0].values
            }
        }

        @Test func pinWritesWhatTheHookSets() throws {
            let bill = try #require(try Bill.findById("x", 1))
            bill.amount = 2
            try bill.pin()
            #expect(try row() == [2, "s2", "north", 7])
            #expect(try !bill.hasChanges())
            let other = Bill()
            other.region = "x"
            other.number = 1
            other.amount = 3
            try other.pin()
            #expect(try row() == [3, "s3", nil, nil])
        }

        @Test func updatesAndUpsertsWriteAllColumns() throws {
            let bill = try #require(try Bill.findById("x", 1))
            bill.stay = Stay("south", 9)
            try database.write { try $0.update(bill, columns: ["stay"]) }
            #expect(try row() == [0, "s0", "south", 9])
            #expect(try bill.changedColumns() == [])
            bill.stay = Stay("north", 7)
            try database.write { try $0.upsert(bill, on: ["region", "number"], updating: ["stay"]) }
            #expect(try row() == [0, "s0", "north", 7])
        }

        @Test func whatTakesOneColumnSaysSo() throws {
            let error = try #require(
                #expect(throws: ModelError.self) {
                    _ = try database.read { try $0.query(Bill.self).orderBy("stay").all() }
                })
            #expect(error.code == .query && error.hint == "Name one of (Stay_region, Stay_number)")
            #expect(throws: ModelError.self) {
                try database.read { try $0.query(Bill.self).filter("stay = \(7)").count() }
            }
        }

        @Test func jsonHasAllColumns() throws {
            let bill = try #require(try Bill.findById("x", 1))
            let text = "\(bill.encoded(excluding: ["createdAt", "updatedAt", "label"]))"
            #expect(text == #"{"Stay_number":7,"Stay_region":"north","amount":0,"number":1,"region":"x"}"#)
            #expect("\(bill.encoded(excluding: ["stay"]))".contains("Stay_") == false)
            let copy = Bill()
            try copy.apply(json: Data(text.utf8), allowing: ["region", "number", "amount", "stay"])
            #expect(copy.stay?.reference == ["north", 7])

            let changes = Data(#"{"Stay_number": 9, "Stay_region": "south"}"#.utf8)
            #expect(try bill.apply(json: changes, allowing: ["stay"]) == ["Stay_number", "Stay_region"])
            try bill.pin()
            #expect(try row() == [0, "s0", "south", 9])
            #expect(try Stay.query().count() == 2)
            #expect(
                try bill.apply(
                    json: Data(#"{"Stay_number": null, "Stay_region": null}"#.utf8),
                    allowing: ["Stay_region", "Stay_number"])
                    == ["Stay_number", "Stay_region"])
            #expect(bill.stay == nil)
        }

        @Test func jsonOfAPartOfAReferenceIsRefused() throws {
            let bill = try #require(try Bill.findById("x", 1))
            func error(_ json: String, _ allowed: String...) -> ModelError? {
                #expect(throws: ModelError.self) { try bill.apply(json: Data(json.utf8), allowing: allowed) }
            }
            let part = error(#"{"amount": 5, "Stay_number": 9}"#, "amount", "stay")
            #expect(part?.code == .value && part?.hint == "Give all of (Stay_region, Stay_number)")
            #expect(error(#"{"stay": 9}"#, "stay")?.hint == "Name one of (Stay_region, Stay_number)")
            #expect(error(#"{"Stay_number": "x", "Stay_region": "y"}"#, "stay")?.column == "Stay_number")
            #expect(error(#"{"Stay_number": 9, "Stay_region": "south"}"#, "amount")?.code == .unknownColumn)
            #expect(bill.amount == 0 && bill.stay?.reference == ["north", 7])
            let note = Note()
            let null = #expect(throws: ModelError.self) {
                try note.apply(json: Data(#"{"Stay_number": null, "Stay_region": null}"#.utf8), allowing: ["stay"])
            }
            #expect(null?.code == .value)
        }
    }
}

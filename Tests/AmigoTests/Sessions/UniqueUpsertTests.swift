import Amigo
import TestServer
import Testing

private class MyModel: AmigoModel { var id: Int = 0; var objId: String?; var label: String? }
private class Child: AmigoModel { var id: Int = 0; var parent: MyModel? }
private class Shelf: AmigoModel {
    var hall = ""
    var number = 0
    var house: String?
    var sku: String?
    var amount = 0
}

/// `add(_:upsert:)` finds the row by any of its table's unique keys, as INSERT OR REPLACE did, and deletes nothing.
@Suite(.eachEngine) struct UniqueUpsertTests {
    private let amigo: Amigo
    private let session: AmigoSession

    init() throws {
        let myModel = ORMModel(
            MyModel.self, IntegerField("id", primaryKey: true), UUIDField("objId", indexed: true, unique: true),
            CharField("label"))
        let child = ORMModel(
            Child.self, IntegerField("id", primaryKey: true), Column("parent", type: ForeignKey(myModel)))
        let stock = ORMModel(
            Shelf.self, CharField("hall", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("house"), CharField("sku"), IntegerField("amount"),
            Index("stock_sku", unique: true, "house", "sku"))
        amigo = try Amigo([myModel, child, stock], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
    }

    private let text = "c0ffee00-1234-5678-9abc-def012345678"

    private func model(_ objId: String?, _ label: String, id: Int = 0) -> MyModel {
        let model = MyModel()
        (model.id, model.objId, model.label) = (id, objId, label)
        return model
    }

    private func stock(_ hall: String, _ number: Int, _ house: String?, _ sku: String?, _ amount: Int) -> Shelf {
        let stock = Shelf()
        (stock.hall, stock.number, stock.house, stock.sku, stock.amount) = (hall, number, house, sku, amount)
        return stock
    }

    private func all() throws -> [String] {
        try session.query(MyModel.self).orderBy("id").all().map { "\($0.id) \($0.label ?? "")" }
    }

    @Test func theSecondObjectOfOneServerKeyUpdatesTheRow() throws {
        let first = model(text, "first")
        let child = Child()
        child.parent = first
        try session.add(first, child)
        let second = model(text.uppercased(), "second")
        try session.add(second, upsert: true)
        #expect(second.id == first.id)
        #expect(second.objId == text)
        second.label = "third"
        try session.add(second)
        #expect(try all() == ["\(first.id) third"])
        // With its own key, too.
        try session.add(model(text, "fourth", id: first.id), upsert: true)
        #expect(try all() == ["\(first.id) fourth"])
        // One with another key gets the row's.
        let moved = model(text, "fifth", id: 99)
        try session.add(moved, upsert: true)
        #expect(moved.id == first.id)
        #expect(try all() == ["\(first.id) fifth"])
        #expect(try session.query(Child.self).filter("parent.label = 'fifth'").count() == 1)
    }

    @Test func aBatchDoesTheSame() throws {
        try session.add(model(text, "first"))
        let list = [model(text, "second"), model(UUID().uuidString, "other"), model(nil, "none")]
        try session.batch { batch in try list.forEach { try batch.add($0, upsert: true) } }
        #expect(list.map(\.id) == [0, 0, 0])
        #expect(try session.query(MyModel.self).orderBy("label").all().map(\.label) == ["none", "other", "second"])
        // Twice in one batch: the last one stays.
        try session.batch { batch in try batch.add(model(text, "a"), model(text, "b"), upsert: true) }
        #expect(try session.query(MyModel.self).filter("objId = '\(text)'").all().map(\.label) == ["b"])
    }

    @Test func twoRowsAreAnErrorThatNamesBoth() throws {
        let other = UUID().uuidString
        let (first, second) = (model(text, "first"), model(other, "second"))
        try session.add(first, second)
        let mixed = model(text, "mixed", id: second.id)
        for isBatch in [false, true] {
            let error = #expect(throws: ModelError.self) {
                if isBatch {
                    try session.batch { try $0.add(mixed, upsert: true) }
                } else {
                    try session.add(mixed, upsert: true)
                }
            }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("(id = \(first.id)) by (objId = x'") == true)
            #expect(error?.message.contains("(id = \(second.id)) by (id = \(second.id))") == true)
        }
        #expect(mixed.id == second.id)
        #expect(try all() == ["\(first.id) first", "\(second.id) second"])
    }

    @Test func aUniquePairFindsTheRowOfACompositeKey() throws {
        try session.add(stock("A", 1, "north", "s1", 1), stock("A", 2, "north", "s2", 2))
        let list = [
            stock("B", 7, "north", "s2", 20), stock("A", 1, nil, nil, 10), stock("C", 1, "south", "s1", 30),
        ]
        try session.add(list, upsert: true)
        #expect(list.map { "\($0.hall)\($0.number)" } == ["A2", "A1", "C1"])
        let rows = try session.query(Shelf.self).orderBy("hall").orderBy("number").all()
        #expect(
            rows.map { "\($0.hall)\($0.number) \($0.sku ?? "-") \($0.amount)" } == ["A1 - 10", "A2 s2 20", "C1 s1 30"])
        let error = #expect(throws: ModelError.self) {
            try session.add(stock("C", 1, "north", "s2", 0), upsert: true)
        }
        #expect(
            error?.message.contains("(hall = 'A', number = 2) by (house = 'north', sku = 's2')") == true)
    }
}

import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String? }
private class Shelf: AmigoModel { var hall = ""; var number = 0; var sku: String?; var amount = 0 }

/// What `add` and `batch` are told in order happens in order, where a unique value moves.
@Suite(.eachEngine) struct AddOrderTests {
    private let amigo: Amigo
    private let session: AmigoSession

    init() throws {
        let dog = ORMModel(Dog.self, IntegerField("id", primaryKey: true), CharField("label", unique: true))
        let shelf = ORMModel(
            Shelf.self, CharField("hall", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("sku", unique: true), IntegerField("amount"))
        amigo = try Amigo([dog, shelf], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
    }

    private func dog(_ label: String) -> Dog {
        let dog = Dog()
        dog.label = label
        return dog
    }

    private func labels() throws -> [String?] { try session.query(Dog.self).orderBy("id").all().map(\.label) }

    @Test func theNextOneTakesTheLabel() throws {
        let (d, n) = (dog("x"), dog("x"))
        try session.add(d)
        d.label = "y"
        try session.add(d, n)
        #expect(try labels() == ["y", "x"])
        let third = dog("x")
        n.label = "z"
        try session.batch { batch in
            try batch.add(n)
            try batch.add(third)
        }
        #expect(try labels() == ["y", "z", "x"])
        // An upsert finds the row as it is when its turn comes.
        let fourth = dog("y")
        d.label = "w"
        try session.batch { batch in
            try batch.add(d)
            try batch.add(fourth, upsert: true)
        }
        #expect(try labels() == ["w", "z", "x", "y"])
        try session.batch { batch in
            try batch.delete(d)
            try batch.add(dog("w"))
        }
        #expect(try labels() == ["z", "x", "y", "w"])
    }

    @Test func labelsAndKeysAreExchanged() throws {
        let list = [1, 2].map { number in
            let shelf = Shelf()
            (shelf.hall, shelf.number, shelf.sku, shelf.amount) = ("A", number, "s\(number)", number)
            return shelf
        }
        try session.add(list)
        (list[0].sku, list[1].sku) = (list[1].sku, list[0].sku)
        try session.add(list)
        (list[0].number, list[1].number) = (2, 1)
        try session.batch { try $0.add(list) }
        let rows = try session.query(Shelf.self).orderBy("number").all()
        #expect(rows.map { "\($0.number) \($0.sku ?? "") \($0.amount)" } == ["1 s1 2", "2 s2 1"])
    }
}

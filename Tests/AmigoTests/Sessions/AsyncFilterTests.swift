import Amigo
import TestServer
import Testing
import ZIMOrm

private final class Dog: AmigoModel {
    @TaskLocal static var owner = 0
    var id: Int?
    var owner = 0
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Dog.owner == Dog.owner) }
}

/// What runs on a queue has the task-local values of its caller.
@Suite(.eachEngine) struct AsyncFilterTests {
    @Test func defaultFiltersOfTheCaller() async throws {
        let dog = ORMModel(Dog.self, IntegerField("id", primaryKey: true), IntegerField("owner", optional: false))
        let amigo = try Amigo([dog], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        let session = amigo.session
        for owner in [0, 1, 1, 2] {
            let dog = Dog()
            dog.owner = owner
            try session.add(dog)
        }
        try session.commit()
        try await Dog.$owner.withValue(1) {
            #expect(try await session.async { try session.query(Dog.self).all().map(\.owner) }.value == [1, 1])
            #expect(try await session.async { try session.run { try $0.query(Dog.self).delete() } }.value == 2)
            try session.commit()
            #expect(try await amigo.async { try session.query(Dog.self).all().count }.value == 0)
        }
        #expect(try session.run { try $0.unfiltered { try $0.query(Dog.self).count() } } == 2)
    }
}

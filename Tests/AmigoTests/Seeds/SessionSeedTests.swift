import Amigo
import TestServer
import Testing

private class Dog: AmigoModel {
    var id: NSNumber!
    var label: String!
}

private class Person: AmigoModel {
    var id: NSNumber!
    var label: String!
    var dog: Dog!
}

/// The code of the page on sessions, block by block, with the SQL that it sends.
@Suite(.eachEngine) struct SessionSeedTests {
    private let amigo: Amigo
    private let log: SQLLog

    init() throws {
        let dog = ORMModel(
            Dog.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            OneToMany("people", using: Person.self, on: "dog"))
        let person = ORMModel(
            Person.self, Column("id", type: Int.self, primaryKey: true), Column("label", type: String.self),
            Column("dog", type: ForeignKey(dog)))
        amigo = try Amigo([dog, person], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        log = try SQLLog(amigo)
    }

    private func dogs(_ labels: String...) -> [Dog] {
        labels.map { label in
            let dog = Dog()
            dog.label = label
            return dog
        }
    }

    @Test func theTransactionIsOpenUntilItIsCommitted() throws {
        do {
            let session = amigo.session
            let d1 = Dog()
            let d2 = Dog()
            d1.label = "Lucy"
            d2.label = "Ollie"
            try session.add(d1, d2)
            try session.commit()
            try session.add(dogs("Gone"))
            #expect(try amigo.query(Dog.self).count() == 3)
        }
        #expect(
            log.texts().filter { !$0.contains("SAVEPOINT zim_") && !$0.contains("RELEASE zim_") } == [
                ServedEngine.begin,
                ServedEngine.insert("amigotests_dog", [("label", "text")], [["Lucy"], ["Ollie"]])
                    .components(separatedBy: "  [")[0], "COMMIT",
                ServedEngine.begin, #"INSERT INTO "amigotests_dog" ("label") VALUES (?)\#(ServedEngine.returningID)"#,
                #"SELECT count(*) FROM "amigotests_dog""#, "ROLLBACK",
            ])
        #expect(try amigo.query(Dog.self).orderBy("label").all().map(\.label) == ["Lucy", "Ollie"])
    }

    @Test func anUpsertUpdatesTheRowThatIsThere() throws {
        let session = amigo.session
        let myModel = dogs("Lucy")[0]
        try session.add(myModel, upsert: true)
        #expect(myModel.id == 1)
        let other = dogs("Ollie")[0]
        other.id = 1
        try session.add(other, upsert: true)
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_dog" ("label") VALUES (?)\#(ServedEngine.returningID)  ['Lucy']"#,
                #"INSERT INTO "amigotests_dog" ("id", "label") VALUES (?, ?) \#(ServedEngine.upsert(["id"], ["label"]))  [1, 'Ollie']"#,
            ])
        #expect(try session.query(Dog.self).all().map(\.label) == ["Ollie"])
    }

    @Test func anUpsertTakesNewModelsAlongAndKeepsReferences() throws {
        let session = amigo.session
        let p1 = Person()
        p1.label = "Foo"
        p1.dog = dogs("lucy")[0]
        try session.add(p1, upsert: true)
        let loaded = try #require(try session.query(Person.self).get(1))
        #expect(loaded.dog == nil)
        loaded.label = "Bar"
        try session.add(loaded, upsert: true)
        #expect(try !loaded.hasChanges())
        let again = try #require(try session.query(Person.self).selectRelated("dog").get(1))
        #expect(again.label == "Bar" && again.dog.label == "lucy")
    }

    @Test func aBatchSendsFewStatements() throws {
        let session = amigo.session
        let (kept, myDeletes) = (dogs("a", "b"), dogs("c", "d", "e"))
        try session.add(kept + myDeletes)
        let myUpserts = dogs("A", "B")
        myUpserts[0].id = kept[0].id
        myUpserts[1].id = kept[1].id
        let myAdds = dogs("x", "y", "z", "w")
        _ = log.take()
        try session.batch { batch in
            try myAdds.forEach(batch.add)
            try myDeletes.forEach(batch.delete)
            try myUpserts.forEach { try batch.add($0, upsert: true) }
        }
        #expect(
            log.lines() == [
                ServedEngine.insert("amigotests_dog", [("label", "text")], [["x"], ["y"], ["z"], ["w"]]),
                ServedEngine.delete("amigotests_dog", ids: [3, 4, 5]),
                #"INSERT INTO "amigotests_dog" ("id", "label") VALUES (?, ?), (?, ?) \#(ServedEngine.upsert(["id"], ["label"]))  [1, 'A', 2, 'B']"#,
            ])
        #expect(myAdds.map(\.id) == [nil, nil, nil, nil])
        #expect(try session.query(Dog.self).orderBy("id").all().map(\.label) == ["A", "B", "x", "y", "z", "w"])
    }

    @Test func sessionsInsideOneAnotherAreSavepoints() throws {
        let session = amigo.session
        try session.add(dogs("lucy"))
        do {
            let inner = amigo.session
            #expect(try amigo.query(Dog.self).count() == 1)
            try inner.add(dogs("ollie"))
            #expect(try amigo.query(Dog.self).count() == 2)
            let error = #expect(throws: DatabaseError.self) { try session.add(dogs("late")) }
            #expect(error?.code == .misuse)
            try inner.rollback()
            #expect(try amigo.query(Dog.self).count() == 1)
            try inner.add(dogs("rex"))
            try inner.commit()
            try inner.add(dogs("gone"))
        }
        try session.commit()
        #expect(try session.query(Dog.self).orderBy("id").all().map(\.label) == ["lucy", "rex"])
        session.close()
        session.close()
        #expect(throws: DatabaseError.self) { try session.add(dogs("x")) }
        #expect(try amigo.query(Dog.self).count() == 2)
        #expect(try amigo.session.query(Dog.self).count() == 2)
    }

    @Test func aRollbackGivesModelsBackAsTheyWere() throws {
        let session = amigo.session
        let (lucy, person) = (dogs("Lucy")[0], Person())
        person.label = "Foo"
        person.dog = lucy
        try session.add(person)
        #expect(lucy.id == 1 && person.isLoaded)
        try session.rollback()
        #expect(!lucy.isLoaded && !person.isLoaded)
        try session.add(person)
        #expect(try session.query(Person.self).selectRelated("dog").all().map { $0.dog.label } == ["Lucy"])
        #expect(try session.query(Dog.self).count() == 1)
    }

    @Test func resultsOfAsyncActionsAreTakenByThenOrAwaited() async throws {
        let session = amigo.session
        let dog = try await session.async { () -> Dog in
            let d1 = Dog()
            d1.label = "lucy"
            try session.add(d1)
            return d1
        }.value
        #expect(dog.id == 1)
        let label = await withCheckedContinuation { continuation in
            session.async(queue: DispatchQueue(label: "tests")) { try session.query(Dog.self).all() }
                .then(queue: .global()) { continuation.resume(returning: $0.first?.label) }
        }
        #expect(label == "lucy")
        let message = await withCheckedContinuation { continuation in
            session.async { try session.query(Dog.self).filter("lable = 1").count() }
                .then(queue: .global(), { _ in continuation.resume(returning: "") }) { error in
                    continuation.resume(returning: (error as? ModelError)?.hint ?? "")
                }
        }
        #expect(message == #"Did you mean "label"?"#)
        let action = session.async { 1 }
        #expect(try await action.value == 1)
        await #expect(throws: DatabaseError.self) { try await action.value }
        try await amigo.async { try session.commit() }.value
    }
}

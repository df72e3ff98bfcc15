import Amigo
import Swift5Programs
import TestServer
import Testing

/// What the original's tests of its query set, its fields and its async actions say, as behaviour.
@Suite(.eachEngine) struct OriginalQuerySetTests {
    private typealias Dog = Original.Dog
    private typealias People = Original.People
    private typealias UUIDModel = Original.UUIDModel
    private typealias UUIDPKModel = Original.UUIDPKModel
    private let amigo: Amigo
    private let session: AmigoSession

    init() throws {
        amigo = try Original.open()
        session = amigo.session
    }

    /// Foo with Lucy, Bar with Ollie.
    private func addPeople() throws {
        try session.add(Original.people("Foo", Original.dog("Lucy")))
        try session.add(Original.people("Bar", Original.dog("Ollie")))
    }

    @Test func severalForeignKeys() throws {
        let (p1, c1) = (Original.people("Foo", Original.dog("Lucy")), Original.Cat())
        c1.label = "Ollie"
        p1.cat = c1
        #expect(try session.query(Dog.self).get(1) == nil)
        try session.add(p1)
        #expect(try session.query(Dog.self).get(1) != nil)
        let people = try session.query(People.self).selectRelated("dog", "cat").all()
        #expect(people.count == 1 && people[0].dog.label == "Lucy" && people[0].cat.label == "Ollie")
    }

    @Test func ordersAndFilters() throws {
        try addPeople()
        let ordered = try session.query(People.self).selectRelated("dog").orderBy("dog.label", ascending: false).all()
        #expect(ordered.map(\.id) == [2, 1] && ordered.map { $0.dog.label } == ["Ollie", "Lucy"])
        #expect(try session.query(People.self).filter("label = 'Foo'").all().map(\.id) == [1])
        let found = try session.query(People.self).selectRelated("dog").orderBy("dog.label", ascending: false)
            .filter("dog.label = \"Lucy\"").all()
        #expect(found.map(\.id) == [1] && found.map { $0.dog.label } == ["Lucy"])
        #expect(try session.query(Dog.self).orderBy("label", ascending: false).all().map(\.id) == [2, 1])
        #expect(try session.query(Dog.self).orderBy("label").all().map(\.label) == ["Lucy", "Ollie"])
    }

    @Test func relatedModelsAreLoadedWhereTheyAreSelected() throws {
        try addPeople()
        #expect(try session.query(People.self).get(1)?.dog == nil)
        #expect(try session.query(People.self).selectRelated("dog").get(1)?.dog.label == "Lucy")
        let rows = try session.query(People.self).selectRelated("dog").values("id", "label", "dog.id").orderBy("id")
            .all()
        #expect(rows.map(\.label) == ["Foo", "Bar"] && rows.map { $0.dog.id } == [1, 2])
    }

    @Test func pagesAndOneToMany() throws {
        let (a1, a2) = (Original.Author(), Original.Author())
        (a1.firstName, a1.lastName, a2.firstName, a2.lastName) = ("Lucy", "Dog", "Ollie", "Cat")
        try session.add(a1)
        try session.add(a2)
        let first = try session.query(Original.Author.self).limit(1).all()
        #expect(first.map(\.firstName) == ["Lucy"] && first.map(\.lastName) == ["Dog"])
        let second = try session.query(Original.Author.self).limit(1).offset(1).all()
        #expect(second.map(\.firstName) == ["Ollie"] && second.map(\.lastName) == ["Cat"])
        for (title, author) in [("Barking", a1), ("Squirrels", a1), ("Being a Cat", a2)] {
            let post = Original.Post()
            (post.title, post.author) = (title, author)
            try session.add(post)
        }
        #expect(try session.query(Original.Post.self).using(a1).relationship("posts").all().count == 2)
    }

    @Test func asyncActions() async throws {
        let (session, queue) = (session, DispatchQueue(label: "tests"))
        for (number, queue) in [DispatchQueue.global(), queue].enumerated() {
            let label = try await session.async(queue: queue) { () -> String? in
                let d1 = Original.dog("lucy \(number)")
                try session.add(d1)
                return d1.label
            }.value
            #expect(label == "lucy \(number)")
        }
        let count = await withCheckedContinuation { continuation in
            session.async { () -> [Dog] in
                try session.add(Original.dog("gato"))
                return try session.query(Dog.self).all()
            }.then(queue: .global()) { dogs in continuation.resume(returning: dogs.count) }
        }
        // Without a result, with and without a closure behind it.
        for queue in [DispatchQueue.global(), queue] {
            await withCheckedContinuation { continuation in
                session.async(queue: queue) { try session.add(Original.dog("perro")) }.then(queue: .global()) {
                    continuation.resume()
                }
            }
        }
        await withCheckedContinuation { continuation in
            session.async {
                try session.add(Original.dog("perro"))
                continuation.resume()
            }
        }
        #expect(try session.query(Dog.self).filter("label = \"perro\"").count() == 3)
        #expect(count == 3)
    }

    /// Closures of programs in Swift 5 capture what they like.
    @Test func aProgramInSwift5() throws {
        #expect(try AmigoProgram.run(on: ServedEngine.makeFactory()) == ["lucy", "lucy!", "ollie!"])
    }

    @Test func uuidFields() throws {
        let uuid = UUIDModel()
        uuid.objId = UUID().uuidString.lowercased()
        try session.add(uuid)
        let objId = uuid.objId ?? ""
        let bytes = try session.run { try $0.rows("SELECT \(identifier: "objId") FROM uuid").first?[0] }
        let uuidBytes = try withUnsafeBytes(of: #require(UUID(uuidString: objId)).uuid) { Array($0) }
        #expect(bytes == .blob(uuidBytes))
        for query in [session.query(UUIDModel.self), session.query(UUIDModel.self).filter("objId = \"\(objId)\"")] {
            let result = try #require(try query.all().first)
            #expect(result.id == 1 && result.objId == objId)
        }
        // The original kept NULL where a text was no UUID.
        let malformed = UUIDModel()
        malformed.objId = "ollie"
        #expect(throws: ModelError.self) { try session.add(malformed) }
    }

    @Test func uuidKeys() throws {
        let (given, own) = (UUIDPKModel(), UUIDPKModel())
        given.label = "Lucy"
        try session.add(given)
        #expect(try session.query(UUIDPKModel.self).get(given.objId)?.label == "Lucy")
        // A default does not take the place of a value.
        own.objId = UUID().uuidString.lowercased()
        let objId = own.objId
        own.label = "Ollie"
        try session.batch { batch in try batch.add(own, upsert: true) }
        #expect(own.objId == objId)
        #expect(try session.query(UUIDPKModel.self).get(own.objId)?.label == "Ollie")
        let batched = UUIDPKModel()
        batched.label = "Gato"
        try session.batch { batch in try batch.add(batched) }
        let found = try session.query(UUIDPKModel.self).filter("label = 'Gato'").all()
        #expect(found.count == 1 && found.first?.objId != nil)
    }
}

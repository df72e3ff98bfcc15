import Amigo
import TestServer
import Testing

/// What the original's tests of its session say, as behaviour.
@Suite(.eachEngine) struct OriginalSessionTests {
    private typealias Dog = Original.Dog
    private typealias People = Original.People
    private let amigo: Amigo
    private let session: AmigoSession

    init() throws {
        amigo = try Original.open()
        session = amigo.session
    }

    private func dogs(_ count: Int, _ label: String) -> [Dog] { (0..<count).map { _ in Original.dog(label) } }

    private func count(_ filter: PredicateText) throws -> Int { try session.query(Dog.self).filter(filter).count() }

    @Test func upsert() throws {
        let o1 = Original.dog("lucy")
        try session.add(o1, upsert: true)
        #expect(o1.id != nil)
        o1.label = "ollie"
        try session.add(o1, upsert: true)
        #expect(try session.query(Dog.self).all().map(\.label) == ["ollie"])
    }

    @Test func upsertWithForeignKey() throws {
        let d1 = Original.dog("lucy")
        try session.add(Original.people("Foo", d1), upsert: true)
        for label in ["lucy", "ollie"] {
            d1.label = label
            try session.add(d1, upsert: true)
            let result = try #require(try session.query(People.self).selectRelated("dog").all().first)
            #expect(result.id == 1 && result.label == "Foo" && result.dog.label == label && result.dog.id == 1)
        }
    }

    @Test func insertUpdateDelete() throws {
        #expect(try amigo.query(Dog.self).get(1) == nil)
        let o1 = Original.dog("lucy")
        #expect(o1.id == nil)
        try session.add(o1)
        #expect(o1.id != nil)
        #expect(try amigo.query(Dog.self).get(1)?.label == "lucy")
        for label in ["ollie", "gato"] {
            o1.label = label
            try session.add(o1)
            #expect(try amigo.query(Dog.self).get(1)?.label == label)
        }
        try session.delete(o1)
        #expect(try session.query(Dog.self).get(1) == nil)
        let three = [Original.dog("lucy"), Original.dog("ollie"), Original.dog("gato")]
        try session.add(three)
        #expect(try session.query(Dog.self).count() == 3)
        try session.delete(three)
        #expect(try session.query(Dog.self).count() == 0)
    }

    /// The original sent `DELETE … WHERE id = NULL`, which deletes nothing.
    @Test func deleteWithoutAKeyIsAnError() throws {
        let error = #expect(throws: ModelError.self) { try session.delete(Original.dog("lucy")) }
        #expect(error?.code == .keyMissing)
    }

    @Test func updateWithANewForeignKey() throws {
        let (p1, d1, d2) = (Original.people("foo"), Original.dog("lucy"), Original.dog("ollie"))
        try session.add(p1)
        #expect(p1.id == 1 && d1.id == nil)
        p1.dog = d1
        try session.add(p1)
        #expect(d1.id == 1)
        try session.add(d1)
        try session.add(d2)
        for dog in [d1, d2] {
            let result = try #require(try session.query(People.self).selectRelated("dog").get(1))
            result.dog = dog
            try session.add(result)
            #expect(try session.query(People.self).selectRelated("dog").get(1)?.dog.id == dog.id)
        }
    }

    @Test func batchesOfNewLoadedAndUpsertedModels() throws {
        let objs = dogs(10, "lucy's")
        try session.batch { batch in try objs.forEach { try batch.add($0, upsert: true) } }
        let results = try session.query(Dog.self).all()
        #expect(results.count == 10)
        results.forEach { $0.label = "ollie's" }
        try session.batch { batch in try results.forEach { try batch.add($0, upsert: true) } }
        #expect(try count("label = \"ollie's\"") == 10)
        #expect(try count("label = \"lucy's\"") == 0)

        results.forEach { $0.label = "gato" }
        let new = dogs(10, "lucy's")
        try session.batch { batch in
            try results.forEach(batch.add)
            try new.forEach(batch.add)
        }
        #expect(try session.query(Dog.self).count() == 20)
        #expect(try count("label = \"gato\"") == 10)
        #expect(try count("label = \"lucy's\"") == 10)
        let all = try session.query(Dog.self).all()
        try session.batch { batch in try all.forEach(batch.delete) }
        #expect(try session.query(Dog.self).count() == 0)
    }

    @Test func manyToMany() throws {
        let (p1, p2, c1) = (Original.Parent(), Original.Parent(), Original.Child())
        (p1.label, p2.label, c1.label) = ("foo", "bar", "baz")
        try session.add(p1)
        try session.add(p2)
        try session.add(c1)
        try session.using(p1).relationship("children").add(c1)
        try session.using(p2).relationship("children").add(c1)
        func parents() throws -> [String?] {
            try session.query(Original.Parent.self).using(c1).relationship("parents").all().map(\.label)
        }
        #expect(try parents().count == 2)
        try session.using(c1).relationship("parents").delete(p2)
        #expect(try parents() == ["foo"])
    }
}

/// What the original's tests of through models say.
@Suite(.eachEngine) struct OriginalThroughModelTests {
    private typealias Workout = Original.Workout
    private typealias WorkoutExercise = Original.WorkoutExercise
    private typealias WorkoutMeta = Original.WorkoutMeta
    private let amigo: Amigo
    private let session: AmigoSession
    private let w1 = Workout(), w2 = Workout()
    private let e1 = WorkoutExercise(), e2 = WorkoutExercise()

    init() throws {
        amigo = try Original.open()
        session = amigo.session
        (w1.label, w2.label, e1.label, e2.label) = ("foo", "bar", "Jumping Jacks", "Push-Ups")
    }

    private func metas() -> [WorkoutMeta] {
        [(w1, e1, 60000, 1), (w1, e2, 15, 2), (w2, e2, 60, 1), (w1, e2, 25, 3)].map {
            workout, exercise, duration, position in
            let meta = WorkoutMeta()
            (meta.workout, meta.exercise) = (workout, exercise)
            (meta.duration, meta.position) = (NSNumber(value: duration), NSNumber(value: position))
            return meta
        }
    }

    private func ties() throws -> Int? {
        try amigo.execute("SELECT count(*) FROM exercise_workout") { try $0.first?.get(0, as: Int.self) }
    }

    @Test func addedAndDeletedInABatch() throws {
        try session.add(w1)
        try session.add(w2)
        try session.add(e1)
        try session.add(e2)
        let metas = metas()
        for meta in metas { try session.add(meta) }
        #expect(try session.query(WorkoutMeta.self).count() == 4)
        #expect(try ties() == 4)
        try session.batch { batch in try metas.forEach(batch.delete) }
        #expect(try session.query(WorkoutMeta.self).count() == 0)
        #expect(try ties() == 0)
    }

    @Test func addedInABatchWithAndWithoutKeys() throws {
        try session.batch { batch in try batch.add(metas()) }
        #expect(try session.query(WorkoutMeta.self).count() == 4)
        #expect(try ties() == 4)
        try session.rollback()
        (w1.id, w2.id, e1.id, e2.id) = (1, 2, 1, 2)
        let keyed = metas()
        for (index, meta) in keyed.enumerated() { meta.id = NSNumber(value: index + 1) }
        try session.batch { batch in try batch.add(keyed, upsert: true) }
        #expect(try session.query(WorkoutMeta.self).count() == 4)
        #expect(try ties() == 4)
    }

    @Test func askedForInOrderAndDeleted() throws {
        let metas = metas()
        for meta in metas { try session.add(meta) }
        func asked() throws -> [WorkoutMeta] {
            try session.query(WorkoutMeta.self).using(w1).selectRelated("exercise", "workout")
                .relationship("exercises").orderBy("position", ascending: false).all()
        }
        let results = try asked()
        #expect(results.map(\.id) == [metas[3].id, metas[1].id, metas[0].id])
        #expect(results.map(\.duration) == [25, 15, 60000])
        #expect(results.map(\.position) == [3, 2, 1])
        #expect(results.map { $0.exercise.label } == ["Push-Ups", "Push-Ups", "Jumping Jacks"])
        #expect(results.map { $0.exercise.id } == [e2.id, e2.id, e1.id])
        #expect(results.allSatisfy { $0.workout.id == w1.id && $0.workout.label == "foo" })
        try session.delete(metas[3])
        #expect(try asked().map(\.id) == [metas[1].id, metas[0].id])
    }

    /// The original ended the program.
    @Test func addedWithoutTheThroughModelIsAnError() throws {
        try session.add(w1)
        try session.add(e1)
        let error = #expect(throws: ModelError.self) { try session.using(w1).relationship("exercises").add(e1) }
        #expect(error?.code == .throughModel)
    }
}

import Amigo
import TestServer
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String? }
private class Owner: AmigoModel { var id: Int?; var label: String?; var dog: Dog? }
private class Course: AmigoModel { var year: Int?; var code: String?; var title: String? }
private class Student: AmigoModel { var id: Int?; var name: String? }
private class Mark: AmigoModel { var id: Int?; var grade: Int?; var course: Course?; var student: Student? }

@Suite(.eachEngine) struct BatchTests {
    private let amigo: Amigo
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let dog = ORMModel(Dog.self, IntegerField("id", primaryKey: true), CharField("label"))
        let owner = ORMModel(
            Owner.self, IntegerField("id", primaryKey: true), CharField("label"), Column("dog", type: ForeignKey(dog)))
        let course = ORMModel(
            Course.self, IntegerField("year", primaryKey: true), CharField("code", primaryKey: true),
            CharField("title"),
            ManyToMany("students", using: Student.self, throughModel: Mark.self))
        let student = ORMModel(Student.self, IntegerField("id", primaryKey: true), CharField("name"))
        let mark = ORMModel(
            Mark.self, IntegerField("id", primaryKey: true), IntegerField("grade"),
            Column("course", type: ForeignKey(course)), Column("student", type: ForeignKey(student)))
        amigo = try Amigo([dog, owner, course, student, mark], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
        log = try SQLLog(amigo)
    }

    /// What is deleted and added in one batch is a new row, with the key that it had.
    @Test func aModelThatIsDeletedAndAddedIsThere() throws {
        try session.add(dogs(2))
        let dog = try #require(try session.query(Dog.self).orderBy("id").all().first)
        dog.label = "again"
        try session.batch { batch in
            try batch.delete(dog)
            try batch.add(dog)
        }
        #expect(try session.query(Dog.self).orderBy("id").all().map(\.label) == ["again", "dog 1"])
    }

    /// What an upsert of a batch has written, a model that is a row knows: taking it back is a change.
    @Test func anUpsertOfALoadedModelIsKnownToIt() throws {
        let dog = Dog()
        dog.label = "a"
        try session.add(dog)
        dog.label = "b"
        try session.batch { try $0.add(dog, upsert: true) }
        dog.label = "a"
        try session.add(dog)
        #expect(try session.query(Dog.self).all().map(\.label) == ["a"])
    }

    /// The original wrote the statement when a model was added.
    @Test func anObjectThatIsFilledAgainIsAnotherRow() throws {
        let dog = Dog()
        try session.batch { batch in
            for label in ["a", "b", "c"] {
                dog.label = label
                try batch.add(dog)
            }
            dog.label = "behind the last"
        }
        #expect(try session.query(Dog.self).orderBy("id").all().map(\.label) == ["a", "b", "c"])
        #expect(dog.id == nil && dog.label == "behind the last")
        // So is what it referred to then.
        let (rex, owner) = (Dog(), Owner())
        rex.label = "rex"
        try session.batch { batch in
            (owner.label, owner.dog) = ("Ada", rex)
            try batch.add(owner)
            (owner.label, owner.dog) = ("Grace", nil)
            try batch.add(owner)
        }
        let owners = try session.query(Owner.self).selectRelated("dog").orderBy("label").all()
        #expect(owners.map(\.label) == ["Ada", "Grace"])
        #expect(owners.map(\.dog?.label) == ["rex", nil])
        let course = Course()
        try session.batch { batch in
            for code in ["x", "y"] {
                (course.year, course.code) = (2026, code)
                try batch.add(course, upsert: true)
            }
        }
        #expect(try session.query(Course.self).orderBy("code").all().map(\.code) == ["x", "y"])
    }

    private func dogs(_ count: Int) -> [Dog] {
        (0..<count).map { number in
            let dog = Dog()
            dog.label = "dog \(number)"
            return dog
        }
    }

    @Test func tenThousandModelsNeedAHandfulOfStatements() throws {
        let clock = ContinuousClock()
        let dogs = dogs(10_000)
        let batched = try clock.measure { try session.batch { batch in try dogs.forEach { try batch.add($0) } } }
        let inserts = log.take().count
        #expect(inserts == 10)
        #expect(dogs.allSatisfy { $0.id == nil && !$0.isLoaded })

        let loaded = try session.query(Dog.self).orderBy("id").all()
        for dog in loaded { dog.label = "new" }
        _ = log.take()
        try session.batch { try $0.add(loaded) }
        let updates = log.take().count
        #expect(updates == ServedEngine.on(sqlite: 20, postgreSQL: 10, mariaDB: 10))

        let copies = loaded.map { dog in
            let copy = Dog()
            (copy.id, copy.label) = (dog.id, "upserted")
            return copy
        }
        try session.batch { try $0.add(copies, upsert: true) }
        let upserts = log.take().count
        #expect(upserts == 20)
        #expect(try session.query(Dog.self).filter("label = 'upserted'").count() == 10_000)
        _ = log.take()

        try session.batch { try $0.delete(copies) }
        let deletions = log.take().count
        #expect(deletions == 1)
        #expect(try session.query(Dog.self).count() == 0)

        let again = self.dogs(1_000)
        _ = log.take()
        let single = try clock.measure { for dog in again { try session.add(dog) } }
        #expect(log.take().count == 1_000)
        print("batch of 10,000 models: \(batched) with \(inserts) statements; 1,000 added one by one: \(single)")
    }

    @Test func newModelsThatOthersReferToAreAddedOnce() throws {
        let lucy = dogs(1)[0]
        let owners = (0..<3).map { number in
            let owner = Owner()
            (owner.label, owner.dog) = ("owner \(number)", lucy)
            return owner
        }
        try session.batch { batch in
            try batch.add(owners)
            try batch.add(lucy)
        }
        #expect(
            log.lines() == [
                #"INSERT INTO "amigotests_dog" ("label") VALUES (?)\#(ServedEngine.returningID)  ['dog 0']"#
            ]
                // VALUES come in powers of two, lists in any number.
                + ServedEngine.on(
                    sqlite: [
                        ServedEngine.insert(
                            "amigotests_owner", [("label", ""), ("dog_id", "")], [["owner 0", 1], ["owner 1", 1]]),
                        #"INSERT INTO "amigotests_owner" ("label", "dog_id") VALUES (?, ?)  ['owner 2', 1]"#,
                    ],
                    postgreSQL: [
                        ServedEngine.insert(
                            "amigotests_owner", [("label", "text"), ("dog_id", "bigint")],
                            [["owner 0", 1], ["owner 1", 1], ["owner 2", 1]])
                    ],
                    mariaDB: [
                        ServedEngine.insert(
                            "amigotests_owner", [("label", ""), ("dog_id", "")], [["owner 0", 1], ["owner 1", 1]]),
                        #"INSERT INTO "amigotests_owner" ("label", "dog_id") VALUES (?, ?) RETURNING "id"  ['owner 2', 1]"#,
                    ]))
        #expect(lucy.id == 1 && owners.allSatisfy { $0.id == nil })
        let people = try session.query(Owner.self).all()
        // A reference that was not loaded goes with an upsert of the row.
        for owner in people { owner.label = "changed" }
        try session.batch { try $0.add(people, upsert: true) }
        #expect(try session.query(Owner.self).filter("dog.label = 'dog 0' AND label = 'changed'").count() == 3)
        _ = log.take()
        // What refers to others is deleted before them.
        try session.batch { batch in
            try batch.delete(lucy)
            try batch.delete(people)
        }
        #expect(
            log.lines().map { $0.replacing("DELETE FROM", with: "DELETE").prefix(26) } == [
                #"DELETE "amigotests_owner" "#,
                #"DELETE "amigotests_dog" "# + ServedEngine.on(sqlite: "WH", postgreSQL: "WH", mariaDB: "FR"),
            ])
    }

    private func course(_ year: Int, _ code: String) -> Course {
        let course = Course()
        (course.year, course.code) = (year, code)
        return course
    }

    private func marks(_ count: Int, keys: Bool) -> [Mark] {
        let courses = ["A", "B"].map { course(2026, $0) }
        let students = (0..<2).map { number in
            let student = Student()
            student.name = "student \(number)"
            return student
        }
        return (0..<count).map { number in
            let mark = Mark()
            mark.id = keys ? number + 1 : nil
            mark.grade = number
            mark.course = courses[number % 2]
            mark.student = students[number / 2 % 2]
            return mark
        }
    }

    @Test(arguments: [true, false]) func throughModelsWithCompositeKeysAreTied(keys: Bool) throws {
        let marks = marks(400, keys: keys)
        try session.batch { try $0.add(marks) }
        // Both classes behind it, the through models, and what ties them: those with keys are not touched.
        #expect(marks.allSatisfy { $0.isLoaded != keys })
        #expect(log.take().count < 20)
        let course = try #require(marks[0].course)
        #expect(try session.query(Mark.self).using(course).relationship("students").count() == 200)
        let students = try session.query(Student.self).using(course).relationship("students").all()
        #expect(Set(students.compactMap(\.name)).count == 2)
        let loaded = try session.query(Mark.self).all()
        try session.batch { try $0.delete(loaded) }
        #expect(try amigo.execute("SELECT count(*) FROM amigotests_course_amigotests_student") { $0.first?[0] } == 0)
    }

    @Test func modelsWhoseKeyTheProgramGivesAreLookedForTogether() throws {
        let courses = (0..<100).map { course($0, "A") }
        try session.add(Array(courses.prefix(50)))
        let student = Student()
        student.name = "Ada"
        let marks = (0..<100).map { number in
            let mark = Mark()
            // Others that stand for the same rows.
            (mark.course, mark.student) = (course(number, "A"), student)
            return mark
        }
        _ = log.take()
        try session.add(marks)
        #expect(log.take().filter { $0.sql.hasPrefix("SELECT") }.count == 1)
        #expect(try session.query(Course.self).count() == 100)
        #expect(try session.query(Mark.self).selectRelated("course").all().filter { $0.course != nil }.count == 100)
    }

    @Test func theOrderOfAddsAndDeletionsHolds() throws {
        let first = course(2026, "A")
        try session.add(first)
        let second = course(2026, "A")
        second.title = "second"
        try session.batch { batch in
            try batch.delete(first)
            try batch.add(second)
        }
        #expect(try session.query(Course.self).all().map(\.title) == ["second"])
    }
}

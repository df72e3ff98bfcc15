import Amigo
import TestServer
import Testing

private class Dog: AmigoModel {
    var id: Int?; var label: String?; var tag: String?; var weight: Double?; var born: Date?
}
private class Owner: AmigoModel { var id: NSNumber!; var label: String!; var dog: Dog! }
private class Course: AmigoModel { var year = 0; var code = ""; var title: String? }
private class Student: AmigoModel { var id = 0; var name: String? }
private class Mark: AmigoModel { var id: Int?; var grade: Int?; var course: Course?; var student: Student? }

/// The same calls on every engine.
@Suite(.eachEngine) struct SameCallsTests {
    private func open() throws -> (Amigo, AmigoSession) {
        let dog = ORMModel(
            Dog.self, IntegerField("id", primaryKey: true), CharField("label", indexed: true),
            UUIDField("tag", unique: true) { UUID().uuidString }, DoubleField("weight"), DateTimeField("born"),
            OneToMany("owners", using: Owner.self))
        let owner = ORMModel(
            Owner.self, IntegerField("id", primaryKey: true), CharField("label"), Column("dog", type: ForeignKey(dog)))
        let course = ORMModel(
            Course.self, IntegerField("year", primaryKey: true), CharField("code", primaryKey: true),
            CharField("title"),
            ManyToMany("students", using: Student.self, throughModel: Mark.self),
            ManyToMany("dogs", using: Dog.self))
        let student = ORMModel(Student.self, IntegerField("id", primaryKey: true), CharField("name"))
        let mark = ORMModel(
            Mark.self, IntegerField("id", primaryKey: true), Column("grade", type: Int16.self),
            Column("course", type: ForeignKey(course)), Column("student", type: ForeignKey(student)))
        let amigo = try Amigo([dog, owner, course, student, mark], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        try amigo.createAll()
        return (amigo, amigo.session)
    }

    private func course(_ year: Int, _ code: String) -> Course {
        let course = Course()
        (course.year, course.code) = (year, code)
        return course
    }

    @Test func addQueryAndRollBack() throws {
        let (_, session) = try open()
        let lucy = Dog()
        (lucy.label, lucy.weight, lucy.born) = ("Lucy", 12.25, Date(timeIntervalSince1970: 0))
        let foo = Owner()
        (foo.label, foo.dog) = ("Foo", lucy)
        try session.add(foo)
        #expect(lucy.id == 1 && foo.id == 1)
        try session.commit()
        let tag = try #require(lucy.tag)
        let found = try session.query(Owner.self).selectRelated("dog").filter("dog.tag = '\(tag)' AND dog.weight > 12")
            .orderBy("dog.label").all()
        #expect(found.map { $0.dog.tag } == [tag.lowercased()])
        #expect(try session.query(Owner.self).using(lucy).relationship("owners").count() == 1)
        foo.label = "Bar"
        try session.add(foo)
        try session.rollback()
        #expect(try session.query(Owner.self).get(1)?.label == "Foo")
        let double = Dog()
        (double.label, double.tag) = ("Double", tag)
        let error = #expect(throws: DatabaseError.self) { try session.add(double) }
        #expect(error?.code == .constraint)
        // The transaction goes on.
        double.tag = nil
        try session.add(double)
        #expect(try session.query(Dog.self).count() == 2)
    }

    @Test func tiesThroughCompositeKeys() throws {
        let (amigo, session) = try open()
        let sql = course(2026, "SQL")
        let marks = ["Ada", "Grace"].enumerated().map { number, name in
            let mark = Mark()
            mark.student = Student()
            mark.student?.name = name
            (mark.course, mark.grade) = (sql, number)
            return mark
        }
        try session.add(marks)
        let loaded = try session.query(Mark.self).using(sql).selectRelated("student").relationship("students")
            .orderBy("grade", ascending: false).all()
        #expect(loaded.map { $0.student?.name } == ["Grace", "Ada"])
        #expect(try session.query(Student.self).using(sql).relationship("students").count() == 2)
        #expect(try session.query(Course.self).filter("students.name = 'Ada'").count() == 1)
        let dog = Dog()
        dog.label = "Rex"
        try session.using(sql).relationship("dogs").add(dog)
        try session.using(sql).relationship("dogs").add(dog)
        #expect(try session.query(Dog.self).using(sql).relationship("dogs").all().map(\.label) == ["Rex"])
        do {
            let inner = amigo.session
            try inner.delete(marks[0])
            #expect(try inner.query(Mark.self).count() == 1)
            try inner.rollback()
        }
        try session.delete(marks)
        #expect(try session.query(Student.self).using(sql).relationship("students").count() == 0)
    }

    @Test func batches() throws {
        let (_, session) = try open()
        let courses = (0..<300).map { course($0, "A") }
        try session.batch { try $0.add(courses) }
        for course in courses { course.title = "\(course.year)" }
        try session.batch { try $0.add(courses, upsert: true) }
        #expect(try session.query(Course.self).filter("title = '299'").count() == 1)
        let loaded = try session.query(Course.self).all()
        for course in loaded { course.title = "new" }
        try session.batch { batch in
            try batch.add(loaded)
            try batch.delete(Array(courses.prefix(100)))
        }
        #expect(try session.query(Course.self).filter("title = 'new'").count() == 200)
    }
}

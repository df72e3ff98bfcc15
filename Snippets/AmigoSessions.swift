// The code of Documentation/Amigo.md.
import Amigo

// snippet.models
class Dog: AmigoModel {
    var id: Int?
    var label: String?
    var tag: String?
}

class Person: AmigoModel {
    var id: Int?
    var label: String?
    var dog: Dog?
}

let dog = ORMModel(
    Dog.self, IntegerField("id", primaryKey: true), CharField("label", indexed: true),
    UUIDField("tag", unique: true) { UUID().uuidString },
    OneToMany("people", using: Person.self, on: "dog"))

let person = ORMModel(
    Person.self, IntegerField("id", primaryKey: true), CharField("label", optional: false),
    Column("dog", type: ForeignKey(dog)))
// snippet.end

// snippet.course
class Course: AmigoModel {
    var year = 0
    var code = ""
    var title: String?
}

class Student: AmigoModel {
    var id: Int?
    var name: String?
}

class Mark: AmigoModel {
    var id: Int?
    var grade: Int?
    var course: Course?
    var student: Student?
}

let course = ORMModel(
    Course.self, IntegerField("year", primaryKey: true), CharField("code", primaryKey: true), CharField("title"),
    ManyToMany("students", using: Student.self, throughModel: Mark.self))
let student = ORMModel(
    Student.self, IntegerField("id", primaryKey: true), CharField("name"),
    ManyToMany("friends", using: Person.self))
let mark = ORMModel(
    Mark.self, IntegerField("id", primaryKey: true), IntegerField("grade"),
    Column("course", type: ForeignKey(course)),  // "course_year", "course_code"
    Column("student", type: ForeignKey(student)))
// snippet.end

// snippet.open
let amigo = try Amigo([dog, person, course, student, mark], factory: SQLiteEngineFactory(":memory:"))
try amigo.createAll()
let session = amigo.session  // BEGIN
// snippet.end

func addAndAsk() throws {
    // snippet.add
    let lucy = Dog()
    lucy.label = "Lucy"
    let foo = Person()
    foo.label = "Foo"
    foo.dog = lucy
    try session.add(foo)  // INSERT INTO "app_dog" …; INSERT INTO "app_person" …: the dog is new, so it goes first
    print(foo.id ?? 0, lucy.id ?? 0)

    foo.label = "Bar"
    try session.add(foo)  // UPDATE "app_person" SET "label" = ? WHERE "id" = ?
    try session.commit()  // COMMIT; BEGIN
    // snippet.end

    // snippet.query
    let people = try session.query(Person.self).using(lucy).relationship("people").orderBy("label").all()
    let named = try session.query(Person.self).selectRelated("dog")
        .filter("id > 0 AND dog.label = '\("Lucy")'").limit(10).all()
    let first = try session.query(Person.self).get(1)  // nil where there is no such row
    // snippet.end
    print(people.count, named.first?.dog?.label ?? "", first?.label ?? "")

    // snippet.reference
    let loaded = try session.query(Person.self).get(1)  // loaded.dog is nil: it was not asked for
    loaded?.label = "Baz"
    if let loaded { try session.add(loaded) }  // UPDATE "app_person" SET "label" = ?: the row keeps its dog
    try loaded?.clear(foreignKey: ["dog_id"])  // says that there is none
    // snippet.end
}

func tie() throws {
    // snippet.through
    let sql = Course()
    (sql.year, sql.code) = (2026, "SQL")
    let ada = Student()
    ada.name = "Ada"
    let mark = Mark()
    (mark.course, mark.student, mark.grade) = (sql, ada, 1)
    try session.add(mark)  // the course, the student, the mark, and the join row if there is a join table

    let marks = try session.query(Mark.self).using(sql).selectRelated("student").relationship("students")
        .orderBy("grade").all()
    let students = try session.query(Student.self).using(sql).relationship("students").all()
    let courses = try session.query(Course.self).filter("students.name = 'Ada'").all()
    // snippet.end
    print(marks.first?.student?.name ?? "", students.count, courses.count)

    // snippet.ties
    let friend = Person()
    friend.label = "Grace"
    try session.using(ada).relationship("friends").add(friend)
    try session.using(ada).relationship("friends").delete(friend)
    // snippet.end
}

func changeMany() throws {
    // snippet.batch
    let dogs = (1...10_000).map { number in
        let dog = Dog()
        dog.label = "dog \(number)"
        return dog
    }
    try session.batch { batch in
        try dogs.forEach(batch.add)
    }
    // INSERT INTO "app_dog" ("label", "tag") VALUES (?, ?), (?, ?), …       20 statements for 10,000 dogs
    // snippet.end

    // snippet.nested
    let inner = amigo.session  // SAVEPOINT
    try inner.query(Dog.self).filter("id > 5000").all().forEach { try inner.delete($0) }
    try inner.rollback()  // ROLLBACK TO: the dogs are there, and every model is what it was
    inner.close()
    // snippet.end
    print(try session.query(Dog.self).count())
}

func wait() async throws {
    // snippet.async
    session.async { try session.query(Dog.self).count() }.then { count in print(count) }
    let label = try await session.async { try session.query(Dog.self).get(1)?.label }.value
    // snippet.end
    print(label ?? "")
}

func refuse() throws {
    // snippet.refuse
    do {
        let other = ORMModel(Dog.self, IntegerField("id", primaryKey: true), CharField("lable"))
        _ = try Amigo([other], factory: SQLiteEngineFactory(":memory:"))
    } catch let error as ModelError {
        print(error)  // unknownColumn: class Dog has no stored property "lable". Did you mean "label"?
    }
    // snippet.end
}

try addAndAsk()
try tie()
try changeMany()
try await wait()
try refuse()

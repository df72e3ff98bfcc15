import Amigo

/// What Amigo commits: a through model between a key of two columns and one that the database gives.
class LedgerCourse: AmigoModel {
    var year = 0
    var code = ""
    var title: String?
}

class LedgerStudent: AmigoModel {
    var id: Int?
    var name: String?
}

class LedgerMark: AmigoModel {
    var id: Int?
    var grade: Int?
    var course: LedgerCourse?
    var student: LedgerStudent?
}

/// The ledger's part that Amigo keeps.
final class LedgerMarks {
    let amigo: Amigo

    init(_ database: Database) throws {
        let course = ORMModel(
            LedgerCourse.self, table: "ledger_course", IntegerField("year", primaryKey: true),
            CharField("code", primaryKey: true), CharField("title"),
            ManyToMany("students", using: LedgerStudent.self, throughModel: LedgerMark.self))
        let student = ORMModel(
            LedgerStudent.self, table: "ledger_student", IntegerField("id", primaryKey: true), CharField("name"))
        let mark = ORMModel(
            LedgerMark.self, table: "ledger_mark", IntegerField("id", primaryKey: true), IntegerField("grade"),
            Column("course", type: ForeignKey(course)), Column("student", type: ForeignKey(student)))
        amigo = try Amigo([course, student, mark], factory: DatabaseEngineFactory(database))
    }

    func commit(_ number: Int) throws {
        let session = amigo.session
        defer { session.close() }
        let (course, student, mark) = (LedgerCourse(), LedgerStudent(), LedgerMark())
        (course.year, course.code, course.title) = (number, "C'\(number)", "course \(number)")
        student.name = "student \(number)"
        (mark.course, mark.student, mark.grade) = (course, student, number)
        try session.add(mark)
        try session.commit()
    }
}

@_spi(Generated) import ZIMOrm

final class ZIMStudent: Model, RowDecodable {
    var school: String { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { noteChange(1, was: oldValue) } }
    var name: String { didSet { changed.insert(2) } }
    var year: Int { didSet { changed.insert(3) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "student" }
    override class var primaryKey: [String] { ["school", "number"] }
    override class var columns: [Column] {
        [
            Column("school", \ZIMStudent.school), Column("number", \ZIMStudent.number),
            Column("name", \ZIMStudent.name), Column("year", \ZIMStudent.year),
        ]
    }

    required init() {
        school = ""
        number = 0
        name = ""
        year = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        school = try String.read(from: row, at: 0)
        number = try Int.read(from: row, at: 1)
        name = try String.read(from: row, at: 2)
        year = try Int.read(from: row, at: 3)
        super.init()
    }

    func courses() throws -> [ZIMCourse] {
        try hasMany(
            ZIMCourse.self, through: ZIMEnrolment.self, foreignKey: ["school", "student"],
            targetForeignKey: ["faculty", "course"])
    }
}

final class ZIMCourse: Model, RowDecodable {
    var faculty: String { didSet { noteChange(0, was: oldValue) } }
    var code: Int { didSet { noteChange(1, was: oldValue) } }
    var title: String { didSet { changed.insert(2) } }
    var hours: Int { didSet { changed.insert(3) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "course" }
    override class var primaryKey: [String] { ["faculty", "code"] }
    override class var columns: [Column] {
        [
            Column("faculty", \ZIMCourse.faculty), Column("code", \ZIMCourse.code), Column("title", \ZIMCourse.title),
            Column("hours", \ZIMCourse.hours),
        ]
    }

    required init() {
        faculty = ""
        code = 0
        title = ""
        hours = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        faculty = try String.read(from: row, at: 0)
        code = try Int.read(from: row, at: 1)
        title = try String.read(from: row, at: 2)
        hours = try Int.read(from: row, at: 3)
        super.init()
    }
}

final class ZIMEnrolment: Model, RowDecodable {
    var school: String { didSet { noteChange(0, was: oldValue) } }
    var student: Int { didSet { noteChange(1, was: oldValue) } }
    var faculty: String { didSet { noteChange(2, was: oldValue) } }
    var course: Int { didSet { noteChange(3, was: oldValue) } }
    var grade: String? { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "enrolment" }
    override class var primaryKey: [String] { ["school", "student", "faculty", "course"] }
    override class var columns: [Column] {
        [
            Column("school", \ZIMEnrolment.school), Column("student", \ZIMEnrolment.student),
            Column("faculty", \ZIMEnrolment.faculty), Column("course", \ZIMEnrolment.course),
            Column("grade", \ZIMEnrolment.grade),
        ]
    }

    required init() {
        school = ""
        student = 0
        faculty = ""
        course = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        school = try String.read(from: row, at: 0)
        student = try Int.read(from: row, at: 1)
        faculty = try String.read(from: row, at: 2)
        course = try Int.read(from: row, at: 3)
        grade = try String?.read(from: row, at: 4)
        super.init()
    }
}

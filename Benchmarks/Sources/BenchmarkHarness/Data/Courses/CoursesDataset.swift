/// Students, courses, and who takes which: a join table between two composite keys.
final class CoursesDataset: Dataset {
    static let warming = [
        "SELECT sum(length(name)) FROM student NOT INDEXED",
        "SELECT sum(length(title)) FROM course NOT INDEXED",
        "SELECT count(*) FROM (SELECT school, number FROM student ORDER BY school, number)",
        "SELECT count(*) FROM (SELECT faculty, code FROM course ORDER BY faculty, code)",
        "SELECT sum(length(grade)) FROM enrolment",
    ]

    private static let schema = [
        "CREATE TABLE student (school TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, year INTEGER NOT NULL,"
            + " PRIMARY KEY (school, number))",
        "CREATE TABLE course (faculty TEXT NOT NULL, code INTEGER NOT NULL, title TEXT NOT NULL, hours INTEGER NOT NULL,"
            + " PRIMARY KEY (faculty, code))",
        """
        CREATE TABLE enrolment (
            school TEXT NOT NULL, student INTEGER NOT NULL, faculty TEXT NOT NULL, course INTEGER NOT NULL, grade TEXT,
            PRIMARY KEY (school, student, faculty, course),
            FOREIGN KEY (school, student) REFERENCES student (school, number),
            FOREIGN KEY (faculty, course) REFERENCES course (faculty, code)
        ) WITHOUT ROWID
        """,
    ]
    private static let schools = ["north", "east", "south"]
    private static let faculties = ["law", "medicine", "music", "physics", "theology"]
    private static let students = 1_000
    private static let coursesEach = 10

    private struct Course {
        let faculty: String
        let code: Int
        let title: String
        let hours: Int
    }

    private let file: String
    private var answer = Digest()

    init(in workplace: Workplace) throws {
        file = workplace.path("courses")
        var random = RandomNumbers(seed: 42)
        let courses = Self.faculties.flatMap { faculty in
            (1...100).map { Course(faculty: faculty, code: $0, title: "\(faculty), part \($0)", hours: 1 + $0 % 6) }
        }
        try SQLiteHandle(path: file).build(Self.schema) { database in
            let student = try TableFiller(database, "INSERT INTO student VALUES (?, ?, ?, ?)")
            let course = try TableFiller(database, "INSERT INTO course VALUES (?, ?, ?, ?)")
            let enrolment = try TableFiller(database, "INSERT INTO enrolment VALUES (?, ?, ?, ?, ?)")
            for row in courses {
                try course.insert([.text(row.faculty), .integer(row.code), .text(row.title), .integer(row.hours)])
            }
            for school in Self.schools {
                for number in 1...Self.students {
                    let (name, year) = ("student \(number) of \(school)", 1 + number % 5)
                    try student.insert([.text(school), .integer(number), .text(name), .integer(year)])
                    let taken = courses.shuffled(using: &random).prefix(Self.coursesEach)
                    for row in taken {
                        let grade: SeedValue = row.code % 3 == 0 ? nil : .text("B")
                        try enrolment.insert(
                            [.text(school), .integer(number), .text(row.faculty), .integer(row.code), grade])
                    }
                    guard school == CoursesQuestion.school else { continue }
                    answer.add([number, year], [name])
                    answer.add(unordered: taken.map { [$0.faculty, String($0.code), $0.title, String($0.hours)] })
                }
            }
        }
    }

    func path(for workload: Workload) -> String { file }

    func expected(_ workload: Workload) -> Digest { answer }

    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest? {
        guard let contender = contender as? any CoursesContender else { throw NotImplemented() }
        return try contender.through(school: CoursesQuestion.school, watch)
    }

    func stored(_ workload: Workload, path: String) throws -> Digest { throw NotImplemented() }
}

enum CoursesQuestion {
    static let school = "east"
}

/// A contender that follows a many-to-many relationship.
public protocol CoursesContender: Contender {
    /// The students of a school by number, then the courses of each in any order: the relationship called in a loop.
    ///
    /// The digest has for each student `add([number, year], [name])` and
    /// `add(unordered: [[faculty, code, title, hours], …])`.
    func through(school: String, _ watch: Stopwatch) throws -> Digest
}

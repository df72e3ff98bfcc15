import BenchmarkHarness
import CSQLiteRaw

final class RawStudent {
    let school: String
    let number: Int
    let name: String
    let year: Int
    var courses: [RawCourse] = []

    init(_ row: RawRow) {
        school = row.text(0)
        number = row.integer(1)
        name = row.text(2)
        year = row.integer(3)
    }
}

final class RawCourse {
    let faculty: String
    let code: Int
    let title: String
    let hours: Int

    init(_ row: RawRow, from column: CInt) {
        faculty = row.text(column)
        code = row.integer(column + 1)
        title = row.text(column + 2)
        hours = row.integer(column + 3)
    }
}

/// The students, then the courses of all of them in the students' order, merged.
extension Raw: CoursesContender {
    private static let courses = """
        SELECT enrolment.student, course.faculty, course.code, course.title, course.hours
        FROM enrolment JOIN course ON course.faculty = enrolment.faculty AND course.code = enrolment.course
        WHERE enrolment.school = ? ORDER BY enrolment.student
        """

    func through(school: String, _ watch: Stopwatch) throws -> Digest {
        let students = try watch.measure {
            try database.transaction {
                var students: [RawStudent] = []
                var school = school
                try school.withUTF8 { bytes in
                    let sql = "SELECT school, number, name, year FROM student WHERE school = ? ORDER BY number"
                    try withStatement(sql) { statement in
                        Self.bind(bytes, to: statement, 1)
                        try forEachRow(of: statement) { students.append(RawStudent($0)) }
                    }
                    try readCourses(of: students, bytes)
                }
                return students
            }
        }
        var digest = Digest()
        for student in students {
            digest.add([student.number, student.year], [student.name])
            digest.add(unordered: student.courses.map { [$0.faculty, String($0.code), $0.title, String($0.hours)] })
        }
        return digest
    }

    private func readCourses(of students: [RawStudent], _ school: UnsafeBufferPointer<UInt8>) throws {
        try withStatement(Self.courses) { statement in
            Self.bind(school, to: statement, 1)
            var index = 0
            try forEachRow(of: statement) { row in
                let number = row.integer(0)
                while index < students.count, students[index].number < number { index += 1 }
                guard index < students.count, students[index].number == number else {
                    throw BenchmarkError("an enrolment has no student \(number)")
                }
                students[index].courses.append(RawCourse(row, from: 1))
            }
        }
    }
}

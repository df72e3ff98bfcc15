import BenchmarkHarness
import ZIMOrm

extension ZIMGenerated: CoursesContender {
    func through(school: String, _ watch: Stopwatch) throws -> Digest {
        let students = try watch.measure {
            try database.read { session in
                try session.query(ZIMStudent.self).filter(\.school == school).orderBy(\.number).all()
                    .map { student in (student, try student.courses()) }
            }
        }
        var digest = Digest()
        for (student, courses) in students {
            digest.add([student.number, student.year], [student.name])
            digest.add(unordered: courses.map { [$0.faculty, String($0.code), $0.title, String($0.hours)] })
        }
        return digest
    }
}

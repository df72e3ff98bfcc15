#if MySQL
    import BenchmarkHarness

    /// Parents, then all their children in the same order, merged.
    extension RawMySQL {
        func nplus1(region: String, _ watch: Stopwatch) throws -> Digest { try family(region, watch) }

        func eager(region: String, _ watch: Stopwatch) throws -> Digest { try family(region, watch) }

        private func family(_ region: String, _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    let parents = try statement("SELECT \(Self.columns) FROM person WHERE region = ? ORDER BY number")
                    parents.bind(region, 0)
                    var people: [RawMySQLPerson] = []
                    try parents.forEachRow { people.append(RawMySQLPerson($0)) }
                    let children = try statement(
                        """
                        SELECT id, person_region, person_number, label, value FROM phone
                        WHERE person_region = ? ORDER BY person_number, id
                        """)
                    children.bind(region, 0)
                    var index = 0
                    try children.forEachRow { row in
                        let phone = RawMySQLPhone(row)
                        while index < people.count, people[index].number < phone.personNumber { index += 1 }
                        guard index < people.count, people[index].number == phone.personNumber else {
                            throw BenchmarkError("phone \(phone.id) has no person")
                        }
                        people[index].phones.append(phone)
                    }
                    return people
                }
            }
            var digest = Digest()
            for person in people {
                digest.add(person)
                for phone in person.phones { digest.add(phone) }
            }
            return digest
        }

        func through(school: String, _ watch: Stopwatch) throws -> Digest {
            let students = try watch.measure {
                try reading {
                    let parents = try statement(
                        "SELECT school, number, name, year FROM student WHERE school = ? ORDER BY number")
                    parents.bind(school, 0)
                    var students: [RawMySQLStudent] = []
                    try parents.forEachRow { students.append(RawMySQLStudent($0)) }
                    let courses = try statement(
                        """
                        SELECT enrolment.student, course.faculty, course.code, course.title, course.hours FROM enrolment
                        JOIN course ON course.faculty = enrolment.faculty AND course.code = enrolment.course
                        WHERE enrolment.school = ? ORDER BY enrolment.student
                        """)
                    courses.bind(school, 0)
                    var index = 0
                    try courses.forEachRow { row in
                        let number = row.int(0)
                        while index < students.count, students[index].number < number { index += 1 }
                        guard index < students.count, students[index].number == number else {
                            throw BenchmarkError("an enrolment has no student \(number)")
                        }
                        students[index].courses.append(RawMySQLCourse(row, from: 1))
                    }
                    return students
                }
            }
            var digest = Digest()
            for student in students {
                digest.add([student.number, student.year], [student.name])
                digest.add(
                    unordered: student.courses.map { [$0.faculty, String($0.code), $0.title, String($0.hours)] })
            }
            return digest
        }
    }
#endif

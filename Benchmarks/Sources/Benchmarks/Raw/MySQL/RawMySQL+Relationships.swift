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
                    var people: [RawServerPerson] = []
                    try parents.forEachRow { people.append(RawServerPerson($0)) }
                    let children = try statement(
                        """
                        SELECT id, person_region, person_number, label, value FROM phone
                        WHERE person_region = ? ORDER BY person_number, id
                        """)
                    children.bind(region, 0)
                    var index = 0
                    try children.forEachRow { row in
                        let phone = RawServerPhone(row)
                        while index < people.count, people[index].number < phone.personNumber { index += 1 }
                        guard index < people.count, people[index].number == phone.personNumber else {
                            throw BenchmarkError("phone \(phone.id) has no person")
                        }
                        people[index].phones.append(phone)
                    }
                    return people
                }
            }
            return RawServerPerson.digest(people)
        }

        func through(school: String, _ watch: Stopwatch) throws -> Digest {
            let students = try watch.measure {
                try reading {
                    let parents = try statement(
                        "SELECT school, number, name, year FROM student WHERE school = ? ORDER BY number")
                    parents.bind(school, 0)
                    var students: [RawServerStudent] = []
                    try parents.forEachRow { students.append(RawServerStudent($0)) }
                    let courses = try statement(
                        """
                        SELECT enrolment.student, course.faculty, course.code, course.title, course.hours FROM enrolment
                        JOIN course ON course.faculty = enrolment.faculty AND course.code = enrolment.course
                        WHERE enrolment.school = ? ORDER BY enrolment.student
                        """)
                    courses.bind(school, 0)
                    var index = 0
                    try courses.forEachRow { row in
                        let number = row.int4(0)
                        while index < students.count, students[index].number < number { index += 1 }
                        guard index < students.count, students[index].number == number else {
                            throw BenchmarkError("an enrolment has no student \(number)")
                        }
                        students[index].courses.append(RawServerCourse(row, from: 1))
                    }
                    return students
                }
            }
            return RawServerStudent.digest(students)
        }
    }
#endif

#if PostgreSQL
    import BenchmarkHarness
    import CPostgresRaw

    /// Parents, then all their children in the same order, merged.
    extension RawServer {
        func nplus1(region: String, _ watch: Stopwatch) throws -> Digest { try family(region, watch) }

        func eager(region: String, _ watch: Stopwatch) throws -> Digest { try family(region, watch) }

        private func family(_ region: String, _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    let parameters = RawServerParameters(1)
                    parameters.text(region, 0)
                    let parents = "SELECT \(Self.columns) FROM person WHERE region = $1 ORDER BY number"
                    let people = try query(prepared(parents), parameters) { result in
                        var people: [RawServerPerson] = []
                        people.reserveCapacity(Int(PQntuples(result)))
                        forEachRow(of: result) { people.append(RawServerPerson($0)) }
                        return people
                    }
                    let children = """
                        SELECT id, person_region, person_number, label, value FROM phone
                        WHERE person_region = $1 ORDER BY person_number, id
                        """
                    try query(prepared(children), parameters) { result in
                        var index = 0
                        try forEachRow(of: result) { row in
                            let phone = RawServerPhone(row)
                            while index < people.count, people[index].number < phone.personNumber { index += 1 }
                            guard index < people.count, people[index].number == phone.personNumber else {
                                throw BenchmarkError("phone \(phone.id) has no person")
                            }
                            people[index].phones.append(phone)
                        }
                    }
                    return people
                }
            }
            return RawServerPerson.digest(people)
        }

        func through(school: String, _ watch: Stopwatch) throws -> Digest {
            let courses = """
                SELECT enrolment.student, course.faculty, course.code, course.title, course.hours
                FROM enrolment JOIN course ON course.faculty = enrolment.faculty AND course.code = enrolment.course
                WHERE enrolment.school = $1 ORDER BY enrolment.student
                """
            let students = try watch.measure {
                try reading {
                    let parameters = RawServerParameters(1)
                    parameters.text(school, 0)
                    let sql = "SELECT school, number, name, year FROM student WHERE school = $1 ORDER BY number"
                    let students = try query(prepared(sql), parameters) { result in
                        var students: [RawServerStudent] = []
                        students.reserveCapacity(Int(PQntuples(result)))
                        forEachRow(of: result) { students.append(RawServerStudent($0)) }
                        return students
                    }
                    try query(prepared(courses), parameters) { result in
                        var index = 0
                        try forEachRow(of: result) { row in
                            let number = row.int4(0)
                            while index < students.count, students[index].number < number { index += 1 }
                            guard index < students.count, students[index].number == number else {
                                throw BenchmarkError("an enrolment has no student \(number)")
                            }
                            students[index].courses.append(RawServerCourse(row, from: 1))
                        }
                    }
                    return students
                }
            }
            return RawServerStudent.digest(students)
        }
    }
#endif

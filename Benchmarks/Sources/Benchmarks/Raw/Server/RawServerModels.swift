#if PostgreSQL || MySQL
    import BenchmarkHarness
    import Foundation

    /// The values of a row of either server, read by their places.
    protocol RawServerValues {
        func int4(_ column: Int32) -> Int
        func int8(_ column: Int32) -> Int
        func float8(_ column: Int32) -> Double
        func timestamp(_ column: Int32) -> Date
        func text(_ column: Int32) -> String
        func optionalText(_ column: Int32) -> String?
        func bytes(_ column: Int32) -> Data
    }

    final class RawServerPerson: PersonFields {
        let region: String
        let number: Int
        let firstName: String
        let lastName: String
        let email: String
        var age: Int
        let score: Double
        let createdAt: Date
        let avatar: Data
        let note: String?
        var phones: [RawServerPhone] = []

        init(_ row: some RawServerValues) {
            region = row.text(0)
            number = row.int4(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int4(5)
            score = row.float8(6)
            createdAt = row.timestamp(7)
            avatar = row.bytes(8)
            note = row.optionalText(9)
        }

        init(_ seed: PersonSeed) {
            region = seed.region
            number = seed.number
            firstName = seed.firstName
            lastName = seed.lastName
            email = seed.email
            age = seed.age
            score = seed.score
            createdAt = seed.createdAt
            avatar = seed.avatar
            note = seed.note
        }
    }

    final class RawServerBrief: BriefFields {
        let region: String
        let number: Int
        let firstName: String
        let lastName: String
        let email: String
        let age: Int
        let score: Double
        let note: String?

        init(_ row: some RawServerValues) {
            region = row.text(0)
            number = row.int4(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int4(5)
            score = row.float8(6)
            note = row.optionalText(7)
        }
    }

    final class RawServerPhone: PhoneFields {
        let id: Int
        let personRegion: String
        let personNumber: Int
        let label: String
        let value: String

        init(_ row: some RawServerValues) {
            id = row.int8(0)
            personRegion = row.text(1)
            personNumber = row.int4(2)
            label = row.text(3)
            value = row.text(4)
        }
    }

    final class RawServerStudent {
        let number: Int
        let school: String
        let name: String
        let year: Int
        var courses: [RawServerCourse] = []

        init(_ row: some RawServerValues) {
            school = row.text(0)
            number = row.int4(1)
            name = row.text(2)
            year = row.int4(3)
        }
    }

    final class RawServerCourse {
        let faculty: String
        let code: Int
        let title: String
        let hours: Int

        init(_ row: some RawServerValues, from column: Int32) {
            faculty = row.text(column)
            code = row.int4(column + 1)
            title = row.text(column + 2)
            hours = row.int4(column + 3)
        }
    }

    extension RawServerPerson {
        static func digest(_ people: [RawServerPerson]) -> Digest {
            var digest = Digest()
            for person in people {
                digest.add(person)
                for phone in person.phones { digest.add(phone) }
            }
            return digest
        }
    }

    extension RawServerStudent {
        static func digest(_ students: [RawServerStudent]) -> Digest {
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

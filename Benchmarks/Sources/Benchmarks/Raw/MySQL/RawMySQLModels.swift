#if MySQL
    import BenchmarkHarness
    import Foundation

    final class RawMySQLPerson: PersonFields {
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
        var phones: [RawMySQLPhone] = []

        init(_ row: RawMySQLRow) {
            region = row.text(0)
            number = row.int(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int(5)
            score = row.double(6)
            createdAt = row.date(7)
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

    final class RawMySQLBrief: BriefFields {
        let region: String
        let number: Int
        let firstName: String
        let lastName: String
        let email: String
        let age: Int
        let score: Double
        let note: String?

        init(_ row: RawMySQLRow) {
            region = row.text(0)
            number = row.int(1)
            firstName = row.text(2)
            lastName = row.text(3)
            email = row.text(4)
            age = row.int(5)
            score = row.double(6)
            note = row.optionalText(7)
        }
    }

    final class RawMySQLPhone: PhoneFields {
        let id: Int
        let personRegion: String
        let personNumber: Int
        let label: String
        let value: String

        init(_ row: RawMySQLRow) {
            id = row.int(0)
            personRegion = row.text(1)
            personNumber = row.int(2)
            label = row.text(3)
            value = row.text(4)
        }
    }

    final class RawMySQLStudent {
        let number: Int
        let school: String
        let name: String
        let year: Int
        var courses: [RawMySQLCourse] = []

        init(_ row: RawMySQLRow) {
            school = row.text(0)
            number = row.int(1)
            name = row.text(2)
            year = row.int(3)
        }
    }

    final class RawMySQLCourse {
        let faculty: String
        let code: Int
        let title: String
        let hours: Int

        init(_ row: RawMySQLRow, from column: Int) {
            faculty = row.text(column)
            code = row.int(column + 1)
            title = row.text(column + 2)
            hours = row.int(column + 3)
        }
    }
#endif

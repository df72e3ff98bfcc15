import BenchmarkHarness
import Foundation
import GRDB

/// A record that decodes by index, with the date parsed by hand.
struct GRDBFastPerson: FetchableRecord, PersonFields {
    static let columns = """
        person.region, person.number, person.first_name, person.last_name, person.email, person.age, person.score, \
        person.created_at, person.avatar, person.note
        """

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

    init(row: Row) throws {
        region = row[0]
        number = row[1]
        firstName = row[2]
        lastName = row[3]
        email = row[4]
        age = row[5]
        score = row[6]
        createdAt = try row.withUnsafeData(atIndex: 7) { data in
            let date = data?.withUnsafeBytes { DateText.parse($0.assumingMemoryBound(to: UInt8.self)) }
            guard let date else { throw BenchmarkError("no date") }
            return date
        }
        avatar = row[8]
        note = row[9]
    }
}

struct GRDBFastBrief: FetchableRecord, BriefFields {
    static let columns = "region, number, first_name, last_name, email, age, score, note"

    let region: String
    let number: Int
    let firstName: String
    let lastName: String
    let email: String
    let age: Int
    let score: Double
    let note: String?

    init(row: Row) {
        region = row[0]
        number = row[1]
        firstName = row[2]
        lastName = row[3]
        email = row[4]
        age = row[5]
        score = row[6]
        note = row[7]
    }
}

struct GRDBFastPhone: FetchableRecord, PhoneFields {
    static let columns = "phone.id, phone.person_region, phone.person_number, phone.label, phone.value"

    let id: Int
    let personRegion: String
    let personNumber: Int
    let label: String
    let value: String

    init(row: Row) {
        self.init(row, from: 0)
    }

    init(_ row: Row, from column: Int) {
        id = row[column]
        personRegion = row[column + 1]
        personNumber = row[column + 2]
        label = row[column + 3]
        value = row[column + 4]
    }
}

import BenchmarkHarness
import CSQLiteRaw
import Foundation

/// All ten columns, filled from a statement that selects them in the order of the table.
final class RawPerson: PersonFields {
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
    var phones: [RawPhone] = []

    init(_ row: RawRow) throws {
        region = row.text(0)
        number = row.integer(1)
        firstName = row.text(2)
        lastName = row.text(3)
        email = row.text(4)
        age = row.integer(5)
        score = row.real(6)
        createdAt = try row.date(7)
        avatar = row.blob(8)
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

/// The eight columns without date and blob.
final class RawBrief: BriefFields {
    let region: String
    let number: Int
    let firstName: String
    let lastName: String
    let email: String
    let age: Int
    let score: Double
    let note: String?

    init(_ row: RawRow) {
        region = row.text(0)
        number = row.integer(1)
        firstName = row.text(2)
        lastName = row.text(3)
        email = row.text(4)
        age = row.integer(5)
        score = row.real(6)
        note = row.optionalText(7)
    }
}

/// A child, from five columns that begin somewhere in the row.
final class RawPhone: PhoneFields {
    let id: Int
    let personRegion: String
    let personNumber: Int
    let label: String
    let value: String

    init(_ row: RawRow, from column: CInt) {
        id = row.integer(column)
        personRegion = row.text(column + 1)
        personNumber = row.integer(column + 2)
        label = row.text(column + 3)
        value = row.text(column + 4)
    }
}

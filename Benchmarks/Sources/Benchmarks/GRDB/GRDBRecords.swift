import BenchmarkHarness
import Foundation
import GRDB

/// The record as GRDB's documentation writes it: Codable, with columns and associations.
struct GRDBPerson: Codable, FetchableRecord, PersistableRecord, PersonFields {
    var region: String
    var number: Int
    var firstName: String
    var lastName: String
    var email: String
    var age: Int
    var score: Double
    var createdAt: Date
    var avatar: Data
    var note: String?

    static let databaseTableName = "person"
    static let phones = hasMany(GRDBPhone.self)

    enum CodingKeys: String, CodingKey {
        case region, number
        case firstName = "first_name"
        case lastName = "last_name"
        case email, age, score
        case createdAt = "created_at"
        case avatar, note
    }

    enum Columns {
        static let region = Column(CodingKeys.region)
        static let number = Column(CodingKeys.number)
        static let lastName = Column(CodingKeys.lastName)
        static let age = Column(CodingKeys.age)
    }

    var phones: QueryInterfaceRequest<GRDBPhone> {
        request(for: GRDBPerson.phones).order(GRDBPhone.Columns.id)
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

struct GRDBBrief: Codable, FetchableRecord, TableRecord, BriefFields {
    var region: String
    var number: Int
    var firstName: String
    var lastName: String
    var email: String
    var age: Int
    var score: Double
    var note: String?

    static let databaseTableName = "person"

    static var databaseSelection: [any SQLSelectable] {
        [
            Column(CodingKeys.region), Column(CodingKeys.number), Column(CodingKeys.firstName),
            Column(CodingKeys.lastName), Column(CodingKeys.email), Column(CodingKeys.age), Column(CodingKeys.score),
            Column(CodingKeys.note),
        ]
    }

    enum CodingKeys: String, CodingKey {
        case region, number
        case firstName = "first_name"
        case lastName = "last_name"
        case email, age, score, note
    }
}

struct GRDBPhone: Codable, FetchableRecord, PersistableRecord, PhoneFields {
    var id: Int
    var personRegion: String
    var personNumber: Int
    var label: String
    var value: String

    static let databaseTableName = "phone"

    enum CodingKeys: String, CodingKey {
        case id
        case personRegion = "person_region"
        case personNumber = "person_number"
        case label, value
    }

    enum Columns {
        static let id = Column(CodingKeys.id)
        static let label = Column(CodingKeys.label)
    }
}

/// What `including(all:)` is decoded into.
struct GRDBFamily: Decodable, FetchableRecord {
    var person: GRDBPerson
    var phones: [GRDBPhone]
}

import BenchmarkHarness
import Foundation
import ZIMOrm

/// Columns named by key paths.
enum ZIMKeyPathForm: ZIMForm {
    static let label = "key paths"

    final class Person: Model, ZIMPerson {
        var region: String = ""
        var number: Int = 0
        var firstName: String = ""
        var lastName: String = ""
        var email: String = ""
        var age: Int = 0
        var score: Double = 0.0
        var createdAt: Date = Date(timeIntervalSince1970: 0)
        var avatar: Data = Data()
        var note: String?
        override class var table: String { "person" }
        override class var primaryKey: [String] { ["region", "number"] }
        override class var columns: [Column] {
            [
                Column("region", \Person.region),
                Column("number", \Person.number),
                Column("first_name", \Person.firstName),
                Column("last_name", \Person.lastName),
                Column("email", \Person.email),
                Column("age", \Person.age),
                Column("score", \Person.score),
                Column("created_at", \Person.createdAt),
                Column("avatar", \Person.avatar),
                Column("note", \Person.note),
            ]
        }
    }

    final class Brief: Model, BriefFields {
        var region: String = ""
        var number: Int = 0
        var firstName: String = ""
        var lastName: String = ""
        var email: String = ""
        var age: Int = 0
        var score: Double = 0.0
        var note: String?
        override class var table: String { "person" }
        override class var primaryKey: [String] { ["region", "number"] }
        override class var columns: [Column] {
            [
                Column("region", \Brief.region),
                Column("number", \Brief.number),
                Column("first_name", \Brief.firstName),
                Column("last_name", \Brief.lastName),
                Column("email", \Brief.email),
                Column("age", \Brief.age),
                Column("score", \Brief.score),
                Column("note", \Brief.note),
            ]
        }
    }

    final class Phone: Model, PhoneFields {
        var id: Int = 0
        var personRegion: String = ""
        var personNumber: Int = 0
        var label: String = ""
        var value: String = ""
        override class var table: String { "phone" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [
                Column("id", \Phone.id),
                Column("person_region", \Phone.personRegion),
                Column("person_number", \Phone.personNumber),
                Column("label", \Phone.label),
                Column("value", \Phone.value),
            ]
        }
    }
}

// The properties have the columns' names, as they are written in the table.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
import BenchmarkHarness
import Foundation
import ZIMOrm

/// Nothing but stored properties: the columns are found by reflection, so they have the columns' names.
enum ZIMReflectedForm: ZIMForm {
    static let label = "reflected"

    final class Person: Model, ZIMPerson {
        var region: String = ""
        var number: Int = 0
        var first_name: String = ""
        var last_name: String = ""
        var email: String = ""
        var age: Int = 0
        var score: Double = 0.0
        var created_at: Date = Date(timeIntervalSince1970: 0)
        var avatar: Data = Data()
        var note: String?
        override class var table: String { "person" }
        override class var primaryKey: [String] { ["region", "number"] }
        var firstName: String {
            get { first_name }
            set { first_name = newValue }
        }
        var lastName: String {
            get { last_name }
            set { last_name = newValue }
        }
        var createdAt: Date {
            get { created_at }
            set { created_at = newValue }
        }
    }

    final class Brief: Model, BriefFields {
        var region: String = ""
        var number: Int = 0
        var first_name: String = ""
        var last_name: String = ""
        var email: String = ""
        var age: Int = 0
        var score: Double = 0.0
        var note: String?
        override class var table: String { "person" }
        override class var primaryKey: [String] { ["region", "number"] }
        var firstName: String {
            get { first_name }
            set { first_name = newValue }
        }
        var lastName: String {
            get { last_name }
            set { last_name = newValue }
        }
    }

    final class Phone: Model, PhoneFields {
        var id: Int = 0
        var person_region: String = ""
        var person_number: Int = 0
        var label: String = ""
        var value: String = ""
        override class var table: String { "phone" }
        override class var primaryKey: [String] { ["id"] }
        var personRegion: String {
            get { person_region }
            set { person_region = newValue }
        }
        var personNumber: Int {
            get { person_number }
            set { person_number = newValue }
        }
    }
}

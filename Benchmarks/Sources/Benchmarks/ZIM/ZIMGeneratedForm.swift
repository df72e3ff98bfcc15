import BenchmarkHarness
import Foundation
@_spi(Generated) import ZIMOrm

/// What a machine writes for each table: a direct initialiser, and properties that note their changes.
enum ZIMGeneratedForm: ZIMForm {
    static let label = "generated"

    final class Person: Model, ZIMPerson, RowDecodable {
        var region: String { didSet { noteChange(0, was: oldValue) } }
        var number: Int { didSet { noteChange(1, was: oldValue) } }
        var firstName: String { didSet { changed.insert(2) } }
        var lastName: String { didSet { changed.insert(3) } }
        var email: String { didSet { changed.insert(4) } }
        var age: Int { didSet { changed.insert(5) } }
        var score: Double { didSet { changed.insert(6) } }
        var createdAt: Date { didSet { changed.insert(7) } }
        var avatar: Data { didSet { changed.insert(8) } }
        var note: String? { didSet { changed.insert(9) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var storesColumns: Bool { true }
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

        required init() {
            region = ""
            number = 0
            firstName = ""
            lastName = ""
            email = ""
            age = 0
            score = 0.0
            createdAt = Date(timeIntervalSince1970: 0)
            avatar = Data()
            super.init()
        }

        init(row: borrowing Row) throws {
            region = try String.read(from: row, at: 0)
            number = try Int.read(from: row, at: 1)
            firstName = try String.read(from: row, at: 2)
            lastName = try String.read(from: row, at: 3)
            email = try String.read(from: row, at: 4)
            age = try Int.read(from: row, at: 5)
            score = try Double.read(from: row, at: 6)
            createdAt = try Date.read(from: row, at: 7)
            avatar = try Data.read(from: row, at: 8)
            note = try String?.read(from: row, at: 9)
            super.init()
        }
    }

    final class Brief: Model, BriefFields, RowDecodable {
        var region: String { didSet { noteChange(0, was: oldValue) } }
        var number: Int { didSet { noteChange(1, was: oldValue) } }
        var firstName: String { didSet { changed.insert(2) } }
        var lastName: String { didSet { changed.insert(3) } }
        var email: String { didSet { changed.insert(4) } }
        var age: Int { didSet { changed.insert(5) } }
        var score: Double { didSet { changed.insert(6) } }
        var note: String? { didSet { changed.insert(7) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var storesColumns: Bool { true }
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

        required init() {
            region = ""
            number = 0
            firstName = ""
            lastName = ""
            email = ""
            age = 0
            score = 0.0
            super.init()
        }

        init(row: borrowing Row) throws {
            region = try String.read(from: row, at: 0)
            number = try Int.read(from: row, at: 1)
            firstName = try String.read(from: row, at: 2)
            lastName = try String.read(from: row, at: 3)
            email = try String.read(from: row, at: 4)
            age = try Int.read(from: row, at: 5)
            score = try Double.read(from: row, at: 6)
            note = try String?.read(from: row, at: 7)
            super.init()
        }
    }

    final class Phone: Model, PhoneFields, RowDecodable {
        var id: Int { didSet { noteChange(0, was: oldValue) } }
        var personRegion: String { didSet { changed.insert(1) } }
        var personNumber: Int { didSet { changed.insert(2) } }
        var label: String { didSet { changed.insert(3) } }
        var value: String { didSet { changed.insert(4) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var storesColumns: Bool { true }
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

        required init() {
            id = 0
            personRegion = ""
            personNumber = 0
            label = ""
            value = ""
            super.init()
        }

        init(row: borrowing Row) throws {
            id = try Int.read(from: row, at: 0)
            personRegion = try String.read(from: row, at: 1)
            personNumber = try Int.read(from: row, at: 2)
            label = try String.read(from: row, at: 3)
            value = try String.read(from: row, at: 4)
            super.init()
        }
    }
}

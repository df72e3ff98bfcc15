import Foundation
import TestServer
@_spi(Generated) import ZIMOrm

/// A type of a key that databases spell in several ways.
protocol SpelledKey: ColumnValue {
    static var placeholder: Self { get }
}

extension UUID: SpelledKey { static var placeholder: UUID { UUID() } }
extension Date: SpelledKey { static var placeholder: Date { Date(timeIntervalSince1970: 0) } }
extension Decimal: SpelledKey { static var placeholder: Decimal { 0 } }
extension Bool: SpelledKey { static var placeholder: Bool { false } }
extension Double: SpelledKey { static var placeholder: Double { 0 } }
extension Float: SpelledKey { static var placeholder: Float { 0 } }
extension Int: SpelledKey { static var placeholder: Int { 0 } }

/// A key of two columns, the second in a spelling of its own, and the rows that point to it.
final class SpelledAccount<Key: SpelledKey>: Model {
    var tenant = 0
    var id = Key.placeholder
    var name: String?

    override class var table: String { "account" }
    override class var primaryKey: [String] { ["tenant", "id"] }
    override class var columns: [Column] {
        [
            Column("tenant", \SpelledAccount.tenant), Column("id", \SpelledAccount.id),
            Column("name", \SpelledAccount.name),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("entries", SpelledEntry<Key>.self, foreignKey: ["tenant", "account"]),
            .hasMany(
                "twins", SpelledAccount<Key>.self, through: SpelledEntry<Key>.self, foreignKey: ["tenant", "account"],
                targetForeignKey: ["tenant", "account"]),
        ]
    }
}

final class SpelledEntry<Key: SpelledKey>: Model {
    var pk: Int?
    var tenant: Int?
    var account: Key?
    var note: String?

    override class var table: String { "entry" }
    override class var relationships: [Relationship] {
        [.belongsTo("parent", SpelledAccount<Key>.self, foreignKey: ["tenant", "account"])]
    }
    func parent() throws -> SpelledAccount<Key>? {
        try belongsTo(SpelledAccount<Key>.self, foreignKey: ["tenant", "account"])
    }
}

/// A class that reads itself and tracks its changes.
final class TrackedAccount: Model, RowDecodable {
    var tenant: Int { didSet { noteChange(0, was: oldValue) } }
    var id: UUID { didSet { noteChange(1, was: oldValue) } }
    var name: String? { didSet { noteChange(2) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }

    override class var table: String { "account" }
    override class var primaryKey: [String] { ["tenant", "id"] }
    override class var columns: [Column] {
        [
            Column("tenant", \TrackedAccount.tenant), Column("id", \TrackedAccount.id),
            Column("name", \TrackedAccount.name),
        ]
    }
    required init() {
        tenant = 0
        id = UUID()
        super.init()
    }
    init(row: borrowing Row) throws {
        tenant = try row.get(0)
        id = try row.get(1)
        name = try row.get(2)
        super.init()
    }

    func entries() throws -> [SpelledEntry<UUID>] {
        try hasMany(SpelledEntry<UUID>.self, foreignKey: ["tenant", "account"])
    }
}

/// How a database holds the values of a type: the column's type in each engine, and values as SQL, the smallest first.
struct SpelledColumn: Sendable, CustomStringConvertible {
    let sqlite: String?
    let postgreSQL: String?
    let values: [String]

    /// MariaDB's is PostgreSQL's in its own words: see ``MySQLWords``.
    var type: String? {
        // MySQL has no type for UUIDs.
        if ServedEngine.isMySQL, postgreSQL == "UUID" { return nil }
        return ServedEngine.isSQLite ? sqlite : postgreSQL
    }
    /// The values as the engine of the test writes them: a DATETIME has no time zone, and a BOOLEAN is a number.
    var rows: [String] {
        guard ServedEngine.isMariaDB else { return values }
        if type == "BOOLEAN" { return values.map { $0 == "'t'" ? "TRUE" : "FALSE" } }
        return values.map { $0.replacing("+00'", with: "'") }
    }
    var description: String { "\(sqlite ?? "–") \(postgreSQL ?? "–") \(values.first ?? "")" }

    static let uuids = [
        "'0E62F6A0-2B1C-4D5B-8F43-0C7F3F1A2B3C'", "'4D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'",
        "'9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'",
    ]
    static let forUUID = [
        SpelledColumn(sqlite: "TEXT", postgreSQL: "TEXT", values: uuids),
        SpelledColumn(sqlite: "", postgreSQL: "UUID", values: uuids),
        SpelledColumn(
            sqlite: "BLOB", postgreSQL: "BYTEA",
            values: [
                "x'0E62F6A02B1C4D5B8F430C7F3F1A2B3C'", "x'4D6F0F0E5B1C4D5B8F430C7F3F1A2B3C'",
                "x'9D6F0F0E5B1C4D5B8F430C7F3F1A2B3C'",
            ]),
    ]
    static let forDate = [
        SpelledColumn(sqlite: "TEXT", postgreSQL: "TEXT", values: ["'2024-01-01'", "'2024-01-02'", "'2024-01-03'"]),
        SpelledColumn(
            sqlite: "DATETIME", postgreSQL: "TIMESTAMPTZ",
            values: [
                "'2024-01-01 10:00:00.123456+00'", "'2024-01-01 10:00:00.123457+00'", "'2300-01-01 10:00:00.123457+00'",
            ]),
        SpelledColumn(
            sqlite: "", postgreSQL: "TIMESTAMP",
            values: ["'2024-01-01 10:00'", "'2024-01-01 11:00'", "'2024-01-01 12:00'"]),
        SpelledColumn(
            sqlite: "INTEGER", postgreSQL: "BIGINT", values: ["1704067200", "1704067201", "1704067202"]),
        SpelledColumn(
            sqlite: "REAL", postgreSQL: "DOUBLE PRECISION", values: ["2460310.5", "2460311.5123", "2460312.5"]),
        SpelledColumn(sqlite: nil, postgreSQL: "DATE", values: ["'2024-01-01'", "'2024-01-02'", "'2024-01-03'"]),
    ]
    static let forDecimal = [
        SpelledColumn(sqlite: "TEXT", postgreSQL: "TEXT", values: ["'12.50'", "'13.00'", "'14.10'"]),
        SpelledColumn(sqlite: "NUMERIC", postgreSQL: "NUMERIC", values: ["12.50", "13.00", "14.10"]),
    ]
    static let forBool = [
        SpelledColumn(sqlite: "TEXT", postgreSQL: "TEXT", values: ["'f'", "'t'"]),
        SpelledColumn(sqlite: "BOOLEAN", postgreSQL: "BOOLEAN", values: ["'f'", "'t'"]),
    ]
    static let forDouble = [
        SpelledColumn(sqlite: "TEXT", postgreSQL: "TEXT", values: ["'1.50'", "'2.00'", "'3.50'"]),
        SpelledColumn(sqlite: "", postgreSQL: nil, values: ["'1.50'", "'2.00'", "'3.50'"]),
        SpelledColumn(sqlite: "", postgreSQL: "NUMERIC", values: ["1", "2", "3"]),
    ]
    static let forFloat = [
        SpelledColumn(sqlite: "REAL", postgreSQL: "DOUBLE PRECISION", values: ["0.1", "0.2", "0.7"]),
        SpelledColumn(sqlite: "", postgreSQL: "REAL", values: ["0.1", "0.2", "0.7"]),
    ]
    static let forInt = [
        SpelledColumn(sqlite: "", postgreSQL: "TEXT", values: ["'7'", "'8'", "'9'"]),
        SpelledColumn(sqlite: "REAL", postgreSQL: "NUMERIC", values: ["7", "8", "9"]),
    ]
}

extension String: SpelledKey { static var placeholder: String { "" } }
extension Data: SpelledKey { static var placeholder: Data { Data() } }

/// Several spellings of one value side by side.
extension SpelledColumn {
    static let mixedUUID = [
        SpelledColumn(
            sqlite: "TEXT", postgreSQL: nil,
            values: uuids + [
                "'9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c'", "x'9D6F0F0E5B1C4D5B8F430C7F3F1A2B3C'",
                "x'00000000000000000000000000000000'", "'00000000-0000-0000-0000-000000000000'",
            ]),
        SpelledColumn(
            sqlite: "", postgreSQL: "VARCHAR(36)", values: uuids + ["'9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c'"]),
    ]
    static let mixedBool = [
        SpelledColumn(
            sqlite: "TEXT", postgreSQL: "TEXT",
            values: [
                "'t'", "'T'", "'true'", "'True'", "'TRUE'", "'1'", "'f'", "'F'", "'false'", "'False'", "'FALSE'", "'0'",
            ]),
        SpelledColumn(sqlite: "BOOLEAN", postgreSQL: nil, values: ["'t'", "1", "'f'", "0", "'TRUE'", "'False'"]),
        SpelledColumn(sqlite: "", postgreSQL: nil, values: ["'t'", "1", "'1'", "'f'", "0", "'0'"]),
    ]
    static let mixedFloat = [
        SpelledColumn(
            sqlite: "REAL", postgreSQL: "DOUBLE PRECISION",
            values: ["0.1", "0.10000000149011612", "0.1000000015", "-0.1", "16777216", "16777216.5", "0"])
    ]
    static let mixedInt = [SpelledColumn(sqlite: "", postgreSQL: nil, values: ["7", "'7'", "8", "'9'", "-1", "'-1'"])]
    static let mixedText = [
        SpelledColumn(sqlite: "", postgreSQL: "TEXT", values: ["'7'", "'x'", "'7.5'"]),
        SpelledColumn(sqlite: "", postgreSQL: nil, values: ["'7'", "7", "'x'", "7.5", "'7.5'"]),
    ]
    static let mixedData = [
        SpelledColumn(sqlite: "BLOB", postgreSQL: nil, values: ["x'6162'", "'ab'", "x'FF00'", "'c'"]),
        SpelledColumn(sqlite: nil, postgreSQL: "BYTEA", values: ["x'6162'", "x'FF00'"]),
    ]
}

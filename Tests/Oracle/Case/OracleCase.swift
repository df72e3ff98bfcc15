import Foundation
import TestServer
import ZIMOrm

/// One random database and the program that runs on it: plain values, so that a case can be made smaller and printed.
struct OracleCase {
    let engine: ServedEngine
    let kind: CaseKind
    let seed: UInt64
    let form: MappingForm
    var tables: [TableSpec]
    var links: [LinkSpec]
    /// The rows of each table; a row's number is its position in the list, counted from 1.
    var rows: [[RowSpec]]
    var steps: [Step]
}

/// What a case is about.
enum CaseKind: String, CaseIterable {
    case relationships, finds, filters, pages, changes, locks, watches

    /// Whether the engine has what the kind is about: MariaDB does not tell what was committed.
    func runs(on engine: ServedEngine) -> Bool { self != .watches || engine != .mariaDB }
}

/// How the classes are mapped.
enum MappingForm: String, CaseIterable {
    /// Stored properties are the columns.
    case reflected
    /// `columns` names key paths.
    case keyPaths
    /// As `zim generate` writes classes: they read rows and note changes themselves.
    case generated
}

struct RowSpec {
    /// The row's number, which no program changes: what both sides know it by.
    var number: Int
    var values: [SQLValue]

    /// From here on a row is hidden by the default filter of its class.
    static let firstHidden = 1_000_000
    var isHidden: Bool { number >= Self.firstHidden }
}

struct ColumnSpec {
    var name: String
    /// As CREATE TABLE has it: `TEXT COLLATE NOCASE`.
    var type: String
    var family: ValueFamily
    /// The name of the property that holds it.
    var property: String
    var isNotNull = false
    /// The form that the class declares.
    var form: StoredForm?
    /// Whether it counts a row's versions.
    var isVersion = false
    /// What the database fills in where a new row gives nothing; the property is nil then.
    var defaultValue: SQLValue?

    func values(on engine: ServedEngine) -> [SQLValue] {
        if let form { return form.values }
        // A date with a time is refused where the column would cut it off.
        if type == "DATE" { return ["2024-01-01", "2023-12-31", "2024-02-29", "1969-07-20"] }
        let values = family.values(on: engine)
        if type == "BINARY(16)" { return values.map(StoredForm.byteUUID.stored) }
        return values
    }

    /// A value as plain SQL gives it to MariaDB: of the column's kind, as the server compares others as real numbers, and
    /// takes no point in time with a zone.
    func given(_ value: SQLValue) -> SQLValue {
        switch value {
        case .text(let text) where type.hasPrefix("DATETIME("): .typed(SQLTypedText(text, type: "datetime"))
        case .text(let text) where type == "DATE" && text.utf8.count == 10: .typed(SQLTypedText(text, type: "date"))
        case .text(let text) where type.hasPrefix("NUMERIC("): .typed(SQLTypedText(text, type: "decimal"))
        case .integer(let number) where type.contains("CHAR("): .text(String(number))
        default: value
        }
    }

    /// A value as plain SQL writes it: text is not taken for the bytes of a UUID, nor for a day.
    func written(_ value: SQLValue, on engine: ServedEngine) -> SQLValue {
        guard engine == .mariaDB, case .text(let text) = value else { return given(value, on: engine) }
        if type == "BINARY(16)" { return StoredForm.byteUUID.stored(value) }
        if type == "DATE", text.hasSuffix("T00:00:00.000Z") { return given(.text(String(text.prefix(10))), on: engine) }
        return given(value, on: engine)
    }

    func given(_ value: SQLValue, on engine: ServedEngine) -> SQLValue { engine == .mariaDB ? given(value) : value }
}

struct TableSpec {
    var name: String
    /// Beside the row's number.
    var columns: [ColumnSpec]
    /// The positions of the key's columns, in key order.
    var key: [Int]
    var constraint: KeyConstraint
    var isWithoutRowID: Bool
    var indexes: [[Int]]
    /// Keys beside the primary one that the database keeps unique.
    var uniques: [[Int]] = []

    /// Foreign keys that the database enforces, by the relationship's position and what happens to the children.
    var foreignKeys: [(link: Int, actions: String)] = []

    /// The column that SQLite numbers the rows by.
    func rowIDColumn(_ engine: ServedEngine) -> Int? {
        guard engine == .sqlite, constraint == .primaryKey, !isWithoutRowID, key.count == 1 else { return nil }
        return key.first { columns[$0].type.uppercased() == "INTEGER" }
    }

    /// The position of the column that counts a row's versions: the last one.
    var version: Int? { columns.lastIndex { $0.isVersion } }

    /// What keeps the key unique in the database.
    enum KeyConstraint: String { case primaryKey, unique, none }
}

/// A relationship that a class declares.
struct LinkSpec {
    var name: String
    var kind: Relationship.Kind
    /// The tables at both ends; the source's class declares it.
    var source: Int
    var target: Int
    /// Columns of the source for belongsTo, of the join table for hasMany through, of the target otherwise.
    var foreignKey: [Int]
    var references: [Int]?
    var join: Int?
    var targetForeignKey: [Int] = []
    var targetReferences: [Int]?
}

/// One thing that a program does.
enum Step {
    /// Follows a relationship of all rows of its source.
    case follow(link: Int, way: Way, options: Options)
    /// Finds the rows whose relationship leads to a row.
    case path(link: Int, number: Int)
    /// Finds a row by its own key, as the properties read it.
    case find(table: Int, row: Int)
    /// Finds rows by their keys.
    case findKeys(table: Int, rows: [Int], way: KeyWay)
    /// Finds rows by a condition on one column.
    case filter(table: Int, condition: Condition, asText: Bool)
    /// Finds rows by comparing two columns at once.
    case filterRow(table: Int, first: Condition, second: Condition)
    /// Goes through a table in pages.
    case page(table: Int, orders: [Order], size: Int)
    /// Asks for one value over all rows.
    case aggregate(table: Int, function: String, column: Int)
    /// Orders by a column at the end of one relationship or more; nil is the row's number.
    case order(links: [Int], column: Int?, isAscending: Bool, limit: Int?)
    /// Finds all rows by their keys, among so many that no row has.
    case findMany(table: Int, count: Int, way: KeyWay)
    /// Finds rows by their keys as they are stored.
    case findRaw(table: Int, rows: [Int], isOne: Bool)
    /// Changes the database, or models in memory.
    case change(Change)
    /// Two programs read a row; the first saves its changes, and then the second saves its own or deletes the row.
    case race(table: Int, row: Int, first: [Assigned], second: [Assigned], isDeletion: Bool)

    /// What programs commit one after the other while queries are observed.
    case commits([Commit])

    /// What a property is set to.
    struct Assigned {
        var column: Int
        var value: SQLValue
    }

    enum Way: String, CaseIterable { case single, batched, eager, joined }
    enum KeyWay: String, CaseIterable { case find, filter, count, byKeys, isIn, notIn, twice }

    struct Order {
        var column: Int
        var isAscending: Bool
    }

    struct Options {
        var orders: [Order] = []
        /// Whether the row's number is the last order, so that no two rows are equal in it.
        var endsWithNumber = false
        var limit: Int?
        var offset: Int?
        var filter: Condition?
    }

    struct Condition {
        var column: Int
        var comparison: Comparison
        var values: [SQLValue]
    }

    enum Comparison: String, CaseIterable {
        case equal = "=", notEqual = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
        case among = "IN", notAmong = "NOT IN", between = "BETWEEN", isNull = "IS NULL", isNotNull = "IS NOT NULL"

        var count: Int {
            switch self {
            case .isNull, .isNotNull: 0
            case .between: 2
            case .among, .notAmong: 3
            default: 1
            }
        }

        /// Those that compare rows of values.
        static let ofRows: [Comparison] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]

        /// The same without rows that are equal.
        var strict: Comparison {
            switch self {
            case .lessOrEqual: .less
            case .greaterOrEqual: .greater
            default: self
            }
        }

        /// Whether it is about an order, which a column's spelling may not have.
        var isOrder: Bool {
            switch self {
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
            default: false
            }
        }
    }
}

/// A step that changes rows or models.
enum Change {
    case load(table: Int)
    case make(table: Int, values: [SQLValue])
    case set(model: Int, column: Int, value: SQLValue)
    case save(model: Int, SaveWay)
    case delete(model: Int)
    case reload(model: Int)
    case saveAll(table: Int)
    case bulkUpdate(table: Int, column: Int, value: SQLValue, condition: Step.Condition)
    case bulkDelete(table: Int, condition: Step.Condition)
    case deleteKeys(table: Int, rows: [Int])
    /// Several models in one call.
    case many(ManyWay, models: [Int])
    /// Follows a relationship of a model as it is in memory.
    case follow(model: Int, link: Int)
    /// Makes a model belong to another.
    case join(model: Int, link: Int, parent: Int)
    /// Gives models each other's values of a column, and saves them as a list.
    case exchange(table: Int, column: Int, models: [Int], isUpdate: Bool)
    /// Upserts a new model by a unique key, whose values are those of a row or given, as are the primary key's.
    case upsertOn(table: Int, unique: Int, values: [SQLValue], row: Int?, keyRow: Int?)
    case nested([Change], isUndone: Bool)

    enum ManyWay: String, CaseIterable { case insert, update, upsert, save, delete }
    enum SaveWay: String, CaseIterable { case save, insert, update, upsert }
}

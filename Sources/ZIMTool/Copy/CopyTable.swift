import ZIMOrm
import ZIMSql

/// One table of a copy: what it is read as, and how it is made at the other end.
struct CopyTable: Sendable {
    let source: TableSchema
    /// The columns that hold values, in their order; computed ones are not among them.
    var columns: [CopyColumn] = []
    var primaryKey: [String] = []
    var primaryKeyName: String?
    /// `PRIMARY KEY (a) INCLUDE (b)`, where both ends are PostgreSQL.
    var primaryKeyDefinition: String?
    var uniqueKeys: [CopyKey] = []
    /// The EXCLUDE constraints, where both ends are PostgreSQL.
    var exclusions: [CopyKey] = []
    var foreignKeys: [CopyForeignKey] = []
    var checks: [CopyCheck] = []
    var indexes: [CopyIndex] = []
    /// The column that the engine numbers by itself.
    var identity: CopyIdentity?
    /// The identity columns, where both ends are PostgreSQL.
    var counters: [CopyCounter] = []
    /// The collations of columns as SQL writes them, where both ends are PostgreSQL.
    var collations: [String: String] = [:]
    /// Columns that PostgreSQL computes, where both ends are that.
    var computed: [ColumnSchema] = []
    /// What the server says that made it, where both ends are MySQL.
    var definition: MySQLDefinition?
    /// How its rows are told apart and put in order: what a copy goes on from.
    var rowKey: [String] = []
    /// Whether `rowKey` is SQLite's own number of a row, not a column.
    var isRowKeyHidden = false
    /// Foreign keys that some rows break, and what becomes of those rows.
    var orphans: [CopyOrphans] = []
    /// The bytes that the target takes of a row, where some have more.
    var longestRow: Int?
    /// How many rows the source has.
    var rows = 0
    /// How many of them are left out.
    var skippedRows = 0
    /// What its rows mean, of which all were found valid before the copy.
    var checked: CheckedRows?
    /// The source's rows as they are stored, where a later run must know whether they have changed.
    var fingerprint: TableChecksum?

    /// The name that it gets where that is another one.
    var newName: String?

    /// The schema that it is made in, where that is not the target's own.
    var schema: String?

    /// What it is called at the other end, with its schema where it has one: `sales.orders`.
    var name: String { newName ?? source.name }
    /// The same without the schema.
    var ownName: String { QualifiedName.table(of: name, schema: schema) }

    /// Whether each column may be NULL.
    var isNullable: [Bool] { columns.map { !$0.isNotNull && !primaryKey.contains($0.name) } }

    func column(_ name: String) -> CopyColumn? { columns.first { $0.name == name } }

    /// What the source calls a column.
    func sourceName(of name: String) -> String { column(name)?.source.name ?? name }

    /// The columns that are truth values.
    var booleans: Set<String> { Set(columns.filter { $0.kind == .boolean }.map(\.name)) }
}

/// The checksum of all rows of a table by what they mean, as long as its columns are read so.
struct CheckedRows: Sendable {
    let checksum: TableChecksum
    let kinds: [CopyKind]
}

/// One column of a copy.
struct CopyColumn: Sendable {
    let source: ColumnSchema
    var typing: CopyTyping
    /// What its values are at the source; `stored` where both ends are of one engine.
    var origin = CopyKind.stored
    var isNotNull: Bool
    var defaultValue: SQLDefaultValue?
    /// Whether somebody chose the type.
    var isChosen = false
    /// How its points in time are written, where somebody said so.
    var dates: DateFormat?
    /// Whether spaces at the end of the source's values are no part of them.
    var isPadded = false
    /// Whether the source's values are points in time in UTC, which their texts do not say.
    var isInstant = false

    /// Whether an empty text is what MySQL keeps of a value that its ENUM does not list, and takes from nobody.
    var hasErrorValue = false

    /// The name that it gets where that is another one.
    var newName: String?

    /// What it is called at the other end.
    var name: String { newName ?? source.name }
    var kind: CopyKind { typing.kind }

    /// Reads its values at the source.
    var reader: ColumnReader {
        var reader = ColumnReader(kind: kind, dates: dates, isPadded: isPadded)
        if isInstant, case .text = kind { reader.addsZone = true }
        reader.refusesEmpty = hasErrorValue
        return reader
    }
}

/// Reads the values of a column: what is asked of every value of every row.
struct ColumnReader {
    let kind: CopyKind
    /// How its points in time are written, where somebody said so.
    let dates: DateFormat?
    /// Whether spaces at the end are no part of a value.
    let isPadded: Bool
    /// Whether texts of points in time become such with their zone, UTC.
    var addsZone = false
    /// Whether an empty text is no value.
    var refusesEmpty = false

    func meaning(of value: SQLValue) throws(Unfit) -> CopyMeaning {
        if refusesEmpty, value == .text("") { throw Unfit("is not in the list of its ENUM") }
        if addsZone, case .instant(let instant)? = try? CopyKind.instant.meaning(of: value) {
            return try kind.meaning(of: .text(TimestampText.timestamp(instant, zone: "Z")))
        }
        if isPadded { return try kind.meaning(of: value.withoutPadding) }
        guard let dates, case .text = value else { return try kind.meaning(of: value) }
        guard let date = dates.date(from: value) else { throw Unfit("is not a date in the given format") }
        return try kind.meaning(of: date)
    }
}

extension SQLValue {
    /// A text, or that of a type that only one engine has.
    var writtenText: String? {
        switch self {
        case .text(let text): text
        case .typed(let typed): typed.text
        default: nil
        }
    }

    /// The same without spaces at the end of a text.
    var withoutPadding: SQLValue {
        switch self {
        case .text(let text) where text.utf8.last == UInt8(ascii: " "): .text(text.withoutBlanksAtEnd)
        case .typed(let typed): .text(typed.text.withoutBlanksAtEnd)
        default: self
        }
    }
}

/// A unique key.
struct CopyKey: Sendable, Hashable {
    var name: String?
    var columns: [String]
    /// `UNIQUE NULLS NOT DISTINCT (a)`, where both ends are PostgreSQL.
    var definition: String?
}

/// A foreign key, its columns in the order in which they were declared.
struct CopyForeignKey: Sendable, Hashable {
    var name: String?
    var columns: [String]
    var parent: String
    var references: [String]
    let onDelete: SQLForeignKeyAction?
    let onUpdate: SQLForeignKeyAction?
    var isDeferred: Bool
    /// The server's own words, where both ends are PostgreSQL.
    var definition: PostgresConstraint.Reference?

    func named(_ name: String?) -> CopyForeignKey {
        var key = self
        key.name = name
        return key
    }

    /// The same key with its columns in the order of those that it references.
    func ordered(by key: [String]) -> CopyForeignKey? {
        let positions = key.compactMap { references.firstIndex(of: $0) }
        guard positions.count == references.count, positions.count == key.count else { return nil }
        return CopyForeignKey(
            name: name, columns: positions.map { columns[$0] }, parent: parent, references: key, onDelete: onDelete,
            onUpdate: onUpdate, isDeferred: isDeferred)
    }

    /// `(a, b) → parent (c, d)`
    var text: String { "\(columns.listed) → \(parent.printable) \(references.listed)" }
}

struct CopyCheck: Sendable {
    var name: String?
    var condition: SQL
    /// `CHECK (a > 0) NO INHERIT`, where both ends are PostgreSQL.
    var definition: String?

    /// How a note says that the copy is without it.
    var loss: String { "the check \(name.map { $0 + " " } ?? "")(\(condition)) is left out" }
}

struct CopyIndex: Sendable {
    struct Part: Sendable {
        /// nil for what is computed.
        let column: String?
        /// What is computed.
        var sql: SQL?
        let isDescending: Bool

        var expression: SQLExpression { column.map { .column($0) } ?? .sql(sql ?? "NULL") }
    }
    var name: String
    let isUnique: Bool
    var parts: [Part]
    var condition: SQL?
    /// `USING btree (a NULLS FIRST) INCLUDE (b)`, where both ends are PostgreSQL.
    var definition: String?
}

/// A column that counts by itself.
struct CopyIdentity: Sendable, Hashable {
    var column: String
    /// The number that the source has given last, or that comes before its next one, where it keeps it.
    var last: Int64?
    /// What the source adds for the next number.
    var step: Int64 = 1
}

/// Rows whose parent is not there, by a foreign key.
struct CopyOrphans: Sendable {
    let key: CopyForeignKey
    /// What the source calls the other table, and the columns of it.
    let parent: String
    let references: [String]
    /// 1 where the parent is there, 0 where it is not, NULL where the key is.
    let expression: SQLExpression
}

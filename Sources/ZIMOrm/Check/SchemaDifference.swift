import ZIMSql

/// A difference between a class and its table.
///
/// ```swift
/// for difference in try session.differences(from: [Order.self, OrderLine.self]) { print(difference) }
/// // order_line.ol_quantity: can be NULL now
/// ```
public struct SchemaDifference: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What differs.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The class has no table.
        case missingTable
        /// The table has no class.
        case newTable
        /// The property has no column.
        case missingColumn
        /// The column has no property.
        case newColumn
        /// The types do not match.
        case type
        /// NULL is allowed on one side only.
        case nullability
        /// The values come from the database on one side only, which computes or numbers them.
        case generated
        /// The primary keys differ.
        case key
        /// The relationship has no foreign key.
        case missingForeignKey
        /// The foreign key has no relationship.
        case newForeignKey
        /// The class cannot be mapped.
        case mapping
        /// A relationship is declared wrongly.
        case relationship
        /// Rows hold values in another form than the column declares.
        case form
    }

    /// What differs.
    public let kind: Kind
    /// The table in which it differs.
    public let table: String
    /// The column; nil if it is about the whole table.
    public let column: String?
    /// The difference as a sentence.
    public let message: String

    package init(_ kind: Kind, table: String, column: String? = nil, _ message: String) {
        self.kind = kind
        self.table = table
        self.column = column
        self.message = message
    }

    public var description: String { table + (column.map { "." + $0 } ?? "") + ": " + message }
}

extension TableSchema {
    /// What is otherwise in this table than it was.
    package func differences(from old: TableSchema) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        func note(_ kind: SchemaDifference.Kind, _ message: String, on column: String? = nil) {
            found.append(SchemaDifference(kind, table: name, column: column, message))
        }
        if kind != old.kind { note(.type, "was a \(old.kind.words), is a \(kind.words)") }
        for column in old.columns {
            guard let now = self.column(column.name) else {
                note(.missingColumn, "the column is gone", on: column.name)
                continue
            }
            if !Self.isSameType(now.type, column.type) {
                note(.type, "the type was \(Self.shown(column.type)), is \(Self.shown(now.type))", on: column.name)
            }
            let (origin, newOrigin) = (old.origin(of: column), origin(of: now))
            if origin != newOrigin { note(.generated, "was \(origin), is \(newOrigin)", on: column.name) }
            let was = old.isNullable(column.name)
            if isNullable(now.name) != was {
                note(.nullability, was ? "cannot be NULL now" : "can be NULL now", on: column.name)
            }
        }
        for column in columns where old.column(column.name) == nil {
            note(.newColumn, "a new column, \(Self.shown(column.type))", on: column.name)
        }
        if primaryKey != old.primaryKey {
            note(.key, "the key was \(Self.shown(old.primaryKey)), is \(Self.shown(primaryKey))")
        }
        let before = Set(old.foreignKeys.map(\.shape))
        let now = Set(foreignKeys.map(\.shape))
        for key in old.foreignKeys where !now.contains(key.shape) {
            note(.missingForeignKey, "the foreign key \(key.words) is gone")
        }
        for key in foreignKeys where !before.contains(key.shape) {
            note(.newForeignKey, "a new foreign key \(key.words)")
        }
        return found
    }

    /// Where the values of new rows come from, in words.
    private func origin(of column: ColumnSchema) -> String {
        if column.isGenerated { return "computed by the database" }
        if let identity = column.identity { return (identity == .always ? "always " : "") + "numbered by the database" }
        if column.sequence != nil || rowIDColumn == column.name { return "numbered by the database" }
        // Without it, a key that a program leaves out is missing.
        if column.keyPlace > 0, column.defaultValue != nil { return "a key with a default" }
        return "given by programs"
    }

    /// Spaces within a type say nothing, and neither does the width of a whole number.
    fileprivate static func isSameType(_ one: String, _ other: String) -> Bool {
        func written(_ type: String) -> String { MySQLTypeName.withoutWidth(type).replacing(" ", with: "") }
        return written(one).isSameName(as: written(other))
    }

    fileprivate static func shown(_ type: String) -> String { type.isEmpty ? "none" : type }
    fileprivate static func shown(_ key: [String]) -> String {
        key.isEmpty ? "none" : "(" + key.joined(separator: ", ") + ")"
    }
}

extension TableSchema.ForeignKey {
    /// The columns with what they point to, whatever their order in the clause.
    fileprivate var shape: Set<[String]> {
        let references = references.count == columns.count ? references : columns.map { _ in "" }
        return Set(
            zip(columns, references).map { [$0.lowercased(), $1.lowercased(), table.lowercased()] })
    }

    /// `(a, b) to parent (c, d)`
    package var words: String {
        "(" + columns.joined(separator: ", ") + ") to " + table
            + (references.isEmpty ? "" : " (" + references.joined(separator: ", ") + ")")
    }
}

extension TableSchema.Kind {
    fileprivate var words: String { self == .virtual || self == .shadow ? "\(rawValue) table" : rawValue }
}

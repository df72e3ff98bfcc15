public import Foundation
public import ZIMDb

/// An error of the mapper: a class, a key, a predicate or a value does not match its table.
///
/// ```swift
/// do { _ = try database.read { try $0.find(Address.self, "Ada") } }
/// catch let error as ModelError where error.code == .keyMismatch { print(error.message) }
/// // "Address" has the key (firstName, lastName), 1 value was given: (…)
/// ```
public struct ModelError: LocalizedError, Sendable, CustomStringConvertible {
    /// The kind of failure. More codes may come: keep a `default` in a switch.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The class cannot be mapped: an unknown key name, a column twice, a property of a type no column can hold.
        public static let mapping = Code(rawValue: "mapping")
        /// A key or foreign key has a different number of columns than the key that it references.
        public static let keyMismatch = Code(rawValue: "keyMismatch")
        /// A part of the key has no value.
        public static let keyMissing = Code(rawValue: "keyMissing")
        /// The class has no column or property of that name.
        public static let unknownColumn = Code(rawValue: "unknownColumn")
        /// The class has no relationship of that name.
        public static let unknownRelationship = Code(rawValue: "unknownRelationship")
        /// A column may hold a value in several forms, and the class does not declare which: see ``ColumnForm``.
        public static let formMissing = Code(rawValue: "formMissing")
        /// A value is invalid for its property or its column.
        public static let value = Code(rawValue: "value")
        /// No row has that key, or the row is gone.
        public static let rowNotFound = Code(rawValue: "rowNotFound")
        /// Another program changed the row since the model was read: see ``ModelError/conflicts``.
        public static let staleRow = Code(rawValue: "staleRow")
        /// A row may not be deleted or removed, by what a relationship says: see ``Dependent``.
        public static let restricted = Code(rawValue: "restricted")
        /// The model was deleted.
        public static let deleted = Code(rawValue: "deleted")
        /// The model or its table cannot be written.
        public static let notSaveable = Code(rawValue: "notSaveable")
        /// The model was read after changes that were rolled back, so its key may now belong to another row.
        public static let stale = Code(rawValue: "stale")
        /// The model's row is in a different database than the session.
        public static let otherDatabase = Code(rawValue: "otherDatabase")
        /// The model was neither loaded nor saved.
        public static let notLoaded = Code(rawValue: "notLoaded")
        /// A column of the relationship also belongs to a key or to another relationship, so it cannot be changed.
        public static let sharedColumn = Code(rawValue: "sharedColumn")
        /// The text of a predicate cannot be parsed: see ``ModelError/position``.
        public static let predicate = Code(rawValue: "predicate")
        /// A model's values belong to several rows: its key to one, the values of a unique key to another; or its key to
        /// several, where nothing keeps it unique.
        public static let conflict = Code(rawValue: "conflict")
        /// The query cannot do what is asked, for example page without an order.
        public static let query = Code(rawValue: "query")
    }

    /// The kind of error, for code that handles it.
    public var code: Code
    /// What happened, as a sentence.
    public var message: String
    /// The table that the failure is about.
    public var table: String?
    /// The column that the failure is about.
    public var column: String?
    /// The key of the row that the failure is about.
    public var key: [SQLValue]
    /// The value that was found.
    public var value: SQLValue?
    /// The columns in which the row does not hold what a change expects: see ``Locking``.
    public var conflicts: [ColumnConflict] = []
    /// The position in a predicate's text that cannot be parsed, in characters from 0.
    public var position: Int?
    /// The statement's text.
    public var sql: String?
    /// What to do about it, for example the names most similar to an unknown one.
    public var hint: String?

    /// Makes an error; each parameter sets the property of that name.
    public init(
        _ code: Code, _ message: String, table: String? = nil, column: String? = nil, key: [SQLValue] = [],
        value: SQLValue? = nil, position: Int? = nil, sql: String? = nil, hint: String? = nil
    ) {
        self.code = code
        self.message = message
        self.table = table
        self.column = column
        self.key = key
        self.value = value
        self.position = position
        self.sql = sql
        self.hint = hint
    }

    public var description: String {
        var text = code.rawValue + ": " + message
        if let hint { text += ". " + hint }
        if let sql { text += " — SQL: " + sql.shortened }
        return text
    }

    public var errorDescription: String? { description }
}

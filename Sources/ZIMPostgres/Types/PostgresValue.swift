#if PostgreSQL
    public import Foundation
    public import ZIMDb

    /// A Swift type that a type of PostgreSQL holds: an element of ``PostgresArray``, a bound of ``PostgresRange``, a field of
    /// a ``PostgresComposite``.
    ///
    /// An enum for an enumeration of the server only has to name it:
    /// ```swift
    /// enum Mood: String, PostgresValue { case sad, happy; static let postgresType = "mood" }
    /// var moods: PostgresArray<Mood> = [.happy]           // '{happy}'::mood[]
    /// ```
    public protocol PostgresValue: ColumnValue {
        /// The type's name in a cast: `bigint`, `"Odd Name"`, `sales.mood`.
        static var postgresType: String { get }
    }

    /// A value of a type that PostgreSQL has and other engines do not. It is bound as its text.
    ///
    /// On another engine, and from a column of another type such as `text`, reading and binding throw `ValueMismatch`.
    public protocol PostgresNativeValue: PostgresValue, Sendable, Hashable {
        /// The value as the server prints it with the settings `datestyle = ISO` and `intervalstyle = postgres`.
        var postgresText: String { get }
    }

    extension PostgresNativeValue {
        /// The text, which other engines refuse to bind.
        public var sqlValue: SQLValue {
            .typed(SQLTypedText(postgresText, type: Self.postgresType, engine: "PostgreSQL"))
        }

        public static func read(from row: Row, at index: Int) throws -> Self {
            let value = row.value(at: index)
            do {
                guard case .typed(let typed) = value else { throw PostgresText.foreign(value, Self.self) }
                let result = try Self(column: value)
                if result.postgresText != typed.text { row.noteSpelling(index) }
                return result
            } catch var mismatch as ValueMismatch {
                mismatch.index = index
                throw mismatch
            }
        }
    }

    extension Int: PostgresValue { public static var postgresType: String { "bigint" } }
    extension Int64: PostgresValue { public static var postgresType: String { "bigint" } }
    extension Int32: PostgresValue { public static var postgresType: String { "integer" } }
    extension Int16: PostgresValue { public static var postgresType: String { "smallint" } }
    extension Double: PostgresValue { public static var postgresType: String { "double precision" } }
    extension Float: PostgresValue { public static var postgresType: String { "real" } }
    extension Bool: PostgresValue { public static var postgresType: String { "boolean" } }
    extension String: PostgresValue { public static var postgresType: String { "text" } }
    extension Decimal: PostgresValue { public static var postgresType: String { "numeric" } }
    extension UUID: PostgresValue { public static var postgresType: String { "uuid" } }
    extension Data: PostgresValue { public static var postgresType: String { "bytea" } }
    extension Date: PostgresValue {
        /// A point in time; for days use text.
        public static var postgresType: String { "timestamp with time zone" }
    }
    extension Optional: PostgresValue where Wrapped: PostgresValue {
        public static var postgresType: String { Wrapped.postgresType }
    }
#endif

/// A Swift type that a column can hold.
///
/// An enum with raw values only has to declare the conformance:
/// ```swift
/// enum Carrier: Int, ColumnValue { case road = 1, rail, air }
/// ```
///
/// Conversions lose nothing: integer 3 is read as Double 3.0 and text "42" as Int 42, but 70000 is not read as an
/// Int16 and "about 40" not as an Int; those throw. Digits in a text are the nearest Double, as `0.1` in Swift is: `Decimal` has
/// them all.
public protocol ColumnValue: SQLValueConvertible {
    /// Reads a column of a statement's current row.
    ///
    /// - Throws: ``ValueMismatch`` if the value cannot be read as this type.
    static func read(from row: Row, at index: Int) throws -> Self

    /// Converts a value that was already read.
    ///
    /// - Throws: ``ValueMismatch`` if the value cannot be read as this type.
    init(column value: SQLValue) throws

    /// Binds this value to a parameter, counted from 1.
    func bind(to statement: Statement, at index: Int) throws

    /// Whether NULL is one of this type's values.
    static var acceptsNull: Bool { get }
}

extension ColumnValue {
    public static func read(from row: Row, at index: Int) throws -> Self {
        try row.converting(index) {
            let value = row.unpadded(index)
            // A blank may be all that a text is.
            let result = try (try? Self(column: value)) ?? Self(column: row.value(at: index))
            if result.sqlValue != value { row.noteSpelling(index) }
            return result
        }
    }

    public func bind(to statement: Statement, at index: Int) throws {
        try statement.bind(sqlValue, at: index)
    }

    public static var acceptsNull: Bool { false }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    public init(column value: SQLValue) throws {
        guard let result = Self(rawValue: try RawValue(column: value)) else {
            throw ValueMismatch(value: value, type: "\(Self.self)", reason: "is not the raw value of a case")
        }
        self = result
    }

    public func bind(to statement: Statement, at index: Int) throws {
        try rawValue.bind(to: statement, at: index)
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Wrapped? {
        if row.isNull(index) {
            try row.checkColumn(index, Self.self)
            return nil
        }
        return try Wrapped.read(from: row, at: index)
    }

    public init(column value: SQLValue) throws {
        self = value.isNull ? nil : try Wrapped(column: value)
    }

    public func bind(to statement: Statement, at index: Int) throws {
        switch self {
        case .none: try statement.bindNull(at: index)
        case .some(let value): try value.bind(to: statement, at: index)
        }
    }

    public static var acceptsNull: Bool { true }
}

extension SQLValue: ColumnValue {
    public init(column value: SQLValue) throws { self = value }
    public static func read(from row: Row, at index: Int) throws -> SQLValue {
        try row.checkColumn(index, SQLValue.self)
        let value = row.value(at: index)
        // A text that is not UTF-8.
        if case .blob = value, row.isText(index) { row.noteSpelling(index) }
        return value
    }
    public static var acceptsNull: Bool { true }
}

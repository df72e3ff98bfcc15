public import CSQLite

extension Row {
    /// Whether a column is text.
    @inlinable
    package func isText(_ index: Int) -> Bool {
        guard let handle = statement.handle else { return isTextElsewhere(index) }
        return sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) == SQLITE_TEXT
    }

    /// Whether a column is NULL.
    @inlinable
    public func isNull(_ index: Int) -> Bool {
        if let handle = statement.handle {
            return sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) == SQLITE_NULL
        }
        return isNullElsewhere(index)
    }

    @usableFromInline
    func isNullElsewhere(_ index: Int) -> Bool { engineCell(index).map { $0.form == .null } ?? true }
}

extension Int: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Int {
        if let cell = row.cell(index), cell.type == SQLITE_INTEGER { return Int(sqlite3_value_int64(cell.value)) }
        return Int(try WholeNumber.readElsewhere(from: row, at: index, as: Int.self))
    }
    public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) }
    @inlinable
    public func bind(to statement: Statement, at index: Int) throws { try statement.bind(Int64(self), at: index) }
}

extension Int64: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Int64 {
        if let cell = row.cell(index), cell.type == SQLITE_INTEGER { return sqlite3_value_int64(cell.value) }
        return try WholeNumber.readElsewhere(from: row, at: index, as: Int64.self)
    }
    public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) }
    @inlinable
    public func bind(to statement: Statement, at index: Int) throws { try statement.bind(self, at: index) }
}

extension Int8: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }
extension Int16: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }
extension Int32: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }
extension UInt8: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }
extension UInt16: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }
extension UInt32: ColumnValue { public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) } }

extension UInt: ColumnValue {
    public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) }
    public func bind(to statement: Statement, at index: Int) throws {
        try WholeNumber.bind(UInt64(self), to: statement, at: index, type: UInt.self)
    }
}

extension UInt64: ColumnValue {
    public init(column value: SQLValue) throws { self = try WholeNumber.convert(value) }
    public func bind(to statement: Statement, at index: Int) throws {
        try WholeNumber.bind(self, to: statement, at: index, type: UInt64.self)
    }
}

/// The conversions that all integer types share.
@usableFromInline
enum WholeNumber {
    /// Not generic: callers in other modules would have to pass the type as a value.
    @usableFromInline
    static func readElsewhere(from row: Row, at index: Int, as type: Any.Type) throws -> Int64 {
        if let number = row.engineCell(index)?.integer { return number }
        row.noteSpelling(index)
        do { return try convert(row.unpadded(index)) } catch let mismatch as ValueMismatch {
            throw row.mismatch(index, type, mismatch.reason)
        }
    }

    static func convert<Number: FixedWidthInteger>(_ value: SQLValue) throws -> Number {
        let number: Number?
        var reason = ""
        switch value {
        case .integer(let integer):
            number = Number(exactly: integer)
            reason = "is out of range"
        case .real(let real):
            number = Number(exactly: real)
            reason = real.rounded() == real ? "is out of range" : "is not a whole number"
        case .text(let text): number = whole(text)
        case .typed(let typed): number = whole(withoutFraction(typed.text))
        case .null, .blob: number = nil
        }
        guard let number else { throw ValueMismatch(value: value, type: "\(Number.self)", reason: reason) }
        return number
    }

    /// A number that a server has written with zeros behind the point: `1.00` is 1.
    static func withoutFraction(_ text: String) -> String {
        guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")),
            text.utf8[text.utf8.index(after: point)...].allSatisfy({ $0 == UInt8(ascii: "0") })
        else { return text }
        return String(text[..<point])
    }

    /// Only text that the number prints as again: "42" is 42, but "042" and "4e1" are text.
    private static func whole<Number: FixedWidthInteger>(_ text: String) -> Number? {
        guard let number = Number(text), String(number) == text else { return nil }
        return number
    }

    /// Binds a number, above 63 bits by its digits: a server's column may hold them, SQLite would make a real number of them.
    static func bind(_ number: UInt64, to statement: Statement, at index: Int, type: Any.Type) throws {
        if let signed = Int64(exactly: number) { return try statement.bind(signed, at: index) }
        guard statement.cursor != nil else {
            throw ValueMismatch.binding(number.sqlValue, as: "\(type)", reason: "is larger than a column's 63 bits")
        }
        try statement.bind(number.sqlValue, at: index)
    }
}

extension Double: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Double {
        if let cell = row.cell(index), cell.type == SQLITE_FLOAT { return sqlite3_value_double(cell.value) }
        return try readConverted(from: row, at: index)
    }

    @usableFromInline
    static func readConverted(from row: Row, at index: Int) throws -> Double {
        if let number = row.engineCell(index)?.real { return number }
        row.noteSpelling(index)
        return try row.converting(index) { try Double(column: row.unpadded(index)) }
    }

    public init(column value: SQLValue) throws {
        switch value {
        case .real(let number): self = number
        case .integer(let number):
            guard let exact = Double(exactly: number) else {
                throw ValueMismatch(value: value, type: "Double", reason: "has too many digits")
            }
            self = exact
        case .text(let text): self = try Double.parse(text, value)
        case .typed(let typed):
            switch typed.text {
            case "NaN": self = .nan
            case "Infinity": self = .infinity
            case "-Infinity": self = -.infinity
            default: self = try Double.parse(typed.text, value)
            }
        case .null, .blob: throw ValueMismatch(value: value, type: "Double")
        }
    }

    private static func parse(_ text: String, _ value: SQLValue) throws -> Double {
        // Swift also reads "nan", "infinity" and "0x1p3", which in a database are words.
        let isDecimal = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || "+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else {
            throw ValueMismatch(value: value, type: "Double")
        }
        // A number that is not 0 must not become it.
        if number == 0, text.utf8.prefix(while: { $0 | 0x20 != 0x65 }).contains(where: { $0 >= 0x31 && $0 <= 0x39 }) {
            throw ValueMismatch(value: value, type: "Double", reason: "is out of range")
        }
        return number
    }

    @inlinable
    public func bind(to statement: Statement, at index: Int) throws { try statement.bind(self, at: index) }
}

extension Float: ColumnValue {
    public init(column value: SQLValue) throws {
        if case .integer(let number) = value {
            guard let exact = Float(exactly: number) else {
                throw ValueMismatch(value: value, type: "Float", reason: "has too many digits")
            }
            self = exact
            return
        }
        let number = try Double(column: value)
        let float = Float(number)
        // Digits are rounded, as 0.1 must be; but a number must not become infinite or 0.
        guard float.isFinite == number.isFinite, (float == 0) == (number == 0) else {
            throw ValueMismatch(value: value, type: "Float", reason: "is out of range")
        }
        self = float
    }
    public func bind(to statement: Statement, at index: Int) throws { try Double(self).bind(to: statement, at: index) }
}

extension Bool: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Bool {
        if let cell = row.cell(index), cell.type == SQLITE_INTEGER {
            let number = sqlite3_value_int64(cell.value)
            if number == 0 || number == 1 { return number == 1 }
        }
        return try readConverted(from: row, at: index)
    }

    @usableFromInline
    static func readConverted(from row: Row, at index: Int) throws -> Bool {
        if let cell = row.engineCell(index), cell.form == .bool, let number = cell.integer { return number == 1 }
        row.noteSpelling(index)
        return try row.converting(index) { try Bool(column: row.unpadded(index)) }
    }

    public init(column value: SQLValue) throws {
        switch value {
        case .integer(0), .real(0): self = false
        case .integer(1), .real(1): self = true
        case .text(let text): self = try Bool.parse(text, value)
        case .typed(let typed):
            let whole = WholeNumber.withoutFraction(typed.text)
            self = whole == "0" || whole == "1" ? whole == "1" : try Bool.parse(typed.text, value)
        default: throw ValueMismatch(value: value, type: "Bool")
        }
    }

    private static func parse(_ text: String, _ value: SQLValue) throws -> Bool {
        switch text {
        case "true", "TRUE", "True", "t", "T", "1": true
        case "false", "FALSE", "False", "f", "F", "0": false
        default: throw ValueMismatch(value: value, type: "Bool")
        }
    }

    @inlinable
    public func bind(to statement: Statement, at index: Int) throws {
        try statement.bind(self ? 1 : 0 as Int64, at: index)
    }
}

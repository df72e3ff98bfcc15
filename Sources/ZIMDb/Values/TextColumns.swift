public import CSQLite
public import Foundation

extension String: ColumnValue {
    @inlinable @inline(__always)
    public static func read(from row: Row, at index: Int) throws -> String {
        if let cell = row.cell(index), cell.type == SQLITE_TEXT {
            let start = sqlite3_value_text(cell.value)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value)))
            let text = String(decoding: bytes, as: UTF8.self)
            if UTF8Text.isASCII(bytes) || UTF8Text.isSame(text, bytes) { return text }
        }
        return try readConverted(from: row, at: index)
    }

    /// Reads what is no text, and says of text why it cannot be read.
    @usableFromInline @inline(never)
    static func readConverted(from row: Row, at index: Int) throws -> String {
        if let bytes = row.utf8Elsewhere(index), let text = UTF8Text.decode(bytes) { return text }
        if row.isText(index) { throw row.mismatch(index, String.self, "is not valid UTF-8") }
        row.noteSpelling(index)
        return try row.converting(index) { try String(column: row.value(at: index)) }
    }

    public init(column value: SQLValue) throws {
        switch value {
        case .text(let text): self = text
        case .typed(let typed): self = typed.text
        case .integer(let number): self = String(number)
        case .real(let number): self = String(number)
        case .null, .blob: throw ValueMismatch(value: value, type: "String")
        }
    }

    @inlinable
    public func bind(to statement: Statement, at index: Int) throws { try statement.bind(self, at: index) }
}

extension Substring: ColumnValue {
    public static func read(from row: Row, at index: Int) throws -> Substring {
        Substring(try String.read(from: row, at: index))
    }
    public init(column value: SQLValue) throws { self = Substring(try String(column: value)) }
}

extension Character: ColumnValue {
    public init(column value: SQLValue) throws {
        let text = try String(column: value)
        guard let character = text.first, text.count == 1 else { throw ValueMismatch(value: value, type: "Character") }
        self = character
    }
}

extension UUID: ColumnValue {
    public static func read(from row: Row, at index: Int) throws -> UUID {
        if let cell = row.engineCell(index), cell.form == .uuid, cell.count == 16 {
            return UUID(uuid: cell.start.loadUnaligned(as: uuid_t.self))
        }
        let value = row.unpadded(index)
        // The text that we write has no letter in upper case.
        if case .text(let text) = value, !text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x46 }) {
        } else {
            row.noteSpelling(index)
        }
        return try row.converting(index) { try UUID(column: value) }
    }

    /// Reads text with hyphens in upper or lower case, or 16 bytes. Text in mixed case is refused, since a lookup could
    /// not try all its spellings.
    public init(column value: SQLValue) throws {
        switch value {
        case .text(let text):
            guard let uuid = UUID(uuidString: text) else { throw ValueMismatch(value: value, type: "UUID") }
            let isMixed =
                text.utf8.contains { $0 >= 0x61 && $0 <= 0x66 } && text.utf8.contains { $0 >= 0x41 && $0 <= 0x46 }
            if isMixed {
                throw ValueMismatch(
                    value: value, type: "UUID", reason: "has letters in upper and in lower case")
            }
            self = uuid
        case .typed(let typed):
            guard let uuid = UUID(uuidString: typed.text) else { throw ValueMismatch(value: value, type: "UUID") }
            self = uuid
        case .blob(let bytes) where bytes.count == 16:
            self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        default: throw ValueMismatch(value: value, type: "UUID")
        }
    }
}

extension URL: ColumnValue {
    public init(column value: SQLValue) throws {
        guard let url = URL(string: try String(column: value)) else { throw ValueMismatch(value: value, type: "URL") }
        self = url
    }
}

extension Decimal: ColumnValue {
    public static func read(from row: Row, at index: Int) throws -> Decimal {
        let value = row.unpadded(index)
        switch value {
        case .text(let text) where DecimalText.isWritten(text): break
        default: row.noteSpelling(index)
        }
        return try row.converting(index) { try Decimal(column: value) }
    }

    /// Reads text, integers, and real numbers by their shortest decimal digits.
    public init(column value: SQLValue) throws {
        let text: String
        switch value {
        case .text(let digits): text = digits
        case .typed(let typed) where typed.text == "NaN":
            self = .nan
            return
        case .typed(let typed): text = typed.text
        case .integer(let number): text = String(number)
        case .real(let number) where number.isFinite: text = String(number)
        default: throw ValueMismatch(value: value, type: "Decimal")
        }
        guard let number = DecimalText.parse(text) else {
            throw ValueMismatch(
                value: value, type: "Decimal",
                reason: DecimalNumber(text) != nil ? "has too many digits" : "")
        }
        self = number
    }

    public func bind(to statement: Statement, at index: Int) throws {
        // Other engines have it, or say that the column has not.
        if isNaN, statement.handle != nil {
            throw ValueMismatch.binding(.text("NaN"), as: "Decimal")
        }
        try statement.bind(sqlValue, at: index)
    }
}

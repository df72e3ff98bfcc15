public import CSQLite
public import Foundation

extension Data: ColumnValue {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> Data {
        if let cell = row.cell(index), cell.type == SQLITE_BLOB {
            let count = Int(sqlite3_value_bytes(cell.value))
            guard count > 0, let start = sqlite3_value_blob(cell.value) else { return Data() }
            return Data(bytes: start, count: count)
        }
        return try readConverted(from: row, at: index)
    }

    @usableFromInline
    static func readConverted(from row: Row, at index: Int) throws -> Data {
        if let bytes = row.blobElsewhere(index) {
            guard let start = bytes.baseAddress, !bytes.isEmpty else { return Data() }
            return Data(bytes: start, count: bytes.count)
        }
        row.noteSpelling(index)
        return try row.converting(index) { try Data(column: row.value(at: index)) }
    }

    /// Reads bytes, the UTF-8 bytes of text, and the 16 bytes of a UUID that a server has as such.
    public init(column value: SQLValue) throws { self = Data(try [UInt8](column: value)) }

    @inlinable
    public func bind(to statement: Statement, at index: Int) throws {
        try withUnsafeBytes { try statement.bind(bytes: $0, at: index) }
    }
}

extension Array: ColumnValue where Element == UInt8 {
    @inlinable
    public static func read(from row: Row, at index: Int) throws -> [UInt8] {
        if let cell = row.cell(index), cell.type == SQLITE_BLOB {
            let start = sqlite3_value_blob(cell.value)
            return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value))))
        }
        return try readConverted(from: row, at: index)
    }

    @usableFromInline
    static func readConverted(from row: Row, at index: Int) throws -> [UInt8] {
        if let bytes = row.blobElsewhere(index) { return [UInt8](bytes) }
        row.noteSpelling(index)
        return try row.converting(index) { try [UInt8](column: row.value(at: index)) }
    }

    /// Reads bytes, the UTF-8 bytes of text, and the 16 bytes of a UUID that a server has as such.
    public init(column value: SQLValue) throws {
        switch value {
        case .blob(let bytes): self = bytes
        case .text(let text): self = [UInt8](text.utf8)
        case .typed(let typed) where typed.type == "uuid":
            self = Swift.withUnsafeBytes(of: try UUID(column: value).uuid) { [UInt8]($0) }
        default: throw ValueMismatch(value: value, type: "[UInt8]")
        }
    }

    @inlinable
    public func bind(to statement: Statement, at index: Int) throws {
        try withUnsafeBytes { try statement.bind(bytes: $0, at: index) }
    }
}

public import CSQLite
import Foundation

/// Parameters are numbered from 1, as SQLite numbers them.
extension Statement {
    /// Binds a value of any kind.
    package func bind(_ value: SQLValue, at index: Int) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let number): try bind(number, at: index)
        case .real(let number): try bind(number, at: index)
        case .text(let text): try bind(text, at: index)
        case .blob(let bytes): try bytes.withUnsafeBytes { try bind(bytes: $0, at: index) }
        case .typed(let typed):
            if handle != nil {
                try bind(typed.text, at: index)
            } else {
                try bindElsewhere(value, at: index)
            }
        }
    }

    /// Binds NULL to a parameter.
    ///
    /// Source: <https://www.sqlite.org/c3ref/bind_blob.html>
    @inlinable
    public func bindNull(at index: Int) throws {
        guard let handle, !isTraced else { return try bindTraced(.null, at: index) }
        try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index)))
    }

    /// Binds an integer to a parameter.
    @inlinable
    public func bind(_ number: Int64, at index: Int) throws {
        guard let handle, !isTraced else { return try bindTraced(.integer(number), at: index) }
        try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index), number))
    }

    /// Binds a real number to a parameter.
    ///
    /// - Throws: ``ValueMismatch`` for NaN, which SQLite would store as NULL without a word.
    @inlinable
    public func bind(_ number: Double, at index: Int) throws {
        if number.isNaN { throw ValueMismatch(value: .real(number), type: "Double", reason: "cannot be stored") }
        guard let handle, !isTraced else { return try bindTraced(.real(number), at: index) }
        try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), number))
    }

    /// Binds text to a parameter; SQLite takes a copy of its bytes.
    @inlinable
    public func bind(_ text: String, at index: Int) throws {
        guard let handle, !isTraced else { return try bindTraced(.text(text), at: index) }
        var text = text
        let code = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                // An empty buffer may have no address, and no address would be bound as NULL.
                zim_sqlite3_bind_text(
                    handle, Int32(truncatingIfNeeded: index), $0.baseAddress ?? emptyText, UInt64($0.count))
            }
        }
        try check(code)
    }

    /// Binds bytes to a parameter; SQLite takes a copy of them. None are an empty blob, not NULL.
    @inlinable
    public func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws {
        guard let handle, !isTraced else { return try bindTraced(.blob([UInt8](bytes)), at: index) }
        let address = bytes.baseAddress ?? UnsafeRawPointer(emptyText)
        try check(zim_sqlite3_bind_blob(handle, Int32(truncatingIfNeeded: index), address, UInt64(bytes.count)))
    }

    @inlinable
    func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw bindFailure(code) }
    }

    @usableFromInline
    func bindFailure(_ code: Int32) -> any Error {
        if code == SQLITE_RANGE {
            return DatabaseError(
                .misuse, "the statement has \(parameterCount) parameters, more values were given", engineCode: code,
                sql: sql)
        }
        return failure(code)
    }

    /// The path of a statement that is listened to, and of engines other than SQLite.
    @usableFromInline
    func bindTraced(_ value: SQLValue, at index: Int) throws {
        if isTraced {
            while tracedParameters.count < index { tracedParameters.append(.null) }
            if index > 0 { tracedParameters[index - 1] = value }
        }
        guard handle != nil else { return try bindElsewhere(value, at: index) }
        let wasTraced = isTraced
        isTraced = false
        defer { isTraced = wasTraced }
        try bind(value, at: index)
    }

    private func bindElsewhere(_ value: SQLValue, at index: Int) throws {
        guard let cursor else { throw DatabaseError(.misuse, "the statement was closed", sql: sql) }
        try cursor.bind(value, at: index)
    }
}

// An address that is never null and never read: the empty text and the empty blob point here.
@usableFromInline nonisolated(unsafe) let emptyText = UnsafePointer<CChar>(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

public import CSQLite
import Foundation

/// Parameters are numbered from 1, as SQLite numbers them.
extension Statement {
    /// Binds a value of any kind.
    package func bind(_ value: SQLValue, at index: Int) throws {
        guard handle != nil, !isTraced else { return try bindTraced(value, at: index) }
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let number): try bind(number, at: index)
        case .real(let number): try bind(number, at: index)
        case .text(let text): try bind(text, at: index)
        case .blob(let bytes): try bytes.withUnsafeBytes { try bind(bytes: $0, at: index) }
        case .typed(let typed):
            if let bytes = typed.textBytes {
                return try bytes.withUnsafeBufferPointer { try bind(utf8: $0, at: index) }
            }
            if let engine = typed.engine { throw ValueMismatch.foreign(value, engine) }
            try bind(typed.plainText, at: index)
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
    /// - Throws: ``ValueMismatch`` for NaN, which SQLite would silently store as NULL.
    @inlinable
    public func bind(_ number: Double, at index: Int) throws {
        if handle != nil, number.isNaN {
            throw ValueMismatch.binding(.real(number), as: "Double")
        }
        guard let handle, !isTraced else { return try bindTraced(.real(number), at: index) }
        try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), number))
    }

    /// Binds text to a parameter; a copy of its bytes is kept until the statement is done.
    @inlinable
    public func bind(_ text: String, at index: Int) throws {
        guard handle != nil, !isTraced else { return try bindTraced(.text(text), at: index) }
        try text.withUTF8Bytes { try bind(utf8: $0, at: index) }
    }

    /// Binds the bytes of text to a parameter; a copy of them is kept until the statement is done.
    @inlinable
    package func bind(utf8 bytes: UnsafeBufferPointer<UInt8>, at index: Int) throws {
        guard let handle, !isTraced else { return try bindElsewhere(utf8: bytes, at: index) }
        let parameter = Int32(truncatingIfNeeded: index)
        let count = UInt64(bytes.count)
        if let kept = arena.keep(UnsafeRawBufferPointer(bytes)) {
            let text = kept.assumingMemoryBound(to: CChar.self)
            try check(zim_sqlite3_bind_text_static(handle, parameter, text, count))
        } else {
            try bytes.withMemoryRebound(to: CChar.self) {
                try check(zim_sqlite3_bind_text(handle, parameter, $0.baseAddress ?? emptyText, count))
            }
        }
    }

    /// Binds bytes to a parameter; a copy of them is kept until the statement is done. No bytes are an empty blob, not
    /// NULL.
    @inlinable
    public func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws {
        guard let handle, !isTraced else { return try bindElsewhere(bytes: bytes, at: index) }
        let parameter = Int32(truncatingIfNeeded: index)
        let count = UInt64(bytes.count)
        if let kept = arena.keep(bytes) {
            try check(zim_sqlite3_bind_blob_static(handle, parameter, kept, count))
        } else {
            let address = bytes.baseAddress ?? UnsafeRawPointer(emptyText)
            try check(zim_sqlite3_bind_blob(handle, parameter, address, count))
        }
    }

    /// Binds a point in time as ISO 8601 text, which is written straight to where it stays.
    package func bind(_ date: Date, at index: Int) throws {
        if date.timeIntervalSince1970.isNaN {
            throw ValueMismatch.binding(.real(.nan), as: "Date")
        }
        guard let handle, !isTraced, let room = arena.reserve(DateText.longest) else {
            return try bind(date.sqlValue, at: index)
        }
        let bytes = room.assumingMemoryBound(to: UInt8.self)
        // A year that does not fit four digits.
        guard let count = DateText.write(date, as: .iso8601, to: bytes) else {
            return try bind(date.sqlValue, at: index)
        }
        let text = UnsafeRawPointer(room).assumingMemoryBound(to: CChar.self)
        try check(zim_sqlite3_bind_text_static(handle, Int32(truncatingIfNeeded: index), text, UInt64(count)))
    }

    /// Binds a point in time for a column of a server that holds such; false if it has to be bound as a value.
    package func bind(timestamp date: Date, at index: Int) throws -> Bool {
        guard let cursor, !isTraced else { return false }
        return try cursor.bind(timestamp: date, at: index)
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
            while tracedParameters.count < tracedSets + index { tracedParameters.append(.null) }
            if index > 0 { tracedParameters[tracedSets + index - 1] = value }
        }
        if let cursor { return try cursor.bind(value, at: index) }
        guard handle != nil else { throw DatabaseError(.misuse, "the statement was closed", sql: sql) }
        let wasTraced = isTraced
        isTraced = false
        defer { isTraced = wasTraced }
        try bind(value, at: index)
    }

    @usableFromInline
    func bindElsewhere(utf8 text: UnsafeBufferPointer<UInt8>, at index: Int) throws {
        if let cursor, !isTraced { return try cursor.bind(utf8: text, at: index) }
        try bindTraced(.text(String(decoding: text, as: UTF8.self)), at: index)
    }

    @usableFromInline
    func bindElsewhere(bytes: UnsafeRawBufferPointer, at index: Int) throws {
        if let cursor, !isTraced { return try cursor.bind(bytes: bytes, at: index) }
        try bindTraced(.blob([UInt8](bytes)), at: index)
    }
}

// An address that is never null and never read: the empty text and the empty blob point here.
@usableFromInline nonisolated(unsafe) let emptyText = UnsafePointer<CChar>(
    UnsafeMutablePointer<CChar>.allocate(capacity: 1))

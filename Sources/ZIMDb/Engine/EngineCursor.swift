/// The statement of an engine other than SQLite: parameters are numbered from 1, columns from 0.
package protocol EngineCursor: AnyObject {
    /// The names of the result's columns; empty for a statement without a result.
    var columnNames: [String] { get }
    func bind(_ value: SQLValue, at index: Int) throws
    /// Binds text, which is copied.
    func bind(utf8 text: UnsafeBufferPointer<UInt8>, at index: Int) throws
    /// Binds bytes, which are copied.
    func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws
    /// Runs the statement where it was not, and moves to the next row; false at the end.
    func step() throws -> Bool
    /// The value of a column of the row; NULL where there is no such column.
    func value(at index: Int) -> SQLValue
    /// The values of the row, one for each column, at an address that is valid until the cursor moves on.
    var cells: (start: UnsafePointer<EngineCell>?, count: Int) { get }
    /// The result's rows shall be fetched in pieces, until the next ``reset()``.
    func readInPieces()
    /// Forgets the result and the parameters.
    func reset()
    /// Frees what the server keeps of the statement.
    func close()
}

extension EngineCursor {
    package func bind(utf8 text: UnsafeBufferPointer<UInt8>, at index: Int) throws {
        try bind(.text(String(decoding: text, as: UTF8.self)), at: index)
    }
    package func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws {
        try bind(.blob([UInt8](bytes)), at: index)
    }
    package func readInPieces() {}
}

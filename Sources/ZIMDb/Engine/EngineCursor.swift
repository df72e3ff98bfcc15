import Foundation

/// The statement of an engine other than SQLite: parameters are numbered from 1, columns from 0.
package protocol EngineCursor: AnyObject {
    /// The names of the result's columns; empty for a statement without a result.
    var columnNames: [String] { get }
    /// The positions of the result's columns that hold points in time, and whether those are days only.
    var timeColumns: [Int: Bool] { get }
    func bind(_ value: SQLValue, at index: Int) throws
    /// Binds text, which is copied.
    func bind(utf8 text: UnsafeBufferPointer<UInt8>, at index: Int) throws
    /// Binds bytes, which are copied.
    func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws
    /// Binds a point in time for a column of such; false if the engine has no shorter way than text, or none for this one.
    func bind(timestamp date: Date, at index: Int) throws -> Bool
    /// From here on, what is bound are sets of parameters, each in the order of the parameters: the statement runs once for
    /// each set, in one message to the server.
    ///
    /// - Parameter withRefused: whether the set that was refused last is bound already.
    func beginSets(withRefused: Bool) throws
    /// What is bound of the set that was not added yet.
    var boundValues: [SQLValue] { get }
    /// Adds what is bound to the sets.
    ///
    /// - Returns: false if the set has to go with the next message, because of its types or because this one is full. The
    ///   first set of a message is always taken.
    func addParameterSet() throws -> Bool
    /// Whether the result's columns are known before the statement runs, unless another program changes a table until then.
    func knowsColumns() throws -> Bool
    /// Runs the statement where it was not, for its columns.
    func run() throws
    /// Runs the statement where it was not, and moves to the next row; false at the end.
    func step() throws -> Bool
    /// The value of a column of the row; NULL where there is no such column.
    func value(at index: Int) -> SQLValue
    /// The values of the row, one for each column, at an address that is valid until the cursor moves on.
    var cells: (start: UnsafePointer<EngineCell>?, count: Int) { get }
    /// The result's rows shall be fetched in batches, until the next ``reset()``.
    func readInBatches()
    /// Reads what is left of the answer, if only that says what the statement has done.
    ///
    /// - Throws: ``DatabaseError`` where the statement fails behind its rows.
    func finish() throws
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
    package func bind(timestamp date: Date, at index: Int) throws -> Bool { false }
    package var boundValues: [SQLValue] { [] }
    package func knowsColumns() throws -> Bool { true }
    package func run() throws {}
    package var timeColumns: [Int: Bool] { [:] }
    package func beginSets(withRefused: Bool) throws { throw DatabaseError.oneSet }
    package func addParameterSet() throws -> Bool { throw DatabaseError.oneSet }
    package func readInBatches() {}
    package func finish() throws {}
}

extension DatabaseError {
    fileprivate static var oneSet: DatabaseError {
        DatabaseError(.misuse, "the engine takes one set of parameters with each statement")
    }
}

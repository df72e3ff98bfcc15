public import CSQLite

/// A compiled statement, whose parameters are bound by index and whose rows are read one after the other.
///
/// Its functions are called for every value of every row, so they call SQLite directly; rows of other engines come
/// through a cursor.
public final class Statement {
    /// The text that was compiled.
    public let sql: String
    // Unchecked: used for every value, row or run, by one thread, and no access lasts while other code runs.

    /// SQLite's statement; nil once it is finalised, and for other engines.
    @usableFromInline @exclusivity(unchecked) package var handle: OpaquePointer?
    /// The statement of another engine.
    package let cursor: (any EngineCursor)?
    /// The values of the row that the cursor stands on; nil if it stands on none.
    @exclusivity(unchecked) private(set) var cells: UnsafePointer<EngineCell>?
    @exclusivity(unchecked) private(set) var cellCount = 0
    /// Whether it only reads.
    package let isReadOnly: Bool
    /// Whether it may change rows although it is a query, by a function that it calls.
    @usableFromInline package let mayChange: Bool
    /// Whether it may change what tables there are and how they are made.
    let isDefinition: Bool
    /// Whether the transaction may be over when it has run without an error. SQLite's COMMIT and ROLLBACK neither write nor
    /// have columns; what gives a transaction up for another reason fails.
    @usableFromInline let mayEndTransaction: Bool
    /// The number of its parameters.
    package let parameterCount: Int
    /// Whether it is kept to be run again; else it is compiled anew each time.
    package var isReusable = true
    /// Whether somebody steps through its rows right now; a second user then gets a statement of its own.
    @exclusivity(unchecked) package var isBusy = false

    /// The columns, by the bit of their position, whose values may be spelled otherwise than what was read of them is written;
    /// those from the 64th on share a bit. Whoever reads models looks at it and clears it.
    @usableFromInline @exclusivity(unchecked) package var spelledColumns: UInt64 = 0

    /// What takes in each row, where the result is observed.
    @usableFromInline @exclusivity(unchecked) var rowBytes: ReadBytes?
    let traces: TraceHub
    @usableFromInline @exclusivity(unchecked) package var isTraced = false
    var tracedParameters: [SQLValue] = []
    /// How many of them belong to sets that were added.
    var tracedSets = 0
    /// Those of the set that was refused.
    private var refusedParameters: [SQLValue] = []
    var startedAt: ContinuousClock.Instant?
    @usableFromInline @exclusivity(unchecked) package var rowCount = 0
    let failure: (Int32) -> DatabaseError
    /// Steps again, where SQLite may have been kept from compiling it anew.
    private let again: ((OpaquePointer, Int32) throws -> Int32)?
    /// Measures each run, where SQLite's statements may not take any time.
    private let clock: StatementClock?
    /// Holds what is bound by address.
    @usableFromInline @exclusivity(unchecked) var arena = BindingArena()
    /// Whether the parameters may stay bound when the statement is given back: only where each run binds all of them
    /// anew. Said during the run, when all are bound.
    @inlinable
    package var keepsParameters: Bool {
        get { storedKeepsParameters }
        set { storedKeepsParameters = newValue }
    }
    @usableFromInline @exclusivity(unchecked) var storedKeepsParameters = false

    init(
        sql: String, handle: OpaquePointer, traces: TraceHub, clock: StatementClock?,
        again: ((OpaquePointer, Int32) throws -> Int32)? = nil,
        failure: @escaping (Int32) -> DatabaseError
    ) {
        self.clock = clock
        self.sql = sql
        self.handle = handle
        self.traces = traces
        self.failure = failure
        self.again = again
        cursor = nil
        // SQLite answers for an EXPLAIN as for the statement in it, which does not run.
        isReadOnly = sqlite3_stmt_readonly(handle) != 0 || sqlite3_stmt_isexplain(handle) != 0
        // A function of SQLite is told by its statement where it writes.
        mayChange = false
        isDefinition = !isReadOnly && Self.defines(sql)
        mayEndTransaction = isReadOnly && sqlite3_column_count(handle) == 0
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
    }

    /// - Parameter isDefinition: whether the engine knows that it changes the schema; its text may say so, too.
    package init(
        sql: String, cursor: any EngineCursor, isReadOnly: Bool, mayChange: Bool = false, isDefinition: Bool = false,
        parameterCount: Int, traces: TraceHub
    ) {
        self.sql = sql
        self.cursor = cursor
        self.traces = traces
        self.isReadOnly = isReadOnly
        self.mayChange = isReadOnly && mayChange
        self.isDefinition = !isReadOnly && (isDefinition || Self.defines(sql))
        mayEndTransaction = true
        self.parameterCount = parameterCount
        clock = nil
        again = nil
        failure = { DatabaseError(.other, "not a statement of SQLite", engineCode: $0) }
    }

    /// Whether a text begins like a definition, or with a comment, behind which there may be one.
    private static func defines(_ sql: String) -> Bool {
        let start = sql.utf8.drop { $0 <= UInt8(ascii: " ") }.prefix(6)
        let word = String(decoding: start, as: UTF8.self).uppercased()
        return ["CREATE", "ALTER", "DROP", "DO ", "CALL", "IMPORT", "--", "/*"].contains { word.hasPrefix($0) }
    }

    deinit { finalize() }

    /// Frees the engine's statement; rows can no longer be read.
    package func finalize() {
        if let handle { sqlite3_finalize(handle) }
        handle = nil
        arena.deallocate()
        cells = nil
        cursor?.close()
    }

    /// The number of columns of its result; 0 for a statement without a result.
    package var columnCount: Int {
        if let handle { return Int(sqlite3_column_count(handle)) }
        if cells != nil { return cellCount }
        return cursor?.columnNames.count ?? 0
    }

    /// The name of a column of the result; nil if there is no such column.
    package func columnName(_ index: Int) -> String? {
        if let handle {
            guard index >= 0, index < columnCount, let name = sqlite3_column_name(handle, Int32(index)) else {
                return nil
            }
            return String(cString: name)
        }
        guard let names = cursor?.columnNames, names.indices.contains(index) else { return nil }
        return names[index]
    }

    /// The names of the result's columns in order.
    package var columnNames: [String] { cursor?.columnNames ?? (0..<columnCount).map { columnName($0) ?? "" } }

    /// Whether they are known before it runs.
    package func knowsColumns() throws -> Bool { try cursor?.knowsColumns() ?? true }

    /// Runs it on a server, where it may turn out to have other columns than before; all its parameters are bound.
    ///
    /// - Returns: whether it has run.
    package func learnColumns() throws -> Bool {
        guard let cursor else { return false }
        do { try cursor.run() } catch let error as DatabaseError { throw traced(error) }
        return true
    }

    /// Whether SQLite has compiled it anew since this was asked, as it does where the schema was changed: it may have other columns.
    ///
    /// Source: <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>
    package var wasCompiledAnew: Bool {
        handle.map { sqlite3_stmt_status($0, SQLITE_STMTSTATUS_REPREPARE, 1) > 0 } ?? false
    }

    /// Must be called before the first parameter is bound: notes whether somebody listens.
    package func begin() {
        isBusy = true
        clock?.start()
        rowCount = 0
        isTraced = traces.isActive
        keepsParameters = false
        arena.reuse()
        if isTraced {
            tracedParameters.removeAll(keepingCapacity: true)
            tracedSets = 0
            startedAt = .now
        }
    }

    /// From here on, what is bound are sets of parameters, each in their order, where the engine takes such.
    ///
    /// - Parameter withRefused: whether the set that was refused last is bound already.
    package func beginSets(withRefused: Bool) throws {
        guard let cursor else { throw DatabaseError(.misuse, "the statement was closed", sql: sql) }
        try cursor.beginSets(withRefused: withRefused)
        if isTraced, withRefused { tracedParameters.append(contentsOf: refusedParameters) }
        refusedParameters = []
    }

    /// What is bound of the set that was not added yet.
    var boundValues: [SQLValue] { cursor?.boundValues ?? [] }

    /// Keeps what is bound as one of the sets of parameters that the statement runs with.
    ///
    /// - Returns: false if the set goes with the next run.
    package func addParameterSet() throws -> Bool {
        guard let cursor else { throw DatabaseError(.misuse, "the statement was closed", sql: sql) }
        guard try cursor.addParameterSet() else {
            if isTraced { refusedParameters = Array(tracedParameters[tracedSets...]) }
            forgetUnfinishedSet()
            return false
        }
        tracedSets = tracedParameters.count
        return true
    }

    /// Said where no set comes any more. A statement that runs for none is not traced.
    package func endSets() {
        forgetUnfinishedSet()
        if tracedSets == 0 { isTraced = false }
    }

    private func forgetUnfinishedSet() {
        if isTraced { tracedParameters.removeLast(tracedParameters.count - tracedSets) }
    }

    /// Moves to the next row; false at the end.
    ///
    /// - Throws: ``DatabaseError`` as the engine reports it.
    @inlinable
    package func step() throws -> Bool {
        if let handle {
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW {
                rowCount &+= 1
                if rowBytes != nil { keepRow() }
                return true
            }
            if code == SQLITE_DONE { return false }
            return try stepAgain(handle, after: code)
        }
        return try stepCursor()
    }

    @usableFromInline
    func stepAgain(_ handle: OpaquePointer, after failed: Int32) throws -> Bool {
        let code: Int32
        do {
            code = try rowCount == 0 ? again?(handle, failed) ?? failed : failed
        } catch let error as DatabaseError { throw traced(error) }
        if code == SQLITE_DONE { return false }
        guard code == SQLITE_ROW else { throw traced(failure(code)) }
        rowCount &+= 1
        if rowBytes != nil { keepRow() }
        return true
    }

    @usableFromInline
    func keepRow() {
        if let handle { rowBytes?.add(row: handle) }
        if let cells { rowBytes?.add(row: UnsafeBufferPointer(start: cells, count: cellCount)) }
    }

    private func traced(_ error: DatabaseError) -> DatabaseError {
        var error = error
        error.parameters = tracedParameters
        if isTraced { emit(error: error) }
        return error
    }

    @usableFromInline
    package func stepCursor() throws -> Bool {
        guard let cursor else { throw DatabaseError(.misuse, "the statement was closed", sql: sql) }
        do {
            guard try cursor.step() else {
                cells = nil
                return false
            }
        } catch let error as DatabaseError {
            cells = nil
            throw traced(error)
        }
        (cells, cellCount) = cursor.cells
        rowCount &+= 1
        if rowBytes != nil { keepRow() }
        return true
    }

    /// From the next run on, rows are fetched in batches where the engine would fetch all of them: for whoever goes
    /// through very many. Said before the first step.
    package func readInBatches() { cursor?.readInBatches() }

    /// Said when no more rows are wanted, before the statement is given back.
    @usableFromInline
    func finish() throws {
        guard let cursor else { return }
        do { try cursor.finish() } catch let error as DatabaseError {
            cells = nil
            throw traced(error)
        }
    }

    /// Gives the statement back: stops it, forgets its parameters, tells those who listen.
    @usableFromInline
    package func end() {
        if let handle {
            sqlite3_reset(handle)
            // What SQLite copied itself is given back at once: it may be large.
            if !keepsParameters || arena.isExceeded {
                sqlite3_clear_bindings(handle)
                arena.grow()
            }
        } else {
            cells = nil
            cursor?.reset()
        }
        if isTraced { emit(error: nil) }
        rowBytes = nil
        isBusy = false
    }

    private func emit(error: DatabaseError?) {
        guard isTraced else { return }
        isTraced = false
        traces.emit(
            StatementTrace(
                sql: sql, parameters: tracedParameters, duration: startedAt.map { .now - $0 } ?? .zero, rows: rowCount,
                error: error))
    }
}

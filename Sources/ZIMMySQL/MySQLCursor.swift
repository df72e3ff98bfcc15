#if MySQL
    import CMariaDB
    import Foundation
    import ZIMDb

    /// A statement on one connection: prepared on the server, executed, and read row by row.
    ///
    /// By default the server sends all rows of a result at once, and a query's rows are read as they arrive; those that are
    /// left when the connection is needed for another statement are stored. ``readInBatches()`` opens a server-side cursor, so
    /// that other statements may run in between.
    ///
    /// Source: <https://mariadb.com/kb/en/mysql_stmt_attr_set/>
    final class MySQLCursor: EngineCursor {
        let statement: MySQLStatementText
        private let connection: MySQLConnection
        private var handle: UnsafeMutablePointer<MYSQL_STMT>?
        private var epoch = 0
        /// Whether it has to be prepared again, since libmariadb has other names for its columns.
        private var hasOtherNames = false
        private(set) var parameterCount: Int
        // Unchecked, as in the statement: used for each row or value, by one thread, and no access calls out.
        @exclusivity(unchecked) private var parameters = MySQLParameters()
        @exclusivity(unchecked) private var sets = MySQLParameterSets()
        /// Whether the values that are bound are those of a set.
        private var takesSets = false
        @exclusivity(unchecked) private var row: MySQLRow
        private var hasRun = false
        /// What happened to the rows that were to be stored. Each row asks whether there is one, which is cheap of an array:
        /// an optional error would be copied.
        private(set) var failure: [DatabaseError] = []
        private var wantsBatches = false
        private var hadCursor = false
        /// Whether the rows that were left when another statement ran lie in memory.
        private var isStored = false

        init(_ statement: MySQLStatementText, connection: MySQLConnection) {
            self.statement = statement
            self.connection = connection
            row = MySQLRow(connection.server)
            parameterCount = statement.parameterCount
            parameters.extend(to: parameterCount)
        }

        deinit {
            close()
            row.deallocate()
        }

        var columnNames: [String] { row.columns.map(\.name) }

        var timeColumns: [Int: Bool] {
            var found: [Int: Bool] = [:]
            for (index, column) in row.columns.enumerated() where [.date, .datetime, .timestamp].contains(column.kind) {
                found[index] = column.kind == .date
            }
            return found
        }

        /// Whether it is sent as text: transaction control and DDL, most of which no server version can prepare.
        private var isText: Bool {
            switch statement.verb {
            case .control: return true
            case .other:
                guard parameterCount == 0 else { return false }
                if statement.firstWord == "EXECUTE" { return !connection.server.isMariaDB }
                return !Self.answering.contains(statement.firstWord)
            case .query, .change, .show: return false
            }
        }

        /// Other statements that return rows.
        private static let answering: Set<String> = [
            "ANALYZE", "BEGIN", "CALL", "CHECK", "CHECKSUM", "OPTIMIZE", "REPAIR", "DO",
        ]

        // MARK: Preparing

        /// The text that is prepared: MariaDB prepares no EXECUTE, but a block of one.
        ///
        /// Source: <https://mariadb.com/kb/en/begin-end/>
        private var preparedText: String {
            guard statement.firstWord == "EXECUTE", connection.server.isMariaDB else { return statement.text }
            return "BEGIN NOT ATOMIC \(statement.text)\n; END"
        }

        /// Prepares the statement on the server and reads the description of its columns.
        ///
        /// - Throws: ``DatabaseError`` with the server's error.
        func prepare() throws {
            epoch = connection.epoch
            guard !isText else { return }
            let text = preparedText
            try connection.requirePacket(text.utf8.count + 1, sql: statement.text)
            try connection.working(statement.text, isRun: false) {
                guard let handle = mysql_stmt_init(connection.handle) else {
                    throw DatabaseError(.outOfMemory, "no memory for a statement", sql: statement.text)
                }
                let code = text.withUTF8Bytes { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        mysql_stmt_prepare(handle, $0.baseAddress, UInt($0.count))
                    }
                }
                guard code == 0 else {
                    let failure = MySQLFailure(handle)
                    mysql_stmt_close(handle)
                    throw connection.failure(failure, sql: statement.text)
                }
                self.handle = handle
                (hadCursor, hasOtherNames) = (false, false)
                parameterCount = Int(mysql_stmt_param_count(handle))
                parameters.extend(to: parameterCount)
                row.listen(to: handle)
                _ = row.prepare(mariadb_stmt_fetch_fields(handle), Int(mysql_stmt_field_count(handle)))
            }
        }

        /// Reads the column descriptions again: the table may have changed since the statement was prepared. MariaDB sends them
        /// with the first run behind the change only, and libmariadb keeps the old names for the runs behind that.
        private func takeColumns(_ handle: UnsafeMutablePointer<MYSQL_STMT>) {
            let count = Int(mysql_stmt_field_count(handle))
            let own = mariadb_stmt_fetch_fields(handle)
            let latest = zim_mysql_fields(connection.handle)
            let isLatest = latest != nil && Int(zim_mysql_field_count(connection.handle)) == count
            guard row.prepare(isLatest ? latest : own.map { UnsafePointer($0) }, count), let own else { return }
            hasOtherNames = zip(0..., row.columns).contains { index, column in
                own[index].name.map { String(cString: $0) } != column.name
            }
        }

        private func prepareAgain() throws {
            close()
            try prepare()
        }

        // MARK: Running

        func bind(_ value: SQLValue, at index: Int) throws {
            try requireParameter(index)
            if takesSets { try sets.set(value, at: index - 1) } else { try parameters.set(value, at: index - 1) }
        }

        func bind(utf8 text: UnsafeBufferPointer<UInt8>, at index: Int) throws {
            try bind(UnsafeRawBufferPointer(text), MYSQL_TYPE_STRING, at: index)
        }

        func bind(bytes: UnsafeRawBufferPointer, at index: Int) throws {
            try bind(bytes, MYSQL_TYPE_LONG_BLOB, at: index)
        }

        @inline(__always)
        private func bind(_ value: UnsafeRawBufferPointer, _ type: enum_field_types, at index: Int) throws {
            try requireParameter(index)
            _ = takesSets ? sets.set(value, type, at: index - 1) : parameters.set(value, type, at: index - 1)
        }

        func bind(timestamp date: Date, at index: Int) throws -> Bool {
            try requireParameter(index)
            return takesSets ? sets.set(date, at: index - 1) : parameters.set(date, at: index - 1)
        }

        @inline(__always)
        private func requireParameter(_ index: Int) throws {
            if index <= 0 || index > parameterCount { throw unknownParameter }
        }

        private var unknownParameter: DatabaseError {
            DatabaseError(
                .misuse, "the statement has \(parameterCount) parameters, more values were given", sql: statement.text)
        }

        func beginSets(withRefused: Bool) throws {
            guard parameterCount > 0, statement.verb == .change, row.count == 0 else {
                throw DatabaseError(
                    .misuse, "only a change without a result has sets of parameters", sql: statement.text)
            }
            takesSets = true
            if !withRefused || !sets.hasRefused { sets.begin(parameterCount) }
        }

        var boundValues: [SQLValue] { takesSets ? sets.boundValues : [] }

        func addParameterSet() throws -> Bool { try sets.add(limit: connection.messageSize) }

        /// Not where it has any, also where it has run: another program may have changed the table, and a procedure has others each
        /// time. A change without RETURNING has none.
        func knowsColumns() -> Bool { statement.verb == .change ? !hasReturning : isText }

        /// Found out once, since statements may be long.
        private lazy var hasReturning = SQLTokenizer(statement.text, rules: .mySQL).contains { $0.isWord("RETURNING") }

        func run() throws { if !hasRun { try execute() } }

        func step() throws -> Bool {
            if !hasRun { try execute() }
            try requireRows()
            guard let handle, row.count > 0 else { return false }
            let code = row.fetch(handle)
            if code == 0 {
                if row.hasComputedBits, let name = row.unclearColumn {
                    throw MySQLBits.unclear(name, sql: statement.text)
                }
                return true
            }
            connection.endStreaming(self)
            guard code == MYSQL_NO_DATA else { throw givenUp(handle) }
            return false
        }

        /// Throws what was found out when the rest was stored for another statement.
        @inline(__always)
        private func requireRows() throws {
            guard let failure = failure.first else { return }
            connection.forgetLoss()
            throw failure
        }

        /// Reads the rows that the server has not sent yet.
        func storeRest() {
            row.keep()
            guard let handle else { return }
            isStored = mysql_stmt_store_result(handle) == 0
            if !isStored { failure = [givenUp(handle)] }
        }

        /// The error of a statement that fails while its rows are read, such as INSERT … RETURNING. libmariadb would wait for the
        /// remaining rows before it executes the statement again, so the statement is prepared again.
        private func givenUp(_ handle: UnsafeMutablePointer<MYSQL_STMT>) -> DatabaseError {
            // While rows arrive, only the connection knows what happened.
            let failure = mysql_stmt_errno(handle) != 0 ? MySQLFailure(handle) : MySQLFailure(connection.handle)
            close()
            return connection.failure(failure, sql: statement.text)
        }

        private func execute() throws {
            hasRun = true
            try connection.committing(statement) {
                if isText { try connection.runText(statement) } else { try runPrepared() }
            }
        }

        /// Found out once, since statements may be long.
        private lazy var areParametersAlone = statement.isEachParameterAlone()

        private func runPrepared() throws {
            let hasOtherTypes =
                connection.server.keepsParameterTypes && !takesSets
                && parameters.noteTypes(areAlone: areParametersAlone)
            if handle == nil || epoch != connection.epoch || hasOtherNames || hasOtherTypes { try prepareAgain() }
            // The server has given the prepared statement up, before it ran; or it is a query of a table that changed. One of a
            // view it gives up again, as long as its cache of definitions is too small for what others use.
            var triesLeft = 3
            while true {
                do { return try executeOnce() } catch let failure as Outdated {
                    guard triesLeft > 0 else { throw failure.error }
                    triesLeft -= 1
                    try prepareAgain()
                }
            }
        }

        private struct Outdated: Error {
            let error: DatabaseError
        }

        private func executeOnce() throws {
            let isCursor = wantsBatches && statement.verb == .query
            // libmariadb goes on asking the cursor that a statement has had, which MySQL no longer has.
            if hadCursor, !isCursor { try prepareAgain() }
            guard let handle else { throw connection.closedError(statement.text) }
            try connection.requirePacket(takesSets ? sets.packetSize : parameters.packetSize, sql: statement.text)
            guard isCursor else { return try execute(handle, isCursor: false) }
            // The server copies the rows into a table of its own, and would make 0000-00-00 of a day that no calendar has if
            // it is that of an expression, such as max(day).
            try connection.ask(
                "SET @zim_sql_mode = @@sql_mode, SESSION sql_mode = CONCAT(@@sql_mode, ',ALLOW_INVALID_DATES')")
            let restored = "SET SESSION sql_mode = @zim_sql_mode"
            defer { connection.restore(restored) }
            try execute(handle, isCursor: true)
        }

        private func execute(_ handle: UnsafeMutablePointer<MYSQL_STMT>, isCursor: Bool) throws {
            let isStreaming = try connection.working(statement.text) {
                var kind = UInt(isCursor ? CURSOR_TYPE_READ_ONLY.rawValue : 0)
                mysql_stmt_attr_set(handle, STMT_ATTR_CURSOR_TYPE, &kind)
                if kind != 0 {
                    var rows = UInt(Int32(clamping: max(1, connection.engine.options.server.rowsPerFetch)))
                    mysql_stmt_attr_set(handle, STMT_ATTR_PREFETCH_ROWS, &rows)
                }
                let code = send(handle)
                guard code == 0 else { throw failed(handle) }
                takeColumns(handle)
                let affected = Int(clamping: Int64(bitPattern: mysql_stmt_affected_rows(handle)))
                let inserted = Int64(bitPattern: mysql_stmt_insert_id(handle))
                hadCursor = isCursor
                // The warnings are counted behind the last row.
                let isStreaming = row.count > 0 && !isCursor && !statement.readsCatalogue && statement.verb == .query
                if row.count > 0 {
                    guard row.bind(handle), isCursor || isStreaming || mysql_stmt_store_result(handle) == 0 else {
                        throw givenUp(handle)
                    }
                }
                // An INSERT that returns rows has changed as many.
                let rows = row.count > 0 ? Int(clamping: mysql_stmt_num_rows(handle)) : max(0, affected)
                connection.note(statement, affected: rows, insertedID: inserted)
                return isStreaming
            }
            if isStreaming { connection.beginStreaming(self) }
            if statement.readsCatalogue { try connection.requireWholeAnswer(to: statement.text) }
        }

        private func send(_ handle: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            guard !takesSets else {
                let code = sets.execute(handle)
                if code == 0, sets.hasRefused { sets.continueWithRefused() }
                return code
            }
            return parameters.withBinds { binds in
                if parameterCount > 0, mysql_stmt_bind_param(handle, binds) != 0 { return 1 }
                return mysql_stmt_execute(handle)
            }
        }

        private func failed(_ handle: UnsafeMutablePointer<MYSQL_STMT>) -> any Error {
            let failure = MySQLFailure(handle)
            let error = connection.failure(failure, sql: statement.text)
            let isOutdated = failure.isOutdated || (failure.hasOtherColumns && statement.verb == .query)
            return isOutdated ? Outdated(error: error) : error
        }

        // MARK: Reading

        func value(at index: Int) -> SQLValue { row.value(at: index) }

        var cells: (start: UnsafePointer<EngineCell>?, count: Int) { (row.start, row.count) }

        func readInBatches() { wantsBatches = true }

        /// The server may fail behind rows that it has sent, and has then rolled the transaction back; so may a procedure, which
        /// goes on behind its rows.
        func finish() throws {
            guard hasRun else { return }
            if let handle, connection.isStreaming(self) {
                var code = row.fetch(handle)
                while code == 0 { code = row.fetch(handle) }
                connection.endStreaming(self)
                guard code == MYSQL_NO_DATA else { throw givenUp(handle) }
            }
            try requireRows()
            guard statement.hidesEffects else { return }
            row.forget()
            if let handle, row.count > 0, freeResult(handle) > 0 {
                let error = givenUp(handle)
                connection.settle(after: error)
                throw error
            }
            connection.endStreaming(self)
            connection.settle()
        }

        /// Said before the connection ends.
        func forgetRow() { row.forget() }

        func reset() {
            row.forget()
            if hasRun, let handle, row.count > 0 { freeResult(handle) }
            connection.endStreaming(self)
            if statement.hidesEffects { connection.settle() }
            failure = []
            hasRun = false
            wantsBatches = false
            parameters.removeAll()
            // A set that waits has been moved to the next message already.
            if takesSets, sets.count > 0 || !sets.hasRefused { sets.removeAll() }
            takesSets = false
        }

        /// Includes the further results of a procedure.
        ///
        /// - Returns: libmariadb's code: -1 behind the last result, 1 for a failure.
        @discardableResult
        private func freeResult(_ handle: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            connection.storeRows(of: self)
            // libmariadb would wait for the server's rows before it executes the statement again, if none was left to store.
            if isStored { while row.fetch(handle) == 0 {} }
            isStored = false
            mysql_stmt_free_result(handle)
            guard statement.verb == .other else { return -1 }
            var code = mysql_stmt_next_result(handle)
            while code == 0 {
                mysql_stmt_free_result(handle)
                code = mysql_stmt_next_result(handle)
            }
            return code
        }

        func close() {
            row.forget()
            if let handle {
                connection.storeRows(of: self)
                mysql_stmt_close(handle)
            }
            connection.endStreaming(self)
            handle = nil
            isStored = false
        }
    }
#endif

#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// A statement on one connection: prepared by the server where it can be, run, and gone through row by row.
    ///
    /// The server sends all rows of a result at once; ``readInBatches()`` makes it a cursor of the server's.
    final class PostgresCursor: EngineCursor {
        let statement: PostgresStatementText
        private let connection: PostgresConnection
        private var name: String?
        private var epoch = 0
        private var isPrepared = false
        /// Whether it has been answered before: what fails then has changed since.
        private var hasRun = false
        private var parameterTypes: [Oid] = []
        private var types: [PostgresType] = []
        /// Whether all columns can be read in the binary form; where one cannot, all come as text.
        private var wantsBinary = false
        private(set) var columnNames: [String] = []
        private var columnTypes: [Oid] = []
        // Unchecked, as in the statement: used for each row or value, by one thread, and no access calls out.
        @exclusivity(unchecked) private var values: [SQLValue] = []
        @exclusivity(unchecked) private var result: PostgresResult?
        private var isResultBinary = false
        @exclusivity(unchecked) private var row: Int32 = -1
        private var wantsBatches = false
        private var serverCursor: PostgresServerCursor?
        private(set) var parameterCount: Int
        @exclusivity(unchecked) private var parameters = PostgresParameters()
        /// The values of the row that the cursor stands on.
        @exclusivity(unchecked) private var current = PostgresRowCells()

        private let runsOnce: Bool

        /// - Parameter runsOnce: whether it is part of a script.
        init(_ statement: PostgresStatementText, runsOnce: Bool = false, connection: PostgresConnection) {
            self.statement = statement
            self.runsOnce = runsOnce
            self.connection = connection
            parameterCount = statement.parameterCount
            values = Array(repeating: .null, count: parameterCount)
        }

        deinit {
            close()
            current.deallocate()
        }

        // MARK: Preparing

        /// Has the server read the statement, and asks for the types of its parameters and columns.
        ///
        /// - Throws: ``DatabaseError`` as the server finds the text.
        func prepare() throws {
            isPrepared = true
            epoch = connection.epoch
            guard statement.canBePrepared else { return }
            try refuseTooManyParameters()
            try connection.freeDiscarded(for: statement.text)
            // What it has found to be freed already began another.
            epoch = connection.epoch
            // What runs once needs no name: it would be freed at once.
            let own = connection.preparesByName && !runsOnce ? connection.newName() : ""
            let description = try connection.prepare(statement.text, as: own)
            name = own.isEmpty ? nil : own
            parameterTypes = try connection.engine.catalog.parameterTypes(description, on: connection)
            parameterCount = parameterTypes.count
            try take(columnsOf: description)
        }

        /// libpq takes no longer description of parameters than 30,000 bytes: it would part with the server.
        private func refuseTooManyParameters() throws {
            let most = 7_490
            guard statement.text.utf8.count > 2 * most else { return }
            let numbers = statement.text.utf8.split(separator: UInt8(ascii: "$")).dropFirst().map { piece in
                piece.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.reduce(0) {
                    $0 < 1_000_000 ? $0 * 10 + Int($1 - UInt8(ascii: "0")) : $0
                }
            }
            guard let count = numbers.max(), count > most else { return }
            throw DatabaseError(
                .tooBig, "the statement has \(count) parameters, of which libpq takes \(most)", sql: statement.text,
                hint: "Find rows by a list of keys, filter(keys:), or send several statements")
        }

        private func take(columnsOf result: PostgresResult) throws {
            columnNames = result.columnNames
            columnTypes = result.columnTypes
            types = try connection.engine.catalog.types(result.columnTypes, on: connection)
            wantsBinary = !types.isEmpty && types.allSatisfy(\.isBinary)
            current.prepare(types)
        }

        private func prepareAgain() throws {
            if let name { connection.discard(name, of: epoch) }
            name = nil
            try prepare()
        }

        // MARK: Running

        func bind(_ value: SQLValue, at index: Int) throws {
            guard index > 0, index <= parameterCount else {
                throw DatabaseError(
                    .misuse, "the statement has \(parameterCount) parameters, more values were given",
                    sql: statement.text)
            }
            // Whoever binds may know which column it is; else what is sent is looked at.
            if isPrepared, epoch == connection.epoch, index <= parameterTypes.count {
                try PostgresParameters.requireTaken(value, as: parameterTypes[index - 1])
            }
            while values.count < parameterCount { values.append(.null) }
            values[index - 1] = value
        }

        /// Not those of a query, which may be others when it runs: a table was changed since.
        func knowsColumns() throws -> Bool {
            guard statement.verb == .change else { return false }
            try prepareWhereNeeded()
            return true
        }

        func run() throws { if result == nil { try execute() } }

        func step() throws -> Bool {
            if result == nil { try execute() }
            row += 1
            if let result, row < result.rowCount {
                current.move(to: row, of: result)
                return true
            }
            guard let serverCursor, !serverCursor.isAtEnd else { return false }
            try take(serverCursor.next())
            row = 0
            guard let result, result.rowCount > 0 else { return false }
            current.move(to: 0, of: result)
            return true
        }

        private func execute() throws {
            if statement.staysWithConnection { connection.holdsSessionState = true }
            if !isPrepared || (epoch != connection.epoch && statement.canBePrepared) { try prepareAgain() }
            row = -1
            if let wider = try rowTypes() ?? widerTypes() { return try executeOnce(wider) }
            try parameters.encode(values, types: parameterTypes, sql: statement.text)
            if wantsBatches, statement.verb == .query, connection.isInTransaction {
                let opened = try PostgresServerCursor(
                    statement.text, &parameters, types: parameterTypes, isBinary: wantsBinary, connection: connection)
                serverCursor = opened
                let first = try opened.next()
                // For a cursor the server reads the text anew.
                if hasOtherColumns(first) {
                    throw outdated(
                        DatabaseError(
                            .schemaChanged, "the statement has other columns than before", sql: statement.text))
                }
                return try take(first)
            }
            try take(send())
            hasRun = true
        }

        /// The types of the parameters where a number lies between or beyond those of the type that the server has found:
        /// no row of integers holds 2.5, but rows lie above and below it. nil if all fit.
        ///
        /// Only for queries: a change would round what it stores.
        private func widerTypes() -> [Oid]? {
            guard statement.verb == .query else { return nil }
            let isFitting = values.indices.allSatisfy { index in
                index >= parameterTypes.count
                    || PostgresParameters.type(for: values[index], atLeast: parameterTypes[index])
                        == parameterTypes[index]
            }
            if isFitting { return nil }
            var types = parameterTypes
            for (index, value) in values.enumerated() where index < types.count {
                types[index] = PostgresParameters.type(for: value, atLeast: types[index])
            }
            return types
        }

        /// The types of the parameters where some are compared with rows: a row of no type of its own cannot be sent, one
        /// that was read has the name of its type. nil if there is none.
        private func rowTypes() throws -> [Oid]? {
            guard parameterTypes.contains(PostgresOID.record) else { return nil }
            var types = parameterTypes
            for (index, value) in values.enumerated() where index < types.count && types[index] == PostgresOID.record {
                if case .text = value { throw Self.unknownRow(index + 1, sql: statement.text) }
                guard case .typed(let row) = value else { continue }
                let found = try connection.ask("SELECT $1::pg_catalog.regtype::pg_catalog.oid", [row.type])
                if let oid = found.text(0, 0).flatMap({ Oid($0) }) { types[index] = oid }
            }
            return types
        }

        private static func unknownRow(_ number: Int, sql: String) -> DatabaseError {
            DatabaseError(
                .value,
                "parameter \(number) is a text that is compared with a value of a composite type, which it does not name",
                sql: sql,
                hint:
                    "Make the property a PostgresComposite or an SQLValue, or give SQLTypedText(_:type:), which names the type"
            )
        }

        private func executeOnce(_ types: [Oid]) throws {
            try parameters.encode(values, types: types, sql: statement.text)
            let result = try parameters.withPointers { values, lengths, formats, count in
                try connection.run(statement.text) {
                    PQsendQueryParams(connection.handle, statement.text, count, types, values, lengths, formats, 0)
                }
            }
            // What is reckoned with wider parameters is wider, too.
            if hasOtherColumns(result) {
                try take(columnsOf: result)
                isPrepared = false
            }
            try take(result)
        }

        private func hasOtherColumns(_ result: PostgresResult) -> Bool {
            result.columnTypes != columnTypes || result.columnNames != columnNames
        }

        private func send() throws -> PostgresResult {
            do { return try sendOnce() } catch let error as DatabaseError
                where name != nil && statement.canBePrepared && isOutdated(error)
            {
                // The statement was freed, or its table or a type changed since it was prepared. Outside of a transaction
                // nothing has happened, so it is prepared anew; within one, that is over.
                if error.sqlState == "26000" { connection.forgetFreed() }
                guard !connection.isInTransaction else {
                    if error.sqlState == "26000" { throw error }
                    throw outdated(error)
                }
                name = nil
                try prepare()
                try parameters.encode(values, types: parameterTypes, sql: statement.text)
                return try sendOnce()
            }
        }

        /// The error of a transaction that has met an outdated statement.
        private func outdated(_ error: DatabaseError) -> DatabaseError {
            connection.forgetPrepared()
            var error = error
            error.code = .schemaChanged
            error.hint =
                "A table or type changed since the statement was prepared; run the transaction again, and it is "
                + "prepared anew"
            return error
        }

        /// "cached plan must not change result type", "cache lookup failed for type" (never translated), or an operator
        /// that the column's new type does not have: of a statement that has run before.
        private func isOutdated(_ error: DatabaseError) -> Bool {
            if error.sqlState == "26000" { return true }
            guard hasRun else { return false }
            return switch error.sqlState {
            case "0A000", "42883", "42804": true
            case "XX000": error.message.hasPrefix("cache lookup failed for type")
            default: false
            }
        }

        private func sendOnce() throws -> PostgresResult {
            let format: Int32 = wantsBinary ? 1 : 0
            return try parameters.withPointers { values, lengths, formats, count in
                try connection.run(statement.text) {
                    if let name {
                        return PQsendQueryPrepared(connection.handle, name, count, values, lengths, formats, format)
                    }
                    if count == 0, !statement.canBePrepared {
                        return PQsendQuery(connection.handle, connection.beginning(statement.text))
                    }
                    return PQsendQueryParams(
                        connection.handle, statement.text, count, parameterTypes.isEmpty ? nil : parameterTypes, values,
                        lengths, formats, format)
                }
            }
        }

        private func take(_ received: PostgresResult) throws {
            if statement.verb == .control, received.command == "ROLLBACK",
                PostgresScript.mayCommit(statement.text, alone: false)
            {
                throw connection.rolledBack(statement.text)
            }
            connection.note(received, of: statement)
            // Without a description beforehand, as of EXPLAIN, the result is its own.
            if name == nil, received.columnCount > 0 { try take(columnsOf: received) }
            isResultBinary = received.columnCount > 0 && received.isBinary
            current.take(received, isBinary: isResultBinary)
            result = received
        }

        // MARK: Sending ahead

        /// Whether it can be part of a pipeline: a change, whose answer is a line.
        var canBeSentAhead: Bool { statement.verb == .change }

        func prepareWhereNeeded() throws {
            if !isPrepared || epoch != connection.epoch { try prepareAgain() }
        }

        /// Hands the statement to libpq without waiting for the answer; 0 where that failed.
        func send(_ values: [SQLValue]) throws -> Int32 {
            try parameters.encode(values, types: parameterTypes, sql: statement.text)
            return parameters.withPointers { values, lengths, formats, count in
                if let name {
                    return PQsendQueryPrepared(connection.handle, name, count, values, lengths, formats, 0)
                }
                return PQsendQueryParams(
                    connection.handle, statement.text, count, parameterTypes.isEmpty ? nil : parameterTypes, values,
                    lengths, formats, 0)
            }
        }

        // MARK: Reading

        func value(at index: Int) -> SQLValue {
            guard let result, types.indices.contains(index), let bytes = result.bytes(row, Int32(index)) else {
                return .null
            }
            return types[index].value(bytes, isBinary: isResultBinary)
        }

        var cells: (start: UnsafePointer<EngineCell>?, count: Int) { (current.start, current.count) }

        func readInBatches() { wantsBatches = true }

        func reset() {
            serverCursor?.close()
            serverCursor = nil
            result = nil
            row = -1
            wantsBatches = false
            for index in values.indices { values[index] = .null }
        }

        func close() {
            serverCursor?.close()
            serverCursor = nil
            result = nil
            if let name { connection.discard(name, of: epoch) }
            name = nil
            isPrepared = false
        }
    }
#endif

#if PostgreSQL
    import CPostgres
    import Foundation
    import ZIMDb

    /// One connection to a PostgreSQL server.
    ///
    /// Its calls block their thread until the server has answered; `async` sessions run on threads of their own.
    final class PostgresConnection: EngineConnection {
        let dialect: any SQLDialect = PostgreSQLDialect()
        let handle: OpaquePointer
        let engine: PostgresEngine
        private let canceller: PostgresCanceller?
        private let socket: ServerSocket?
        private(set) var isClosed = false
        /// Whether statements are prepared under a name.
        private(set) var preparesByName = true
        /// Whether a pooler stands between.
        private(set) var isPooled = false
        /// What each transaction sets for itself, behind a pooler.
        private var transactionSettings: [(name: String, value: String)] = []
        /// Grows when prepared statements may no longer be what they were: the schema was changed on this connection.
        private(set) var epoch = 0
        /// What was prepared in an earlier epoch has been freed by somebody else.
        private var firstEpoch = 0
        private var nextName = 0
        /// Names of prepared statements that nobody uses any more.
        private var garbage: [String] = []
        private var script: (text: String, statements: [PostgresStatementText])?
        /// Whether it may hold a lock, a temporary table or a cursor, which the next session must not find.
        var holdsSessionState = false
        private var interruption: Interruption?
        /// The task that this connection works for.
        var watched: Interruption? { interruption }
        /// Why the open transaction can only be rolled back.
        private var cause: DatabaseError?

        /// Whether what was sent last is run outside of a transaction. Behind a loss libpq does not know it any more.
        private var runsAlone = false

        /// The encoding of the texts that come and go, as libpq numbers it.
        private var encoding: Int32 = -1

        private(set) var changes = 0
        private(set) var totalChanges = 0
        /// PostgreSQL's rows have no identifier; RETURNING gives what the database filled in.
        let lastInsertedRowID: Int64 = 0

        init(engine: PostgresEngine) throws {
            self.engine = engine
            handle = try PostgresConnecting.connect(engine.description, location: engine.location)
            canceller = PostgresCanceller(handle)
            socket = ServerSocket(PQsocket(handle))
            if let time = engine.options.server.networkTimeout,
                !PostgresSettings.inUse(by: handle).keys.contains(where: PostgresSettings.ofSilence.contains)
            {
                socket?.expectAnswers(within: time)
            }
            // A pooler makes the connection also where its server answers nothing.
            do { try limitingSilence { try configure() } } catch {
                close()
                throw error
            }
            encoding = PQclientEncoding(handle)
        }

        deinit { close() }

        /// Sets what the decoding of text relies on, and what the options ask for, in one round trip.
        ///
        /// A pooler that hands each transaction to another server connection is told by the process number, which it
        /// invents. Behind it the settings would stay with a connection that somebody else uses next, so each transaction
        /// sets them for itself.
        private func configure() throws {
            let options = engine.options
            let settings = self.settings
            let own = "pg_catalog.pg_backend_pid() = \(PQbackendPID(handle))"
            let isAlways = options.server.preparing == .always
            let calls = settings.indices.map { index in
                "CASE WHEN \(isAlways ? "true" : own) "
                    + "THEN pg_catalog.set_config($\(index * 2 + 1), $\(index * 2 + 2), false) END"
            }
            let sql = "SELECT \(own), " + calls.joined(separator: ", ")
            let result: PostgresResult
            do { result = try ask(sql, settings.flatMap { [$0.name, $0.value] }) } catch var error as DatabaseError
                where error.code == .connection
            {
                // No statement of the caller's has been sent.
                error.sql = nil
                throw error
            }
            let isOwn = result.text(0, 0) == "t"
            switch options.server.preparing {
            case .always: preparesByName = true
            case .never: preparesByName = false
            case .automatic: preparesByName = isOwn
            }
            isPooled = !isOwn
            if !isOwn, !isAlways { transactionSettings = settings }
            for statement in options.connectionSetup {
                for piece in try PostgresScript.statements(of: statement) { _ = try ask(piece.text, []) }
            }
        }

        private var settings: [(name: String, value: String)] {
            let options = engine.options
            var settings = [
                ("datestyle", "ISO"), ("bytea_output", "hex"), ("intervalstyle", "postgres"),
                ("extra_float_digits", "1"), ("array_nulls", "on"), ("standard_conforming_strings", "on"),
                // The catalogue would print the type bytea as "bytea".
                ("quote_all_identifiers", "off"),
            ]
            // Such a database does not know the encoding of its texts. Its server refuses a whole row to a client that asked for
            // UTF-8, where one text of it is none.
            if PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "SQL_ASCII" {
                settings.append(("client_encoding", "SQL_ASCII"))
            }
            settings.append(("lock_timeout", "\(options.busyTimeout.limitMilliseconds)ms"))
            if let limit = options.server.statementTimeout {
                settings.append(("statement_timeout", "\(limit.limitMilliseconds)ms"))
            }
            if options.access.isReadOnly { settings.append(("default_transaction_read_only", "on")) }
            return settings
        }

        /// What begins a transaction, with the settings that hold for it alone.
        func beginning(_ sql: String) -> String {
            guard !transactionSettings.isEmpty, sql.firstWord == "BEGIN" else { return sql }
            // Names and values are our own.
            return sql
                + transactionSettings.map { name, value in
                    // What is the default of a transaction comes too late for the one that is open.
                    name == "default_transaction_read_only"
                        ? "; SET TRANSACTION READ ONLY" : "; SET LOCAL \(name) = '\(value)'"
                }.joined()
        }

        func limiting<T>(to time: Duration?, _ body: () throws -> T) throws -> T {
            guard let time else { return try body() }
            let set = "pg_catalog.set_config('statement_timeout', $1, true)"
            let before = try ask(
                "SELECT pg_catalog.current_setting('statement_timeout'), \(set)",
                ["\(time.limitMilliseconds)ms"]
            ).text(0, 0)
            let result = try body()
            // Where the body throws, the savepoint around it restores it.
            _ = try ask("SELECT \(set)", [before ?? "0"])
            return result
        }

        // MARK: Sending

        /// Said before something is sent.
        ///
        /// - Parameter isRun: whether the statement is run, and not only prepared.
        func noteSending(isRun: Bool = true) { runsAlone = isRun && PQtransactionStatus(handle) == PQTRANS_IDLE }

        /// Sends something and waits for the last answer to it.
        ///
        /// - Parameter send: hands it to libpq; 0 where that failed.
        /// - Parameter prefix: what is sent before the text, where the server would count it in the places that it names.
        /// - Parameter isRun: whether the text is what is sent.
        func run(
            _ sql: String, behind prefix: String = "", isRun: Bool = true, _ send: () -> Int32
        ) throws -> PostgresResult {
            guard !isClosed else { throw closedError(sql) }
            noteSending(isRun: isRun)
            guard send() == 1 else { throw broken(sql) }
            // A cancellation that came before the server knew of the statement was lost.
            if interruption?.isCancelled == true { interrupt() }
            var last: PostgresResult?
            while let next = PQgetResult(handle) {
                let result = PostgresResult(next)
                switch result.status {
                case PGRES_COPY_IN, PGRES_COPY_BOTH:
                    PQputCopyEnd(handle, "COPY FROM STDIN needs rows, which a statement alone does not bring")
                case PGRES_COPY_OUT: skipCopy()
                default: if last?.status != PGRES_FATAL_ERROR { last = result }
                }
            }
            guard let result = last, PQstatus(handle) == CONNECTION_OK else { throw lostOrFailed(last, sql) }
            switch result.status {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return result
            default: throw failure(result, sql: sql, behind: prefix)
            }
        }

        private func skipCopy() {
            var buffer: UnsafeMutablePointer<CChar>?
            while PQgetCopyData(handle, &buffer, 0) > 0 { PQfreemem(buffer) }
        }

        /// A question of our own, all in text.
        func ask(_ sql: String, _ values: [String]) throws -> PostgresResult {
            var parameters = PostgresParameters(texts: values)
            return try run(sql) {
                parameters.withPointers { values, lengths, formats, count in
                    PQsendQueryParams(handle, sql, count, nil, values, lengths, formats, 0)
                }
            }
        }

        // MARK: Preparing

        func prepare(_ sql: String, from start: Int, traces: TraceHub) throws -> (statement: Statement, next: Int?)? {
            guard !isClosed else { throw closedError(sql) }
            let statements = try statements(of: sql)
            guard let position = statements.firstIndex(where: { $0.start >= start || (start == 0) }) else { return nil }
            let own = statements[position]
            let next = statements.indices.contains(position + 1) ? statements[position + 1].start : nil
            let cursor = PostgresCursor(own, runsOnce: statements.count > 1, connection: self)
            do { try cursor.prepare() } catch let error as DatabaseError {
                if traces.isActive {
                    traces.emit(
                        StatementTrace(sql: own.text, parameters: [], duration: .zero, rows: 0, error: error))
                }
                throw error
            }
            if engine.options.access.isReadOnly, own.allowsWrites {
                throw DatabaseError(
                    .readOnly, "this session is read-only, and the statement would let it write", sql: own.text,
                    hint: "Write to a database that is open for writing")
            }
            let statement = Statement(
                sql: own.text, cursor: cursor,
                // In a read session it is refused as a change is. What begins a transaction has to be noted as such; inside of
                // one it only makes that one writable.
                isReadOnly: own.verb.isReadOnly && !(own.allowsWrites && (own.isSetting || isInTransaction)),
                mayChange: own.mayChange,
                parameterCount: cursor.parameterCount, traces: traces)
            // What it is depends on where it is run.
            statement.isReusable = !own.allowsWrites
            return (statement, next)
        }

        /// A script is asked for statement by statement, so what it was cut into is kept.
        private func statements(of sql: String) throws -> [PostgresStatementText] {
            if let script, script.text.hasSameBytes(as: sql) { return script.statements }
            if let statement = PostgresScript.parsed[sql] { return [statement] }
            let statements = try PostgresScript.statements(of: sql)
            script = statements.count > 1 ? (sql, statements) : nil
            if statements.count == 1 { PostgresScript.parsed[sql] = statements[0] }
            return statements
        }

        func newName() -> String {
            nextName += 1
            return "zim_\(nextName)"
        }

        /// A prepared statement that nobody needs any more is freed with the next one that is made.
        ///
        /// - Parameter epoch: that in which it was prepared.
        func discard(_ name: String, of epoch: Int) {
            if !isClosed, epoch >= firstEpoch { garbage.append(name) }
        }

        /// - Parameter next: the statement that is made, which is named where the connection turns out to be lost.
        func freeDiscarded(for next: String) throws {
            guard !garbage.isEmpty, !isTransactionFailed else { return }
            let names = garbage
            garbage = []
            // The names are our own.
            let sql = names.map { "DEALLOCATE \($0)" }.joined(separator: "; ")
            do { _ = try run(next, isRun: false) { PQsendQuery(handle, sql) } } catch let error as DatabaseError
                where error.sqlState == "26000"
            {
                // A function has freed them.
                forgetFreed()
                if isInTransaction { throw error }
            }
        }

        /// What was prepared before may give other columns than it did, which the server refuses.
        func forgetPrepared() { epoch += 1 }

        /// What was prepared before is there no more, so that it is not to be freed; what still is stays until the connection ends.
        func forgetFreed() {
            forgetPrepared()
            firstEpoch = epoch
            garbage = []
        }

        /// Notes what a statement has done.
        func note(_ result: PostgresResult, of statement: PostgresStatementText) {
            note(affected: result.affected, of: statement)
            // For good, whatever becomes of the transaction.
            if statement.verb == .control, statement.frees(result.command) { forgetFreed() }
        }

        /// - Parameter affected: the number of rows that the server says.
        func note(affected: Int?, of statement: PostgresStatementText) {
            switch statement.verb {
            case .change:
                changes = affected ?? 0
                totalChanges += changes
            case .other:
                // COPY and CREATE TABLE AS say how many rows; whatever it was, the schema may be another now.
                changes = affected ?? 0
                totalChanges += changes
                forgetPrepared()
            case .query, .control, .show: break
            }
            if !isTransactionFailed { cause = nil }
        }

        /// Notes what COPY has done.
        func note(copied result: PostgresResult) -> Int {
            changes = result.affected ?? 0
            totalChanges += changes
            return changes
        }

        /// Notes what several COPYs have done together.
        func note(changes: Int) { self.changes = changes }

        // MARK: Failures

        /// The error of a result, with all that can be found out about it.
        func failure(_ result: PostgresResult, sql: String, behind prefix: String = "") -> DatabaseError {
            if let said = result.clientMessage {
                return lost(sql, said)
            }
            var error = PostgresFailure.error(
                result, sql: sql, behind: prefix, showsValues: engine.options.valuesInMessages)
            let isFollowing = error.code == .transactionEnded
            switch error.code {
            case .constraint: complete(&error, result)
            case .interrupted where interruption?.isCancelled != true:
                // The server's own limit; somebody at the server who stops a statement looks the same.
                let isLimit = engine.options.server.statementTimeout != nil || error.message.contains("timeout")
                if isLimit { error.code = .timedOut }
            case .transactionEnded:
                if let cause {
                    error.message = "a statement of this transaction failed before: \(cause.message)"
                    error.take(cause)
                }
            case .sql where error.sqlState == "0A000" || error.sqlState == "26000": forgetPrepared()
            default: break
            }
            if isTransactionFailed, !isFollowing { cause = error }
            return error
        }

        /// Finds out the columns of a constraint. A transaction that has failed takes no question, so another connection
        /// is asked then.
        private func complete(_ error: inout DatabaseError, _ result: PostgresResult) {
            guard var violation = error.constraint, violation.columns.isEmpty, let name = violation.name,
                let table = violation.table, let schema = result.field(ZIM_PG_SCHEMA)
            else { return }
            let found = engine.catalog.constraint(name, of: table, in: schema) { question, names in
                if !isInTransaction { return try ask(question, names) }
                // A pooler may have none to spare while this transaction holds one: both would wait for the other.
                guard !isPooled else { throw DatabaseError(.busy, "no connection beside this one") }
                return try engine.makeConnection().ask(question, names)
            }
            if let found {
                violation.columns = found.columns
                if found.isPrimaryKey { violation.kind = .primaryKey }
                // A statement that names the partition is about that.
                if let root = found.partitioned, !Self.names(table, in: error.sql) { violation.table = root }
            } else if violation.kind != .check, let detail = result.field(ZIM_PG_DETAIL) {
                // A table that this transaction has made is not seen from outside; the detail names the columns as they
                // are, without quotes: "Key (a, b)=(1, 2) already exists."
                violation.columns = Self.columns(in: detail)
            }
            error.constraint = violation
        }

        private static func names(_ table: String, in sql: String?) -> Bool {
            SQLTokenizer(sql ?? "", rules: .postgreSQL).tokens.contains { $0.name.lowercased() == table.lowercased() }
        }

        private static func columns(in detail: String) -> [String] {
            guard let start = detail.firstIndex(of: "("), let end = detail.firstRange(of: ")=(")?.lowerBound,
                start < end
            else { return [] }
            return detail[detail.index(after: start)..<end].split(separator: ",").map { $0.trimmingSpace }
        }

        func broken(_ sql: String) -> DatabaseError {
            if PQstatus(handle) != CONNECTION_OK { return lost(sql) }
            let message = PQerrorMessage(handle).map { String(cString: $0).trimmingSpace } ?? ""
            return DatabaseError(.misuse, message, sql: sql)
        }

        func lostOrFailed(_ result: PostgresResult?, _ sql: String) -> DatabaseError {
            guard let result, result.field(ZIM_PG_SQLSTATE) != nil else { return lost(sql) }
            var error = failure(result, sql: sql)
            if error.code == .connection {
                // Both end a connection on which the server waits for a statement: it has read none behind that.
                let isRead = error.sqlState != "25P03" && error.sqlState != "57P05"
                error.hint = lost(sql, "", isRead: isRead).hint
                error.message = "the connection to \(engine.location) is gone: \(error.message)"
            }
            return error
        }

        private func lost(_ sql: String, _ message: String? = nil, isRead: Bool = true) -> DatabaseError {
            let mayCommit = isRead && PostgresScript.mayCommit(sql, alone: runsAlone)
            if let givenUp = socket?.givenUp(engine.location, sql: sql, mayCommit: mayCommit) { return givenUp }
            let message = message ?? PQerrorMessage(handle).map { String(cString: $0) } ?? ""
            return PostgresFailure.lost(message, location: engine.location, sql: sql, mayCommit: mayCommit)
        }

        func closedError(_ sql: String) -> DatabaseError {
            DatabaseError(.misuse, "the connection to \(engine.location) was closed", sql: sql)
        }

        /// A COMMIT that the server has answered with a rollback, since a statement before it had failed.
        func rolledBack(_ sql: String) -> DatabaseError {
            defer { cause = nil }
            var error = DatabaseError(
                .transactionEnded, "the transaction was rolled back, since a statement of it had failed", sql: sql,
                hint: "Let the error end the write, or try inside session.transaction { }, a savepoint")
            if let cause {
                error.message += ": \(cause.message)"
                error.take(cause)
            }
            return error
        }

        // MARK: State

        var isInTransaction: Bool {
            guard !isClosed else { return false }
            switch PQtransactionStatus(handle) {
            case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: return true
            default: return false
            }
        }

        var isTransactionFailed: Bool { !isClosed && PQtransactionStatus(handle) == PQTRANS_INERROR }

        var lostConnection: DatabaseError? { isClosed || PQstatus(handle) == CONNECTION_OK ? nil : lost("") }

        func isUsable(after idle: Duration) -> Bool {
            guard !isClosed, !holdsSessionState, PQstatus(handle) == CONNECTION_OK else { return false }
            // The server tells by itself when SET client_encoding has changed it: texts would be read as others.
            guard PQclientEncoding(handle) == encoding else { return false }
            if idle == .zero { return PQtransactionStatus(handle) == PQTRANS_IDLE }
            // What the server said when it ended the connection has arrived meanwhile, and behind it the end itself.
            while PostgresSocket.wait(PQsocket(handle), for: Int16(POLLIN), until: .now) {
                guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else { return false }
            }
            guard idle >= engine.options.server.healthCheckInterval else { return true }
            return (try? limitingSilence { try ask("SELECT 1", []) }) != nil
        }

        let catalog: (any SchemaQueries)? = PostgresSchemaQueries()
        let types: (any ServerTypes)? = PostgresTypes()
        let transactionWords = TransactionWords(.postgreSQL, quotedNamesKeepCase: true)

        func beginStatement(readOnly: Bool) -> String {
            if readOnly { return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }
            return engine.options.server.isolation.map { "BEGIN ISOLATION LEVEL \($0.rawValue)" } ?? "BEGIN"
        }

        func beginStatement(readOnly: Bool, isolation: BeginStatement.Isolation) -> String {
            "BEGIN ISOLATION LEVEL \(isolation.rawValue)" + (readOnly ? " READ ONLY" : "")
        }

        /// Behind the savepoint, constraints are checked when they were before, and what was checked is checked again.
        ///
        /// Source: <https://www.postgresql.org/docs/15/sql-set-constraints.html>
        func requireDeferredConstraints() throws {
            for sql in [
                "SAVEPOINT zim_constraints", "SET CONSTRAINTS ALL IMMEDIATE", "ROLLBACK TO zim_constraints",
                "RELEASE zim_constraints",
            ] { _ = try ask(sql, []) }
        }

        func watch(_ interruption: Interruption?) { self.interruption = interruption }

        /// Asks the server, over a connection of its own, to stop what runs; it may be called from any thread. Where nobody
        /// takes the request, the connection is given up.
        func interrupt() {
            if isGivenUp || canceller?.send() == true { return }
            socket?.shutDown(.cancelled)
        }

        func limitingSilence<T>(_ body: () throws -> T) rethrows -> T {
            guard let socket else { return try body() }
            return try socket.limiting(to: canceller?.timeout, isAlive: { [engine] in engine.isAlive }, body)
        }

        var isGivenUp: Bool { socket?.isShutDown == true }

        /// A message to the server takes a connection of its own.
        var interruptsAtOnce: Bool { false }

        func close() {
            guard !isClosed else { return }
            isClosed = true
            PQfinish(handle)
            socket?.end()
        }
    }
#endif

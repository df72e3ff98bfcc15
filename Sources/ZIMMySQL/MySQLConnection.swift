#if MySQL
    import CMariaDB
    import Foundation
    import Synchronization
    import ZIMDb

    /// One connection to a MySQL or MariaDB server.
    ///
    /// Its calls block their thread until the server has answered; `async` sessions run on threads of their own.
    final class MySQLConnection: EngineConnection {
        let dialect: any SQLDialect
        let handle: UnsafeMutablePointer<MYSQL>
        let engine: MySQLEngine
        let server: MySQLServer
        private(set) var takesParameterSets = false
        private let number: UInt
        /// Which of the servers behind an address it leads to; nil where there is but one, or the server does not tell.
        private let node: String?
        private let socket: ServerSocket?
        private(set) var isClosed = false
        /// Whether the connection is lost or out of sync with the server.
        private var isBroken = false
        private(set) var lostConnection: DatabaseError?
        /// Whether its settings may be others than those that the next session relies on, or it holds a lock or temporary tables.
        private var hasOtherSettings = false
        /// What is found out when the statement has ended of which only the server knows what it does.
        private var unclear: (wasInTransaction: Bool, counts: MySQLStatementCounts?)?
        /// Whether the last statement of which only the server knows what it does may have changed something.
        private(set) var hasRunOthers = true
        /// Increases when prepared statements may be outdated because this connection changed the schema.
        private(set) var epoch = 0
        private var script: (text: String, statements: [MySQLStatementText])?
        private var interruption: Interruption?
        /// Whether what was sent last is run outside of a transaction.
        private var runsAlone = false
        /// Whether a statement is running, and whether one was interrupted since; shared between threads.
        private let isRunning = Atomic<Bool>(false)
        private let wasInterrupted = Atomic<Bool>(false)
        private var transaction = MySQLTransaction()
        /// The query whose rows are still on their way.
        private var streaming: MySQLCursor?

        private(set) var readsRepeatably = false
        private var packetLimit = Int.max

        private(set) var changes = 0
        private(set) var totalChanges = 0
        private(set) var lastInsertedRowID: Int64 = 0

        init(engine: MySQLEngine) throws {
            self.engine = engine
            let handle = try MySQLConnecting.connect(engine.settings, location: engine.location)
            self.handle = handle
            number = mysql_thread_id(handle)
            let socket = ServerSocket(Int32(mysql_get_socket(handle)))
            self.socket = socket
            if let time = engine.options.server.networkTimeout { socket?.expectAnswers(within: time) }
            func ask() -> String? { MySQLConnecting.node(of: handle, engine.settings) }
            node = if let socket { socket.limiting(to: engine.settings.connectTime, ask) } else { ask() }
            do { server = try MySQLServer(handle, location: engine.location) } catch {
                mysql_close(handle)
                throw error
            }
            let dialect = engine.note(server)
            self.dialect = dialect
            do {
                let settings = try limitingSilence { try server.configure(self) }
                takesParameterSets =
                    dialect.server == .mariaDB && zim_mysql_takes_sets(handle) != 0 && !settings.logsStatements
                (readsRepeatably, packetLimit) = (settings.readsRepeatably, settings.packetLimit)
                types = MySQLTypes(
                    roundsSeconds: settings.roundsSeconds, isMariaDB: server.isMariaDB,
                    holdsSurrogates: server.holdsSurrogates, sortLength: settings.sortLength,
                    refillsTimes: settings.refillsTimes)
            } catch {
                close()
                throw error
            }
        }

        deinit { close() }

        // MARK: Sending

        /// How many bytes a message of many rows has at most.
        var messageSize: Int { min(4 << 20, packetLimit / 2) }

        var insertSize: Int? { messageSize }

        /// Refuses what the server would refuse by closing the connection, and with it the transaction.
        func requirePacket(_ size: Int, sql: String) throws {
            guard size >= packetLimit else { return }
            throw DatabaseError(
                .tooBig,
                "the statement and its values have \(size) bytes, max_allowed_packet of \(engine.location) is \(packetLimit)",
                sql: sql, hint: "Raise max_allowed_packet of the server, or send less at once")
        }

        /// Runs `body`, which sends a statement; the cancellation of the task interrupts it.
        ///
        /// - Parameter isRun: whether the statement is run, and not only prepared.
        func working<T>(_ sql: String, isRun: Bool = true, _ body: () throws -> T) throws -> T {
            storeRows()
            // What is sent behind an error that has ended the transaction would be committed by itself.
            if let loss {
                forgetLoss()
                throw loss
            }
            guard !isClosed else { throw closedError(sql) }
            guard !isBroken else {
                throw DatabaseError(.connection, "the connection to \(engine.location) is gone", sql: sql)
            }
            // The last interruption may have come after its statement's end; it would then hit the next statement.
            if wasInterrupted.exchange(false, ordering: .sequentiallyConsistent) { _ = mysql_query(handle, "DO 0") }
            isRunning.store(true, ordering: .sequentiallyConsistent)
            defer { isRunning.store(false, ordering: .sequentiallyConsistent) }
            runsAlone = isRun && !isInTransaction
            // A cancellation that came earlier would not interrupt it.
            if interruption?.isCancelled == true {
                throw DatabaseError(.interrupted, "the task was cancelled before the statement ran", sql: sql)
            }
            return try body()
        }

        /// Sets what was set for one statement as it was, though the task may be cancelled: the next session would have it else.
        /// Where that fails, the connection is not used again.
        func restore(_ sql: String) {
            if askThoughCancelled(sql) == nil { hasOtherSettings = true }
        }

        private func askThoughCancelled(_ sql: String) -> [[String?]]? {
            let task = interruption
            interruption = nil
            defer { interruption = task }
            return try? ask(sql)
        }

        // MARK: Rows on their way

        /// The server sends the rows of a query as they are read; it can be interrupted until the last.
        func beginStreaming(_ cursor: MySQLCursor) {
            streaming = cursor
            isRunning.store(true, ordering: .sequentiallyConsistent)
        }

        func endStreaming(_ cursor: MySQLCursor) {
            guard streaming === cursor else { return }
            streaming = nil
            isRunning.store(false, ordering: .sequentiallyConsistent)
        }

        func isStreaming(_ cursor: MySQLCursor) -> Bool { streaming === cursor }

        /// What the server has sent in place of rows when they were stored for another statement, if it has ended the transaction.
        private var loss: DatabaseError?

        /// Stores the rows of the query that is being read. Else libmariadb would throw them away for the next statement, also
        /// where that only gives up its own.
        ///
        /// - Parameter other: the query whose rows are not needed any more.
        func storeRows(of other: MySQLCursor? = nil) {
            guard let streaming, streaming !== other else { return }
            let wasInTransaction = isInTransaction
            streaming.storeRest()
            endStreaming(streaming)
            if wasInTransaction, !isInTransaction { loss = streaming.failure.first }
        }

        /// Its error was thrown.
        func forgetLoss() { loss = nil }

        /// Sends a statement as text and returns its rows as text, NULL as nil.
        @discardableResult
        func ask(_ sql: String, for shown: String? = nil) throws -> [[String?]] {
            try answer(to: sql, for: shown ?? sql).rows
        }

        /// - Returns: the rows of the last result, whether there was any, and how many rows were changed.
        private func answer(
            to sql: String, for shown: String
        ) throws -> (rows: [[String?]], hasResult: Bool, affected: Int) {
            try working(shown) {
                let code = sql.withUTF8Bytes { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        mysql_real_query(handle, $0.baseAddress, UInt($0.count))
                    }
                }
                guard code == 0 else { throw failure(MySQLFailure(handle), sql: shown) }
                var rows: [[String?]] = []
                var hasResult = false
                let affected = max(0, Int(clamping: Int64(bitPattern: mysql_affected_rows(handle))))
                while true {
                    if let result = mysql_store_result(handle) {
                        hasResult = true
                        rows = Self.rows(of: result)
                        mysql_free_result(result)
                    } else if mysql_errno(handle) != 0 {
                        throw failure(MySQLFailure(handle), sql: shown)
                    }
                    let next = mysql_next_result(handle)
                    // A procedure may fail behind its first result.
                    if next > 0 { throw failure(MySQLFailure(handle), sql: shown) }
                    if next < 0 { return (rows, hasResult, affected) }
                }
            }
        }

        private static func rows(of result: UnsafeMutablePointer<MYSQL_RES>) -> [[String?]] {
            let count = Int(mysql_num_fields(result))
            var rows: [[String?]] = []
            while let row = mysql_fetch_row(result), let lengths = mysql_fetch_lengths(result) {
                rows.append(
                    (0..<count).map { index in
                        row[index].map { start in
                            let bytes = UnsafeRawBufferPointer(start: start, count: Int(lengths[index]))
                            return String(decoding: bytes, as: UTF8.self)
                        }
                    })
            }
            return rows
        }

        // MARK: Preparing

        func prepare(_ sql: String, from start: Int, traces: TraceHub) throws -> (statement: Statement, next: Int?)? {
            guard !isClosed else { throw closedError(sql) }
            let statements = try statements(of: sql)
            guard let position = statements.firstIndex(where: { $0.start >= start || (start == 0) }) else { return nil }
            let own = statements[position]
            let next = statements.indices.contains(position + 1) ? statements[position + 1].start : nil
            let cursor = MySQLCursor(own, connection: self)
            do { try cursor.prepare() } catch let error as DatabaseError {
                if traces.isActive {
                    traces.emit(
                        StatementTrace(sql: own.text, parameters: [], duration: .zero, rows: 0, error: error))
                }
                throw error
            }
            // The server has found no error in it, as far as it prepares such statements, and has not run it.
            if (engine.options.access.isReadOnly || transaction.isReadOnly) && !own.changesNothing {
                throw DatabaseError(
                    .readOnly, "this session is read-only, and \(own.firstWord) may change something", sql: own.text,
                    hint: "Write to a database, and in a session, that can write")
            }
            let statement = Statement(
                sql: own.text, cursor: cursor, isReadOnly: own.verb.isReadOnly, mayChange: own.mayChange,
                isDefinition: own.changesSchema, parameterCount: cursor.parameterCount, traces: traces)
            // MariaDB answers NULL NOT IN (SELECT …) as it was when the statement ran before.
            statement.isReusable = !own.hasQueryInList || !server.isMariaDB
            return (statement, next)
        }

        /// Callers prepare a script statement by statement, so its parsed statements are cached.
        private func statements(of sql: String) throws -> [MySQLStatementText] {
            if let script, script.text.hasSameBytes(as: sql) { return script.statements }
            if let statement = MySQLScript.parsed[sql] { return [statement] }
            let statements = MySQLScript.statements(of: sql)
            try MySQLScript.refuseDelimiter(statements)
            script = statements.count > 1 ? (sql, statements) : nil
            if statements.count == 1 { MySQLScript.parsed[sql] = statements[0] }
            return statements
        }

        /// Runs a statement before which the server may commit. A transaction that has changed nothing begins again behind it.
        func committing(_ statement: MySQLStatementText, _ body: () throws -> Void) throws {
            let wasInTransaction = isInTransaction
            let beginning = try transaction.beforeCommitting(statement, isOpen: wasInTransaction)
            if statement.hidesEffects {
                let counts = try ask(MySQLStatementCounts.query, for: statement.text)
                unclear = (wasInTransaction, MySQLStatementCounts(counts))
            }
            if statement.changesSettings || statement.staysWithConnection { hasOtherSettings = true }
            do { try body() } catch {
                settle(after: error)
                try reopen(beginning)
                throw error
            }
            if wasInTransaction, !isInTransaction {
                switch statement.verb {
                // SET autocommit = 1 does so.
                case .control where statement.changesSettings: transaction.noteHiddenEnd(.committed)
                // A node of a cluster may say so of a transaction that another node's was preferred to.
                case .change where !statement.hidesEffects, .query where !statement.hidesEffects:
                    abandonTransaction()
                    transaction.noteHiddenEnd(.rolledBackByServer)
                default: break
                }
            }
            try reopen(beginning)
        }

        /// Finds out what a statement has done of which only the server knows it; said when its whole answer is read.
        func settle(after failure: (any Error)? = nil) {
            guard let (wasInTransaction, before) = unclear else { return }
            unclear = nil
            hasRunOthers = true
            guard !isBroken, let before,
                let now = askThoughCancelled(MySQLStatementCounts.query).flatMap({ MySQLStatementCounts($0) })
            else { return hasOtherSettings = true }
            if now.hasLeftSomething(since: before) { hasOtherSettings = true }
            hasRunOthers = now.hasRunOthers(since: before)
            guard wasInTransaction else { return }
            let end = now.end(since: before, isOpen: isInTransaction, failure: failure as? DatabaseError)
            guard let end else { return }
            if end != .committed, !isInTransaction { abandonTransaction() }
            transaction.noteHiddenEnd(end)
        }

        var hiddenEnd: TransactionEnd? { transaction.hiddenEnd }

        private func reopen(_ beginning: MySQLStatementText?) throws {
            guard let beginning, !isBroken, !isInTransaction else { return }
            try control(beginning)
        }

        private func control(_ statement: MySQLStatementText) throws {
            do {
                for piece in MySQLTransaction.pieces(of: statement) { try ask(piece, for: statement.text) }
            } catch {
                if MySQLTransaction.begins(statement) { abandonTransaction() }
                throw error
            }
            transaction.note(statement)
        }

        /// Until a COMMIT or ROLLBACK the server keeps the level and READ ONLY of a transaction that it has ended by an error, or
        /// that did not begin, and gives them to the next one.
        private func abandonTransaction() {
            limitingSilence { restore("ROLLBACK") }
            transaction.end()
        }

        /// Executes a statement without rows and parameters as text.
        func runText(_ statement: MySQLStatementText) throws {
            guard statement.verb != .control else {
                if statement.firstWord == "USE" {
                    throw DatabaseError(
                        .misuse, "USE would choose another database for whoever gets this connection next",
                        sql: statement.text,
                        hint: "Open a Database of that one, or write its name before the table's (schema of a class)")
                }
                try control(statement)
                changes = 0
                if statement.mayChange { transaction.hasChanged = true }
                return
            }
            defer { epoch += 1 }
            let answer = try answer(to: statement.text, for: statement.text)
            if statement.firstWord == "EXECUTE", answer.hasResult {
                transaction.hasChanged = true
                throw DatabaseError(
                    .misuse, "MySQL gives the rows of EXECUTE as text only, and they were not read",
                    sql: statement.text,
                    hint: "Run the query itself; where no rows are needed, prepare DO 0 in its place")
            }
            // What the server executes of a comment has no word here.
            if ["", "LOAD", "EXECUTE"].contains(statement.firstWord) { transaction.hasChanged = true }
            changes = answer.affected
            totalChanges += changes
        }

        /// Records the effects of a prepared statement.
        func note(_ statement: MySQLStatementText, affected: Int, insertedID: Int64) {
            switch statement.verb {
            case .change:
                changes = affected
                totalChanges += changes
                // 0 where the server counted nothing: the one before is not this row's.
                if statement.inserts { lastInsertedRowID = insertedID }
                transaction.hasChanged = true
            case .other:
                changes = max(0, affected)
                totalChanges += changes
                transaction.hasChanged = true
                epoch += 1
            case .query, .control, .show: if statement.mayChange { transaction.hasChanged = true }
            }
        }

        // MARK: Failures

        /// The error of a statement, with its constraint's columns looked up.
        func failure(_ failure: MySQLFailure, sql: String) -> DatabaseError {
            if failure.isLoss {
                isBroken = true
                let mayCommit = MySQLScript.mayCommit(sql, alone: runsAlone)
                let given = socket?.givenUp(engine.location, sql: sql, mayCommit: mayCommit)
                let lost = given ?? failure.lost(sql, location: engine.location, mayCommit: mayCommit)
                lostConnection = lost
                return lost
            }
            // With a failure the server does not say whether the transaction is still open: a deadlock has ended it.
            if isInTransaction, mysql_query(handle, "DO 0") == 0, !isInTransaction { abandonTransaction() }
            var error = failure.error(sql: sql, showsValues: engine.options.valuesInMessages)
            if failure.number == 1242, sql.contains(UpsertStatement.otherKey) {
                error.code = .constraint
                error.message =
                    "another row holds what is to be unique in this one, by another key than the upsert goes by"
            }
            if error.code == .constraint {
                error.constraint = MySQLConstraint(failure).violation(of: sql, on: self)
            }
            return error
        }

        func closedError(_ sql: String) -> DatabaseError {
            DatabaseError(.misuse, "the connection to \(engine.location) was closed", sql: sql)
        }

        // MARK: State

        var isInTransaction: Bool {
            !isClosed && !isBroken && zim_mysql_status(handle) & UInt32(SERVER_STATUS_IN_TRANS) != 0
        }

        func isUsable(after idle: Duration) -> Bool {
            guard !isClosed, !isBroken, !hasOtherSettings else { return false }
            storeRows()
            forgetLoss()
            if idle == .zero { return !isInTransaction }
            guard !MySQLSocket.isReadable(Int32(mysql_get_socket(handle))) else { return false }
            guard idle >= engine.options.server.healthCheckInterval else { return true }
            return limitingSilence { mysql_ping(handle) == 0 }
        }

        let schemaSteps: (any SchemaSteps)? = MySQLSchemaSteps()
        var catalog: (any SchemaQueries)? { MySQLSchemaQueries(server: server) }
        private(set) var types: (any ServerTypes)? = MySQLTypes()
        let transactionWords = TransactionWords(.mySQL)

        func limiting<T>(to time: Duration?, _ body: () throws -> T) throws -> T {
            guard let time else { return try body() }
            let before = try ask("SELECT @@SESSION.\(server.timeLimit)").first?.first ?? nil
            try ask("SET SESSION \(server.timeLimit) = \(server.limit(time))")
            defer { if let before { restore("SET SESSION \(server.timeLimit) = \(before)") } }
            return try body()
        }

        func watch(_ interruption: Interruption?) { self.interruption = interruption }

        /// Sends `KILL QUERY` over a second connection. Can be called from any thread.
        ///
        /// The statement may not have reached the server yet, so the command is repeated until the statement has ended. Where no
        /// second connection can be had in the time that one may take to be made, this one is given up.
        ///
        /// Source: <https://mariadb.com/kb/en/kill/>
        func interrupt() {
            let end = ContinuousClock.now + engine.settings.connectTime
            while isRunning.load(ordering: .sequentiallyConsistent) {
                if let other = try? MySQLConnecting.connect(
                    engine.settings, location: engine.location, limitsAnswers: true)
                {
                    defer { mysql_close(other) }
                    // Behind a balancer the number is another connection's on another server.
                    if MySQLConnecting.node(of: other, engine.settings) == node, kill(over: other) { return }
                }
                guard ContinuousClock.now < end else {
                    socket?.shutDown(.cancelled)
                    return
                }
                // It may have as many connections as it takes.
                usleep(100_000)
            }
        }

        /// - Returns: whether the statement has ended.
        private func kill(over other: UnsafeMutablePointer<MYSQL>) -> Bool {
            while isRunning.load(ordering: .sequentiallyConsistent) {
                wasInterrupted.store(true, ordering: .sequentiallyConsistent)
                guard mysql_query(other, "KILL QUERY \(number)") == 0 else { return false }
                usleep(20_000)
            }
            return true
        }

        func limitingSilence<T>(_ body: () throws -> T) rethrows -> T {
            guard let socket else { return try body() }
            return try socket.limiting(to: engine.settings.connectTime, isAlive: { [engine] in engine.isAlive }, body)
        }

        var isGivenUp: Bool { socket?.isShutDown == true }

        /// An interruption needs a second connection.
        var interruptsAtOnce: Bool { false }

        func close() {
            guard !isClosed else { return }
            isClosed = true
            streaming?.forgetRow()
            streaming = nil
            mysql_close(handle)
            socket?.end()
        }
    }
#endif

#if PostgreSQL
    import CPostgres
    import ZIMDb

    extension PostgresConnection {
        /// Sends statements in libpq's pipeline mode: the server runs them one after the other and answers when it likes.
        ///
        /// The answers to ``ahead`` statements are read behind the next so many, so that the server works meanwhile; those to
        /// all of them might not fit into the system's buffers, and both sides would wait for the other to read.
        package func run(
            together statements: [(statement: Statement, parameters: [SQLValue])], traces: TraceHub
        ) throws -> [Int]? {
            let cursors = statements.compactMap { $0.statement.cursor as? PostgresCursor }
            // A statement that the server cannot prepare, as one that changes the schema, is sent alone.
            guard statements.count > 1, cursors.count == statements.count, cursors.allSatisfy(\.canBeSentAhead) else {
                return nil
            }
            for cursor in cursors { try cursor.prepareWhereNeeded() }
            noteSending()
            guard PQenterPipelineMode(handle) == 1 else { return nil }
            let started = ContinuousClock.now
            var sent = 0
            var isSent = true
            // A value that cannot be sent ends the row of statements; those before it are the server's already.
            var failure: (any Error)?
            var answers: [PipelineAnswer] = []
            for (cursor, statement) in zip(cursors, statements)
            where isSent && failure == nil && answers.last?.isFailure != true {
                do {
                    isSent = try cursor.send(statement.parameters) == 1
                    sent += 1
                } catch { failure = error }
                guard isSent, sent.isMultiple(of: Self.ahead) else { continue }
                // The server works at these while the next are written.
                isSent = PQsendFlushRequest(handle) == 1 && PQflush(handle) >= 0
                guard sent > answers.count + Self.ahead else { continue }
                if watched?.isCancelled == true { interrupt() }
                answers += receive(Self.ahead).map { PipelineAnswer($0) }
            }
            isSent = isSent && PQpipelineSync(handle) == 1
            if watched?.isCancelled == true { interrupt() }
            if isSent {
                answers += receive(sent - answers.count).map { PipelineAnswer($0) }
                // The answer to the sync.
                if let sync = PQgetResult(handle) { PQclear(sync) }
            }
            PQexitPipelineMode(handle)
            let failed = answers.firstIndex { $0.isFailure }
            var error = isSent ? nil : broken(statements[0].statement.sql)
            if let failed {
                error = failureOrLoss(answers[failed].failed, sql: statements[failed].statement.sql)
                error?.parameters = statements[failed].parameters
            }
            if traces.isActive {
                for (index, (statement, parameters)) in statements.prefix((failed ?? answers.count - 1) + 1)
                    .enumerated()
                {
                    traces.emit(
                        StatementTrace(
                            sql: statement.sql, parameters: parameters, duration: .now - started, rows: 0,
                            error: index == failed ? error : nil))
                }
            }
            if let error { throw error }
            if let failure { throw failure }
            return zip(cursors, answers).map { cursor, answer in
                note(affected: answer.affected, of: cursor.statement)
                return answer.affected ?? 0
            }
        }

        private static let ahead = 100

        /// Prepares a statement and asks what it is like, in one journey.
        ///
        /// - Parameter name: empty for the statement without a name, which the next one replaces.
        func prepare(_ sql: String, as name: String) throws -> PostgresResult {
            guard !isClosed else { throw closedError(sql) }
            noteSending(isRun: false)
            guard PQenterPipelineMode(handle) == 1 else { throw broken(sql) }
            let isSent =
                PQsendPrepare(handle, name, sql, 0, nil) == 1 && PQsendDescribePrepared(handle, name) == 1
                && PQpipelineSync(handle) == 1
            let results = isSent ? receive(2) : []
            // The answer to the sync.
            if isSent, let sync = PQgetResult(handle) { PQclear(sync) }
            PQexitPipelineMode(handle)
            guard isSent else { throw broken(sql) }
            if let failed = results.first(where: { $0?.status != PGRES_COMMAND_OK }) {
                throw failureOrLoss(failed, sql: sql)
            }
            guard results.count == 2, let description = results[1] else { throw lostOrFailed(nil, sql) }
            return description
        }

        /// The answers in order; those behind one that failed say that they were skipped.
        private func receive(_ count: Int) -> [PostgresResult?] {
            var results: [PostgresResult?] = []
            while results.count < count {
                var last: PostgresResult?
                while let next = PQgetResult(handle) { last = PostgresResult(next) }
                results.append(last)
                if PQstatus(handle) != CONNECTION_OK { return results }
            }
            return results
        }

        private func failureOrLoss(_ result: PostgresResult?, sql: String) -> DatabaseError {
            guard let result, PQstatus(handle) == CONNECTION_OK else { return lostOrFailed(result, sql) }
            return failure(result, sql: sql)
        }
    }

    /// What is kept of an answer: not its rows. What was sent behind a statement that failed has failed, too.
    private struct PipelineAnswer {
        let affected: Int?
        let isFailure: Bool
        let failed: PostgresResult?

        init(_ result: PostgresResult?) {
            affected = result?.affected
            isFailure = result?.status != PGRES_COMMAND_OK && result?.status != PGRES_TUPLES_OK
            failed = isFailure ? result : nil
        }
    }
#endif

#if PostgreSQL
    import CPostgres
    import ZIMDb

    extension PostgresConnection {
        /// Sends statements in libpq's pipeline mode: the server runs them one after the other and answers when it likes.
        ///
        /// The caller sends no more at once than what the answers to fit into the system's buffers, else both sides would
        /// wait for the other to read.
        package func run(
            together statements: [(statement: Statement, parameters: [SQLValue])], traces: TraceHub
        ) throws -> [Int]? {
            let cursors = statements.compactMap { $0.statement.cursor as? PostgresCursor }
            // A statement that the server cannot prepare, as one that changes the schema, is sent alone.
            guard statements.count > 1, cursors.count == statements.count, cursors.allSatisfy(\.canBeSentAhead) else {
                return nil
            }
            for cursor in cursors { try cursor.prepareWhereNeeded() }
            guard PQenterPipelineMode(handle) == 1 else { return nil }
            let started = ContinuousClock.now
            var sent = 0
            var isSent = true
            // A value that cannot be sent ends the row of statements; those before it are the server's already.
            var failure: (any Error)?
            for (cursor, statement) in zip(cursors, statements) where isSent && failure == nil {
                do {
                    isSent = try cursor.send(statement.parameters) == 1
                    sent += 1
                } catch { failure = error }
            }
            isSent = isSent && PQpipelineSync(handle) == 1
            if watched?.isCancelled == true { interrupt() }
            let results = isSent ? receive(sent) : []
            PQexitPipelineMode(handle)
            let failed = results.firstIndex { $0?.status != PGRES_COMMAND_OK && $0?.status != PGRES_TUPLES_OK }
            var error = isSent ? nil : broken(statements[0].statement.sql)
            if let failed {
                error = failureOrLoss(results[failed], sql: statements[failed].statement.sql)
                error?.parameters = statements[failed].parameters
            }
            if traces.isActive {
                for (index, (statement, parameters)) in statements.prefix((failed ?? results.count - 1) + 1)
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
            return zip(cursors, results).map { cursor, result in
                if let result { note(result, of: cursor.statement) }
                return result?.affected ?? 0
            }
        }

        /// Prepares a statement and asks what it is like, in one journey.
        ///
        /// - Parameter name: empty for the statement without a name, which the next one replaces.
        func prepare(_ sql: String, as name: String) throws -> PostgresResult {
            guard !isClosed else { throw closedError(sql) }
            guard PQenterPipelineMode(handle) == 1 else { throw broken(sql) }
            let isSent =
                PQsendPrepare(handle, name, sql, 0, nil) == 1 && PQsendDescribePrepared(handle, name) == 1
                && PQpipelineSync(handle) == 1
            let results = isSent ? receive(2) : []
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
            // The last answer is that to the sync.
            if let sync = PQgetResult(handle) { PQclear(sync) }
            return results
        }

        private func failureOrLoss(_ result: PostgresResult?, sql: String) -> DatabaseError {
            guard let result, PQstatus(handle) == CONNECTION_OK else { return lostOrFailed(result, sql) }
            return failure(result, sql: sql)
        }
    }
#endif

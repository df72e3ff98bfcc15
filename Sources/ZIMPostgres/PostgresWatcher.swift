#if PostgreSQL
    import CPostgres
    import Foundation
    import Synchronization
    import ZIMDb

    /// Watches a server's database over a connection of its own: for what the triggers of ``WatchTriggers`` send, and for
    /// tables without them by asking now and then which transactions there were.
    ///
    /// Its thread waits for the connection's socket. When the connection is lost, it makes another, and everything counts as
    /// changed then.
    final class PostgresWatcher: EngineWatcher {
        static let channel = "zim_watch"
        /// Stands for all tables of which nothing is heard.
        static let unheard = TableSet.unheard

        private let engine: PostgresEngine
        private let report: @Sendable (WatcherReport) -> Void
        private let alarm: WakePipe
        private let stopped = Atomic<Bool>(false)
        /// Whether somebody watches tables of which nothing is heard.
        private let polls = Atomic<Bool>(false)

        init(engine: PostgresEngine, report: @escaping @Sendable (WatcherReport) -> Void) throws {
            self.engine = engine
            self.report = report
            alarm = try WakePipe()
            let first = try Line(engine)
            Thread.detachNewThread { [self] in
                Thread.current.name = "zim.watch"
                run(first)
            }
        }

        func follow(_ tables: TableSet) {
            polls.store(tables.names.contains(Self.unheard), ordering: .releasing)
            alarm.wake()
        }

        func stop() {
            stopped.store(true, ordering: .releasing)
            alarm.wake()
        }

        private var isStopped: Bool { stopped.load(ordering: .acquiring) }

        private func run(_ first: Line) {
            var line: Line? = first
            while !isStopped, let current = line {
                do { try serve(current) } catch {
                    current.connection.close()
                    line = reconnected()
                    if line != nil, !isStopped { report(.changed(.any)) }
                }
            }
            line?.connection.close()
        }

        /// Reports what comes over a connection until it is lost or nobody watches any more.
        private func serve(_ line: Line) throws {
            let interval = engine.options.server.watchInterval
            var next = ContinuousClock.now + interval
            while !isStopped {
                let isPolling = polls.load(ordering: .acquiring)
                let rest = isPolling ? ContinuousClock.now.duration(to: next).milliseconds : nil
                alarm.wait(beside: [PQsocket(line.connection.handle)], milliseconds: rest)
                _ = alarm.wasWoken()
                if isStopped { return }
                let heard = try line.heard()
                if !heard.isEmpty { report(.changed(TableSet(heard))) }
                guard isPolling, ContinuousClock.now >= next else { continue }
                next = ContinuousClock.now + interval
                if try line.hasNewTransactions() { report(.changed(TableSet([Self.unheard]))) }
            }
        }

        /// Makes another connection, as long as it takes; nil if nobody watches any more, or if there will be none.
        private func reconnected() -> Line? {
            var pause = Duration.milliseconds(50)
            while !isStopped {
                do { return try Line(engine) } catch let error as DatabaseError
                    where error.code == .authentication || error.code == .cannotOpen
                {
                    report(.failed(error))
                    return nil
                } catch {
                    let end = ContinuousClock.now + pause
                    while !isStopped, ContinuousClock.now < end {
                        alarm.wait(milliseconds: ContinuousClock.now.duration(to: end).milliseconds + 1)
                        _ = alarm.wasWoken()
                    }
                    pause = min(pause * 2, .seconds(5))
                }
            }
            return nil
        }

        /// A connection that listens.
        // Unchecked: one thread after the other uses it.
        private final class Line: @unchecked Sendable {
            let connection: PostgresConnection
            private var transactions: String?

            init(_ engine: PostgresEngine) throws {
                connection = try engine.makeConnection()
                do {
                    let isReplica = try connection.ask("SELECT pg_catalog.pg_is_in_recovery()", []).text(0, 0) == "t"
                    // A pooler may have another connection listen, and a replica never does.
                    if !isReplica, !connection.isPooled { _ = try connection.ask("LISTEN \(channel)", []) }
                    transactions = try newestTransactions()
                } catch {
                    connection.close()
                    throw error
                }
            }

            /// The tables that were told of, with all of the same transaction.
            func heard() throws -> Set<String> {
                guard PQconsumeInput(connection.handle) == 1, PQstatus(connection.handle) == CONNECTION_OK else {
                    throw connection.lostOrFailed(nil, "LISTEN")
                }
                var tables = take()
                guard !tables.isEmpty else { return [] }
                // A transaction's notifications are sent together: what was under way is there before an answer is.
                _ = try connection.ask("SELECT 1", [])
                tables.formUnion(take())
                return tables
            }

            private func take() -> Set<String> {
                var tables: Set<String> = []
                while let notification = PQnotifies(connection.handle) {
                    tables.insert(String(cString: notification.pointee.extra))
                    PQfreemem(notification)
                }
                return tables
            }

            /// Whether any transaction of the server that wrote has ended since the last call.
            func hasNewTransactions() throws -> Bool {
                let newest = try newestTransactions()
                defer { transactions = newest }
                return newest != transactions
            }

            /// Which transactions have ended: the snapshot's bounds and those between that have not. A replica has another
            /// list, and the place that it has come to.
            ///
            /// Source: <https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-PG-SNAPSHOT>
            private func newestTransactions() throws -> String? {
                try connection.ask(
                    """
                    SELECT pg_catalog.txid_current_snapshot()::text
                        || coalesce(' ' || pg_catalog.pg_last_wal_replay_lsn()::text, '')
                    """, []
                ).text(0, 0)
            }
        }
    }

    extension PostgresEngine {
        package func makeWatcher(
            over writer: IdleWriter, report: @escaping @Sendable (WatcherReport) -> Void
        ) throws -> any EngineWatcher { try PostgresWatcher(engine: self, report: report) }
    }
#endif

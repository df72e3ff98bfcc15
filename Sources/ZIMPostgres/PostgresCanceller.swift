#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// Asks a server, over a connection of its own, to stop the statement of another.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-cancel.html>
    // Unchecked: PQcancel may be called by any thread, and nothing changes what it is given.
    final class PostgresCanceller: @unchecked Sendable {
        private let request: OpaquePointer
        /// How long a connection may take to be made; nil for ever.
        let timeout: Duration?

        init?(_ connection: OpaquePointer) {
            guard let request = PQgetCancel(connection) else { return nil }
            self.request = request
            timeout = PostgresConnecting.timeout(of: connection)
        }

        deinit { PQfreeCancel(request) }

        /// Sends the request, and waits as long for the server to take it as a connection may take to be made.
        ///
        /// libpq waits without a limit, so a thread of its own does it, which ends when the server goes on or ends.
        ///
        /// - Returns: whether the server has taken it.
        func send() -> Bool {
            let isTaken = Signal<Bool>()
            WorkerThreads.shared.run { [self] in
                var message = [CChar](repeating: 0, count: 256)
                isTaken.give(PQcancel(request, &message, Int32(message.count)) == 1)
            }
            return isTaken.value(within: timeout) ?? false
        }
    }
#endif

#if PostgreSQL
    import CPostgres
    import Foundation
    import Synchronization
    public import ZIMDb

    /// A message that was sent with NOTIFY.
    public struct DatabaseNotification: Sendable, Hashable {
        /// The channel it was sent to.
        public let channel: String
        /// The message's text; empty if there is none.
        public let payload: String
        /// The number of the server process that sent it.
        public let process: Int
    }

    extension Database {
        /// The notifications of some channels from now on, over a connection of its own.
        ///
        /// ```swift
        /// for try await message in try await database.notifications(from: "stock") { print(message.payload) }
        /// // LISTEN "stock"
        /// ```
        ///
        /// When the call returns, the server is listening, so nothing that is sent afterwards is lost. If the
        /// connection breaks, or the database is closed, the sequence throws; then listen again and check what you may have missed. Leaving the
        /// loop or cancelling its task closes the connection.
        ///
        /// - Throws: `DatabaseError` with code misuse for a database of another engine and behind a pooler, and the errors of
        ///   connecting.
        ///
        /// Source: <https://www.postgresql.org/docs/15/sql-listen.html>
        public func notifications(
            from channels: String...
        ) throws -> AsyncThrowingStream<DatabaseNotification, any Error> {
            try listen(to: channels)
        }

        /// The same without blocking the task's thread while the connection is made.
        public func notifications(
            from channels: String...
        ) async throws -> AsyncThrowingStream<DatabaseNotification, any Error> {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try self.listen(to: channels) }) }
            }
        }

        private func listen(to channels: [String]) throws -> AsyncThrowingStream<DatabaseNotification, any Error> {
            guard let engine = engine as? PostgresEngine else {
                throw DatabaseError(.misuse, "\(location) sends no notifications: they are PostgreSQL's")
            }
            if let closedError { throw closedError }
            let connection = try engine.makeConnection()
            guard !connection.isPooled || engine.options.server.preparing == .always else {
                throw DatabaseError(
                    .misuse, "no notifications come through the pooler of \(location)",
                    hint:
                        "Open a Database with the server's own address for them. Where the pooler keeps a connection of the "
                        + "server for each client (session mode), say so by server.preparing = .always")
            }
            for channel in channels {
                var listen = SQLWriter(for: connection.dialect)
                listen.raw("LISTEN ")
                listen.identifier(channel)
                _ = try connection.ask(listen.finish().sql, [])
            }
            let listener = Listener(connection, of: self)
            return AsyncThrowingStream { continuation in
                continuation.onTermination = { _ in listener.stop() }
                Thread.detachNewThread { listener.run(continuation) }
            }
        }
    }

    extension Session {
        /// Sends a message to all listeners of a channel when the transaction is committed.
        ///
        /// ```swift
        /// try session.notify("stock", "17 is sold out")       // SELECT pg_notify($1, $2)
        /// ```
        ///
        /// Source: <https://www.postgresql.org/docs/15/sql-notify.html>
        public func notify(_ channel: String, _ payload: String = "") throws {
            _ = try rows("SELECT pg_catalog.pg_notify(\(channel), \(payload))")
        }
    }

    /// Waits on a connection for notifications, on a thread of its own.
    // Unchecked: the connection is used by `run` alone, whose thread closes it; `stop` touches the flag only.
    private final class Listener: @unchecked Sendable {
        private let connection: PostgresConnection
        private weak let database: Database?
        private let isStopped = Atomic<Bool>(false)
        /// How long it takes at most until somebody who stops listening is heard.
        private static let interval = Duration.milliseconds(200)

        init(_ connection: PostgresConnection, of database: Database) {
            self.connection = connection
            self.database = database
        }

        func stop() { isStopped.store(true, ordering: .relaxed) }

        func run(_ continuation: AsyncThrowingStream<DatabaseNotification, any Error>.Continuation) {
            defer { connection.close() }
            let handle = connection.handle
            while !isStopped.load(ordering: .relaxed) {
                while let notification = PQnotifies(handle) {
                    continuation.yield(
                        DatabaseNotification(
                            channel: String(cString: notification.pointee.relname),
                            payload: String(cString: notification.pointee.extra),
                            process: Int(notification.pointee.be_pid)))
                    PQfreemem(notification)
                }
                if let error = database?.closedError { return continuation.finish(throwing: error) }
                let end = ContinuousClock.now.advanced(by: Self.interval)
                guard PostgresSocket.wait(PQsocket(handle), for: Int16(POLLIN), until: end) else { continue }
                guard PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK else {
                    var error = connection.lostOrFailed(nil, "LISTEN")
                    error.hint = "Listen again; what was sent meanwhile does not come any more"
                    return continuation.finish(throwing: error)
                }
            }
            continuation.finish()
        }
    }
#endif

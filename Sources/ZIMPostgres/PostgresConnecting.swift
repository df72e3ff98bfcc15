#if PostgreSQL
    import CPostgres
    import Foundation
    import ZIMDb

    /// Makes the connection itself: libpq finds hosts, passwords, service files and certificates.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-connect.html>
    enum PostgresConnecting {
        /// A connection that is ready for statements.
        ///
        /// It is made step by step, since only so libpq can be told to name the server's code of a failure.
        ///
        /// - Parameter description: a URL or `key=value` pairs.
        static func connect(_ description: String, location: String) throws -> OpaquePointer {
            // What stands later wins.
            let settings = [
                ("dbname", description), ("fallback_application_name", "zim"),
                ("client_encoding", "UTF8"),
            ]
            guard let connection = start(settings) else {
                throw DatabaseError(.full, "\(location): no memory for a connection")
            }
            // Without a receiver, libpq writes notices to the program's standard error, also those behind the sign-in.
            PQsetNoticeReceiver(connection, { _, _ in }, nil)
            _ = PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
            do { try wait(connection, location) } catch {
                PQfinish(connection)
                throw error
            }
            _ = PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
            return connection
        }

        private static func start(_ settings: [(String, String)]) -> OpaquePointer? {
            let keys = settings.map { strdup($0.0) }
            let values = settings.map { strdup($0.1) }
            defer { for text in keys + values { free(text) } }
            return PQconnectStartParams(
                keys.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        }

        private static func wait(_ connection: OpaquePointer, _ location: String) throws {
            guard PQstatus(connection) != CONNECTION_BAD else { throw failure(connection, location) }
            let limit = timeout(of: connection)
            let end = limit.map { ContinuousClock.now.advanced(by: $0) }
            var state = PGRES_POLLING_WRITING
            while true {
                switch state {
                case PGRES_POLLING_OK: return
                case PGRES_POLLING_READING, PGRES_POLLING_WRITING:
                    let events = Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT)
                    guard PostgresSocket.wait(PQsocket(connection), for: events, until: end) else {
                        throw DatabaseError(
                            .connection, "\(location) did not answer within \(limit?.milliseconds ?? 0) ms",
                            hint: "Check host and port, or raise connect_timeout in the URL")
                    }
                default: throw failure(connection, location)
                }
                state = PQconnectPoll(connection)
            }
        }

        /// What the URL, its service or the environment says, or 10 seconds, for each of the hosts; nil for ever.
        static func timeout(of connection: OpaquePointer) -> Duration? {
            let settings = PostgresSettings.inUse(by: connection)
            let seconds = settings["connect_timeout"].map { Int($0.trimmingSpace) ?? 0 } ?? 10
            guard seconds > 0 else { return nil }
            let hosts = max(1, (settings["host"] ?? settings["hostaddr"] ?? "").split(separator: ",").count)
            return .seconds(min(max(2, seconds), 86_400) * hosts)
        }

        private static func failure(_ connection: OpaquePointer, _ location: String) -> DatabaseError {
            let message = PQerrorMessage(connection).map { String(cString: $0) } ?? "no reason was given"
            return PostgresFailure.connecting(
                message, location: location, usedPassword: PQconnectionUsedPassword(connection) != 0)
        }
    }

    /// The settings that a description of a connection consists of.
    enum PostgresSettings {
        /// The settings of a URL or of `key=value` pairs, without those that libpq would add.
        ///
        /// - Throws: ``DatabaseError`` with code cannotOpen for a description that is broken.
        static func parse(_ description: String) throws -> [String: String] {
            var message: UnsafeMutablePointer<CChar>?
            guard let options = PQconninfoParse(description, &message) else {
                let reason = message.map { String(cString: $0).oneLine } ?? "it cannot be read"
                PQfreemem(message)
                // libpq repeats the description or a part of it, and with it the password.
                throw DatabaseError(
                    .cannotOpen, "\"\(Database.withoutPassword(description))\" is no description of a connection",
                    hint: reason.contains("\"") ? nil : reason)
            }
            return dictionary(options)
        }

        /// The settings that a connection was made with, wherever they came from.
        static func inUse(by connection: OpaquePointer) -> [String: String] {
            PQconninfo(connection).map { dictionary($0) } ?? [:]
        }

        private static func dictionary(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
            defer { PQconninfoFree(options) }
            var result: [String: String] = [:]
            var option = options
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { result[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            return result
        }

        /// The settings that say when a network that is silent counts as dead.
        static let ofSilence: Set = [
            "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
        ]

        /// Where the database is, without the password.
        static func location(_ settings: [String: String]) -> String {
            var text = "postgresql://"
            if let user = settings["user"] { text += user + "@" }
            // A folder of sockets is no part of an address.
            let isLocal = settings["host"]?.hasPrefix("/") ?? false
            if !isLocal {
                text += settings["host"] ?? settings["hostaddr"] ?? ""
                if let port = settings["port"] { text += ":" + port }
            }
            text += "/" + (settings["dbname"] ?? "")
            let parts = ((isLocal ? ["host", "port"] : []) + ["service"]).compactMap { name in
                settings[name].map { name + "=" + $0 }
            }
            return parts.isEmpty ? text : text + "?" + parts.joined(separator: "&")
        }
    }

    enum PostgresSocket {
        /// Waits until something can be read or written; false where the time is up.
        static func wait(_ socket: Int32, for events: Int16, until end: ContinuousClock.Instant?) -> Bool {
            while true {
                var entry = pollfd(fd: socket, events: events, revents: 0)
                let left = end.map { max(0, ContinuousClock.now.duration(to: $0).milliseconds) }
                let ready = poll(&entry, 1, left.map { Int32(clamping: $0) } ?? -1)
                if ready > 0 { return true }
                if ready == 0 { return false }
                // A signal interrupted it.
                if errno != EINTR { return true }
            }
        }
    }
#endif

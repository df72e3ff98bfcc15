#if MySQL
    import CMariaDB
    import Foundation
    import ZIMDb

    /// Opens connections.
    ///
    /// Source: <https://mariadb.com/kb/en/mysql_optionsv/>, <https://mariadb.com/kb/en/mysql_real_connect/>
    enum MySQLConnecting {
        // Once, before the first thread needs it.
        private static let isReady = mysql_server_init(0, nil, nil) == 0

        /// A connection that is ready for statements.
        ///
        /// - Parameter limitsAnswers: whether each statement is given up that takes longer than connecting may.
        static func connect(
            _ settings: MySQLSettings, location: String, limitsAnswers: Bool = false
        ) throws -> UnsafeMutablePointer<MYSQL> {
            guard isReady else { throw DatabaseError(.other, "libmariadb could not be initialised") }
            func connect(_ security: MySQLSettings.Security) throws -> UnsafeMutablePointer<MYSQL> {
                try Self.connect(settings, security, location, limitsAnswers: limitsAnswers)
            }
            do { return try connect(settings.effectiveSecurity) } catch is WithoutTLS {
                return try connect(.disabled)
            }
        }

        /// Which server a connection leads to, since a balancer may lead the next one to another.
        ///
        /// - Returns: nil for a socket, behind which nothing stands, and for a server that does not tell.
        static func node(of handle: UnsafeMutablePointer<MYSQL>, _ settings: MySQLSettings) -> String? {
            guard settings.socket == nil,
                mysql_query(handle, "SELECT CONCAT_WS(':', @@hostname, @@port, @@socket, @@server_id)") == 0,
                let result = mysql_store_result(handle)
            else { return nil }
            defer { mysql_free_result(result) }
            return mysql_fetch_row(result)?[0].map { String(cString: $0) }
        }

        /// The server has no TLS, and libmariadb gave up for that, as some versions do.
        private struct WithoutTLS: Error {}

        private static func connect(
            _ settings: MySQLSettings, _ security: MySQLSettings.Security, _ location: String, limitsAnswers: Bool
        ) throws -> UnsafeMutablePointer<MYSQL> {
            guard let handle = mysql_init(nil) else {
                throw DatabaseError(.outOfMemory, "\(location): no memory for a connection")
            }
            set(settings, security, on: handle)
            if limitsAnswers {
                var timeout = settings.connectTimeout
                mysql_options(handle, MYSQL_OPT_READ_TIMEOUT, &timeout)
            }
            let flags = UInt(ZIM_MYSQL_FOUND_ROWS | ZIM_MYSQL_MULTI_RESULTS)
            guard
                mysql_real_connect(
                    handle, settings.socket == nil ? settings.host : nil, settings.user, settings.password,
                    settings.database, settings.port, settings.socket, flags) != nil
            else {
                defer { mysql_close(handle) }
                let offersTLS = zim_mysql_offers_tls(handle) != 0
                // Where the server has TLS, what is wrong with it must not have the password sent in the clear.
                if security == .preferred, !offersTLS, mysql_errno(handle) == CR_SSL_CONNECTION_ERROR {
                    throw WithoutTLS()
                }
                throw MySQLFailure.connecting(
                    handle, location: location, hasPassword: settings.password != nil,
                    isPlain: settings.socket == nil && (security == .disabled || !offersTLS))
            }
            if security == .required || security == .verifyFull, mysql_get_ssl_cipher(handle) == nil {
                mysql_close(handle)
                throw DatabaseError(
                    .connection,
                    "\(location): the connection is not encrypted, as ssl-mode=\(security.rawValue) demands",
                    hint: "Switch TLS on at the server, or give up on it with ssl-mode=disabled")
            }
            return handle
        }

        private static func set(
            _ settings: MySQLSettings, _ security: MySQLSettings.Security, on handle: UnsafeMutablePointer<MYSQL>
        ) {
            var timeout = settings.connectTimeout
            mysql_options(handle, MYSQL_OPT_CONNECT_TIMEOUT, &timeout)
            mysql_options(handle, MYSQL_SET_CHARSET_NAME, "utf8mb4")
            // Otherwise the server could request any file of this machine.
            var off: UInt32 = 0
            mysql_options(handle, MYSQL_OPT_LOCAL_INFILE, &off)
            mysql_options4(handle, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", "zim")
            // With a port, connect over TCP; by default libmariadb uses the socket for localhost.
            if settings.socket == nil, settings.port != 0 {
                var network = MYSQL_PROTOCOL_TCP.rawValue
                mysql_options(handle, MYSQL_OPT_PROTOCOL, &network)
            }
            guard security != .disabled else { return }
            var yes: my_bool = 1
            mysql_options(handle, MYSQL_OPT_SSL_ENFORCE, &yes)
            if security == .verifyFull { mysql_options(handle, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &yes) }
            if let file = settings.authority { mysql_options(handle, MYSQL_OPT_SSL_CA, file) }
            if let file = settings.certificate { mysql_options(handle, MYSQL_OPT_SSL_CERT, file) }
            if let file = settings.key { mysql_options(handle, MYSQL_OPT_SSL_KEY, file) }
        }
    }

    enum MySQLSocket {
        /// Whether data has arrived. Between statements the server sends nothing except the notice that it closes the connection.
        static func isReadable(_ socket: Int32) -> Bool {
            var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) != 0
        }
    }
#endif

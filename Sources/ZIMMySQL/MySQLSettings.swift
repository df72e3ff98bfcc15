#if MySQL
    import Foundation
    import ZIMDb

    /// The parameters of a connection, from its URL: `mysql://user:password@host:3306/database?ssl-mode=verify-full`.
    struct MySQLSettings: Sendable {
        /// Whether the connection is encrypted and the server's certificate verified.
        enum Security: String, Sendable, CaseIterable {
            /// Not encrypted.
            case disabled
            /// Encrypted if the server supports TLS; the certificate is not verified.
            case preferred
            /// Encrypted; the certificate is not verified.
            case required
            /// Encrypted; the certificate must be valid and issued for the host.
            case verifyFull = "verify-full"
        }

        var user: String?
        var password: String?
        var host: String?
        var port: UInt32 = 0
        var socket: String?
        var database: String?
        var security: Security?
        var authority: String?
        var certificate: String?
        var key: String?
        /// In seconds.
        var connectTimeout: UInt32 = 10
        var connectTime: Duration { .seconds(Int64(connectTimeout)) }

        /// - Throws: ``DatabaseError`` with code cannotOpen for a malformed URL or an unknown parameter.
        init(_ url: String) throws {
            // Only an error asks what may be shown: that takes regular expressions, which take milliseconds to load.
            func broken(_ hint: String) -> DatabaseError {
                DatabaseError(
                    .cannotOpen, "\"\(Database.withoutPassword(url))\" is no URL of a MySQL or MariaDB database",
                    hint: hint)
            }
            guard let slashes = url.range(of: "://") else {
                throw broken("Write mysql://user@host/database")
            }
            var rest = url[slashes.upperBound...]
            var query: Substring = ""
            if let question = rest.firstIndex(of: "?") {
                query = rest[rest.index(after: question)...]
                rest = rest[..<question]
            }
            func decoded(_ text: some StringProtocol, _ what: String) throws -> String {
                guard let text = String(text).removingPercentEncoding, !text.utf8.contains(0) else {
                    throw broken("In the \(what), write % as %25")
                }
                return text
            }
            let authority = rest.prefix { $0 != "/" }
            let path = rest.dropFirst(authority.count + 1)
            guard !path.contains("@"), !path.contains("/") else {
                throw broken(
                    "In a password write / as %2F, @ as %40, : as %3A; in a database's name / as %2F, @ as %40")
            }
            if !path.isEmpty { database = try decoded(path, "database's name") }
            var position = authority
            if let at = authority.lastIndex(of: "@") {
                let account = authority[..<at]
                position = authority[authority.index(after: at)...]
                guard !account.contains("@") else { throw broken("In a password write @ as %40") }
                let parts = account.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                user = try parts.first.map { try decoded($0, "user's name") }.flatMap { $0.isEmpty ? nil : $0 }
                if parts.count > 1 { password = try decoded(parts[1], "password") }
            }
            try readHost(position, broken)
            for item in query.split(separator: "&") {
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = try decoded(parts[0], "URL").lowercased().replacingOccurrences(of: "_", with: "-")
                try set(name, to: decoded(parts.count > 1 ? parts[1] : "", "URL"), broken)
            }
            if password == nil { password = ProcessInfo.processInfo.environment["MYSQL_PWD"] }
        }

        private mutating func readHost(_ position: Substring, _ broken: (String) -> DatabaseError) throws {
            var name = position
            var number: Substring?
            if position.hasPrefix("[") {
                guard let end = position.firstIndex(of: "]") else { throw broken("An IPv6 address ends with ]") }
                name = position[position.index(after: position.startIndex)..<end]
                let behind = position[position.index(after: end)...]
                number = behind.isEmpty ? nil : behind.dropFirst()
            } else if let colon = position.lastIndex(of: ":") {
                name = position[..<colon]
                number = position[position.index(after: colon)...]
            }
            if let number {
                guard let port = UInt16(number), port > 0 else { throw broken("A port is a number up to 65535") }
                self.port = UInt32(port)
            }
            if !name.isEmpty { host = String(name).removingPercentEncoding ?? String(name) }
        }

        private mutating func set(_ name: String, to value: String, _ broken: (String) -> DatabaseError) throws {
            switch name {
            case "socket": socket = value
            case "user": user = value
            case "password": password = value
            case "ssl-ca": authority = value
            case "ssl-cert": certificate = value
            case "ssl-key": key = value
            case "connect-timeout":
                guard let seconds = UInt32(value), seconds > 0 else { throw broken("connect-timeout is in seconds") }
                connectTimeout = seconds
            case "ssl-mode":
                let mode = value.lowercased().replacingOccurrences(of: "_", with: "-")
                guard let known = Security(rawValue: mode == "verify-identity" ? "verify-full" : mode) else {
                    throw broken("ssl-mode is disabled, preferred, required or verify-full")
                }
                security = known
            default:
                throw broken(
                    "\"\(name)\" is not known; known: socket, user, password, ssl-mode, ssl-ca, ssl-cert, ssl-key, "
                        + "connect-timeout")
            }
        }

        /// Whether the server is on this machine, so that nothing is sent over a network.
        var isLocal: Bool { socket != nil || host == nil || host == "localhost" }

        /// The default without `ssl-mode`: `preferred` over a network, `disabled` over a socket.
        var effectiveSecurity: Security { security ?? (isLocal ? .disabled : .preferred) }

        /// Where the database is, without the password.
        var location: String {
            var text = "mysql://"
            if let user { text += user + "@" }
            text += host ?? (socket == nil ? "localhost" : "")
            if port != 0 { text += ":\(port)" }
            text += "/" + (database ?? "")
            if let socket { text += "?socket=" + socket }
            return text
        }
    }
#endif

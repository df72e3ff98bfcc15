#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    @Suite(.server) struct ConnectingTests {
        private let server = MySQLTestServer.shared

        @Test(arguments: ["MySQL", "MariaDB"]) func aDataSourceMayBeAServer(_ type: String) throws {
            let url = try #require(MySQLTestServer.shared).url()
            DataSource.register(DataSourceDefinition(type: type, database: url), as: type)
            defer { DataSource.unregister(type) }
            #expect(try DataSource.named(type).read { try $0.rows("SELECT 1").map(\.values) } == [[1]])
        }

        /// In another zone a `Date` would be read and written as another point in time.
        @Test(arguments: ["+02:00", "SYSTEM"]) func onlyUTC(_ zone: String) throws {
            var options = DatabaseOptions()
            options.connectionSetup = ["SET time_zone = '\(zone)'"]
            let error = Server.error { try Server.database("", options).read { try $0.rows("SELECT 1") } }
            #expect(error?.code == .cannotOpen)
            #expect(error?.message.contains("has the time_zone \(zone)") == true)
            options.connectionSetup = ["SET time_zone = '-00:00'"]
            #expect(try Server.database("", options).read { try $0.rows("SELECT 1").map(\.values) } == [[1]])
        }

        @Test func settingsOfTheConnection() throws {
            let database = try Server.database()
            let row = try #require(
                try database.read { session in
                    try session.rows(
                        "SELECT @@time_zone, @@character_set_client, @@character_set_results, @@sql_mode"
                    ).first
                })
            #expect(row.values.prefix(3) == ["+00:00", "utf8mb4", "utf8mb4"])
            #expect(try row.get(3, as: String.self).contains("STRICT_ALL_TABLES"))
            #expect(database.location.hasPrefix("mysql://root@/zim_"))
        }

        @Test func watchingIsRefused() async throws {
            let database = try Server.database()
            do {
                _ = try await database.changes(in: "t")
                Issue.record("nothing was thrown")
            } catch let error as DatabaseError {
                #expect(error.code == .misuse)
                #expect(error.message == "\(database.location) cannot be watched: its engine does not tell of commits")
            }
        }

        @Test func whoIsRefused() throws {
            let server = try #require(server)
            let name = server.newName()
            try server.send(
                "CREATE USER '\(name)' IDENTIFIED BY 'right'; GRANT SELECT ON mysql.* TO '\(name)';")
            func code(_ url: String) -> DatabaseError? {
                Server.error { try Database(url: url).read { try $0.value("SELECT 1", as: Int.self) } }
            }
            #expect(code(server.url(user: "\(name):right")) == nil)
            let wrong = code(server.url(user: "\(name):wro%40ng"))
            #expect(wrong?.code == .authentication)
            #expect(wrong?.hint == "Check user and password")
            #expect(wrong?.description.contains("wro") == false)
            #expect(code(server.url(user: name))?.hint == "Give the password in MYSQL_PWD or the URL")
            #expect(code(server.url(database: "nowhere"))?.code == .cannotOpen)
            #expect(code(server.url(database: "nowhere"))?.hint == "Check the database's name")
            let required = code(server.url(more: "&ssl-mode=required"))
            // MySQL makes a certificate of its own when it is set up.
            #expect(required?.code == (MySQLProduct.isMariaDB ? .connection : nil))
            #expect(code("mysql://root@/x?socket=/nowhere/socket")?.code == .connection)
            #expect(code("mysql://root@127.0.0.1:1/x")?.code == .connection)
            // What the user may not do.
            let database = try Database(url: server.url(database: "mysql", user: "\(name):right"))
            #expect(
                Server.error { try database.write { try $0.execute("DELETE FROM user") } }?.code == .privilege)
        }

        /// Without `ssl-mode`, and as `preferred`: only a server that has no TLS is talked to in the clear.
        @Test func preferredTLS() throws {
            let server = try #require(server)
            let plain = try Database(url: server.url(more: "&ssl-mode=preferred"))
            let cipher = try plain.read { try $0.rows("SHOW STATUS LIKE 'Ssl_cipher'").first?[1] }
            if MySQLProduct.isMariaDB { #expect(cipher == "") }
            for file in ["ssl-ca", "ssl-cert", "ssl-key", "ssl-mode=preferred&ssl-ca"] {
                let greeter = try GreetingServer()
                let url = "mysql://ada:secret@127.0.0.1:\(greeter.port)/d?connect-timeout=5&\(file)=/nowhere.pem"
                let error = Server.error { try Database(url: url).read { try $0.value("SELECT 1", as: Int.self) } }
                #expect(error?.code == .connection)
                #expect(error?.engineCode == 2026)
                #expect(error?.hint?.hasPrefix("Check ssl-ca, ssl-cert") == true)
                #expect(greeter.connections == 1)
                #expect(!greeter.received.contains(Array("ada".utf8)))
            }
        }

        @Test(arguments: [
            ("mysql:nothing", "Write mysql://user@host/database"), ("mysql://h/d?port=1", "\"port\" is not known"),
            ("mysql://h:x/d", "A port is a number"), ("mysql://u:p/a@h/d", "In a password write"),
            ("mysql://u@h/d?ssl-mode=maybe", "ssl-mode is"), ("mysql://u:%zz@h/d", "In the password, write % as %25"),
            ("mysql://u@h/d?connect-timeout=0", "connect-timeout is in seconds"), ("mysql://[::1/d", "An IPv6 address"),
        ])
        func aURLThatIsNone(url: String, hint: String) {
            let error = Server.error { try Database(url: url) }
            #expect(error?.code == .cannotOpen)
            #expect(error?.hint?.hasPrefix(hint) == true, "\(String(describing: error))")
            #expect(error?.message.contains("p/a") != true)
        }

        @Test func optionsThatOnlySQLiteHas() {
            var options = DatabaseOptions()
            options.journalMode = .wal
            #expect(Server.error { try Database(url: "mysql://h/d", options: options) }?.code == .misuse)
            options = DatabaseOptions()
            options.enforcesForeignKeys = false
            #expect(Server.error { try Database(url: "mysql://h/d", options: options) }?.code == .misuse)
        }

        @Test(arguments: [
            "SET NAMES latin1", "SET sql_mode = ''", "SET sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES'",
            "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE'", "SET sql_mode = CONCAT(@@sql_mode, ',NO_ZERO_IN_DATE')",
        ])
        func settingsThatWouldLoseValues(setup: String) throws {
            var options = DatabaseOptions()
            options.connectionSetup = [setup]
            let database = try Server.database("", options)
            let error = Server.error { try database.read { try $0.value("SELECT 1", as: Int.self) } }
            #expect(error?.code == .cannotOpen)
            #expect(error?.hint != nil)
        }

        @Test(arguments: [DatabaseOptions.Access.readOnly, .untouched])
        func readOnly(_ access: DatabaseOptions.Access) throws {
            let url = try Server.url("CREATE TABLE t (a INT);")
            let database = try Database(url: url, options: .access(access))
            #expect(
                Server.error { try database.write { try $0.execute("INSERT INTO t VALUES (1)") } }?.code == .readOnly)
            #expect(
                Server.error { try database.withoutTransaction { try $0.execute("INSERT INTO t VALUES (1)") } }?.code
                    == .readOnly)
            let other = try Database(url: url)
            #expect(Server.error { try other.read { try $0.execute("INSERT INTO t VALUES (1)") } }?.code == .readOnly)
        }
    }
#endif

#if MySQL
    import Testing
    import ZIMOrm

    @testable import TestServer
    @testable import ZIMDb
    @testable import ZIMMySQL

    extension Trait where Self == ConditionTrait {
        /// Runs where a server can be started.
        static var server: ConditionTrait {
            .enabled("no MariaDB or MySQL server is installed") { MySQLTestServer.isInstalled }
        }

        /// The same, for what MySQL does not have.
        static var mariaDB: ConditionTrait {
            .enabled("no MariaDB server is installed") { MySQLTestServer.isInstalled && MySQLProduct.isMariaDB }
        }
    }

    enum Server {
        /// A new database that a script has filled.
        static func database(
            _ script: String = "", _ options: DatabaseOptions = DatabaseOptions(), more: String = ""
        ) throws -> Database {
            try Database(url: url(script, more: more), options: options)
        }

        static func url(_ script: String = "", more: String = "") throws -> String {
            try #require(MySQLTestServer.shared).makeDatabase(script) + more
        }

        /// A database as if its server had no JSON_TABLE.
        static func old(_ url: String) throws -> Database {
            try database(url, MySQLDialect(.mariaDB, makesTables: false))
        }

        /// A database as if its server spoke a dialect: MySQL's has no RETURNING and no sets of parameters.
        static func database(_ url: String, _ dialect: MySQLDialect) throws -> Database {
            let options = DatabaseOptions()
            return try Database(engine: MySQLEngine(url, options: options, dialect: dialect), options: options)
        }

        /// The error of what must fail.
        static func error<T>(of body: () throws -> T) -> DatabaseError? {
            do {
                _ = try body()
                return nil
            } catch { return error as? DatabaseError }
        }
    }
#endif

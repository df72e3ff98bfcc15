#if PostgreSQL
    import Testing
    import ZIMDb

    @testable import TestServer
    @testable import ZIMPostgres

    /// A schema of its own on the tests' server.
    struct Scratch {
        let database: Database
        let url: String
        let schema: String

        init(_ script: String = "", options: DatabaseOptions = DatabaseOptions(), more: String = "") throws {
            let server = try #require(TestServer.shared)
            schema = server.newName()
            url = server.url(schema: schema, more: more)
            try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: schema)")
            database = try Database(url: url, options: Self.showingValues(options))
            if !script.isEmpty { try database.execute(SQL(unsafe: script)) }
        }

        /// Another program's database, so to say.
        /// Texts are compared with their values.
        private static func showingValues(_ options: DatabaseOptions) -> DatabaseOptions {
            var options = options
            options.valuesInMessages = true
            return options
        }

        func another(_ options: DatabaseOptions = DatabaseOptions()) throws -> Database {
            try Database(url: url, options: Self.showingValues(options))
        }
    }

    extension Trait where Self == ConditionTrait {
        /// Runs where a server can be started.
        static var server: ConditionTrait { .enabled("PostgreSQL is not installed") { TestServer.isInstalled } }
    }

    /// What a closure throws; nothing is an issue.
    func failure<T>(
        location: SourceLocation = #_sourceLocation, _ body: () throws -> T
    ) throws -> DatabaseError {
        do { _ = try body() } catch let error as DatabaseError { return error }
        Issue.record("nothing was thrown", sourceLocation: location)
        return DatabaseError(.other, "nothing was thrown")
    }

    extension Database {
        func rows(_ sql: SQL) throws -> [[SQLValue]] { try read { try $0.rows(sql).map(\.values) } }
    }
#endif

#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    /// A database of its own behind pgbouncer in transaction mode, with two connections to the server.
    struct Pooler {
        static var folder: String? { get throws { try started.get() } }
        private static let started = Result { try TestServer.started.get().start(.pooler) }

        /// The same database without the pooler.
        let direct: Database
        let url: String

        init(_ script: String = "") throws {
            let server = try #require(TestServer.shared)
            let name = server.newName()
            try Database(url: server.url()).withoutTransaction { session in
                try session.execute("CREATE DATABASE \(identifier: name)")
            }
            direct = try Database(url: server.url(database: name))
            url = try server.url(database: name, host: Self.folder)
            if !script.isEmpty { try direct.execute(SQL(unsafe: script)) }
        }

        func database(_ options: DatabaseOptions = DatabaseOptions()) throws -> Database {
            try Database(url: url, options: options)
        }
    }

    /// A streaming replica of the tests' server.
    enum Replica {
        static var folder: String? { get throws { try started.get() } }
        private static let started = Result { try TestServer.started.get().start(.replica) }
    }

    extension Trait where Self == ConditionTrait {
        /// Runs where pgbouncer can be started.
        static var pooler: ConditionTrait {
            .enabled("pgbouncer is not installed") { try TestServer.isInstalled && Pooler.folder != nil }
        }
        /// Runs where a replica can be made.
        static var replica: ConditionTrait {
            .enabled("pg_basebackup is not installed") { try TestServer.isInstalled && Replica.folder != nil }
        }
    }

    /// A warehouse of a company, and what lies in it.
    final class Depot: Model {
        var company = ""
        var number = 0
        var name = ""
        override class var table: String { "depot" }
        override class var primaryKey: [String] { ["company", "number"] }
        static let script = """
            CREATE TABLE depot (company text, number integer, name text NOT NULL, PRIMARY KEY (company, number));
            CREATE TABLE shelf (
                company text, depot integer, place integer, load numeric(10, 2), checked timestamptz,
                PRIMARY KEY (company, depot, place), FOREIGN KEY (company, depot) REFERENCES depot (company, number));
            """

        convenience init(_ company: String, _ number: Int) {
            self.init()
            (self.company, self.number, name) = (company, number, "\(company) \(number)")
        }

        func shelves() throws -> [Shelf] { try hasMany(Shelf.self, foreignKey: ["company", "depot"]) }
    }

    final class Shelf: Model {
        var company = ""
        var depot = 0
        var place = 0
        var load: Decimal?
        var checked: Date?
        override class var table: String { "shelf" }
        override class var primaryKey: [String] { ["company", "depot", "place"] }
    }
#endif

#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMPostgres

    /// Reads from a streaming replica by a data source of its own.
    @Suite(.server, .replica) struct ReplicaTests {
        private struct Pair {
            let primary: Database
            let replica: Database
            let schema: String

            init() throws {
                let server = try #require(TestServer.shared)
                let folder = try #require(try Replica.folder)
                schema = server.newName()
                try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: schema)")
                primary = try Database(url: server.url(schema: schema))
                try primary.execute(SQL(unsafe: Depot.script))
                replica = try Database(url: server.url(schema: schema, host: folder))
                try catchUp()
            }

            /// Waits until the replica has all that the primary has written.
            func catchUp() throws {
                let place = try #require(try primary.rows("SELECT pg_current_wal_lsn()::text").first?.first)
                for _ in 0..<1_000 {
                    let question: SQL = "SELECT pg_last_wal_replay_lsn() >= \(place)::pg_lsn"
                    if try replica.rows(question) == [[1]] { return }
                    usleep(10_000)
                }
                Issue.record("the replica does not follow")
            }
        }

        @Test func modelsAreReadFromItAndChangesFollow() throws {
            let pair = try Pair()
            try pair.primary.write { try $0.save((1...3).map { Depot("acme", $0) }) }
            try pair.catchUp()
            try pair.replica.read { session in
                let depots = try session.query(Depot.self).orderBy("number").all()
                #expect(depots.map(\.name) == ["acme 1", "acme 2", "acme 3"])
                #expect(try depots.flatMap { try $0.shelves() }.isEmpty)
                #expect(try session.find(Depot.self, "acme", 2)?.number == 2)
                #expect(try session.value("SELECT pg_is_in_recovery()", as: Bool.self) == true)
            }
            try pair.primary.execute("UPDATE depot SET name = 'new' WHERE number = 2")
            try pair.catchUp()
            #expect(try pair.replica.read { try $0.find(Depot.self, "acme", 2)?.name } == "new")
            var count = 0
            try pair.replica.read { try $0.query(Depot.self).forEach { _ in count += 1 } }
            #expect(count == 3)
        }

        @Test func writingToItIsRefusedAndItServesOn() throws {
            let pair = try Pair()
            let error = try failure {
                try pair.replica.write { try $0.execute("INSERT INTO depot VALUES ('x', 1, 'x')") }
            }
            #expect((error.code, error.sqlState) == (.readOnly, "25006"))
            #expect(error.message.contains("read-only transaction"))
            #expect(throws: (any Error).self) { try pair.replica.write { try $0.save(Depot("x", 2)) } }
            #expect(try failure { try pair.replica.execute("CREATE TABLE u (x integer)") }.code == .readOnly)
            #expect(try pair.replica.rows("SELECT count(*) FROM depot") == [[0]])
            #expect(try pair.primary.rows("SELECT count(*) FROM depot") == [[0]])
        }

        @Test func aListOfHostsFindsTheReplicaOrThePrimary() throws {
            let pair = try Pair()
            let server = try #require(TestServer.shared)
            let folder = try #require(try Replica.folder)
            func isReplica(_ attributes: String) throws -> [[SQLValue]] {
                let url = server.url(host: "\(server.folder),\(folder)", more: "&target_session_attrs=\(attributes)")
                return try Database(url: url).rows("SELECT pg_is_in_recovery()")
            }
            #expect(try isReplica("prefer-standby") == [[1]])
            #expect(try isReplica("standby") == [[1]])
            #expect(try isReplica("read-write") == [[0]])
            _ = pair
        }

        @Test func modelsMayBeReadByADataSource() throws {
            let pair = try Pair()
            let server = try #require(TestServer.shared)
            let folder = try #require(try Replica.folder)
            let name = "replica \(pair.schema)"
            let url = server.url(schema: pair.schema, host: folder)
            DataSource.register(DataSourceDefinition(type: "PostgreSQL", database: url), as: name)
            defer { DataSource.unregister(name) }
            try pair.primary.write { try $0.save(Depot("acme", 9)) }
            try pair.catchUp()
            #expect(try DataSource.named(name).read { try $0.query(Depot.self).count() } == 1)
        }
    }
#endif

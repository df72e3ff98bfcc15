#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct ConnectingTests {
        private func error(_ url: String) throws -> DatabaseError {
            let database = try Database(url: url)
            return try failure { try database.rows("SELECT 1") }
        }

        @Test func whatIsWrongWithAConnectionIsTold() throws {
            let server = try #require(TestServer.shared)
            let nobody = try error(server.url(user: "nobody"))
            #expect((nobody.code, nobody.sqlState) == (.authentication, "28000"))
            #expect(nobody.message.contains("role \"nobody\" does not exist"))
            #expect(!nobody.message.contains("LOCATION"))
            let noDatabase = try error(server.url().replacingOccurrences(of: "@/postgres?", with: "@/missing?"))
            #expect((noDatabase.code, noDatabase.sqlState) == (.cannotOpen, "3D000"))
            let nowhere = try error("postgres://postgres@/postgres?host=/nowhere")
            #expect((nowhere.code, nowhere.sqlState) == (.connection, nil))
            let refused = try error("postgres://postgres:secret@127.0.0.1:1/postgres")
            #expect(refused.code == .connection)
            #expect(refused.message.hasPrefix("postgresql://postgres@127.0.0.1:1/postgres: "))
            #expect(!refused.description.contains("secret"))
        }

        @Test func passwordsAreAskedFor() throws {
            let server = try #require(TestServer.shared)
            let wrong = try error(server.guardedURL(password: "wrong"))
            #expect((wrong.code, wrong.sqlState) == (.authentication, "28P01"))
            #expect(wrong.hint == "Check user and password")
            #expect(!wrong.description.contains("wrong@"))
            let missing = try error(server.guardedURL(password: nil))
            #expect(missing.code == .authentication)
            #expect(missing.hint == "Give the password in PGPASSWORD, ~/.pgpass or the URL")
            let right = try Database(url: server.guardedURL(password: "right"))
            #expect(try right.rows("SELECT current_user") == [[.text("ada")]])
        }

        @Test func encryptionThatTheServerRefusesIsTold() throws {
            let port = try RefusingServer.start()
            let refused = try error("postgres://ada:secret@127.0.0.1:\(port)/postgres?sslmode=require")
            #expect(refused.code == .connection)
            #expect(refused.message.contains("server does not support SSL, but SSL was required"))
        }

        @Test func aServerThatDoesNotAnswerIsGivenUp() throws {
            let port = try RefusingServer.start(answers: false)
            let silent = try error("postgres://ada@127.0.0.1:\(port)/postgres?connect_timeout=2")
            #expect(silent.code == .connection)
            #expect(silent.message.hasSuffix("did not answer within 2000 ms"))
        }

        @Test func aURLIsLookedAtBeforeAnythingElse() throws {
            let other = try failure { try Database(url: "oracle://me:secret@db/legacy") }
            #expect(other.code == .cannotOpen)
            #expect(other.message == "no engine is known for \"oracle://me:…@db/legacy\"")
            let broken = try failure { try Database(url: "postgres://db/legacy?nosuch=1") }
            #expect(broken.code == .cannotOpen)
            let pairs = try failure { try Database.postgreSQL("host=db password=x y") }
            #expect(pairs.code == .cannotOpen)
            let file = try Database(url: "sqlite::memory:")
            #expect(try file.rows("SELECT 1") == [[1]])
        }

        @Test func servicesAndPairsAreUnderstood() throws {
            let server = try #require(TestServer.shared)
            let pairs = try Database.postgreSQL("host=\(server.folder) user=postgres dbname=postgres")
            #expect(try pairs.rows("SELECT 1") == [[1]])
            let service = try error("postgres://?service=nosuch")
            #expect(service.code == .connection)
            #expect(service.message == "postgresql:///?service=nosuch: definition of service \"nosuch\" not found")
        }

        @Test func whatOnlySQLiteHasIsRefused() throws {
            let server = try #require(TestServer.shared)
            var options = DatabaseOptions()
            options.journalMode = .wal
            #expect(try failure { try Database(url: server.url(), options: options) }.code == .misuse)
            options = DatabaseOptions()
            options.enforcesForeignKeys = false
            #expect(try failure { try Database(url: server.url(), options: options) }.code == .misuse)
            options = DatabaseOptions()
            options.server.waitsForCluster = true
            #expect(try failure { try Database(url: server.url(), options: options) }.code == .misuse)
        }

        @Test func aReadOnlyDatabaseChangesNothing() throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let reader = try scratch.another(.readOnly)
            #expect(try failure { try reader.execute("INSERT INTO t VALUES (1)") }.code == .readOnly)
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }

        @Test func aDataSourceMayBeAServer() throws {
            let server = try #require(TestServer.shared)
            DataSource.register(DataSourceDefinition(type: "PostgreSQL", database: server.url()), as: "server")
            defer { DataSource.unregister("server") }
            #expect(try DataSource.named("server").rows("SELECT 1") == [[1]])
        }

        @Test func aDataSourceOpensItsOwnEngineOnly() throws {
            DataSource.register(DataSourceDefinition(type: "PostgreSQL", database: "sqlite::memory:"), as: "other")
            defer { DataSource.unregister("other") }
            let error = try failure { _ = try DataSource.named("other") }
            #expect(error.message == "data source \"other\" has the type PostgreSQL, but the URL of another engine")
            #expect(error.hint == "The URL begins with postgresql:")
        }

        @Test func connectionSetupRunsOnEachConnection() throws {
            var options = DatabaseOptions()
            options.connectionSetup = ["SET application_name = 'legacy; tool'; SET TimeZone = 'Europe/Berlin'"]
            let scratch = try Scratch(options: options)
            #expect(try scratch.database.rows("SHOW application_name") == [["legacy; tool"]])
            #expect(try scratch.database.rows("SHOW TimeZone") == [["Europe/Berlin"]])
        }
    }

    /// A port whose listener knows no encryption, or says nothing at all.
    enum RefusingServer {
        static func start(answers: Bool = true) throws -> UInt16 {
            let listener = try LocalListener()
            Thread.detachNewThread {
                guard let client = listener.next() else { return }
                var request = [UInt8](repeating: 0, count: 8)
                _ = read(client, &request, 8)
                if answers { _ = write(client, "N", 1) } else { sleep(5) }
                close(client)
                listener.close()
            }
            return listener.port
        }
    }
#endif

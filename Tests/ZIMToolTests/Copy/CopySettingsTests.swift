import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Servers and databases that were told other than others are.
struct CopySettingsTests {
    #if PostgreSQL
        /// What sets the time zone of the database in which it runs.
        private static func zone(_ name: String) -> String {
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''\(name)''', current_database()); END $$;"
        }

        /// Moments within a value of another type are compared as each server prints them.
        @Test(.server, arguments: [1, 2]) func timeZones(_ jobs: Int) throws {
            let server = try #require(TestServer.shared)
            let source = try server.makeDatabase(
                """
                CREATE TYPE pair AS (a int, at timestamptz);
                CREATE TABLE t (a int, b int, v timestamptz[], r tstzrange, p pair, PRIMARY KEY (a, b));
                INSERT INTO t VALUES (1, 1, '{2020-01-01 00:00+00}', '[2020-01-01 00:00+00,)', '(1,2020-01-01 00:00+00)');
                \(Self.zone("Asia/Kolkata"))
                """)
            let target = try server.makeDatabase(Self.zone("America/New_York"))
            var options = CopyOptions()
            options.jobs = jobs
            let report = try withExtendedLifetime(InspectedDatabase(place: source) { $0.makesRoom(for: jobs) }) {
                try DatabaseCopy(
                    from: $0.database, to: CopyDestination(place: target, jobs: jobs), options: options
                ).run()
            }
            #expect(report.rows == 1 && report.notes == [])
            let isSame: SQL = """
                SELECT v = '{2020-01-01 00:00+00}' AND r = '[2020-01-01 00:00+00,)' AND p = '(1,2020-01-01 00:00+00)'::pair FROM t
                """
            #expect(try Database(url: target).read { try $0.value(isSame, as: Bool.self) } == true)
        }

        /// A limit for the statements of others is none for the rows of a copy.
        @Test(.server) func aLimitOfTime() throws {
            let target = try #require(TestServer.shared).makeDatabase(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 60000', current_database()); END $$"
            )
            guard case .server(let database) = try CopyDestination(place: target) else {
                Issue.record("a URL is a server's")
                return
            }
            #expect(try database.read { try $0.value("SHOW statement_timeout", as: String.self) } == "24d")
            #expect(try database.read { try $0.value("SHOW timezone", as: String.self) } == "UTC")
        }
    #endif

    #if MySQL
        /// The tables and rows that the server's settings would keep back, and foreign keys that they would refuse.
        @Test(.mariaDBServer) func settingsOfMariaDB() throws {
            let server = try MySQLTestServer.separate()
            let source = try server.makeDatabase(
                """
                CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO p VALUES (1, 1), (1, 2), (2, 1);
                CREATE TABLE c (id INT PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES p (a, b));
                INSERT INTO c VALUES (1, 1, 1), (2, 2, 1);
                """)
            try server.send(
                """
                SET GLOBAL sql_select_limit = 1, GLOBAL max_join_size = 2, GLOBAL sql_quote_show_create = 0,
                    GLOBAL alter_algorithm = 'INSTANT'
                """)
            let target = try server.makeDatabase()
            let report = try withExtendedLifetime(InspectedDatabase(place: source)) {
                try DatabaseCopy(from: $0.database, to: CopyDestination(place: target)).run()
            }
            #expect(report.tables.map(\.name) == ["p", "c"] && report.rows == 5 && report.notes == [])
            let error = #expect(throws: DatabaseError.self) {
                try Database(url: target).execute("INSERT INTO c VALUES (3, 9, 9)")
            }
            #expect(error?.code == .constraint)
        }
    #endif
}

import Foundation

/// A server that the workloads run on, and in what the harness treats it differently.
public enum ServerEngine: Sendable {
    case postgreSQL
    case mySQL

    /// What the names of its workloads begin with.
    var prefix: String { self == .postgreSQL ? "pg-" : "my-" }

    /// Where a page has its table, and the option that asks for it.
    var mark: String { self == .postgreSQL ? "postgres" : "mysql" }

    func name(of workload: ServerWorkload) -> String { prefix + workload.rawValue }

    /// Runs on a server that is started for it.
    func start() throws -> String {
        switch self {
        case .postgreSQL: "postgres://postgres@/postgres?host=" + (try ThrowAwayServer("postgres-test-server").path)
        case .mySQL: "mysql://root@/?socket=" + (try ThrowAwayServer("mysql-test-server").path) + "%2Fsocket"
        }
    }

    /// The URL of the tables on a server.
    func tables(on server: String) throws -> String {
        switch self {
        case .postgreSQL: return server + (server.contains("?") ? "&" : "?") + "options=-csearch_path%3Dzim_bench"
        case .mySQL:
            guard var parts = URLComponents(string: server) else { throw BenchmarkError("\(server) is no URL") }
            parts.path = "/zim_bench"
            return parts.string ?? server
        }
    }

    var emptying: String {
        self == .postgreSQL
            ? "DROP SCHEMA IF EXISTS zim_bench CASCADE; CREATE SCHEMA zim_bench"
            : "DROP DATABASE IF EXISTS zim_bench; CREATE DATABASE zim_bench CHARACTER SET utf8mb4"
    }

    /// After the tables were filled.
    var counting: String {
        self == .postgreSQL ? "VACUUM ANALYZE" : "ANALYZE TABLE person, phone, student, course, enrolment"
    }

    /// Has the server write down what others have left behind; nil where there is no statement for it.
    var checkpoint: String? { self == .postgreSQL ? "CHECKPOINT" : nil }
}

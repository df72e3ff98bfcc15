import Foundation

/// Three MariaDB nodes that Galera joins to a cluster, which end with the tests: see scripts/galera-test-cluster.
public final class GaleraCluster: Sendable {
    /// Started by the first test that asks; nil where Galera is not installed or the trait is off, which is said once.
    public static let shared = started.sayingWhy("Galera")

    /// Whether it is installed. Then its tests run, and fail if it did not start.
    public static var isInstalled: Bool { started.isInstalled }

    private static let started: Result<GaleraCluster, any Error> = Result {
        #if MySQL
            return try GaleraCluster()
        #else
            throw ServerScript.Failure(description: "the package's trait MySQL is off", isAbsence: true)
        #endif
    }

    private static let script = ServerScript(name: "galera-test-cluster")
    private let folder: String

    private init() throws { folder = try Self.script.start(["start"]) }

    /// The numbers of the nodes.
    public let nodes = [1, 2, 3]

    /// Kills a node, as a crash of its machine does.
    public func kill(_ node: Int) throws { _ = try Self.script.answer(["kill", folder, String(node)]) }

    /// Starts a killed node again; it has caught up when this returns.
    public func rejoin(_ node: Int) throws { _ = try Self.script.answer(["rejoin", folder, String(node)]) }

    /// The URL of a database on one of the nodes.
    public func url(node: Int, database: String = "") -> String {
        let socket = folder + "/node\(node)/socket"
        return "mysql://root@/\(database)?socket="
            + (socket.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? socket)
    }
}

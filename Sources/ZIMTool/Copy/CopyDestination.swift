import Foundation
import ZIMOrm

/// Where a copy goes.
package enum CopyDestination {
    /// A SQLite file, which appears when all of it is there.
    case file(String)
    /// A server's database: of PostgreSQL the first schema of its search path.
    case server(Database)

    /// A file by its path, or a server's database by its URL.
    ///
    /// - Parameter jobs: how many tables will be copied at once.
    /// - Throws: `DatabaseError` for a URL that is none; ``ToolError`` where this program was built without the engine.
    package init(place: String, jobs: Int = 1) throws {
        switch try DatabasePlace(place) {
        case .file(let path):
            guard !path.isEmpty else { throw ToolError("the target has no name") }
            self = .file(path)
        case .server(let engine):
            var options = DatabaseOptions()
            options.valuesInMessages = true
            options.connectionSetup = engine.setup
            if engine == .postgreSQL { options.connectionSetup.append("SET timezone = 'UTC'") }
            options.makesRoom(for: jobs)
            // In place of a limit that the server has for others.
            options.server.statementTimeout = .seconds(24 * 86_400)
            self = .server(try Database(url: place, options: options))
        }
    }

    package var location: String {
        switch self {
        case .file(let path): path
        case .server(let database): database.location
        }
    }
}

extension DatabaseOptions {
    /// Allows as many connections as a copy of several tables at once needs.
    package mutating func makesRoom(for jobs: Int) {
        maximumReaders = max(maximumReaders, jobs)
        server.maximumConnections = max(server.maximumConnections, jobs + 1)
    }
}

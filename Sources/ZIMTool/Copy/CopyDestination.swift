import Foundation
import ZIMOrm

/// Where a copy goes.
package enum CopyDestination {
    /// A SQLite file, which appears when all of it is there.
    case file(String)
    /// A server's database: the first schema of its search path.
    case server(Database)

    /// A file by its path, or a server's database by its URL.
    ///
    /// - Throws: `DatabaseError` for a URL that is none; ``ToolError`` where this program was built without the engine.
    package init(place: String) throws {
        let scheme = place.firstRange(of: "://").map { place[..<$0.lowerBound].lowercased() }
        switch scheme {
        case "postgres", "postgresql": break
        case nil, "sqlite", "sqlite3", "file":
            let path = String(place.dropFirst(scheme.map { $0.count + 3 } ?? 0))
            try InspectedDatabase.refuseSecret(in: path)
            guard !path.isEmpty else { throw ToolError("the target has no name") }
            self = .file(scheme == nil ? path : path.removingPercentEncoding ?? path)
            return
        default:
            // Its error says which engines there are.
            _ = try Database(url: place)
            throw ToolError("\(Database.withoutPassword(place)) is not a database that zim writes")
        }
        #if PostgreSQL
            var options = DatabaseOptions()
            options.valuesInMessages = true
            self = .server(try Database(url: place, options: options))
        #else
            throw ToolError(
                "this zim was built without PostgreSQL, so it cannot open \(Database.withoutPassword(place))",
                "Install it with libpq: make install POSTGRESQL=1 in a checkout, or swift build --traits PostgreSQL")
        #endif
    }

    package var engine: CopyEngine {
        switch self {
        case .file: .sqlite
        case .server: .postgreSQL
        }
    }

    package var location: String {
        switch self {
        case .file(let path): path
        case .server(let database): database.location
        }
    }
}

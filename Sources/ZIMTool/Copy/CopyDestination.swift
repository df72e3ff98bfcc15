import Foundation
import ZIMOrm

/// Where a copy goes.
package enum CopyDestination {
    /// A SQLite file, which appears when all of it is there.
    case file(String)
    /// A server's database: the first schema of its search path.
    case server(Database)

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

import Foundation
import ZIMOrm

extension CopyDestination {
    /// A file by its path, or a server's database by its URL.
    ///
    /// - Throws: `DatabaseError` for a URL that is none; ``ToolError`` where this program was built without the engine.
    package init(place: String) throws {
        guard place.contains("://") else {
            guard !place.isEmpty else { throw ToolError("the target has no name") }
            self = .file(place)
            return
        }
        #if PostgreSQL
            self = .server(try Database(url: place))
        #else
            throw ToolError(
                "this zim was built without PostgreSQL, so it cannot open \(Database.withoutPassword(place))",
                "Build it with libpq: swift build --traits PostgreSQL")
        #endif
    }
}

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

/// The source of a copy, opened so that it does not change.
package struct CopyOrigin {
    package let database: Database
    private let file: InspectedFile?

    /// Why a copy of the file is read; nil where it itself is.
    package var copyReason: String? { file?.copyReason }

    package init(place: String) throws {
        guard place.contains("://") else {
            let file = try InspectedFile(path: place)
            self.file = file
            database = file.database
            return
        }
        file = nil
        #if PostgreSQL
            database = try Database(url: place, options: .readOnly)
        #else
            throw ToolError(
                "this zim was built without PostgreSQL, so it cannot open \(Database.withoutPassword(place))",
                "Build it with libpq: swift build --traits PostgreSQL")
        #endif
    }
}

import Foundation
import ZIMOrm

extension MigrationStatus {
    /// A line for each migration, and what is wrong.
    package func text() -> String {
        var lines = applied.map { "ran      \($0.name)  \($0.date.formatted(.iso8601))" }
        lines += pending.map { "pending  \($0)" }
        if let problem { lines.append("refused: \(problem.message)") }
        if lines.isEmpty { lines = ["no migrations"] }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// A database that migrations are to change.
package enum MigrationTarget {
    /// Opens a file, which must be there unless it shall be made, or a server's database by its URL.
    ///
    /// - Throws: `DatabaseError` where it is missing or no database; ``ToolError`` where this program was built without the
    ///   engine.
    package static func open(_ place: String, creating: Bool) throws -> Database {
        switch try DatabasePlace(place) {
        case .server:
            var options = DatabaseOptions()
            options.valuesInMessages = true
            return try Database(url: place, options: options)
        case .file(let path):
            var options = DatabaseOptions()
            if !creating { options.access = .readWrite }
            return try Database(path: path, options: options)
        }
    }
}

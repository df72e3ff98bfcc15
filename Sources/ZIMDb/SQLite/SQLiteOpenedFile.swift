import Foundation
import Synchronization

/// The file that the connections of one database have open, which another one may have taken the place of.
///
/// A connection goes on with its own file then; SQLite notices that when it writes, but not in WAL mode. A file is known by its
/// number: a file system that makes up new ones would look as if the file had been replaced.
final class SQLiteOpenedFile: Sendable {
    /// Its number on the file system; 0 before the first connection.
    private let number = Atomic<UInt64>(0)

    /// Refuses a connection to another file than the first: they would read two versions side by side.
    ///
    /// - Throws: ``DatabaseError`` with code cannotOpen. That there is no file is SQLite's to say.
    func require(_ path: String, name: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let found = UInt64(status.st_ino)
        let first = number.compareExchange(expected: 0, desired: found, ordering: .relaxed).original
        guard first == 0 || first == found else {
            throw DatabaseError(.cannotOpen, Self.message(name), hint: Self.hint)
        }
    }

    static func message(_ name: String) -> String { "\(name) was moved, deleted or replaced since it was opened" }

    static let hint = "Close the Database and open it again"
}

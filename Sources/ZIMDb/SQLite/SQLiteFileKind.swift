import Foundation

/// What a path leads to.
enum SQLiteFileKind {
    /// Refuses what would keep SQLite waiting: opening a named pipe blocks until somebody writes to it.
    ///
    /// - Throws: ``DatabaseError`` with code cannotOpen for a pipe, a socket or a device. What SQLite refuses itself, such as a
    ///   folder or a missing file, is left to it.
    static func requireFile(_ path: String, name: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let kind: String
        switch status.st_mode & S_IFMT {
        case S_IFIFO: kind = "a named pipe"
        case S_IFSOCK: kind = "a socket"
        case S_IFCHR: kind = "a device"
        default: return
        }
        throw DatabaseError(
            .cannotOpen, "\(name) is \(kind), not a file", hint: "Write the database into a file, and open that")
    }
}

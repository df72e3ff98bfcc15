import CSQLite
import Foundation

/// Turns SQLite's result codes and messages into errors.
enum SQLiteFailure {
    static func error(
        code: Int32, message: String, sql: String?, location: SQLiteLocation, waited: Duration,
        database: OpaquePointer? = nil
    ) -> DatabaseError {
        var error = DatabaseError(kind(of: code), message, engineCode: code, sql: sql)
        let path = location.name
        switch error.code {
        case .constraint: error.constraint = ConstraintViolation(kind: violationKind(code))
        case .busy where code & 0xFF == SQLITE_LOCKED:
            // The same connection stands in its own way, for example by dropping a table while it reads from it.
            error.message = "\(path): \(message)"
            error.hint = "End the loop over the rows first"
        case .busy:
            let seconds = Double(waited.milliseconds) / 1000
            error.message = "\(path) is locked; waited \(seconds) s"
            if case .file(let file) = location {
                let holdsOwn = database.map { sqlite3_txn_state($0, nil) == SQLITE_TXN_WRITE } ?? false
                error.message += LockHolder.describe(file: file, holdsOwn: holdsOwn)
            }
            error.hint = "Try again, raise busyTimeout, or keep transactions short"
        case .sql where message == "parser stack overflow":
            error.code = .tooBig
            error.message = "the statement has more parentheses inside one another than SQLite reads"
            error.hint = "Take some away, or compute a part in a subquery"
        case .sql where message.hasPrefix("Expression tree is too large"): error.code = .tooBig
        // Of a pragma's table that it was about to make SQLite keeps the words alone.
        case .sql where message == "interrupted": error.code = .interrupted
        case .notADatabase: error.message = "\(path) is not a SQLite database, or it is encrypted"
        case .corrupt: error.message = "\(path) is damaged or truncated: \(message)"
        case .full: error.message = "no room is left for \(path): \(message)"
        case .readOnly where code == SQLITE_READONLY | 4 << 8:
            (error.message, error.hint) = (SQLiteOpenedFile.message(path), SQLiteOpenedFile.hint)
        case .readOnly: error.message = "\(path) cannot be changed: \(message)"
        case .cannotOpen where lacksDescriptors(database):
            error.message = "\(path) cannot be opened: the process, or the system, has too many files open"
        case .cannotOpen where isFolder(path), .inputOutput where isFolder(path):
            error.code = .cannotOpen
            error.message = "\(path) is a folder, not a database"
        case .cannotOpen, .inputOutput: error.message = "\(path): \(message)"
        default: break
        }
        return error
    }

    /// The error of a file that could not be opened: SQLite says only that it could not, so the file is looked at.
    ///
    /// - Parameter isCreating: whether a new database was to be made.
    static func opening(
        _ location: SQLiteLocation, code: Int32, database: OpaquePointer?, isCreating: Bool
    ) -> DatabaseError {
        let message = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
        var error = error(
            code: code, message: message, sql: nil, location: location, waited: .zero, database: database)
        guard error.code == .cannotOpen, case .file(let path) = location, !isFolder(path), !lacksDescriptors(database)
        else { return error }
        let files = FileManager.default
        let name = location.name
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if files.fileExists(atPath: path) {
            error.message = "\(name) may not be opened"
        } else if !files.fileExists(atPath: folder) {
            error.message =
                "\(name) cannot be opened: there is no folder "
                + (name == path ? folder : "of that name")
        } else if isCreating {
            error.message =
                isFolder(folder)
                ? "\(name) cannot be made: its folder takes no new file, or it is a link that leads nowhere"
                : "\(name) cannot be made: \(name == path ? folder : "what it lies in") is not a folder"
            error.hint = "Check the path and the permissions of its folder"
        } else {
            error.message = "\(name) does not exist"
            error.hint = "Check the path, or open it with access .create to make a new database"
        }
        return error
    }

    /// Whether SQLite failed to open a file for want of a file descriptor.
    private static func lacksDescriptors(_ database: OpaquePointer?) -> Bool {
        guard let database else { return false }
        return [EMFILE, ENFILE].contains(sqlite3_system_errno(database))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    static func kind(of code: Int32) -> DatabaseError.Code {
        switch code & 0xFF {
        case SQLITE_ERROR: .sql
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_READONLY: .readOnly
        case SQLITE_AUTH, SQLITE_PERM: .privilege
        case SQLITE_CANTOPEN: .cannotOpen
        case SQLITE_NOTADB: .notADatabase
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_FULL: .full
        case SQLITE_IOERR: .inputOutput
        case SQLITE_INTERRUPT: .interrupted
        case SQLITE_NOMEM: .outOfMemory
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_MISUSE, SQLITE_RANGE: .misuse
        default: .other
        }
    }

    private static func violationKind(_ code: Int32) -> ConstraintViolation.Kind {
        switch code >> 8 {
        case 1: .check
        case 3: .foreignKey
        case 5: .notNull
        case 6: .primaryKey
        case 7: .trigger
        case 8: .unique
        case 10: .rowID
        case 12: .dataType
        default: .other
        }
    }
}

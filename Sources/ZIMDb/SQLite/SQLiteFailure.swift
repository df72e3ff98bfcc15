import CSQLite
import Foundation

/// Turns SQLite's result codes and messages into errors.
enum SQLiteFailure {
    static func error(
        code: Int32, message: String, sql: String?, location: SQLiteLocation, options: DatabaseOptions
    ) -> DatabaseError {
        var error = DatabaseError(kind(of: code), message, engineCode: code, sql: sql)
        let path = location.name
        switch error.code {
        case .constraint: error.constraint = violation(code: code, message: message)
        case .busy:
            let waited = Double(options.busyTimeout.milliseconds) / 1000
            error.message = "\(path) is locked; waited \(waited) s"
            if case .file(let file) = location { error.message += LockHolder.describe(file: file) }
            error.hint = "Try again, raise busyTimeout, or keep transactions short"
        case .notADatabase: error.message = "\(path) is not a SQLite database, or it is encrypted"
        case .corrupt: error.message = "\(path) is damaged or truncated: \(message)"
        case .full: error.message = "no room is left for \(path): \(message)"
        case .readOnly: error.message = "\(path) cannot be changed: \(message)"
        case .cannotOpen, .inputOutput: error.message = "\(path): \(message)"
        default: break
        }
        return error
    }

    /// The error of a file that could not be opened: SQLite says only that it could not, so the file is looked at.
    static func opening(_ location: SQLiteLocation, code: Int32, database: OpaquePointer?) -> DatabaseError {
        let message = database.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "out of memory"
        var error = error(code: code, message: message, sql: nil, location: location, options: DatabaseOptions())
        guard error.code == .cannotOpen, case .file(let path) = location else { return error }
        let files = FileManager.default
        var isFolder: ObjCBool = false
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if files.fileExists(atPath: path, isDirectory: &isFolder) {
            error.message = isFolder.boolValue ? "\(path) is a folder, not a database" : "\(path) may not be opened"
        } else if !files.fileExists(atPath: folder) {
            error.message = "\(path) cannot be opened: there is no folder \(folder)"
        } else {
            error.message = "\(path) does not exist"
            error.hint = "Check the path, or open it with access .create to make a new database"
        }
        return error
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
        case SQLITE_TOOBIG: .tooBig
        case SQLITE_MISUSE, SQLITE_RANGE: .misuse
        default: .other
        }
    }

    /// Reads kind, table and columns from the extended code and from messages such as
    /// `UNIQUE constraint failed: order_line.ol_w_id, order_line.ol_d_id`.
    static func violation(code: Int32, message: String) -> ConstraintViolation {
        var violation = ConstraintViolation(kind: violationKind(code))
        guard let colon = message.range(of: "constraint failed: ") else { return violation }
        let detail = message[colon.upperBound...]
        if violation.kind == .check {
            violation.name = String(detail)
            return violation
        }
        if detail.hasPrefix("index '"), detail.hasSuffix("'") {
            violation.name = String(detail.dropFirst(7).dropLast())
            return violation
        }
        // A table's own name may hold dots, so the part that all columns begin with is taken.
        let parts = detail.components(separatedBy: ", ")
        guard let first = parts.first, let dot = first.lastIndex(of: ".") else { return violation }
        let table = String(first[..<dot])
        violation.table = table
        violation.columns = parts.map { $0.hasPrefix(table + ".") ? String($0.dropFirst(table.count + 1)) : $0 }
        return violation
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

import Foundation
import ZIMOrm

/// Somebody's database, opened so that neither the file nor its folder changes.
///
/// Where SQLite cannot read the file without writing, because a program died with a transaction half in it, a copy in a
/// temporary folder is read, and removed with this object.
package final class InspectedFile {
    package let database: Database
    /// The path as it was given.
    package let path: String
    /// Why a copy is read; nil where the file itself is.
    package let copyReason: String?
    private let copy: URL?

    /// Opens a file.
    ///
    /// - Throws: `DatabaseError` where it is missing, no database, or damaged.
    package init(path: String, setup: (inout DatabaseOptions) -> Void = { _ in }) throws {
        self.path = path
        var options = DatabaseOptions.untouched
        options.enforcesForeignKeys = false
        setup(&options)
        do {
            database = try Database(path: path, options: options)
            copy = nil
            copyReason = nil
        } catch let error as DatabaseError where Self.needsCopy(error, path) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-\(UUID().uuidString)")
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let file = folder.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent)
                let source = Self.resolved(path)
                for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: source + suffix) {
                    try FileManager.default.copyItem(atPath: source + suffix, toPath: file.path + suffix)
                }
                options.access = .readWrite
                options.label = path
                database = try Database(path: file.path, options: options)
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
            copy = folder
            copyReason = "a program left its transaction log behind; a copy is read, in which it is applied"
        }
    }

    deinit {
        database.close()
        if let copy { try? FileManager.default.removeItem(at: copy) }
    }

    /// The file's name for headings.
    package var name: String { URL(fileURLWithPath: path).lastPathComponent }

    private static func needsCopy(_ error: DatabaseError, _ path: String) -> Bool {
        // SQLITE_READONLY_ROLLBACK, SQLITE_READONLY_RECOVERY, SQLITE_READONLY_CANTINIT: reading means repairing first.
        if [776, 264, 1288].contains(error.engineCode) { return true }
        guard error.code == .cannotOpen, error.engineCode == 0 else { return false }
        return FileManager.default.fileExists(atPath: resolved(path) + "-wal")
    }

    /// Where a link leads to: the log is beside that.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

import CSQLite
import Foundation

/// Finds how a file can be read without a trace in its folder.
///
/// In WAL mode SQLite makes a `-wal` and a `-shm` even for a reader, and a reader cannot remove them again.
///
/// Source: <https://www.sqlite.org/wal.html#read_only_databases>, <https://www.sqlite.org/uri.html>
struct SQLiteUntouchedFile {
    private let path: String

    /// A link's log is beside the file that it leads to.
    init(path: String) { self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// The file's address with the parameters that its state asks for.
    ///
    /// - Throws: ``DatabaseError`` with code cannotOpen for a log that can only be read by making its `-shm`.
    func address() throws -> String {
        let plain = "file:" + Self.escaped(path)
        guard isInWALMode else { return plain }
        // Where there is no log, or an empty one that nobody shares, the file itself holds everything.
        guard let log = size("-wal"), log > 0 || size("-shm") != nil else { return plain + "?immutable=1" }
        guard size("-shm") != nil else {
            throw DatabaseError(
                .cannotOpen,
                "\(path) has a write-ahead log of \(log) bytes that was left behind: it cannot be read without a change",
                hint: "Open a copy of both files")
        }
        return plain + "?readonly_shm=1"
    }

    /// What tells whether another program has opened or changed the file.
    struct State: Equatable {
        fileprivate let inode: Int?
        fileprivate let size: Int?
        fileprivate let modified: Date?
        fileprivate let isLogged: Bool

        /// Whether the file itself is as it was: what others have only logged, it does not hold yet.
        func holdsSame(as other: State) -> Bool {
            inode == other.inode && size == other.size && modified == other.modified
        }
    }

    var state: State {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return State(
            inode: (attributes?[.systemFileNumber] as? NSNumber)?.intValue,
            size: (attributes?[.size] as? NSNumber)?.intValue, modified: attributes?[.modificationDate] as? Date,
            isLogged: size("-shm") != nil || (size("-wal") ?? 0) > 0)
    }

    /// Whether the file's header asks for a write-ahead log.
    ///
    /// SQLite reads it, and opens nothing else: closing a file gives up all locks that this process holds on it, so that SQLite
    /// keeps it open as long as there are any.
    ///
    /// Source: <https://www.sqlite.org/fileformat2.html#file_format_version_numbers>,
    /// <https://www.sqlite.org/howtocorrupt.html>
    private var isInWALMode: Bool {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
            return false
        }
        var file: UnsafeMutablePointer<sqlite3_file>?
        var header = [UInt8](repeating: 0, count: 20)
        sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        let code = file?.pointee.pMethods?.pointee.xRead?(file, &header, Int32(header.count), 0)
        return code == SQLITE_OK && header.suffix(2).contains(2)
    }

    /// The size in bytes of a file beside it; nil if there is none.
    private func size(_ suffix: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// A path as an address holds it: all but plain characters as %xx.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + SQLValue.hexadecimal([byte])
            }
        }
    }
}

import Foundation
import Synchronization

/// A folder for a copy of somebody's data: only its owner can look into it, and it goes with this object, or with the
/// process where that is told to end.
final class TemporaryFolder: Sendable {
    let path: String

    /// - Throws: ``ToolError`` where it cannot be made.
    init() throws {
        // Six letters, in whose place mkdtemp puts others.
        let name = "zim-" + String(repeating: "X", count: 6)
        let template = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        var bytes = template.utf8CString
        // It is made with the rights 0700.
        let isMade = bytes.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else {
            throw ToolError("\(template) cannot be created: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        Leftovers.add(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        Leftovers.forget(path)
    }
}

/// What is to be removed where the process is told to end before its time.
package enum Leftovers {
    private static let paths = Mutex<Set<String>>([])

    static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }
    static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes all of it. No other call may follow than the end of the process.
    package static func removeAll() {
        for path in paths.withLock({ $0 }) {
            for suffix in ["", "-journal", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }
}

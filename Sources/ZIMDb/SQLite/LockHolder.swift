import Foundation

/// Finds out which process holds a lock on a database's files.
///
/// The answer is read from `/proc/locks`: opening the file to ask `fcntl` would, on closing it, drop every lock that
/// this process holds on it. Where there is no `/proc`, nobody is named.
enum LockHolder {
    /// For example `; held by process 4242 (sqlite3)`, or nothing where nobody can be named.
    ///
    /// - Parameter holdsOwn: whether the connection that waits is writing, so that the locks of this process say nothing where
    ///   another process has some.
    static func describe(file: String, holdsOwn: Bool) -> String {
        let own = ProcessInfo.processInfo.processIdentifier
        let locks = locks(on: [file, file + "-wal", file + "-shm"])
        let others = locks.filter { $0.process != own }
        // In WAL mode everybody who has the file open holds a lock for reading; who writes is the one to name.
        let writers = others.filter(\.isWriting)
        var processes: [Int32] = []
        let named = !writers.isEmpty ? writers : holdsOwn && !others.isEmpty ? others : locks
        for lock in named where !processes.contains(lock.process) {
            processes.append(lock.process)
        }
        let names = processes.map { process in
            process == own
                ? "another connection of this process (\(process))" : "process \(process)\(name(of: process))"
        }
        return names.isEmpty ? "" : "; held by " + names.joined(separator: ", ")
    }

    private static func locks(on files: [String]) -> [(process: Int32, isWriting: Bool)] {
        guard let data = FileManager.default.contents(atPath: "/proc/locks") else { return [] }
        let inodes = Set(files.compactMap { inode(of: $0) })
        return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
            // 1: POSIX  ADVISORY  WRITE 4242 08:01:1234567 1073741824 1073742335
            let fields = line.split(separator: " ")
            guard fields.count >= 8, !fields.contains("->"), let process = Int32(fields[4]), process > 0,
                let inode = fields[5].split(separator: ":").last.flatMap({ UInt64($0) }), inodes.contains(inode)
            else { return nil }
            return (process, fields[3] == "WRITE")
        }
    }

    private static func inode(of path: String) -> UInt64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
    }

    private static func name(of process: Int32) -> String {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/comm") else { return "" }
        return " (" + String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) + ")"
    }
}

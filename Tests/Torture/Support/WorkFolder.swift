import Foundation

/// A folder that is gone with this object, unless something in it is to be kept.
final class WorkFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "zim-torture-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Copies a database with what stands beside it to a folder for failures.
    func keep(_ name: String, in folder: String?, as label: String) {
        guard let folder else { return }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.copyItem(atPath: file(name + suffix), toPath: "\(folder)/\(label)\(suffix)")
        }
    }

    /// Removes a database and what stands beside it.
    func remove(_ name: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file(name + suffix))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

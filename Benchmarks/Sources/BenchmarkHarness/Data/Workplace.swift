import Foundation

/// A temporary folder of a run, removed with it.
final class Workplace {
    let folder: URL
    private var copies = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name + ".sqlite").path }

    /// A database for one run that writes.
    func copy(of path: String) throws -> String {
        copies += 1
        let target = self.path("copy-\(copies)")
        try FileManager.default.copyItem(atPath: path, toPath: target)
        return target
    }

    func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}

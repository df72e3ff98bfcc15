import Foundation
import ZIMDb

/// An empty folder that is gone with this object.
final class Scratch {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "zim-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String = "test.sqlite") -> String { folder + "/" + name }

    func bytes(_ name: String = "test.sqlite") -> Data? { FileManager.default.contents(atPath: path(name)) }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path(name)))
    }

    /// A database of one file, with a short busy time-out.
    func database(
        _ name: String = "test.sqlite", journal: DatabaseOptions.JournalMode? = nil,
        _ adjust: (inout DatabaseOptions) -> Void = { _ in }
    ) throws -> Database {
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(300)
        options.journalMode = journal
        adjust(&options)
        return try Database(path: path(name), options: options)
    }

    /// The files of this process that are open in this folder.
    var openFiles: [String] {
        let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            .filter { $0.hasPrefix(folder) }
    }
}

extension Database {
    /// A database in memory in which some SQL ran.
    static func holding(_ sql: String) throws -> Database {
        let database = try Database.inMemory()
        try database.execute(SQL(unsafe: sql))
        return database
    }

    func count(_ table: String) throws -> Int {
        try read { try $0.value("SELECT count(*) FROM \(identifier: table)", as: Int.self) } ?? -1
    }
}

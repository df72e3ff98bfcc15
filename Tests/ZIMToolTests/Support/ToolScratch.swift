import Foundation
import ZIMOrm
import ZIMTool

/// An empty folder that is gone with this object.
final class ToolScratch {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "zim-tool-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    /// A closed database file in which some SQL ran.
    @discardableResult
    func database(_ sql: String, name: String = "trap.sqlite", journal: DatabaseOptions.JournalMode? = nil) throws
        -> String
    {
        var options = DatabaseOptions()
        options.journalMode = journal
        options.enforcesForeignKeys = false
        let database = try Database(path: path(name), options: options)
        try database.execute(SQL(unsafe: sql))
        database.close()
        return path(name)
    }

    func open(_ sql: String, name: String = "trap.sqlite") throws -> InspectedDatabase {
        try InspectedDatabase(path: try database(sql, name: name))
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Every file of the folder with its bytes.
    var contents: [String: Data] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: path($1)) }
    }
}

extension TrapSchema {
    /// Opens a new file with the traps in it.
    static func open(in scratch: ToolScratch) throws -> InspectedDatabase { try scratch.open(sql) }
}

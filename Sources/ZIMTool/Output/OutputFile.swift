import Foundation

/// A file that is written over with a result.
package enum OutputFile {
    /// Refuses a path where a database lies, or what SQLite keeps beside one: a slip of the hand would destroy it.
    ///
    /// - Throws: ``ToolError``.
    ///
    /// Source: <https://www.sqlite.org/fileformat2.html>
    package static func refuseDatabase(at path: String) throws {
        // What is no file, such as a pipe, would be waited for.
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = (try? FileManager.default.attributesOfItem(atPath: real))?[.type] as? FileAttributeType
        guard type == .typeRegular, let file = FileHandle(forReadingAtPath: real) else { return }
        defer { try? file.close() }
        guard let head = try? file.read(upToCount: 16) else { return }
        let heads: [(bytes: [UInt8], what: String)] = [
            (Array("SQLite format 3\0".utf8), "a SQLite database"),
            ([0x37, 0x7F, 0x06, 0x82], "the write-ahead log of a SQLite database"),
            ([0x37, 0x7F, 0x06, 0x83], "the write-ahead log of a SQLite database"),
            ([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7], "the journal of a SQLite database"),
        ]
        guard let found = heads.first(where: { head.starts(with: $0.bytes) }) else { return }
        throw ToolError("\(path) is \(found.what), and would be lost", "Name another file, or remove that one first")
    }
}

import Foundation

/// Makes the next file of a folder of migrations.
package enum NewMigration {
    /// Writes a migration behind those that are there: `0003_shelf.sql`.
    ///
    /// - Parameter text: its text; nil for the name as a comment.
    /// - Returns: the file's path.
    /// - Throws: ``ToolError`` for a name that is no file's, and where the folder cannot be written.
    package static func make(in folder: String, name: String, text: String? = nil) throws -> String {
        let words = try words(of: name)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sql") }
            // As many digits as the others have: their order is that of their names.
            let digits = names.map { $0.prefix { $0.isASCII && $0.isNumber } }
            let number = String((digits.compactMap { Int($0) }.max() ?? 0) + 1)
            let width = digits.map(\.count).max() ?? 0
            let padding = String(repeating: "0", count: max(0, (width > 0 ? width : 4) - number.count))
            let file = padding + number + "_" + words + ".sql"
            let last = names.max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            if let last, file.utf8.lexicographicallyPrecedes(last.utf8) {
                throw ToolError(
                    "\(file) would stand before \(last), and migrations run in the order of their names",
                    "Write a file whose name comes last")
            }
            try write(text ?? "-- \(title(name))\n", to: folder + "/" + file)
            return folder + "/" + file
        } catch let error as CocoaError {
            throw ToolError("no migration can be written to \(folder): \(error.localizedDescription)")
        }
    }

    private static func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        do { try Data(text.utf8).write(to: url, options: .withoutOverwriting) } catch let error as CocoaError {
            // On a full disk, the file is there already.
            if error.code != .fileWriteFileExists { try? FileManager.default.removeItem(at: url) }
            throw error
        }
    }

    /// The name in one line.
    package static func title(_ name: String) -> String {
        name.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// - Throws: ``ToolError`` for a name that is no file's.
    package static func words(of name: String) throws -> String {
        let words = name.split { !($0.isLetter || $0.isNumber || $0 == "-") }.joined(separator: "_")
        guard !words.isEmpty else { throw ToolError("\"\(name)\" is not a name for a migration", "Use letters") }
        return words
    }
}

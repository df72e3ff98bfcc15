import Foundation

extension Migrator {
    /// The migrations of a folder: all files that end in `.sql`, in the order of their names.
    ///
    /// ```swift
    /// let migrator = try Migrator(folder: "Migrations")       // 0001_stock.sql, 0002_shelf.sql
    /// ```
    ///
    /// A file with the line `-- zim: rebuild tables` before its first statement runs with foreign keys switched off, see
    /// ``Migration/rebuildingTables()``.
    ///
    /// - Throws: ``DatabaseError`` with code cannotOpen for a folder or file that cannot be read, or a file that is not
    ///   UTF-8.
    public init(folder: String, table: String = "zim_migration") throws {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw DatabaseError(
                .cannotOpen, "the folder of migrations \(folder) cannot be read: \(error.localizedDescription)")
        }
        let files = names.filter { $0.hasSuffix(".sql") && !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        self.init(
            try files.map { file in
                guard let data = FileManager.default.contents(atPath: folder + "/" + file),
                    let text = String(validating: data, as: UTF8.self)
                else { throw DatabaseError(.cannotOpen, "\(folder)/\(file) cannot be read as UTF-8") }
                let migration = Migration(String(file.dropLast(4)), sql: text)
                return Self.isRebuilding(text) ? migration.rebuildingTables() : migration
            }, table: table)
    }

    /// Whether the comments at the start of a file have the mark, whatever an editor or a reviewer has put around it: without
    /// it `DROP TABLE` would delete the rows that refer to the table.
    private static func isRebuilding(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { line in
            line.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\u{FEFF}")))
        }
        return lines.prefix { $0.isEmpty || $0.hasPrefix("--") }.contains { line in
            line.dropFirst(2).split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
                == "zim: rebuild tables"
        }
    }
}

import Foundation
import ZIMOrm
import ZIMTool

/// Database files as inputs: whole ones with odd definitions, and damaged ones.
enum SchemaInputs {
    /// Some rows of the corpus point to nowhere.
    private static var options: DatabaseOptions {
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        return options
    }

    /// A file with the corpus' tables.
    static func file() throws -> [UInt8] {
        let folder = try WorkFolder()
        let database = try Database(path: folder.file("corpus.sqlite"), options: options)
        try database.withoutTransaction { session in
            for line in try Corpus.text("schema.sql").split(separator: "\n") {
                try session.execute(SQL(unsafe: String(line)))
            }
        }
        database.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("corpus.sqlite"))))
    }

    /// Runs a text where SQLite takes it, and looks at what came of it.
    static func examineText(_ text: String, _ folder: WorkFolder) throws {
        folder.remove("fuzz.sqlite")
        let path = folder.file("fuzz.sqlite")
        let database = try Database(path: path, options: options)
        defer { database.close() }
        do {
            try database.write { session in
                for line in try Corpus.text("schema.sql").split(separator: "\n") {
                    _ = try? session.transaction { try $0.execute(SQL(unsafe: String(line))) }
                }
                // Whatever opens, writes or changes how the file is kept is not about definitions.
                for word in ["ATTACH", "VACUUM", "PRAGMA"] where text.uppercased().contains(word) { return }
                _ = try? session.transaction { try $0.execute(SQL(unsafe: text)) }
            }
        } catch is DatabaseError { return }
        database.close()
        try examine(path)
    }

    /// Looks at a file as it is.
    static func examineFile(_ bytes: [UInt8], _ folder: WorkFolder) throws {
        folder.remove("fuzz.sqlite")
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("fuzz.sqlite")))
        try examine(folder.file("fuzz.sqlite"))
    }

    /// All that the command line says of a database; each either says it or throws an error of ours.
    private static func examine(_ path: String) throws {
        let parts: [(String, (InspectedDatabase) throws -> Void)] = [
            (
                "inspect",
                { file in
                    let inspection = try Inspection(of: file)
                    _ = (inspection.text(), inspection.markdown, try inspection.json())
                }
            ),
            ("doctor", { file in _ = try Examination(of: file).text() }),
            (
                "diagram",
                { file in
                    for format in Diagram.Format.allCases { _ = try Diagram(of: file).text(format) }
                }
            ),
            (
                "generate",
                { file in
                    var options = Generation.Options()
                    options.guesses = true
                    _ = try Generation(of: file, options: options).files
                }
            ),
        ]
        for (name, part) in parts {
            do { try part(InspectedDatabase(path: path)) } catch let error
                where error is DatabaseError || error is ToolError || error is ModelError || error is ValueMismatch
            {} catch { throw FuzzTarget.Finding("\(name) threw \(type(of: error)): \(error)") }
        }
    }
}

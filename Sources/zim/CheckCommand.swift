import ArgumentParser
import ZIMTool

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares generated classes with the database.",
        discussion: """
            Finds missing and new tables, columns and relationships, and changed types, nullability, keys and foreign keys. The \
            exit status is 0 if all classes fit, 1 if something differs, 2 for a failure. In a program, call database.check(ZIMModels.all).

            EXAMPLES
              zim check legacy.sqlite Sources/Models
              zim check legacy.sqlite Sources/Models --format github
              zim check legacy.sqlite Sources/Models --settings zim.json
            """)

    @OptionGroup var database: DatabaseArgument
    @Argument(help: "The folder of the classes.", completion: .directory) var folder: String
    @Option(
        help:
            "The JSON file of your own names: misspelt entries are errors, names that the classes do not have differences.",
        completion: .file()) var settings: String?
    @Option(help: "The form of the result: \(Format.allValueStrings.joined(separator: ", ")).") var format = Format.text
    @Flag(help: "The same as --format json.") var json = false

    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// For people, with the line of the class.
        case text
        case json
        /// Workflow commands, which GitHub shows at the lines of a change.
        case github
    }

    func run() throws {
        try Exit.guarding {
            let settings = try settings.map { try GeneratorSettings(contentsOf: $0) }
            let check = try FolderCheck(of: database.open(), folder: folder, settings: settings)
            switch json ? .json : format {
            case .text: Terminal.write(check.text(Terminal.style))
            case .json: Terminal.writeData(try check.json())
            case .github: Terminal.writeData(check.annotations)
            }
            if !check.differences.isEmpty { throw Exit.findings }
        }
    }
}

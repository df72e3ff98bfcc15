import ArgumentParser
import ZIMTool

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compares generated classes with the database.",
        discussion: """
            Finds missing and new tables and columns, and changed types, nullability, keys and foreign keys. The exit status is \
            0 if all classes fit, 1 if something differs, 2 for a failure. In a program, call database.check(ZIMModels.all).

            EXAMPLES
              zim check legacy.sqlite Sources/Models
            """)

    @OptionGroup var database: DatabaseArgument
    @Argument(help: "The folder of the classes.", completion: .directory) var folder: String
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        try Exit.guarding {
            let check = try FolderCheck(of: database.open(), folder: folder)
            if json { Terminal.writeData(try check.json()) } else { Terminal.write(check.text(Terminal.style)) }
            if !check.differences.isEmpty { throw Exit.findings }
        }
    }
}

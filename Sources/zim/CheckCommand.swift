import ArgumentParser
import ZIMTool

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Whether generated classes still fit the database.",
        discussion: """
            Missing and new tables and columns, types, nullability, keys, foreign keys. The exit status is 0 where all fit, \
            1 where something differs, 2 for a failure. In a program, database.check(ZIMModels.all) does the same.

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

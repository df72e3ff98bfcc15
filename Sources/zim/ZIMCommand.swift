import ArgumentParser

/// The command line: arguments in, text out. What the commands do is in ZIMTool.
@main
struct ZIMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zim",
        abstract: "Reads a database nobody documented, explains it, draws it, writes its models.",
        discussion: """
            Every command opens the database for reading only and leaves it byte for byte as it was.

            EXAMPLES
              zim inspect  legacy.sqlite
            """,
        subcommands: [InspectCommand.self, DoctorCommand.self, GenerateCommand.self])
}

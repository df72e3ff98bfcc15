import ArgumentParser
import Foundation
import ZIMTool

/// The command line: arguments in, text out. What the commands do is in ZIMTool.
@main
struct ZIMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zim",
        abstract: "Describes an undocumented database, draws it and generates its models.",
        discussion: """
            Every command except migrate opens the database read-only and leaves a file byte for byte as it was, also in \
            WAL mode and while another program writes to it. copy writes a new database.

            A PostgreSQL, MySQL or MariaDB database is given by its URL, if zim was built with --traits PostgreSQL,MySQL.

            The exit status is 0; 1 if doctor or check found something, or copy found invalid values; 2 for a failure; \
            130 or 143 after an interruption.

            Completion scripts: zim --generate-completion-script bash (or zsh, fish).

            EXAMPLES
              zim inspect  legacy.sqlite
              zim doctor   legacy.sqlite
              zim diagram  legacy.sqlite --output schema.svg
              zim browse   legacy.sqlite
              zim generate legacy.sqlite --output Sources/Models
              zim check    legacy.sqlite Sources/Models
              zim query    legacy.sqlite "SELECT count(*) FROM orders"
              zim copy     legacy.sqlite postgres://me@db.example.org/stock
              zim migrate  up stock.sqlite Migrations
              zim inspect  postgres://reader@db.example.org/stock --schema sales
              zim doctor   mysql://reader@db.example.org/stock
            """,
        version: Version.current,
        subcommands: [
            InspectCommand.self, DoctorCommand.self, DiagramCommand.self, GenerateCommand.self, CheckCommand.self,
            BrowseCommand.self, QueryCommand.self, ShellCommand.self, CopyCommand.self, MigrateCommand.self,
        ])

    /// Arguments that cannot be read are a failure like any other: 2, not the 64 that the parser would give.
    static func main() {
        do {
            Terminal.begin()
            Interrupt.begin()
            try requireReadableArguments()
            let arguments = CommandLine.arguments.dropFirst()
            let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
            var command = try parseAsRoot(arguments[..<end].map(Self.readable) + arguments[end...])
            try command.run()
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Terminal.note(fullMessage(for: error))
            Foundation.exit(2)
        }
    }

    /// Dashes that begin a comment of SQL begin no option, in whose name no space can be.
    private static func readable(_ argument: String) -> String {
        let word = argument.prefix { !$0.isWhitespace }
        let isComment = word.hasPrefix("--") && word.count < argument.count && !word.contains("=")
        return isComment ? "\n" + argument : argument
    }

    /// Swift puts another character in the place of bytes that are no UTF-8: a statement would ask for another value, and a
    /// path lead to another file.
    private static func requireReadableArguments() throws {
        for index in CommandLine.arguments.indices {
            guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else {
                continue
            }
            throw ValidationError("argument \(index) cannot be read as UTF-8")
        }
    }
}

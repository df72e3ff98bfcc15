import ArgumentParser
import Foundation
import ZIMTool

struct ShellCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Runs statements line by line and prints their rows; .help lists the commands.",
        discussion: """
            EXAMPLES
              zim shell legacy.sqlite
              echo "SELECT count(*) FROM orders;" | zim shell legacy.sqlite
            """)

    @OptionGroup var database: DatabaseArgument

    func run() throws {
        try Exit.guarding {
            let file = try database.open()
            _ = try file.forQueries()
            let shell = Shell(file: file, style: Terminal.style, write: Terminal.writeData)
            let isTyped = isatty(STDIN_FILENO) != 0
            if isTyped { Terminal.write("\(file.name), read-only; .help lists the commands\n") }
            let input = StandardInput()
            while !shell.isOver {
                if isTyped { Terminal.write(shell.prompt) }
                guard let line = try input.line() else { break }
                shell.take(line)
            }
            shell.finish()
            // Who types sees the errors; who pipes needs the status.
            if shell.hasFailed, !isTyped { throw Exit.failure }
        }
    }
}

import Foundation
import ZIMTool

/// The streams of the process.
enum Terminal {
    /// Whether people read the standard output: colour is for them only.
    static var style: TextStyle {
        let environment = ProcessInfo.processInfo.environment
        let isColored = isatty(STDOUT_FILENO) != 0 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        return TextStyle(isColored: isColored)
    }

    static var isProgressShown: Bool { isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) != 0 }

    /// Writes text for people to the standard output, whole lines; nothing that a database holds steers their terminal.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.forTerminal.utf8)) }

    /// Writes what programs read: as it is, unless it goes to a terminal.
    static func writeData(_ text: String) {
        if isatty(STDOUT_FILENO) != 0 { return write(text.replacing("\r\n", with: "\n")) }
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// A line for the person at the terminal, beside the output.
    static func note(_ text: String) { FileHandle.standardError.write(Data((text.forTerminal + "\n").utf8)) }

    /// Takes a line away that a progress bar has left.
    static func clearLine() {
        if isProgressShown { FileHandle.standardError.write(Data("\r\u{1B}[2K".utf8)) }
    }
}

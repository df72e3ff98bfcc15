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

    /// Writes to the standard output; text that is already whole lines.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// A line for the person at the terminal, beside the output.
    static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

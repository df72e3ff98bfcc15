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

    /// Makes sure that the three streams are there, and that one whose reader has gone is an error and no signal.
    ///
    /// The number of a closed stream would be that of the next file or connection, which would get what is printed.
    static func begin() {
        signal(SIGPIPE, SIG_IGN)
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            // The lowest free number, which is this one. What is written to it fails, as it does to a closed stream.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Writes text for people to the standard output, whole lines; nothing that a database holds steers their terminal.
    static func write(_ text: String) { put(text.forTerminal) }

    /// Writes what programs read: as it is, unless it goes to a terminal.
    static func writeData(_ text: String) {
        if isatty(STDOUT_FILENO) != 0 { return write(text.replacing("\r\n", with: "\n")) }
        put(text)
    }

    /// What cannot be printed ends the process: as a signal would where the reader has gone, and else with a word.
    private static func put(_ text: String) {
        Interrupt.holdWhileEnding()
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            let code = errno
            if code != EPIPE { note("zim: the output cannot be written: \(String(cString: strerror(code)))") }
            Leftovers.removeAll()
            _exit(code == EPIPE ? 128 + SIGPIPE : 2)
        }
    }

    /// A line for the person at the terminal, beside the output.
    static func note(_ text: String) {
        Interrupt.holdWhileEnding()
        show(text.forTerminal + "\n")
    }

    /// Writes to the standard error as it is; where nobody reads that, the work goes on.
    static func show(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Takes a line away that a progress bar has left.
    static func clearLine() {
        if isProgressShown { show("\r\u{1B}[2K") }
    }
}

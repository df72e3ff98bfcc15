import Foundation
import ZIMTool

/// What is piped or typed into the process. Text that is not UTF-8 is an error: with another character in the place of what
/// cannot be read, a statement would ask for another value.
final class StandardInput {
    /// What was read beyond the last line.
    private var rest = Data()
    private var lines = 0
    private var isAtEnd = false

    /// All of it.
    ///
    /// - Throws: ``ToolError`` where it is not UTF-8, or cannot be read.
    func text() throws -> String {
        var data = Data()
        while case let more = try read(), !more.isEmpty { data += more }
        guard let text = String(validating: data, as: UTF8.self) else { throw unreadable("the standard input") }
        return text
    }

    /// The next line without its end, as soon as it is there; nil behind the last.
    ///
    /// - Throws: ``ToolError`` where it is not UTF-8, or cannot be read.
    func line() throws -> String? {
        var end = rest.firstIndex(of: UInt8(ascii: "\n"))
        while end == nil, !isAtEnd {
            let more = try read()
            isAtEnd = more.isEmpty
            let start = rest.endIndex
            rest.append(more)
            end = rest[start...].firstIndex(of: UInt8(ascii: "\n"))
        }
        guard end != nil || !rest.isEmpty else { return nil }
        var line = rest[..<(end ?? rest.endIndex)]
        rest = end.map { rest[($0 + 1)...] } ?? Data()
        lines += 1
        if end != nil, line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw unreadable("line \(lines) of the standard input")
        }
        return text
    }

    /// What is there, as soon as anything is; nothing at the end. `FileHandle.availableData` would end the process for an error.
    private func read() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
            if count >= 0 { return Data(bytes.prefix(count)) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = poll(&wait, 1, -1)
            default: throw ToolError("the standard input cannot be read: \(String(cString: strerror(errno)))")
            }
        }
    }

    private func unreadable(_ what: String) -> ToolError {
        ToolError("\(what) cannot be read as UTF-8", "Convert it with iconv -f LATIN1 -t UTF-8, or from what it is in")
    }
}

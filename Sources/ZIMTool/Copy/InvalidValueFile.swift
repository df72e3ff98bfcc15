import Foundation
import Synchronization

/// The file that every invalid value is written to as it is found: CSV where its name ends so, JSON otherwise.
package final class InvalidValueFile: Sendable {
    private struct State: ~Copyable {
        let file: FileHandle
        var count = 0
        var buffer: [UInt8] = []
    }

    private let path: String
    private let isCSV: Bool
    /// Whether no text of a CSV file shall be a formula for a spreadsheet.
    private let isSafe: Bool
    private let state: Mutex<State>

    /// - Throws: ``ToolError`` where it cannot be written.
    package init(path: String, isSafe: Bool = false) throws {
        self.path = path
        self.isSafe = isSafe
        isCSV = path.lowercased().hasSuffix(".csv")
        try OutputFile.refuseDatabase(at: path)
        // Not by FileManager, which puts a new file where a device or a link is.
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw ToolError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        state = Mutex(State(file: FileHandle(fileDescriptor: number, closeOnDealloc: true)))
        let head = isCSV ? "table,column,row,value,reason\r\n" : "["
        state.withLock { $0.buffer += Array(head.utf8) }
    }

    package func add(_ invalidValue: InvalidValue) throws {
        let line = isCSV ? line(invalidValue) : Array(try JSONDocument.encode(invalidValue, pretty: false).utf8)
        try state.withLock { state in
            if !isCSV { state.buffer += Array((state.count == 0 ? "\n  " : ",\n  ").utf8) }
            state.buffer += line
            state.count += 1
            guard state.buffer.count >= 65_536 else { return }
            try write(&state)
        }
    }

    /// Writes what is left.
    package func finish() throws {
        try state.withLock { state in
            if !isCSV { state.buffer += Array((state.count == 0 ? "]\n" : "\n]\n").utf8) }
            try write(&state)
            try state.file.close()
        }
    }

    private func write(_ state: inout State) throws {
        do {
            try state.file.write(contentsOf: state.buffer)
            state.buffer.removeAll(keepingCapacity: true)
        } catch {
            throw ToolError("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Source: <https://www.rfc-editor.org/rfc/rfc4180>
    private func line(_ invalidValue: InvalidValue) -> [UInt8] {
        let texts = [
            invalidValue.table, invalidValue.column ?? "", invalidValue.row, invalidValue.value, invalidValue.reason,
        ]
        let fields = texts.map { CSVText.field(isSafe ? CSVText.harmless($0) : $0) }
        return Array((fields.joined(separator: ",") + "\r\n").utf8)
    }
}

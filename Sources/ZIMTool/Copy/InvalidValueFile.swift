import Foundation
import Synchronization

/// The file that every invalid value is written to as it is found: CSV where its name ends so, JSON otherwise.
package final class InvalidValueFile: Sendable {
    private struct State: ~Copyable {
        let file: FileHandle
        var count = 0
        var buffer: [UInt8] = []
    }

    private let isCSV: Bool
    /// Whether no text of a CSV file shall be a formula for a spreadsheet.
    private let isSafe: Bool
    private let state: Mutex<State>

    /// - Throws: ``ToolError`` where it cannot be written.
    package init(path: String, isSafe: Bool = false) throws {
        self.isSafe = isSafe
        isCSV = path.lowercased().hasSuffix(".csv")
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw ToolError("\(path) cannot be written") }
        state = Mutex(State(file: file))
        let head = isCSV ? "table,column,row,value,reason\r\n" : "["
        state.withLock { $0.buffer += Array(head.utf8) }
    }

    package func add(_ invalidValue: InvalidValue) throws {
        let line = isCSV ? line(invalidValue) : try Self.object(invalidValue)
        try state.withLock { state in
            if !isCSV { state.buffer += Array((state.count == 0 ? "\n  " : ",\n  ").utf8) }
            state.buffer += line
            state.count += 1
            guard state.buffer.count >= 65_536 else { return }
            try state.file.write(contentsOf: state.buffer)
            state.buffer.removeAll(keepingCapacity: true)
        }
    }

    /// Writes what is left.
    package func finish() throws {
        try state.withLock { state in
            if !isCSV { state.buffer += Array((state.count == 0 ? "]\n" : "\n]\n").utf8) }
            try state.file.write(contentsOf: state.buffer)
            state.buffer = []
            try state.file.close()
        }
    }

    private static func object(_ invalidValue: InvalidValue) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(invalidValue))
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

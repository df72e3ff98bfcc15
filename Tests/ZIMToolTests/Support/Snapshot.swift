import Foundation
import Testing

/// Texts that are kept in files, so that a change of the output is seen. `ZIM_RECORD=1` writes them anew.
enum Snapshot {
    static var folder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Snapshots").path
    }

    static func expect(_ text: String, _ name: String, location: SourceLocation = #_sourceLocation) throws {
        let path = folder + "/" + name
        if ProcessInfo.processInfo.environment["ZIM_RECORD"] != nil {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return
        }
        let kept = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard let kept else {
            Issue.record("there is no snapshot \(name); ZIM_RECORD=1 writes it", sourceLocation: location)
            return
        }
        guard kept != text else { return }
        let lines = zip(
            kept.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(separator: "\n", omittingEmptySubsequences: false))
        let first = lines.enumerated().first { $0.element.0 != $0.element.1 }
        let place =
            first.map { "line \($0.offset + 1): was \"\($0.element.0)\", is \"\($0.element.1)\"" } ?? "its length"
        Issue.record("\(name) differs in \(place)", sourceLocation: location)
    }
}

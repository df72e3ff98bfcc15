import Foundation

/// The inputs that fuzzing begins with: files beside this source.
enum Corpus {
    private static func url(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Corpus/\(name)")
    }

    static func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }

    /// Each line is an input.
    static func lines(_ name: String) throws -> [[UInt8]] {
        try text(name).split(separator: "\n").map { Array($0.utf8) }
    }

    static func whole(_ name: String) throws -> [[UInt8]] { [Array(try text(name).utf8)] }
}

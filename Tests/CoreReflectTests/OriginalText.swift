import CoreReflect
import Synchronization
import TestServer
import Testing

/// The statements that the log tells of.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    init() { Reflect.settings.log { [weak self] sql in self?.lines.withLock { $0.append(sql) } } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// What was told since the last call.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            // One text holds for the names of all engines.
            return ServedEngine.isMariaDB ? lines.map { $0.replacing("`", with: "\"") } : lines
        }
    }
}

/// Compares a statement with the one that the original's documentation shows.
///
/// What may differ: our names are quoted; `<>` for `!=`; function names in small letters; `ASC`, which is left out; spaces
/// inside of brackets and before commas; the word TRANSACTION, and that a writer takes its lock at once.
func expectOriginal(
    _ statement: String?, _ original: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        canonical(ServedEngine.inSQLitesWords(statement ?? "no statement")) == canonical(original),
        sourceLocation: sourceLocation)
}

private func canonical(_ sql: String) -> [String] {
    var tokens: [String] = []
    for token in SQLTokenizer(sql) where !token.isSpace && token.kind != .terminal {
        switch token.kind {
        case .keyword, .identifier:
            let isQuoted = token.text.hasPrefix("\"")
            let isFunction = ["COUNT", "SUM", "AVG", "MAX", "MIN"].contains(token.name.uppercased())
            tokens.append(!isQuoted && isFunction ? token.name.lowercased() : token.name)
        // The original writes the names of result columns as strings.
        case .string where tokens.last == "AS": tokens.append(String(token.text.dropFirst().dropLast()))
        case .operator where token.text == "!=": tokens.append("<>")
        default: tokens.append(token.text)
        }
    }
    return tokens.filter { !["ASC", "TRANSACTION", "DEFERRED", "IMMEDIATE"].contains($0) }
}

/// `2016-11-14 19:40:11`, as a row holds it.
func text(_ date: Date?) -> String {
    guard let date else { return "NULL" }
    return DateFormat.dateTime(in: Reflect.settings.timeZone).sqlValue(of: date).description
}

/// The point in time of such a text.
func date(_ text: String) -> Date? { DateFormat.dateTime(in: Reflect.settings.timeZone).date(from: .text(text)) }

/// A file of its own for a test, and what stands beside it.
func withFile<T>(_ body: (String) throws -> T) throws -> T {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reflect-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.appendingPathComponent("Tests.db").path)
}

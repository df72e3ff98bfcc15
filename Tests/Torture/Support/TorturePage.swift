import Foundation

/// A page whose lines between two marks are the results of the last run that was published.
struct TorturePage {
    static let begin = "<!-- results -->"
    static let end = "<!-- end of results -->"

    /// A page that cannot take results.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    private var rows: [String] = []

    /// Reads the page before anything runs, so that a run of hours is not lost to a misspelt path.
    init(path: String) throws {
        self.path = path
        _ = try Self.parts(path)
    }

    mutating func add(_ kind: String, _ engine: String, _ outcome: TortureOutcome, seconds: Int) {
        rows.append("| `\(kind)` | \(engine) | \(outcome.description) | \(seconds) s |")
    }

    /// - Parameter run: what was run and when, a sentence.
    func write(run: String) throws {
        let (before, after) = try Self.parts(path)
        let table = ["", run, "", "| kind | engine | result | time |", "|---|---|---|---|"] + rows + [""]
        let text = before + Self.begin + table.joined(separator: "\n") + "\n" + Self.end + after
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// What runs the same again, on the same page or none.
    static func command(_ words: [String], seed: UInt64) -> String {
        var words = words
        for name in ["--markdown", "--seed"] {
            if let place = words.firstIndex(of: name) { words.removeSubrange(place..<min(place + 2, words.count)) }
        }
        return "make torture ARGS=\"\((["--seed \(seed)"] + words).joined(separator: " "))\""
    }

    private static func parts(_ path: String) throws -> (before: String, after: String) {
        guard let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }),
            let begin = text.firstRange(of: Self.begin), let end = text.firstRange(of: Self.end),
            begin.upperBound <= end.lowerBound
        else { throw Failure(description: "\(path) has no lines \(Self.begin) and \(Self.end)") }
        return (String(text[..<begin.lowerBound]), String(text[end.upperBound...]))
    }
}

import Foundation

/// What one kind came to.
struct TortureOutcome {
    /// What was done, in the order of the line: `kills: 500`.
    private(set) var counts: [(name: String, count: Int)] = []
    /// What a failure means: `lost`.
    let verdict: String
    /// What broke a promise.
    private(set) var failures: [String] = []
    /// What else the line says: `longest wait 12 ms`.
    var remarks: [String] = []

    init(verdict: String) { self.verdict = verdict }

    mutating func count(_ name: String, _ number: Int = 1) {
        if let place = counts.firstIndex(where: { $0.name == name }) {
            counts[place].count += number
        } else {
            counts.append((name, number))
        }
    }

    mutating func fail(_ text: String) { failures.append(text) }

    /// Takes in what a part came to.
    mutating func add(_ other: TortureOutcome) {
        for (name, number) in other.counts { count(name, number) }
        failures += other.failures
        remarks += other.remarks
    }

    /// `500 kills, 9,026 acknowledged commits, 0 lost`
    var description: String {
        let texts = counts.map { "\(Self.text($0.count)) \($0.name)" } + ["\(Self.text(failures.count)) \(verdict)"]
        return (texts + remarks).joined(separator: ", ")
    }

    /// `9,026`
    static func text(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}

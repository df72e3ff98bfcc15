import Foundation

/// Lets every call of SQLite's to the system fail once, and from there on, under a program of the mapper's.
struct Faults {
    private let effort: TortureEffort

    init(_ effort: TortureEffort) { self.effort = effort }

    /// By default every call to the file system, and 3,000 of the allocations.
    func run() throws -> TortureOutcome {
        var outcome = TortureOutcome(verdict: "partial or wrong")
        try run("files", "input and output faults", of: effort.part(0, of: 2).rounds(else: .max), 0, into: &outcome)
        try run("memory", "allocation faults", of: effort.part(1, of: 2).rounds(else: 3000), 1, into: &outcome)
        return outcome
    }

    private func run(
        _ name: String, _ noun: String, of rounds: Int, _ part: Int, into outcome: inout TortureOutcome
    ) throws {
        let share = effort.part(part, of: 2)
        let child = try ChildProcess([
            "faults", name, "\(share.seed)", "\(rounds)", "\(share.secondsLeft)", effort.keep ?? "-",
        ])
        var place = "the beginning"
        while let line = child.line() {
            let (word, rest) = ChildProcess.split(line)
            switch word {
            case "all": outcome.remarks.append("of \(TortureOutcome.text(Int(rest) ?? 0)) \(noun)")
            case "at": place = rest
            case "met":
                outcome.count(noun)
                outcome.count("errors thrown", Int(rest) ?? 0)
            case "problem": outcome.fail(rest)
            default: outcome.fail("\(place): the child says: \(line)")
            }
        }
        if let end = child.wait() { outcome.fail("\(place): the child \(end)") }
    }
}

import Foundation

/// Gives random inputs to everything that reads what others have written: a wrong one is an error, never a crash, an
/// endless loop or a wrong answer.
struct Fuzzing {
    private let effort: TortureEffort

    init(_ effort: TortureEffort) { self.effort = effort }

    func run() throws -> TortureOutcome {
        var outcome = TortureOutcome(verdict: "crashes, endless loops or wrong answers")
        let targets = FuzzTarget.allCases
        for (index, target) in targets.enumerated() {
            try run(target, effort.part(index, of: targets.count), &outcome)
        }
        return outcome
    }

    private func run(_ target: FuzzTarget, _ effort: TortureEffort, _ outcome: inout TortureOutcome) throws {
        let folder = try WorkFolder()
        let input = folder.file("input")
        let child = try ChildProcess([
            "fuzz", target.rawValue, "\(effort.seed)", "\(effort.rounds(else: target.rounds))", "\(effort.secondsLeft)",
            input,
        ])
        // What Foundation and a crash print stands beside our own lines.
        var said: [String] = []
        var hasProblem = false
        while let line = child.line() {
            let (word, rest) = ChildProcess.split(line)
            if word == "done" {
                outcome.count("inputs of \(target.rawValue)", Int(rest) ?? 0)
            } else {
                said.append(line)
            }
            if word == "problem" { hasProblem = true }
        }
        if let end = child.wait() {
            said.append("the child \(end)")
            hasProblem = true
        }
        guard hasProblem else { return }
        let bytes = FileManager.default.contents(atPath: input) ?? Data()
        let shown = String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription
        outcome.fail(
            "\(target.rawValue), seed \(effort.seed): \(said.suffix(12).joined(separator: " ")); input \(shown)")
        if let keep = effort.keep {
            try FileManager.default.createDirectory(atPath: keep, withIntermediateDirectories: true)
            try bytes.write(to: URL(fileURLWithPath: "\(keep)/\(target.rawValue)-\(effort.seed)"))
        }
    }
}

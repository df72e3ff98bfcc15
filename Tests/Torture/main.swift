import Foundation

/// Prints at once: who stops a run keeps what was found so far.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let words = Array(CommandLine.arguments.dropFirst())
do {
    if words.first == "child" {
        try ChildProgram.run(Array(words.dropFirst()))
        exit(0)
    }
    #if LIBFUZZER
        if words.first == "fuzz" { exit(try LibFuzzer.run(Array(words.dropFirst()))) }
    #endif
    let arguments = try TortureArguments(words)
    var page = arguments.page
    say("torture: seed \(arguments.seed)")
    let start = Date()
    var lines: [String] = []
    var failures = 0
    for kind in arguments.kinds {
        for engine in arguments.engines {
            let begin = Date()
            guard let outcome = try kind.run(engine, arguments.effort()) else { continue }
            for failure in outcome.failures { say("torture: \(kind) on \(engine): \(failure)") }
            failures += outcome.failures.count
            lines.append("\(kind) on \(engine): \(outcome.description)")
            let seconds = Int(Date().timeIntervalSince(begin).rounded())
            say("torture: \(lines[lines.count - 1]), \(seconds) s")
            page?.add("\(kind)", "\(engine)", outcome, seconds: seconds)
        }
    }
    let verdict = failures == 0 ? "every promise held" : "\(failures) promises broken"
    say(
        "torture: \(verdict): " + lines.joined(separator: "; ")
            + "; seed \(arguments.seed), \(Int(Date().timeIntervalSince(start).rounded())) s")
    let day = start.formatted(.iso8601.year().month().day())
    try page?.write(run: "`\(TorturePage.command(words, seed: arguments.seed))` on \(day): \(verdict).")
    exit(failures == 0 ? 0 : 1)
} catch {
    say("torture: \(error)")
    exit(2)
}

import Foundation
import TestServer

/// `oracle [--seed N] [--cases N] [--seconds N] [--engine sqlite|postgresql|mariadb] [--kind K] [--form F] [--failures N]
/// [--typed PERCENT] [--mixed PERCENT] [--shrink no]`
struct OracleArguments {
    var seed = UInt64.random(in: 1...999_999)
    var cases = Int.max
    var seconds = 20.0
    var engines = ServedEngine.all
    var kinds = CaseKind.allCases
    var forms = MappingForm.allCases
    var failures = 3
    var shares = CaseShares()
    var shrinks = true

    init(_ arguments: [String]) throws {
        for argument in try ProgramArgument.all(arguments) {
            let value = argument.value
            switch argument.name {
            case "--seed": seed = try argument.number()
            case "--cases": (cases, seconds) = (try argument.number(), .infinity)
            case "--seconds": seconds = try argument.number()
            case "--failures": failures = try argument.number()
            case "--typed": shares.typed = try argument.number()
            case "--mixed": shares.mixed = try argument.number()
            case "--shrink": shrinks = value != "no"
            case "--engine": engines = engines.filter { $0.rawValue.lowercased() == value.lowercased() }
            case "--kind": kinds = kinds.filter { $0.rawValue == value }
            case "--form": forms = forms.filter { $0.rawValue == value }
            default: throw argument.isUnknown
            }
        }
        guard !engines.isEmpty, !kinds.isEmpty, !forms.isEmpty else {
            throw ProgramArgument.Failure("no engine, kind or form of that name")
        }
    }
}

/// Prints at once: who stops a run keeps what was found so far.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

var failed = false
do {
    let arguments = try OracleArguments(Array(CommandLine.arguments.dropFirst()))
    say("oracle: seed \(arguments.seed)")
    for engine in arguments.engines {
        for kind in arguments.kinds where kind.runs(on: engine) {
            var report = OracleReport(kind, on: engine)
            report.say = { say($0) }
            report.shares = arguments.shares
            let start = Date()
            var seed = arguments.seed
            while report.counts.cases < arguments.cases, report.counts.failures < arguments.failures,
                Date().timeIntervalSince(start) < arguments.seconds
            {
                let form = arguments.forms[Int(seed % UInt64(arguments.forms.count))]
                try report.run(seed: seed, form: form, shrinks: arguments.shrinks)
                seed += 1
            }
            say(report.line(seed: arguments.seed))
            if report.counts.failures > 0 { failed = true }
        }
    }
} catch {
    say("oracle: \(error)")
    exit(2)
}
exit(failed ? 1 : 0)

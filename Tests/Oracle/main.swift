import Foundation
import TestServer

/// `oracle [--seed N] [--cases N] [--seconds N] [--engine sqlite|postgresql] [--kind K] [--form F] [--failures N]
/// [--typed PERCENT] [--mixed PERCENT] [--shrink no]`
struct OracleArguments {
    var seed = UInt64.random(in: 1...999_999)
    var cases = Int.max
    var seconds = 20.0
    var engines = ServedEngine.available
    var kinds = CaseKind.allCases
    var forms = MappingForm.allCases
    var failures = 3
    var shares = CaseShares()
    var shrinks = true

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        var left = arguments[...]
        while let name = left.popFirst() {
            guard let value = left.popFirst() else { throw Failure(description: "\(name) needs a value") }
            func number<T: LosslessStringConvertible>(_ type: T.Type) throws -> T {
                guard let number = T(value) else { throw Failure(description: "\(name) \(value): not a number") }
                return number
            }
            switch name {
            case "--seed": seed = try number(UInt64.self)
            case "--cases": (cases, seconds) = (try number(Int.self), .infinity)
            case "--seconds": seconds = try number(Double.self)
            case "--failures": failures = try number(Int.self)
            case "--typed": shares.typed = try number(Int.self)
            case "--mixed": shares.mixed = try number(Int.self)
            case "--shrink": shrinks = value != "no"
            case "--engine": engines = engines.filter { $0.rawValue.lowercased() == value.lowercased() }
            case "--kind": kinds = kinds.filter { $0.rawValue == value }
            case "--form": forms = forms.filter { $0.rawValue == value }
            default: throw Failure(description: "unknown argument \(name)")
            }
        }
        guard !engines.isEmpty, !kinds.isEmpty, !forms.isEmpty else {
            throw Failure(description: "no engine, kind or form of that name")
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
        for kind in arguments.kinds {
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

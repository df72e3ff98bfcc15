import TestServer
import Foundation

/// A child that reads one input after another. Each is written to a file first, so that one that ends the child is known;
/// one that takes longer than 20 seconds ends it, too.
enum FuzzChild {
    /// `child fuzz TARGET SEED ROUNDS SECONDS FILE`
    static func run(_ words: [String]) throws {
        guard words.count == 5, let target = FuzzTarget(rawValue: words[0]), let seed = UInt64(words[1]),
            let rounds = Int(words[2]), let seconds = Double(words[3])
        else { throw ProgramArgument.Failure("child fuzz TARGET SEED ROUNDS SECONDS FILE") }
        let bench = try FuzzBench(target)
        var mutator = Mutator(corpus: try target.corpus(), words: target.words, seed: seed)
        let end = Date(timeIntervalSinceNow: seconds)
        var done = 0
        while done < rounds, done % 16 != 0 || end.timeIntervalSinceNow > 0 {
            let input = mutator.next()
            try Data(input).write(to: URL(fileURLWithPath: words[4]))
            alarm(20)
            do { try bench.run(input) } catch {
                ChildProcess.say("problem \(error)".replacingOccurrences(of: "\n", with: " "))
                break
            }
            done += 1
        }
        alarm(0)
        ChildProcess.say("done \(done)")
    }
}

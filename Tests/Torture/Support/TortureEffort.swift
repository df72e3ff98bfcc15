import Foundation

/// How much one kind does: a number of rounds, or as many as fit into a time.
struct TortureEffort {
    private let rounds: Int?
    private let end: Date?
    let seed: UInt64
    /// Where the files of failures are kept; nil for nowhere.
    let keep: String?

    init(rounds: Int? = nil, seconds: Double? = nil, seed: UInt64, keep: String? = nil) {
        self.rounds = rounds
        end = seconds.map { Date(timeIntervalSinceNow: $0) }
        self.seed = seed
        self.keep = keep
    }

    /// The rounds to do, of which a kind has a number of its own unless one was given.
    func rounds(else own: Int) -> Int { end == nil ? rounds ?? own : .max }

    /// Whether time is left.
    var hasTime: Bool { end.map { $0.timeIntervalSinceNow > 0 } ?? true }

    /// How much time is left; as good as endless where rounds are counted.
    var secondsLeft: Double { end.map { max(0, $0.timeIntervalSinceNow) } ?? 1e9 }

    /// The same for one of several parts: of the time each has its share.
    func part(_ number: Int, of count: Int) -> TortureEffort {
        let seconds = end.map { $0.timeIntervalSinceNow / Double(max(1, count - number)) }
        return TortureEffort(rounds: rounds, seconds: seconds, seed: seed &+ UInt64(number) &* 7919, keep: keep)
    }
}

import TestServer

/// What is done to the library.
enum TortureKind: String, CaseIterable, CustomStringConvertible {
    case crashes, faults, concurrency, fuzz, hostile, growth

    var description: String { rawValue }

    /// Runs on one engine; nil where the kind has nothing to do there.
    func run(_ engine: ServedEngine, _ effort: TortureEffort) throws -> TortureOutcome? {
        switch self {
        case .crashes: try engine == .sqlite ? ProcessCrashes(effort).run() : ServerCrashes(effort)?.run()
        // The server's files are its own.
        case .faults: try engine == .sqlite ? Faults(effort).run() : nil
        case .concurrency: try Concurrency(engine, effort).run()
        case .growth: try Growth(engine, effort).run()
        case .hostile: try Hostile(engine, effort).run()
        case .fuzz: try engine == .sqlite ? Fuzzing(effort).run() : nil
        }
    }
}

import TestServer

/// What is done to the library.
enum TortureKind: String, CaseIterable, CustomStringConvertible {
    case crashes

    var description: String { rawValue }

    /// Runs on one engine; nil where the kind has nothing to do there.
    func run(_ engine: ServedEngine, _ effort: TortureEffort) throws -> TortureOutcome? {
        switch self {
        case .crashes: try engine == .sqlite ? ProcessCrashes(effort).run() : ServerCrashes(effort)?.run()
        }
    }
}

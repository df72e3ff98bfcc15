import TestServer

/// `torture [--kind K] [--engine E] [--seed N] [--rounds N] [--seconds N] [--hours N] [--keep FOLDER] [--markdown PAGE]`
struct TortureArguments {
    var seed = UInt64.random(in: 1...999_999)
    var kinds = TortureKind.allCases
    var engines = ServedEngine.available
    var rounds: Int?
    var seconds: Double?
    var keep: String?
    var page: TorturePage?

    init(_ arguments: [String]) throws {
        for argument in try ProgramArgument.all(arguments) {
            let value = argument.value
            switch argument.name {
            case "--kind":
                kinds = try value.split(separator: ",").map { word in
                    guard let kind = TortureKind(rawValue: String(word)) else {
                        throw ProgramArgument.Failure("no kind is called \(word)")
                    }
                    return kind
                }
            case "--engine": engines = engines.filter { $0.rawValue.lowercased() == value.lowercased() }
            case "--seed": seed = try argument.number()
            case "--rounds": rounds = try argument.number()
            case "--seconds": seconds = try argument.number()
            case "--hours": seconds = 3600 * (try argument.number())
            case "--keep": keep = value
            case "--markdown": page = try TorturePage(path: value)
            default: throw argument.isUnknown
            }
        }
        guard !engines.isEmpty, !kinds.isEmpty else { throw ProgramArgument.Failure("no engine or kind of that name") }
    }

    /// How much one kind does on one engine.
    func effort() -> TortureEffort { TortureEffort(rounds: rounds, seconds: seconds, seed: seed, keep: keep) }
}

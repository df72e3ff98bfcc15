import TestServer

/// `torture [--kind K] [--engine E] [--seed N] [--rounds N] [--seconds N] [--hours N] [--keep FOLDER]`
struct TortureArguments {
    var seed = UInt64.random(in: 1...999_999)
    var kinds = TortureKind.allCases
    var engines = ServedEngine.available
    var rounds: Int?
    var seconds: Double?
    var keep: String?

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
            case "--kind":
                kinds = try value.split(separator: ",").map { word in
                    guard let kind = TortureKind(rawValue: String(word)) else {
                        throw Failure(description: "no kind is called \(word)")
                    }
                    return kind
                }
            case "--engine": engines = engines.filter { $0.rawValue.lowercased() == value.lowercased() }
            case "--seed": seed = try number(UInt64.self)
            case "--rounds": rounds = try number(Int.self)
            case "--seconds": seconds = try number(Double.self)
            case "--hours": seconds = try number(Double.self) * 3600
            case "--keep": keep = value
            default: throw Failure(description: "unknown argument \(name)")
            }
        }
        guard !engines.isEmpty, !kinds.isEmpty else { throw Failure(description: "no engine or kind of that name") }
    }

    /// How much one kind does on one engine.
    func effort() -> TortureEffort { TortureEffort(rounds: rounds, seconds: seconds, seed: seed, keep: keep) }
}

/// The workloads on a server; the name in the JSON is the raw value behind the prefix of the engine.
enum ServerWorkload: String, CaseIterable {
    case fetch10
    case fetch8
    case lookup
    case copy
    case pipelined
    case insert
    case update
    case nplus1
    case eager
    case keyset
    case through
    case scan

    /// Whether the table of people is emptied before.
    var fills: Bool { self == .copy || self == .pipelined || self == .insert }

    /// Whether the rows of the table are read back and compared.
    var writes: Bool { fills || self == .update }

    /// How many people are inserted, and how many are looked up.
    static let someRows = 20_000
}

/// The workloads on a PostgreSQL server; the raw value is the name in the JSON.
enum ServerWorkload: String, CaseIterable {
    case fetch10 = "pg-fetch10"
    case fetch8 = "pg-fetch8"
    case lookup = "pg-lookup"
    case copy = "pg-copy"
    case pipelined = "pg-pipelined"
    case insert = "pg-insert"
    case update = "pg-update"
    case nplus1 = "pg-nplus1"
    case eager = "pg-eager"
    case keyset = "pg-keyset"
    case through = "pg-through"
    case scan = "pg-scan"

    /// Whether the table of people is emptied before.
    var fills: Bool { self == .copy || self == .pipelined || self == .insert }

    /// Whether the rows of the table are read back and compared.
    var writes: Bool { fills || self == .update }

    /// How many people are inserted, and how many are looked up.
    static let someRows = 20_000
}

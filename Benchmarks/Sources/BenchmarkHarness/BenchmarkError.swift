/// What stops a benchmark: a broken option, a contender with other settings or another answer than raw.
public struct BenchmarkError: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

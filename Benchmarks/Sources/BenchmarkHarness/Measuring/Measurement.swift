/// The readings of one contender in one workload.
struct Measurement {
    let workload: Workload
    let contender: String
    private let sorted: [Double]

    init(_ workload: Workload, _ contender: String, _ readings: [Double]) {
        self.workload = workload
        self.contender = contender
        sorted = readings.sorted()
    }

    var minimum: Double { sorted.first ?? .nan }
    var maximum: Double { sorted.last ?? .nan }

    /// Transactions for each second of CPU time, at the median.
    var transactionsPerSecond: Double? { workload.transactions.map { Double($0) / median * 1_000 } }

    var median: Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// A measurement beside raw's median of the same run.
struct Comparison {
    let measurement: Measurement
    /// Nil where it would mean nothing.
    let ratio: Double?
}

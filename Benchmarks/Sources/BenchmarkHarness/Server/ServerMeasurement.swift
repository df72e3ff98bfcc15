/// The readings of one contender in one workload: what the program itself computed, and what its user waited for.
struct ServerMeasurement {
    /// With the engine's prefix.
    let workload: String
    let contender: String
    /// CPU time of this process in milliseconds; the server's work is not part of it.
    let cpu: Readings
    /// Milliseconds on the clock, the server's work and the way to it included.
    let wall: Readings
}

/// Numbers of several rounds.
struct Readings {
    private let sorted: [Double]

    init(_ readings: [Double]) { sorted = readings.sorted() }

    var minimum: Double { sorted.first ?? .nan }
    var maximum: Double { sorted.last ?? .nan }
    var median: Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

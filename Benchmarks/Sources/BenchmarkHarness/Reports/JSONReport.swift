import Foundation

/// The JSON file: an array of objects, one for each workload and contender.
enum JSONReport {
    private struct Entry: Codable {
        let workload: String
        let contender: String
        let median: Double
        let min: Double
        let max: Double
        let ratio: Double?
        let unit: String
        let perSecond: Double?

        enum CodingKeys: String, CodingKey {
            case workload, contender
            case median = "median_ms"
            case min, max, ratio, unit
            case perSecond = "per_second"
        }
    }

    static func write(_ comparisons: [Comparison], to path: String) throws {
        let entries = comparisons.map { comparison in
            let measurement = comparison.measurement
            return Entry(
                workload: measurement.workload.rawValue, contender: measurement.contender,
                median: rounded(measurement.median), min: rounded(measurement.minimum),
                max: rounded(measurement.maximum), ratio: comparison.ratio.map(rounded),
                unit: measurement.workload.unit, perSecond: measurement.transactionsPerSecond?.rounded())
        }
        try write(entries, to: path)
    }

    /// What an earlier run has written.
    static func read(_ path: String) throws -> [Comparison] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode([Entry].self, from: data).map { entry in
            guard let workload = Workload(rawValue: entry.workload) else {
                throw BenchmarkError("\(path): unknown workload \(entry.workload)")
            }
            return Comparison(
                measurement: Measurement(workload, entry.contender, [entry.min, entry.median, entry.max]),
                ratio: entry.ratio)
        }
    }

    /// Writes a list as indented JSON with sorted keys.
    static func write(_ entries: [some Encodable], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        var data = try encoder.encode(entries)
        data.append(UInt8(ascii: "\n"))
        try data.write(to: URL(fileURLWithPath: path))
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 1_000).rounded() / 1_000
    }
}

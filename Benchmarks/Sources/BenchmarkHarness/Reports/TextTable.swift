import Foundation

/// The table on standard output.
enum TextTable {
    private static let widths = [11, 18, 10, 10, 10, 5, 8, 9]

    static func header(rounds: Int) -> String {
        let titles = line(["workload", "contender", "min", "median", "max", "unit", "ratio", "per s"])
        return "CPU time and added memory, \(rounds) rounds\n\n\(titles)\n"
            + String(repeating: "-", count: widths.reduce(0, +) + widths.count * 2 - 2)
    }

    /// The lines of one workload with an empty line after them.
    static func rows(_ comparisons: [Comparison]) -> String {
        comparisons.enumerated().map { index, comparison in
            let measurement = comparison.measurement
            return line([
                index == 0 ? measurement.workload.rawValue : "", measurement.contender,
                number(measurement.minimum), number(measurement.median), number(measurement.maximum),
                measurement.workload.unit, comparison.ratio.map { String(format: "%.2f", $0) } ?? "–",
                measurement.transactionsPerSecond.map { String(format: "%.0f", $0) } ?? "",
            ])
        }.joined(separator: "\n") + "\n"
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 100 ? "%.2f" : "%.1f", value)
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, widths).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index < 2 || index == 5 ? cell.0 + padding : padding + cell.0
        }.joined(separator: "  ")
    }
}

import Foundation

/// The numbers of the server's workloads as text, as a table for a page and as JSON.
enum ServerReport {
    static func header(rounds: Int) -> String {
        "CPU time of this process and time on the clock, \(rounds) rounds; ratios of medians (minima)\n\n"
            + line(["workload", "contender", "CPU min", "median", "ratio", "clock min", "median", "ratio"])
    }

    /// The lines of one workload with an empty line after them.
    static func text(_ measurements: [ServerMeasurement]) -> String {
        guard let raw = measurements.first else { return "" }
        return measurements.enumerated().map { index, own in
            line([
                index == 0 ? own.workload : "", own.contender, number(own.cpu.minimum), number(own.cpu.median),
                ratio(own.cpu, raw.cpu), number(own.wall.minimum), number(own.wall.median), ratio(own.wall, raw.wall),
            ])
        }.joined(separator: "\n") + "\n"
    }

    /// A line for each workload: raw's medians, then the ratios of the others, on the clock and of CPU time.
    static func markdown(_ all: [ServerMeasurement], run: String) -> String {
        var names: [String] = []
        for name in all.map(\.contender) where !names.contains(name) { names.append(name) }
        let others = names.dropFirst()
        var lines = [
            "| workload | \(names.first ?? "raw"), clock | CPU | "
                + others.map { "\($0), clock | CPU" }.joined(separator: " | ") + " |",
            "|---|" + String(repeating: "--:|", count: 2 + 2 * others.count),
        ]
        for raw in all where raw.contender == names.first {
            let own = all.filter { $0.workload == raw.workload }
            let cells = others.map { name in
                guard let found = own.first(where: { $0.contender == name }) else { return "– | –" }
                return "\(ratio(found.wall, raw.wall)) | \(ratio(found.cpu, raw.cpu))"
            }
            lines.append(
                "| `\(raw.workload)` | \(number(raw.wall.median)) ms | \(number(raw.cpu.median)) ms | "
                    + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n\n" + run
    }

    private struct Entry: Codable {
        let workload: String
        let contender: String
        let cpu_ms: Double
        let cpu_min: Double
        let cpu_max: Double
        let cpu_ratio: Double
        let clock_ms: Double
        let clock_min: Double
        let clock_max: Double
        let clock_ratio: Double
    }

    static func write(_ all: [ServerMeasurement], to path: String) throws {
        let entries = all.compactMap { own -> Entry? in
            guard let raw = all.first(where: { $0.workload == own.workload }) else { return nil }
            return Entry(
                workload: own.workload, contender: own.contender, cpu_ms: rounded(own.cpu.median),
                cpu_min: rounded(own.cpu.minimum), cpu_max: rounded(own.cpu.maximum),
                cpu_ratio: rounded(own.cpu.median / raw.cpu.median), clock_ms: rounded(own.wall.median),
                clock_min: rounded(own.wall.minimum), clock_max: rounded(own.wall.maximum),
                clock_ratio: rounded(own.wall.median / raw.wall.median))
        }
        try JSONReport.write(entries, to: path)
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    private static func ratio(_ own: Readings, _ raw: Readings) -> String {
        String(format: "%.2f (%.2f)", own.median / raw.median, own.minimum / raw.minimum)
    }

    private static func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

    private static func line(_ cells: [String]) -> String {
        zip(cells, [13, 15, 9, 9, 14, 10, 9, 14]).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index < 2 ? cell.0 + padding : padding + cell.0
        }.joined(separator: "  ")
    }
}

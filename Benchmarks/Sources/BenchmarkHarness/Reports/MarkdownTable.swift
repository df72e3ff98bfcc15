import Foundation

/// A table in a page, between two marks, so that a run can put its numbers there.
enum MarkdownTable {
    /// Replaces what stands between `<!-- name -->` and `<!-- /name -->`.
    ///
    /// - Throws: ``BenchmarkError`` where the page has no such marks.
    static func put(_ table: String, as name: String, into path: String) throws {
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let place = try place(name, in: page, path)
        let text = page[..<place.lowerBound] + "\n" + table + "\n" + page[place.upperBound...]
        try String(text).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Throws where a page lacks one of the marks: to be asked before a long run.
    static func check(_ path: String, for names: Set<String>) throws {
        let page = try String(contentsOfFile: path, encoding: .utf8)
        for name in names { _ = try place(name, in: page, path) }
    }

    private static func place(_ name: String, in page: String, _ path: String) throws -> Range<String.Index> {
        let (opening, closing) = ("<!-- \(name) -->", "<!-- /\(name) -->")
        guard let start = page.range(of: opening),
            let end = page.range(of: closing, range: start.upperBound..<page.endIndex)
        else { throw BenchmarkError("\(path) has no \(opening) … \(closing)") }
        return start.upperBound..<end.lowerBound
    }

    /// A line for each workload, a column for each contender: raw's time, the others' ratios, both of the medians.
    static func ratios(_ comparisons: [Comparison], run: String) -> String {
        var contenders: [String] = []
        for name in comparisons.map(\.measurement.contender) where !contenders.contains(name) {
            contenders.append(name)
        }
        guard let raw = contenders.first else { return "" }
        var lines = [
            "| workload | \(raw), min | median | \(contenders.dropFirst().joined(separator: " | ")) |",
            "|---|" + String(repeating: "--:|", count: contenders.count + 1),
        ]
        for workload in Workload.allCases {
            let own = comparisons.filter { $0.measurement.workload == workload }
            guard let base = own.first?.measurement else { continue }
            let cells = contenders.dropFirst().map { name in
                guard let found = own.first(where: { $0.measurement.contender == name }) else { return "–" }
                return cell(found, base)
            }
            lines.append(
                "| `\(workload.rawValue)` | \(time(base.minimum, base)) | \(time(base.median, base))\(rate(base)) | "
                    + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n\n" + run
    }

    /// The ratio of the medians, and beside it that of the minima.
    private static func cell(_ comparison: Comparison, _ base: Measurement) -> String {
        guard let ratio = comparison.ratio else { return time(comparison.measurement.median, base) }
        let minima = number(comparison.measurement.minimum / base.minimum)
        return "\(number(ratio)) (\(minima))\(rate(comparison.measurement))"
    }

    private static func rate(_ measurement: Measurement) -> String {
        measurement.transactionsPerSecond.map { String(format: ", %.0f/s", $0) } ?? ""
    }

    /// A line for each point, a column for each contender: the lowest nanoseconds, and the ratio to the first.
    static func growth(_ report: GrowthReport, run: String) -> String {
        var contenders: [String] = []
        for name in report.points.map(\.contender) where !contenders.contains(name) { contenders.append(name) }
        var lines = [
            "| | n | \(contenders.map { "\($0), min | median" }.joined(separator: " | ")) | ratio (of minima) |",
            "|---|--:|" + String(repeating: "--:|", count: contenders.count * 2 + 1),
        ]
        for axis in GrowthAxis.allCases {
            for (index, point) in axis.points.enumerated() {
                let own = report.points.filter { $0.axis == axis && $0.point == point }
                guard let last = own.last else { continue }
                let cells = own.map { "\(GrowthReport.number($0.minimum)) | \(GrowthReport.number($0.median))" }
                lines.append(
                    "| \(index == 0 ? "\(axis.title), \(axis.unit)" : "") | \(grouped(point)) | "
                        + cells.joined(separator: " | ")
                        + " | \(number(report.ratio(last, \.median))) (\(number(report.ratio(last, \.minimum)))) |")
            }
        }
        return lines.joined(separator: "\n") + "\n\n" + run
    }

    private static func time(_ value: Double, _ measurement: Measurement) -> String {
        String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " " + measurement.workload.unit
    }

    private static func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.2f" : "%.1f", value)
    }

    /// 10,000
    private static func grouped(_ value: Int) -> String {
        value < 1_000 ? String(value) : grouped(value / 1_000) + "," + String(format: "%03d", value % 1_000)
    }
}

import Foundation

/// The points as a table and as JSON.
struct GrowthReport {
    let points: [GrowthPoint]

    private var raw: String? { points.first?.contender }

    /// A ratio to raw at the same point.
    func ratio(_ point: GrowthPoint, _ value: (GrowthPoint) -> Double) -> Double {
        let base = points.first { $0.axis == point.axis && $0.point == point.point && $0.contender == raw }
        return base.map { value(point) / value($0) } ?? .nan
    }

    var table: String {
        var lines: [String] = []
        for axis in GrowthAxis.allCases {
            let own = points.filter { $0.axis == axis }
            if own.isEmpty { continue }
            lines.append("\(axis.title), \(axis.unit)")
            lines.append(Self.line(["n", "contender", "min", "median", "ratio", "of min"]))
            for point in own {
                lines.append(
                    Self.line([
                        String(point.point), point.contender, Self.number(point.minimum), Self.number(point.median),
                        String(format: "%.2f", ratio(point, \.median)), String(format: "%.2f", ratio(point, \.minimum)),
                    ]))
            }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }

    private struct Entry: Encodable {
        let axis: String
        let n: Int
        let contender: String
        let min_ns: Double
        let median_ns: Double
        let ratio: Double
        let unit: String
    }

    func write(to path: String) throws {
        let entries = points.map {
            Entry(
                axis: $0.axis.rawValue, n: $0.point, contender: $0.contender, min_ns: Self.rounded($0.minimum),
                median_ns: Self.rounded($0.median), ratio: Self.rounded(ratio($0, \.median)), unit: $0.axis.unit)
        }
        try JSONReport.write(entries, to: path)
    }

    static func number(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    private static func line(_ cells: [String]) -> String {
        zip(cells, [9, 15, 9, 9, 7, 7]).enumerated().map { index, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return index == 1 ? cell.0 + padding : padding + cell.0
        }.joined(separator: "  ")
    }
}

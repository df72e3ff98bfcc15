import Foundation

/// A bar chart of the ratios to raw on a logarithmic scale, one group of bars for each workload.
struct RatioChart {
    private struct Bar {
        let measurement: Measurement
        let ratio: Double
    }

    private let groups: [(workload: Workload, bars: [Bar])]
    private let contenders: [String]
    private let upper: Double
    private let lower: Double

    private static let width = 860.0
    private static let left = 240.0
    private static let right = 60.0
    private static let bar = 13.0
    private static let gap = 16.0
    private static let top = 84.0
    /// Mid tones that stand out from white and from black.
    private static let greys = ["#8b949e", "#6e7781", "#b1bac4"]
    private static let colours = ["#e8590c", "#1c7ed6", "#2f9e44", "#9c36b5", "#c2255c", "#e0a100"]
    private static let marks = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

    init(_ comparisons: [Comparison]) {
        let raw = comparisons.first?.measurement.contender
        let others = comparisons.compactMap { comparison -> Bar? in
            guard let ratio = comparison.ratio, ratio.isFinite, ratio > 0, comparison.measurement.contender != raw
            else { return nil }
            return Bar(measurement: comparison.measurement, ratio: ratio)
        }
        groups = Workload.allCases.compactMap { workload in
            let bars = others.filter { $0.measurement.workload == workload }
            return bars.isEmpty ? nil : (workload, bars)
        }
        var seen: [String] = []
        for name in others.map(\.measurement.contender) where !seen.contains(name) { seen.append(name) }
        contenders = seen
        let largest = max(others.map(\.ratio).max() ?? 2, 2)
        let smallest = min(others.map(\.ratio).min() ?? 1, 1)
        upper = Self.marks.first { $0 >= largest } ?? largest
        lower = smallest >= 1 ? 1 : Self.marks.last { $0 <= smallest } ?? smallest
    }

    var svg: String {
        let height = Self.top + groups.reduce(0) { $0 + Double($1.bars.count) * Self.bar + Self.gap } + 10
        var parts = [opening(height), legend, axis(height)]
        var y = Self.top
        for group in groups {
            parts.append(label(group.workload, middle: y + Double(group.bars.count) * Self.bar / 2))
            for comparison in group.bars {
                parts.append(bar(comparison, y: y))
                y += Self.bar
            }
            y += Self.gap
        }
        parts.append("</svg>\n")
        return parts.joined(separator: "\n")
    }

    private func opening(_ height: Double) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" \
        font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="12" role="img">
        <title>Time and memory compared with the C API called by hand from Swift</title>
        <style>
        text { fill: #1f2328 } .quiet { fill: #59636e } .grid { stroke: #d1d9e0 } .one { stroke: #59636e }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #30363d } .one { stroke: #9198a1 }
        }
        </style>
        <text x="16" y="24" font-size="15" font-weight="600">\
        Times the cost of the C API called by hand from Swift (1 is as fast; shorter is better)</text>
        """
    }

    private var legend: String {
        var x = 16.0
        return contenders.map { name in
            defer { x += 32 + Double(name.count) * 7 }
            return """
                <rect x="\(Self.text(x))" y="38" width="11" height="11" rx="2" fill="\(colour(name))"/>\
                <text x="\(Self.text(x + 16))" y="48">\(Self.escaped(name))</text>
                """
        }.joined(separator: "\n")
    }

    private func axis(_ height: Double) -> String {
        Self.marks.filter { $0 >= lower && $0 <= upper }.map { mark in
            let x = Self.text(position(mark))
            let number = mark < 1 ? String(mark) : String(Int(mark))
            return """
                <line class="\(mark == 1 ? "one" : "grid")" x1="\(x)" x2="\(x)" y1="\(Int(Self.top - 8))" \
                y2="\(Int(height - 12))"/>\
                <text class="quiet" x="\(x)" y="\(Int(Self.top - 13))" text-anchor="middle">\(number)×</text>
                """
        }.joined(separator: "\n")
    }

    private func label(_ workload: Workload, middle: Double) -> String {
        let x = Int(Self.left - 12)
        return "<text x=\"\(x)\" y=\"\(Self.text(middle + 4))\" text-anchor=\"end\">"
            + "\(Self.escaped(workload.title))</text>"
    }

    private func bar(_ comparison: Bar, y: Double) -> String {
        let one = position(1)
        let end = position(comparison.ratio)
        let value = String(format: comparison.ratio < 10 ? "%.2f" : "%.1f", comparison.ratio)
        return """
            <rect x="\(Self.text(min(one, end)))" y="\(Self.text(y))" width="\(Self.text(max(abs(end - one), 1.5)))" \
            height="\(Self.text(Self.bar - 2))" rx="1.5" fill="\(colour(comparison.measurement.contender))"/>\
            <text x="\(Self.text(max(one, end) + 5))" y="\(Self.text(y + 9.5))" font-size="10.5">\(value)</text>
            """
    }

    private func position(_ ratio: Double) -> Double {
        let share = log(ratio / lower) / log(upper / lower)
        return Self.left + share * (Self.width - Self.left - Self.right)
    }

    /// Ours in colour, the others in grey.
    private func colour(_ contender: String) -> String {
        let ours = contender.hasPrefix("zim")
        let palette = ours ? Self.colours : Self.greys
        let peers = contenders.filter { $0.hasPrefix("zim") == ours }
        return palette[(peers.firstIndex(of: contender) ?? 0) % palette.count]
    }

    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}

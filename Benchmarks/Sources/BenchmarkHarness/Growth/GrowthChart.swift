import Foundation

/// A small chart for each axis: the lowest time for a unit over the size, both from the same run.
struct GrowthChart {
    let points: [GrowthPoint]

    private static let columns = 3
    private static let panel = (width: 290.0, height: 230.0)
    private static let plot = (left: 52.0, right: 14.0, top: 48.0, bottom: 34.0)
    private static let top = 66.0
    private static let colours = ["#8b949e", "#2f9e44", "#1c7ed6", "#e8590c"]

    var svg: String {
        let axes = GrowthAxis.allCases.filter { axis in points.contains { $0.axis == axis } }
        let lines = (axes.count + Self.columns - 1) / Self.columns
        let width = Self.panel.width * Double(Self.columns)
        let height = Self.top + Self.panel.height * Double(lines)
        var parts = [opening(width, height), legend]
        for (index, axis) in axes.enumerated() {
            let x = Double(index % Self.columns) * Self.panel.width
            let y = Self.top + Double(index / Self.columns) * Self.panel.height
            parts.append("<g transform=\"translate(\(Int(x)) \(Int(y)))\">\(panel(axis))</g>")
        }
        parts.append("</svg>\n")
        return parts.joined(separator: "\n")
    }

    private var contenders: [String] {
        var seen: [String] = []
        for name in points.map(\.contender) where !seen.contains(name) { seen.append(name) }
        return seen
    }

    private func opening(_ width: Double, _ height: Double) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
        font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="11" role="img">
        <title>How the time for a row, a key or a value grows</title>
        <style>
        text { fill: #1f2328 } .quiet { fill: #59636e } .grid { stroke: #d1d9e0 }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #30363d }
        }
        </style>
        <text x="16" y="24" font-size="15" font-weight="600">\
        CPU time for each row, key, value or parent (flat is right)</text>
        """
    }

    private var legend: String {
        var x = 16.0
        return contenders.enumerated().map { index, name in
            defer { x += 40 + Double(name.count) * 7 }
            return """
                <rect x="\(Self.text(x))" y="38" width="11" height="11" rx="2" fill="\(Self.colour(index))"/>\
                <text x="\(Self.text(x + 16))" y="48" font-size="12">\(name)</text>
                """
        }.joined(separator: "\n")
    }

    private func panel(_ axis: GrowthAxis) -> String {
        let own = points.filter { $0.axis == axis }
        let top = Self.roundedUp(own.map(\.minimum).max() ?? 1)
        let bottom = Self.panel.height - Self.plot.bottom
        let right = Self.panel.width - Self.plot.right
        var parts = [
            "<text x=\"16\" y=\"16\" font-size=\"12\" font-weight=\"600\">\(axis.title)</text>",
            "<text class=\"quiet\" x=\"16\" y=\"32\">\(axis.unit)</text>",
        ]
        for step in 0...4 {
            let value = top * Double(step) / 4
            let y = Self.text(Self.y(value, top))
            parts.append(
                """
                <line class="grid" x1="\(Int(Self.plot.left))" x2="\(Int(right))" y1="\(y)" y2="\(y)"/>\
                <text class="quiet" x="\(Int(Self.plot.left - 6))" y="\(Self.text(Self.y(value, top) + 4))" \
                text-anchor="end">\(Self.label(value))</text>
                """)
        }
        for point in axis.points {
            parts.append(
                """
                <text class="quiet" x="\(Self.text(Self.x(point, axis)))" y="\(Int(bottom + 18))" \
                text-anchor="middle">\(Self.label(point))</text>
                """)
        }
        for (index, name) in contenders.enumerated() {
            let places = own.filter { $0.contender == name }.map {
                (x: Self.text(Self.x($0.point, axis)), y: Self.text(Self.y($0.minimum, top)))
            }
            let line = places.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            parts.append(
                "<polyline fill=\"none\" stroke=\"\(Self.colour(index))\" stroke-width=\"2\" points=\"\(line)\"/>")
            parts += places.map { "<circle cx=\"\($0.x)\" cy=\"\($0.y)\" r=\"3\" fill=\"\(Self.colour(index))\"/>" }
        }
        return parts.joined(separator: "\n")
    }

    /// The points stand at equal distances where they are powers or counts, and by their logarithm otherwise.
    private static func x(_ point: Int, _ axis: GrowthAxis) -> Double {
        let isCount = axis == .keys || axis == .keylists
        let scale: (Int) -> Double = { isCount ? Double($0) : log(Double($0)) }
        let low = scale(axis.points.first ?? 1)
        let high = scale(axis.points.last ?? 1)
        let share = high > low ? (scale(point) - low) / (high - low) : 0
        let inset = 14.0
        return plot.left + inset + share * (panel.width - plot.left - plot.right - 2 * inset)
    }

    private static func y(_ value: Double, _ top: Double) -> Double {
        let bottom = panel.height - plot.bottom
        return bottom - value / top * (bottom - plot.top)
    }

    /// The next of 1, 2, 4, 6, 8 and 10 times a power of ten, so that quarters are short numbers.
    private static func roundedUp(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 1 }
        let power = pow(10, floor(log10(value)))
        let step = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].first { $0 * power >= value } ?? 10
        return step * power
    }

    private static func label(_ point: Int) -> String {
        point >= 1_000_000 ? "\(point / 1_000_000) M" : point >= 1_000 ? "\(point / 1_000) k" : String(point)
    }

    private static func label(_ value: Double) -> String {
        value >= 10_000
            ? String(format: "%g k", value / 1_000) : String(format: value.rounded() == value ? "%.0f" : "%.1f", value)
    }

    private static func colour(_ index: Int) -> String { colours[index % colours.count] }

    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}

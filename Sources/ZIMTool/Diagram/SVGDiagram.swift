import ZIMOrm

/// Draws a diagram as SVG, without any other program.
struct SVGDiagram {
    private typealias Metrics = DiagramMetrics
    private let diagram: Diagram
    private let layout: DiagramLayout
    private let colors: DiagramColors
    private let brackets: DiagramBrackets
    /// The columns of each table's foreign keys.
    private let foreignColumns: [String: Set<String>]

    /// Where a table's box leads to, as the text of an attribute; nil for a file of its own.
    private let address: ((String) -> String)?

    init(diagram: Diagram, address: ((String) -> String)? = nil) {
        self.diagram = diagram
        self.address = address
        layout = DiagramLayout(diagram: diagram)
        colors = DiagramColors(diagram: diagram)
        brackets = DiagramBrackets(diagram: diagram, layout: layout)
        foreignColumns = diagram.links.reduce(into: [:]) { $0[$1.child.name, default: []].formUnion($1.columns) }
    }

    var text: String {
        let legend = diagram.links.isEmpty ? 0.0 : 34
        let width = max(layout.width, diagram.links.isEmpty ? 0 : diagram.dangling.isEmpty ? 620 : 760)
        let height = layout.height + legend
        var lines = address == nil ? head(width, height) : [inlineHead(width, height)]
        lines += layout.wires.map(draw)
        for box in diagram.boxes.indices { lines += draw(box: box) }
        lines += feet + loops
        if legend > 0 { lines += self.legend(at: layout.height + 10) }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// In a page, whose style sheet says how it looks.
    private func inlineHead(_ width: Double, _ height: Double) -> String {
        "<svg class=\"diagram\" width=\"\(n(width))\" height=\"\(n(height))\" viewBox=\"0 0 \(n(width)) \(n(height))\" "
            + "role=\"group\" aria-label=\"\(diagram.title.xml)\">"
    }

    private func head(_ width: Double, _ height: Double) -> [String] {
        [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(n(width))\" height=\"\(n(height))\" viewBox=\"0 0 \(n(width)) \(n(height))\" role=\"img\">",
            "<title>\(diagram.title.xml)</title>",
            """
            <style>
            text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1d2733; }
            .title { font-weight: bold; font-size: 13px; fill: #fff; }
            .key { font-weight: bold; }
            .type, .note { fill: #7a8794; }
            .box { fill: #fff; stroke: #9aa8b7; }
            .keys { fill: #f3f6fa; }
            .line { fill: none; stroke-width: 1.5; }
            .maybe { stroke-dasharray: 6 3; }
            .guess { stroke-dasharray: 1.5 3; }
            .lost { stroke-dasharray: 6 3 1.5 3; }
            </style>
            """,
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        ]
    }

    private func color(_ trunk: Int) -> String { colors.ofBox(layout.trunks[trunk].box) }

    private func style(of number: Int) -> String {
        let link = diagram.links[number]
        if diagram.dangling.contains(number) { return "line lost" }
        return link.isDeclared ? link.isNullable ? "line maybe" : "line" : "line guess"
    }

    // MARK: Lines

    private func draw(_ wire: DiagramLayout.Wire) -> String {
        let color = color(wire.trunk)
        var path = ""
        var feet: [String] = []
        let radius = 5.0
        for end in wire.ends {
            let way = end.point.y - wire.start.y
            let bend = min(radius, abs(way) / 2)
            let sign = way < 0 ? -1.0 : 1.0
            if abs(way) < 0.5 {
                path += "M\(n(wire.start.x)) \(n(wire.start.y))H\(n(wire.track))"
            } else {
                path += "M\(n(wire.start.x)) \(n(wire.start.y))H\(n(wire.track - bend))"
                path += "Q\(n(wire.track)) \(n(wire.start.y)) \(n(wire.track)) \(n(wire.start.y + bend * sign))"
                path += "V\(n(end.point.y - bend * sign))"
            }
            var last = "M\(n(wire.track)) \(n(abs(way) < 0.5 ? end.point.y : end.point.y - bend * sign))"
            if abs(way) >= 0.5 {
                last += "Q\(n(wire.track)) \(n(end.point.y)) \(n(wire.track + bend)) \(n(end.point.y))"
            }
            guard let number = end.link else {
                path += last + "H\(n(end.point.x))"
                continue
            }
            let link = diagram.links[number]
            last += "H\(n(end.point.x - 16 - Double(brackets.levels[number] ?? 0) * Metrics.bracket))"
            let style = style(of: number)
            feet.append(
                "<path class=\"\(style)\" stroke=\"\(color)\" d=\"\(last)\"><title>\(link.words.xml)</title></path>")
        }
        return "<path class=\"line\" stroke=\"\(color)\" d=\"\(path)\"/>" + feet.joined()
    }

    /// The foot of each foreign key, and the bracket around its columns.
    private var feet: [String] {
        var lines: [String] = []
        let targets = Dictionary(layout.trunks.flatMap(\.targets).map { ($0.link, $0) }) { first, _ in first }
        for wire in layout.wires {
            let trunk = layout.trunks[wire.trunk]
            let color = color(wire.trunk)
            for end in wire.ends {
                guard let number = end.link, let target = targets[number] else { continue }
                let link = diagram.links[number]
                var point = end.point
                point.x -= Double(brackets.levels[number] ?? 0) * Metrics.bracket
                let foot: String
                if !trunk.isReversed, !link.isUnique {
                    foot = crow(at: point, color)
                } else {
                    foot = bar(at: point, color, isOne: !trunk.isReversed || link.referencesKey)
                }
                lines.append(
                    foot
                        + bracket(
                            target.columns, target.box, x: end.point.x, out: -1, y: end.point.y, color,
                            level: brackets.levels[number] ?? 0))
            }
        }
        let wires = Dictionary(layout.wires.map { ($0.trunk, $0) }) { first, _ in first }
        for (index, trunk) in layout.trunks.enumerated() {
            guard let wire = wires[index] else { continue }
            let color = color(index)
            if trunk.isReversed, let link = trunk.targets.first?.link, !diagram.links[link].isUnique {
                lines.append(crow(at: wire.start, color, out: 1))
            } else if trunk.isReversed || trunk.targets.contains(where: { diagram.links[$0.link].referencesKey }) {
                lines.append(tick(at: wire.start, color))
            }
            lines.append(bracket(trunk.columns, trunk.box, x: wire.start.x, out: 1, y: wire.start.y, color))
        }
        return lines.filter { !$0.isEmpty }
    }

    private func crow(at point: DiagramLayout.Point, _ color: String, out: Double = -1) -> String {
        let tip = point.x + 16 * out
        let base = point.x + 5 * out
        return
            "<path class=\"line\" stroke=\"\(color)\" d=\"M\(n(tip)) \(n(point.y))L\(n(base)) \(n(point.y - 6))M\(n(tip)) \(n(point.y))L\(n(base)) \(n(point.y + 6))M\(n(tip)) \(n(point.y))H\(n(point.x))\"/>"
    }

    /// - Parameter isOne: whether there is one row at most, which a stroke across the line says.
    private func bar(at point: DiagramLayout.Point, _ color: String, isOne: Bool = true) -> String {
        "<path class=\"line\" stroke=\"\(color)\" d=\"M\(n(point.x - 16)) \(n(point.y))H\(n(point.x))"
            + (isOne ? "M\(n(point.x - 9)) \(n(point.y - 5))v10" : "") + "\"/>"
    }

    /// One row at most, to the right of a box.
    private func tick(at point: DiagramLayout.Point, _ color: String) -> String {
        "<path class=\"line\" stroke=\"\(color)\" d=\"M\(n(point.x + 9)) \(n(point.y - 5))v10\"/>"
    }

    /// A key of several columns is one line, with a bracket along its columns.
    private func bracket(
        _ columns: [String], _ box: Int, x: Double, out: Double, y: Double, _ color: String, level: Int = 0
    ) -> String {
        let away = (4 + Double(level) * Metrics.bracket) * out
        let top = layout.origins[box].y
        let rows = columns.map { top + Metrics.middle(of: $0, in: diagram.boxes[box]) }
        guard let low = rows.min(), let high = rows.max(), high > low else {
            // The foot was moved aside for another one: a short stroke leads to its row.
            guard let row = rows.first, abs(row - y) > 0.5 else { return "" }
            return "<path class=\"line\" stroke=\"\(color)\" d=\"M\(n(x + away)) \(n(y))V\(n(row))H\(n(x))\"/>"
        }
        var path = "M\(n(x + away)) \(n(min(low, y)))V\(n(max(high, y)))"
        for row in rows { path += "M\(n(x + away)) \(n(row))H\(n(x))" }
        return "<path class=\"line\" stroke=\"\(color)\" d=\"\(path)\"/>"
    }

    /// Tables that reference themselves: a loop on the right side, from the foreign key to the key.
    private var loops: [String] {
        var count: [Int: Int] = [:]
        let places = Dictionary(diagram.boxes.enumerated().map { ($1.table.name, $0) }) { first, _ in first }
        return diagram.links.enumerated().compactMap { number, link in
            guard link.child.name == link.parent.name, let box = places[link.child.name] else { return nil }
            let color = colors.ofBox(box)
            let origin = layout.origins[box]
            let x = origin.x + Metrics.size(of: diagram.boxes[box]).width
            func middle(_ columns: [String]) -> Double {
                let rows = columns.map { Metrics.middle(of: $0, in: diagram.boxes[box]) }
                return origin.y + ((rows.min() ?? 0) + (rows.max() ?? 0)) / 2
            }
            let to = middle(link.references)
            var from = middle(link.columns)
            // Keys that share columns have their middles close to one another.
            if abs(from - to) < 13 { from += 13 }
            let place = count[box, default: 0]
            count[box] = place + 1
            let isShared = place > 0 || link.columns.contains(where: link.references.contains)
            let level = isShared ? place + 1 : 0
            let base = x + Double(level) * Metrics.bracket
            let reach = x + 18 + Double(place) * 5
            let turn = from < to ? 4.0 : -4.0
            let loop =
                "M\(n(base)) \(n(from))H\(n(reach - 4))Q\(n(reach)) \(n(from)) \(n(reach)) \(n(from + turn))"
                + "V\(n(to - turn))Q\(n(reach)) \(n(to)) \(n(reach - 4)) \(n(to))H\(n(x))"
            let foot =
                link.isUnique
                ? "M\(n(base + 9)) \(n(from - 5))v10"
                : "M\(n(base + 12)) \(n(from))L\(n(base)) \(n(from - 5))M\(n(base + 12)) \(n(from))L\(n(base)) \(n(from + 5))"
            return
                "<path class=\"\(style(of: number))\" stroke=\"\(color)\" d=\"\(loop)\"><title>\(link.words.xml)</title></path>"
                + "<path class=\"line\" stroke=\"\(color)\" d=\"\(foot)\"/>"
                + (link.referencesKey ? tick(at: DiagramLayout.Point(x: x, y: to), color) : "")
                + bracket(link.columns, box, x: x, out: 1, y: from, color, level: level)
                + bracket(link.references, box, x: x, out: 1, y: to, color)
        }
    }

    // MARK: Boxes

    private func draw(box place: Int) -> [String] {
        let box = diagram.boxes[place]
        let origin = layout.origins[place]
        let size = Metrics.size(of: box)
        let keys = box.rows.count { $0.keyPlace > 0 }
        let color = colors.ofBox(place)
        let address = box.isMissing ? nil : address
        var lines = [
            address.map { "<a href=\"\($0(box.table.name).xml)\">" } ?? "<g>",
            "<title>\(box.table.name.xml)</title>",
            "<rect class=\"\(box.isMissing ? "box line lost" : "box")\" x=\"\(n(origin.x))\" y=\"\(n(origin.y))\" width=\"\(n(size.width))\" height=\"\(n(size.height))\" rx=\"4\"/>",
            "<path fill=\"\(color)\" d=\"M\(n(origin.x)) \(n(origin.y + Metrics.header))v-\(n(Metrics.header - 4))q0 -4 4 -4h\(n(size.width - 8))q4 0 4 4v\(n(Metrics.header - 4))z\"/>",
            "<text class=\"title\" x=\"\(n(origin.x + Metrics.padding))\" y=\"\(n(origin.y + 17.5))\">\(box.table.name.printable.cut(to: Metrics.longestName).xml)</text>",
        ]
        if keys > 0 {
            lines.append(
                "<rect class=\"keys\" x=\"\(n(origin.x + 0.5))\" y=\"\(n(origin.y + Metrics.header + 0.5))\" width=\"\(n(size.width - 1))\" height=\"\(n(Double(keys) * Metrics.row + 2))\"/>"
            )
        }
        let foreign = foreignColumns[box.table.name] ?? []
        for (row, column) in box.rows.enumerated() {
            let y = origin.y + Metrics.header + 2 + Double(row) * Metrics.row + 13
            let style = column.keyPlace > 0 ? " class=\"key\"" : ""
            let mark = foreign.contains(column.name) ? " font-style=\"italic\"" : ""
            lines.append(
                "<text\(style)\(mark) x=\"\(n(origin.x + Metrics.padding))\" y=\"\(n(y))\">\(column.name.printable.cut(to: Metrics.longestName).xml)</text>"
            )
            if !column.type.isEmpty {
                lines.append(
                    "<text class=\"type\" text-anchor=\"end\" x=\"\(n(origin.x + size.width - Metrics.padding))\" y=\"\(n(y))\">\(column.type.printable.cut(to: Metrics.longestType).xml)</text>"
                )
            }
        }
        if box.isMissing || box.hidden > 0 {
            let y = origin.y + Metrics.header + 2 + Double(box.rows.count) * Metrics.row + 13
            let note = box.isMissing ? "does not exist" : "\(box.hidden) more"
            lines.append("<text class=\"note\" x=\"\(n(origin.x + Metrics.padding))\" y=\"\(n(y))\">\(note)</text>")
        }
        return lines + [address == nil ? "</g>" : "</a>"]
    }

    private func legend(at y: Double) -> [String] {
        let color = "#5a5f6b"
        var x = Metrics.margin
        func entry(_ drawing: (Double) -> String, _ text: String) -> String {
            let line = drawing(x) + "<text class=\"note\" x=\"\(n(x + 42))\" y=\"\(n(y + 4))\">\(text)</text>"
            x += 42 + Double(text.count) * Metrics.letter + 22
            return line
        }
        func stroke(_ x: Double, _ style: String) -> String {
            "<path class=\"\(style)\" stroke=\"\(color)\" d=\"M\(n(x)) \(n(y))h34\"/>"
        }
        var lines = [
            entry({ stroke($0, "line") + crow(at: DiagramLayout.Point(x: $0 + 38, y: y), color) }, "many"),
            entry({ stroke($0, "line") + bar(at: DiagramLayout.Point(x: $0 + 38, y: y), color) }, "one at most"),
            entry({ stroke($0, "line maybe") }, "may be NULL"),
        ]
        if diagram.links.contains(where: { !$0.isDeclared }) {
            lines.append(entry({ stroke($0, "line guess") }, "not declared"))
        }
        if !diagram.dangling.isEmpty { lines.append(entry({ stroke($0, "line lost") }, "to nothing")) }
        return lines
    }

    /// A number with at most one digit behind the point.
    private func n(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }
}

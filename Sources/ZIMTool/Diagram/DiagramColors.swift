/// A colour for each table that others point to, so that its lines can be told from others; the rest is grey.
struct DiagramColors {
    private var colors: [String] = []

    private static let palette = [
        "#1f6fb4", "#c2571a", "#2b8a3e", "#a83279", "#6741b8", "#8a6d1a", "#0b8793", "#b3262e", "#4d6a1f", "#7a4a2b",
    ]
    static let plain = "#51606f"

    init(diagram: Diagram) {
        let parents = Set(diagram.links.map(\.parent.name))
        var next = 0
        colors = diagram.boxes.map { box in
            guard parents.contains(box.table.name) else { return Self.plain }
            defer { next += 1 }
            return Self.palette[next % Self.palette.count]
        }
    }

    func ofBox(_ place: Int) -> String { colors.indices.contains(place) ? colors[place] : Self.plain }
}

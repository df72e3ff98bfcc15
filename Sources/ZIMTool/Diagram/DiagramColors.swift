/// A colour for each table that others point to, so that its lines can be told from others; the rest is grey.
struct DiagramColors {
    private var colors: [String] = []

    private static let palette = [
        "#1f6fb4", "#c2571a", "#2b8a3e", "#a83279", "#6741b8", "#8a6d1a", "#0b8793", "#b3262e", "#4d6a1f", "#7a4a2b",
    ]
    static let plain = "#51606f"

    init(diagram: Diagram) {
        let places = Dictionary(diagram.parents.enumerated().map { ($1, $0) }) { first, _ in first }
        colors = diagram.boxes.map { box in
            places[box.table.name].map { Self.palette[$0 % Self.palette.count] } ?? Self.plain
        }
    }

    func ofBox(_ place: Int) -> String { colors.indices.contains(place) ? colors[place] : Self.plain }
}

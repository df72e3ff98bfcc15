/// The sizes of a drawing, in pixels.
enum DiagramMetrics {
    static let header = 26.0
    static let row = 18.0
    /// A letter of the fixed-width font of 12 pixels.
    static let letter = 7.25
    static let titleLetter = 7.9
    static let padding = 10.0
    /// Between the boxes of a layer.
    static let boxGap = 28.0
    static let track = 9.0
    /// Between a box and the first track, where keys leave and loops turn.
    static let leave = 26.0
    /// Between the last track and a box, where the feet of the lines stand.
    static let arrive = 34.0
    /// Between parts that no line connects.
    static let partGap = 44.0
    static let margin = 24.0
    /// Between the brackets of keys that share columns.
    static let bracket = 4.0
    static let longestName = 34
    static let longestType = 18

    static func size(of box: Diagram.Box) -> (width: Double, height: Double) {
        let names = box.rows.map { Double(min($0.name.printable.displayWidth, longestName)) }.max() ?? 0
        let types = box.rows.map { Double(min($0.type.printable.displayWidth, longestType)) }.max() ?? 0
        let title = Double(min(box.table.name.printable.displayWidth, longestName)) * titleLetter
        let more = box.hidden > 0 || box.isMissing ? row : 0
        let width =
            max(title, box.isMissing ? 14 * letter : 0, names * letter + (types > 0 ? types * letter + 14 : 0), 70)
            + padding * 2
        return (
            width.rounded(.up),
            header + Double(box.rows.count) * row + more
                + (box.rows.isEmpty && more == 0 ? 0 : 4)
        )
    }

    /// Where a row's middle is, from the top of its box; the header's for a column that is not shown.
    static func middle(of column: String, in box: Diagram.Box) -> Double {
        guard let place = box.rows.firstIndex(where: { $0.name == column }) else { return header / 2 }
        return header + 2 + (Double(place) + 0.5) * row
    }
}

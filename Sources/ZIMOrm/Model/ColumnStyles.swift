import ZIMDb

/// How the rows of a table that were read last write their dates: those of the next query mostly write them so, too. To find
/// it out anew for each query cost the workload orderstatus 5 %.
final class LatestStyles {
    var styles: ColumnStyles?

    /// The style of a column's value in a row, if it is the one that was found last.
    func style(_ position: Int, of row: Row, at source: Int) -> DateStyle? {
        guard let style = styles?.style(position, of: .max), style.wrote(row, source) else { return nil }
        return style
    }
}

/// The ways in which the rows of a batch write the dates of columns: rows mostly write alike, so that nothing is noted of
/// each. It never changes, so that batches may share it.
final class ColumnStyles: Sendable {
    struct Style {
        let position: Int
        let style: DateStyle
        /// The first row to which the style applies: this row and those after it have a date in this style, or an entry of their
        /// own.
        let first: UInt32
    }

    let styles: [Style]
    /// The positions of the columns, by their bits; those from the 64th on share one.
    private let positions: UInt64

    init(_ styles: [Style]) {
        self.styles = styles
        positions = styles.reduce(0) { $0 | Self.bit($1.position) }
    }

    private static func bit(_ position: Int) -> UInt64 { 1 << UInt64(clamping: Swift.min(position, 63)) }

    /// Whether a column may have a style.
    @inline(__always)
    func mayHold(_ position: Int) -> Bool { positions & Self.bit(position) != 0 }

    /// Whether that is all that there is to say of how a row spells its values.
    ///
    /// - Parameter index: where the batch's columns begin in the row.
    func sayAll(of row: Row, at index: Int, slot: UInt32) -> Bool {
        var spelled = row.spelledColumns
        // By index: an iterator would retain the array for each row.
        for number in styles.indices {
            let column = styles[number]
            let source = index + column.position
            guard source < 63, slot >= column.first, column.style.wrote(row, source) else { return false }
            spelled &= ~(1 << UInt64(source))
        }
        return spelled == 0
    }

    /// The style in which a row writes a column's date, unless something else is noted of it.
    func style(_ position: Int, of slot: UInt32) -> DateStyle? {
        for column in styles where column.position == position { return slot >= column.first ? column.style : nil }
        return nil
    }
}

import ZIMOrm

/// What a copy has done.
package struct CopyReport: Sendable {
    package struct Table: Sendable, Hashable {
        package let name: String
        package let rows: Int
        /// The checksum that both sides have.
        package let checksum: String
    }
    package let tables: [Table]
    package let notes: [CopyNote]
    /// How many invalid values were handled as the options say.
    package let invalidValues: Int
    /// How many rows were left out.
    package let skippedRows: Int
    /// From the first row that was written to the last.
    package let loading: Duration
    /// How many rows were written by this run.
    package let loadedRows: Int
    /// How many rows an earlier run had written.
    package let resumedRows: Int
    package let elapsed: Duration

    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }

    package var rowsPerSecond: Double {
        let seconds = Double(loading.components.seconds) + Double(loading.components.attoseconds) / 1e18
        return seconds > 0 ? Double(loadedRows) / seconds : 0
    }
}

/// Nothing was copied, because some values do not fit.
package struct CopyRefusal: Error, CustomStringConvertible {
    /// How many do not fit.
    package let count: Int
    /// How many of them stand in the way, whatever the options say.
    package let refused: Int
    /// The first of them; those that stand in the way come before the others.
    package let first: [InvalidValue]
    package let byColumn: [Place]
    /// How many rows there are of each table and column.
    package struct Place: Sendable, Hashable {
        package let name: String
        package let count: Int
    }

    package var description: String { "\(count.counted("invalid value")); nothing was copied" }
}

/// The frame of a window function: `ROWS BETWEEN 2 PRECEDING AND CURRENT ROW`.
///
/// Source: <https://www.sqlite.org/windowfunctions.html#frame_specifications>
public struct SQLFrame: SQLRenderable, Hashable {
    /// What the bounds count.
    public enum Unit: String, Sendable, Hashable {
        /// `ROWS`: counts rows.
        case rows = "ROWS"
        /// `RANGE`: compares values.
        case range = "RANGE"
        /// `GROUPS`: counts groups of equal rows.
        case groups = "GROUPS"
    }

    /// Where a frame begins or ends.
    public enum Bound: Sendable, Hashable {
        /// `UNBOUNDED PRECEDING`
        case unboundedPreceding
        /// `n PRECEDING`
        case preceding(Int)
        /// `CURRENT ROW`
        case currentRow
        /// `n FOLLOWING`
        case following(Int)
        /// `UNBOUNDED FOLLOWING`
        case unboundedFollowing
    }

    /// Which rows a frame excludes.
    public enum Exclusion: String, Sendable, Hashable {
        /// `EXCLUDE CURRENT ROW`
        case currentRow = "CURRENT ROW"
        /// `EXCLUDE GROUP`: the current row and its equals.
        case group = "GROUP"
        /// `EXCLUDE TIES`: the equals of the current row.
        case ties = "TIES"
        /// `EXCLUDE NO OTHERS`
        case noOthers = "NO OTHERS"
    }

    var unit: Unit
    var start: Bound
    var end: Bound
    var exclusion: Exclusion?

    /// - Throws: ``SQLBuildError`` if a bound is negative.
    public func write(to writer: inout SQLWriter) throws {
        if unit == .groups { try writer.refuseOnMySQL("GROUPS", hint: "Use rows or range") }
        writer.raw(unit.rawValue)
        writer.put(" BETWEEN ")
        try write(start, to: &writer)
        writer.put(" AND ")
        try write(end, to: &writer)
        if let exclusion {
            try writer.refuseOnMySQL("EXCLUDE", hint: "Take the row's own value off")
            writer.raw(" EXCLUDE " + exclusion.rawValue)
        }
    }

    private func write(_ bound: Bound, to writer: inout SQLWriter) throws {
        switch bound {
        case .unboundedPreceding: writer.put("UNBOUNDED PRECEDING")
        case .currentRow: writer.put("CURRENT ROW")
        case .unboundedFollowing: writer.put("UNBOUNDED FOLLOWING")
        case .preceding(let count), .following(let count):
            guard count >= 0 else {
                throw SQLBuildError(
                    .invalid, "a frame begins or ends \(count) rows away", hint: "Use the other direction")
            }
            writer.raw(String(count))
            if case .preceding = bound { writer.put(" PRECEDING") } else { writer.put(" FOLLOWING") }
        }
    }
}

/// The window of a window function: `(PARTITION BY … ORDER BY … ROWS …)`.
///
/// ```swift
/// let window = SQLWindow().partitionBy("region").orderBy("age", descending: true)
///     .frame(.rows, from: .preceding(2), to: .currentRow)
/// // (PARTITION BY "region" ORDER BY "age" DESC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
/// ```
///
/// Source: <https://www.sqlite.org/windowfunctions.html>, <https://www.postgresql.org/docs/15/sql-expressions.html>
public struct SQLWindow: SQLRenderable, Hashable {
    var reference: String?
    var base: String?
    var partition: [SQLExpression] = []
    var order: [SQLOrdering] = []
    var frame: SQLFrame?

    /// All rows: `()`.
    public init() {}

    /// Builds on a window that the statement names: `("base" ORDER BY …)`.
    public init(basedOn base: String) { self.base = base }

    init(reference: String) { self.reference = reference }

    /// Adds a column to `PARTITION BY`.
    public consuming func partitionBy(_ column: String) -> SQLWindow { partitionBy(.name(column)) }

    /// Adds an expression to `PARTITION BY`.
    public consuming func partitionBy(_ expression: SQLExpression) -> SQLWindow {
        partition.append(expression)
        return self
    }

    /// Adds a column to `ORDER BY`.
    public consuming func orderBy(_ column: String, descending: Bool = false, nulls: SQLNulls? = nil) -> SQLWindow {
        orderBy(.name(column), descending: descending, nulls: nulls)
    }

    /// Adds an expression to `ORDER BY`.
    public consuming func orderBy(
        _ expression: SQLExpression, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> SQLWindow {
        order.append(SQLOrdering(expression, descending: descending, nulls: nulls))
        return self
    }

    /// Adds a term to the order of the rows of a partition.
    ///
    /// ```swift
    /// SQLWindow().orderBy(SQLOrdering(.column("age"), descending: true, nulls: .last))
    /// // (ORDER BY "age" DESC NULLS LAST)
    /// ```
    public consuming func orderBy(_ term: SQLOrdering) -> SQLWindow {
        order.append(term)
        return self
    }

    /// Sets the frame around the current row.
    public consuming func frame(
        _ unit: SQLFrame.Unit, from start: SQLFrame.Bound, to end: SQLFrame.Bound = .currentRow,
        excluding exclusion: SQLFrame.Exclusion? = nil
    ) -> SQLWindow {
        frame = SQLFrame(unit: unit, start: start, end: end, exclusion: exclusion)
        return self
    }

    /// Writes the name of the window, or the window itself in parentheses.
    func writeReference(to writer: inout SQLWriter) throws {
        if let reference { return writer.identifier(reference) }
        try write(to: &writer)
    }

    public func write(to writer: inout SQLWriter) throws {
        writer.put("(")
        var separator = ""
        if let base {
            writer.identifier(base)
            separator = " "
        }
        if !partition.isEmpty {
            writer.raw(separator + "PARTITION BY ")
            try writer.list(partition)
            separator = " "
        }
        if !order.isEmpty {
            writer.raw(separator + "ORDER BY ")
            try writer.ordering(order)
            separator = " "
        }
        if let frame {
            writer.raw(separator)
            try frame.write(to: &writer)
        }
        writer.put(")")
    }
}

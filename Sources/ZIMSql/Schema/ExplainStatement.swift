/// Shows how the engine would run a statement: EXPLAIN.
///
/// ```swift
/// ExplainStatement(select)                                // EXPLAIN SELECT …: the machine's instructions on SQLite
/// ExplainStatement(select).level(.queryPlan)              // EXPLAIN QUERY PLAN SELECT …
/// ExplainStatement(select).level(.analyze)                // EXPLAIN (ANALYZE) SELECT … on PostgreSQL
/// ```
///
/// On PostgreSQL EXPLAIN always shows the plan, so the first two levels are the same.
///
/// Source: <https://www.sqlite.org/lang_explain.html>, <https://www.postgresql.org/docs/15/sql-explain.html>
public struct ExplainStatement<Explained: SQLRenderable & Hashable>: SQLStatement {
    var statement: Explained
    var detail = SQLExplainLevel.instructions

    /// Explains a statement.
    public init(_ statement: Explained) { self.statement = statement }

    /// Sets how much to show.
    public consuming func level(_ level: SQLExplainLevel) -> ExplainStatement {
        detail = level
        return self
    }

    /// - Throws: ``SQLBuildError`` if the dialect lacks the level.
    public func write(to writer: inout SQLWriter) throws {
        switch detail {
        case .instructions: writer.put("EXPLAIN ")
        case .queryPlan:
            writer.put(writer.features.contains(.explainQueryPlan) ? "EXPLAIN QUERY PLAN " : "EXPLAIN ")
        case .analyze:
            try writer.require(.explainAnalyze, "EXPLAIN (ANALYZE)", hint: "Use level(.queryPlan)")
            writer.put("EXPLAIN (ANALYZE) ")
        }
        try statement.write(to: &writer)
    }
}

/// How much an ``ExplainStatement`` shows.
public enum SQLExplainLevel: Sendable, Hashable {
    /// The instructions of the engine's machine.
    case instructions
    /// Which tables and indexes are read, and in which order.
    case queryPlan
    /// The plan and how long each step took; the statement runs. PostgreSQL.
    case analyze
}

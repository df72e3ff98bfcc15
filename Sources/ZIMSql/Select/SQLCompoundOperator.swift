/// How the rows of two queries become one result.
///
/// Source: <https://www.sqlite.org/lang_select.html#compound_select_statements>
public enum SQLCompoundOperator: String, Sendable, Hashable, CaseIterable {
    /// `UNION`
    case union = "UNION"
    /// `UNION ALL`
    case unionAll = "UNION ALL"
    /// `INTERSECT`
    case intersect = "INTERSECT"
    /// `EXCEPT`
    case except = "EXCEPT"
}

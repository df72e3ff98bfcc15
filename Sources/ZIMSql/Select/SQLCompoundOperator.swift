/// How the rows of two queries become one result.
///
/// Source: <https://www.sqlite.org/lang_select.html#compound_select_statements>
public enum SQLCompoundOperator: String, Sendable, Hashable, CaseIterable {
    case union = "UNION"
    case unionAll = "UNION ALL"
    case intersect = "INTERSECT"
    case except = "EXCEPT"
}

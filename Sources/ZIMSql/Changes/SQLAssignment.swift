/// One `"column" = value` of an UPDATE or of a DO UPDATE.
struct SQLAssignment: Hashable, Sendable {
    /// One column, or several that a row or a subquery sets together.
    var columns: [String]
    var value: SQLExpression
}

extension SQLWriter {
    /// Writes assignments with commas between them.
    mutating func assignments(_ items: [SQLAssignment]) throws {
        var isFirst = true
        for item in items {
            if !isFirst { raw(", ") }
            isFirst = false
            if item.columns.count == 1 {
                identifiers(item.columns)
            } else {
                raw("(")
                identifiers(item.columns)
                raw(")")
            }
            raw(" = ")
            try item.value.writeOperand(to: &self)
        }
    }
}

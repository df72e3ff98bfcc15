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
            if !isFirst { put(", ") }
            isFirst = false
            if item.columns.count == 1 {
                identifiers(item.columns)
            } else {
                put("(")
                identifiers(item.columns)
                put(")")
            }
            put(" = ")
            try item.value.writeOperand(to: &self)
        }
    }
}

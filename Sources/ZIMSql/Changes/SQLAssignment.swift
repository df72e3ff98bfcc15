/// One `"column" = value` of an UPDATE or of a DO UPDATE.
struct SQLAssignment: Hashable, Sendable {
    /// One column, or several that a row or a subquery sets together.
    var columns: [String]
    var value: SQLExpression
}

extension SQLWriter {
    /// Writes assignments with commas between them.
    ///
    /// - Parameters:
    ///   - target: names the table before each column, where there are several.
    ///   - column: a column that is set, as it is read.
    mutating func assignments(
        _ items: [SQLAssignment], of target: ChangeTarget? = nil, column: (String) -> SQLExpression = { .column($0) }
    ) throws {
        var isFirst = true
        for item in items {
            if !isFirst { put(", ") }
            isFirst = false
            if item.columns.count == 1 {
                if let target {
                    try target.writeName(to: &self)
                    put(".")
                }
                identifiers(item.columns)
            } else {
                try refuseOnMySQL("assignment to several columns", hint: "Set each column")
                put("(")
                identifiers(item.columns)
                put(")")
            }
            put(" = ")
            if case .list(let values) = item.value.node, values.count != item.columns.count || values.count == 1 {
                throw SQLBuildError(
                    .invalid, "\(item.columns.count) columns are set to a list of \(values.count) values",
                    hint: "Use columns(_:value:) with as many values as columns")
            }
            let typed = besideColumns(item.value) { column(item.columns[$0]) }
            try (typed ?? item.value).writeOperandOrCondition(to: &self)
        }
    }
}

/// One member of a FROM with its join.
struct SQLSource: Hashable, Sendable {
    var table: SQLTable
    var alias: String?
    var aliasColumns: [String] = []
    /// Nil for the first member and for those after a comma.
    var join: SQLJoinType?
    var isLateral = false
    var conditions: [SQLCondition] = []
    var using: [String] = []

    /// - Throws: ``SQLBuildError`` where the join and its condition do not fit, or the dialect lacks the join.
    func write(to writer: inout SQLWriter) throws {
        if let join { writer.raw(try keyword(join, writer)) }
        if isLateral {
            try writer.require(.lateral, "LATERAL", hint: "A function in FROM sees the tables before it without it")
            writer.raw("LATERAL ")
        }
        try table.write(to: &writer)
        if let alias {
            writer.raw(" AS ")
            writer.identifier(alias)
            if !aliasColumns.isEmpty {
                try writer.require(.aliasColumns, "names of an alias's columns", hint: "Use .with(_:columns:as:)")
                writer.raw(" (")
                writer.identifiers(aliasColumns)
                writer.raw(")")
            }
        } else if table.isSubquery {
            try writer.require(.unnamedSubquery, "subquery in FROM without a name", hint: "Give an alias")
        }
        if !using.isEmpty {
            writer.raw(" USING (")
            writer.identifiers(using)
            writer.raw(")")
        } else if !conditions.isEmpty {
            writer.raw(" ON ")
            try writer.conditions(conditions)
        }
    }

    private func keyword(_ join: SQLJoinType, _ writer: SQLWriter) throws -> String {
        if join.keepsRightRows { try writer.require(.rightAndFullJoin, "\(join.rawValue) JOIN") }
        let hasCondition = !conditions.isEmpty || !using.isEmpty
        if !conditions.isEmpty, !using.isEmpty {
            throw SQLBuildError(.invalid, "a join has both ON and USING", hint: "Use one of them")
        }
        if join.isNatural, hasCondition {
            throw SQLBuildError(.invalid, "a \(join.rawValue) JOIN has a condition", hint: "Use an inner or left join")
        }
        switch join {
        case .cross:
            return hasCondition && !writer.features.contains(.crossJoinOn) ? SQLJoinType.inner.text : join.text
        case .naturalCross:
            return writer.features.contains(.crossJoinOn) ? join.text : SQLJoinType.naturalInner.text
        default:
            guard hasCondition || join.isNatural else {
                throw SQLBuildError(
                    .incomplete, "a JOIN has no condition", hint: "Add joinOn or joinUsing, or join with type: .cross")
            }
            return join.text
        }
    }
}

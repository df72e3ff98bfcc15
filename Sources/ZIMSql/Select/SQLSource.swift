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

    /// - Throws: ``SQLBuildError`` if the join and its condition do not fit, or the dialect lacks the join.
    func write(to writer: inout SQLWriter) throws {
        if let join { try writeKeyword(join, to: &writer) }
        if isLateral {
            try writer.require(.lateral, "LATERAL", hint: "A function in FROM sees the tables before it without it")
            writer.put("LATERAL ")
        }
        try table.write(to: &writer)
        if let alias {
            writer.put(" AS ")
            writer.identifier(alias)
            if !aliasColumns.isEmpty {
                try writer.require(.aliasColumns, "names of an alias's columns", hint: "Use .with(_:columns:as:)")
                writer.columnList(aliasColumns)
            }
        } else if !aliasColumns.isEmpty {
            throw SQLBuildError(
                .incomplete, "names of columns stand behind a table without an alias", hint: "Give an alias")
        } else if table.isSubquery {
            try writer.require(.unnamedSubquery, "subquery in FROM without a name", hint: "Give an alias")
        }
        if !using.isEmpty {
            writer.put(" USING")
            writer.columnList(using)
        } else if !conditions.isEmpty {
            writer.put(" ON ")
            try writer.conditions(conditions)
        }
    }

    private func writeKeyword(_ join: SQLJoinType, to writer: inout SQLWriter) throws {
        // MariaDB and MySQL have one of the two.
        if join.keepsRightRows, join.keepsLeftRows || !writer.features.contains(.straightJoin) {
            try writer.require(.rightAndFullJoin, "\(join.rawValue) JOIN", hint: "Swap the tables and use a left join")
        }
        let hasCondition = !conditions.isEmpty || !using.isEmpty
        if !conditions.isEmpty, !using.isEmpty {
            throw SQLBuildError(.invalid, "a join has both ON and USING", hint: "Use one of them")
        }
        if join.isNatural, hasCondition {
            throw SQLBuildError(.invalid, "a \(join.rawValue) JOIN has a condition", hint: "Use an inner or left join")
        }
        switch join {
        case .cross:
            join.or(.inner, if: hasCondition && !writer.features.contains(.crossJoinOn)).write(to: &writer)
        case .naturalCross:
            join.or(.naturalInner, if: !writer.features.contains(.crossJoinOn)).write(to: &writer)
        default:
            guard hasCondition || join.isNatural else {
                throw SQLBuildError(
                    .incomplete, "a JOIN has no condition", hint: "Add joinOn or joinUsing, or join with type: .cross")
            }
            join.write(to: &writer)
        }
    }
}

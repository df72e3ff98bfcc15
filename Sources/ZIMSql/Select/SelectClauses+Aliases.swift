extension SelectClauses {
    /// What is written in place of aliases, so that a name in HAVING means the same to all engines: a column that is grouped by,
    /// else the alias; in an aggregate a column that the alias hides.
    ///
    /// PostgreSQL knows no alias there. SQLite takes the column where an alias hides one, as in `sum("a") AS "a"`; MariaDB
    /// and MySQL do as is wanted.
    func aliasSubstitutions(_ features: SQLFeatures) -> [AliasSubstitution] {
        if features.contains(.onDuplicateKey) { return [] }
        // PostgreSQL tells names in quotation marks apart by their case.
        let foldsCase = features.contains(.aliasInHaving)
        return columns.compactMap { column in
            guard let alias = column.alias else { return nil }
            let expression = column.expression
            let hidesColumn = !expression.isColumn(alias, foldsCase) && expression.names(alias, foldsCase)
            if features.contains(.aliasInHaving), !hidesColumn { return nil }
            if groups.contains(where: { $0.isColumn(alias, foldsCase) && (hidesColumn || $0.isQualified) }) {
                return nil
            }
            return AliasSubstitution(
                name: alias, isColumnInAggregates: hidesColumn || expression.hasAggregate
            ) { try expression.writeOperand(to: &$0) }
        }
    }
}

extension SQLExpression {
    /// The parts of a column's name.
    private var nameParts: [String] {
        switch node {
        case .name(let path): (try? DottedName.parts(of: path).map(\.text)) ?? []
        case .identifier(let name): [name]
        case .column(let table, let name): [table, name]
        case .path(let identifier): identifier.parts
        default: []
        }
    }

    fileprivate func isColumn(_ name: String, _ foldsCase: Bool) -> Bool {
        guard let last = nameParts.last else { return false }
        return foldsCase ? last.lowercased() == name.lowercased() : last == name
    }
    fileprivate var isQualified: Bool { nameParts.count > 1 }

    /// Whether a column of this name, in whatever table, stands in it.
    func names(_ column: String, _ foldsCase: Bool) -> Bool { contains { $0.isColumn(column, foldsCase) } }

    /// Whether somewhere in it stands a call that makes one value of all rows.
    package var hasAggregate: Bool { contains(\.isAggregate) }

    /// Whether this expression or one inside of it is such, without those of subqueries.
    fileprivate func contains(_ isSuch: (SQLExpression) -> Bool) -> Bool {
        isSuch(self) || inner.contains { $0.contains(isSuch) }
    }

    private var inner: [SQLExpression] {
        switch node {
        case .binary(_, let left, let right), .like(let left, let right, _, _, _): [left, right]
        case .connective(_, let conditions): conditions.all
        case .not(let operand), .prefix(_, let operand), .cast(let operand, _), .collate(let operand, _): [operand]
        case .list(let items): items
        case .block(let conditions): conditions.flatMap { [$0.left, $0.right] }
        case .function(let call): call.arguments + [call.filter].compactMap { $0 }
        case .choice(let choice):
            [choice.operand, choice.otherwise].compactMap { $0 }
                + choice.branches.flatMap { [$0.condition, $0.result] }
        case .name, .identifier, .column, .path, .value, .truth, .subquery, .exists, .star, .sql, .operand, .mistake:
            []
        }
    }
}

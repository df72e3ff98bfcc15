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

    /// What expressions that are grouped by are called in HAVING: MariaDB and MySQL know columns there that are selected or
    /// grouped by, and do not see that an expression over others is one that they group by.
    func groupAliases(_ features: SQLFeatures) -> [NestedStatement: String] {
        guard features.contains(.onDuplicateKey) else { return [:] }
        return columns.reduce(into: [:]) { aliases, column in
            guard let alias = column.alias, !column.expression.isColumn, groups.contains(column.expression),
                !groups.contains(where: { $0.isColumn(alias, true) })
            else { return }
            aliases[NestedStatement(column.expression)] = alias
        }
    }
}

extension SelectClauses {
    /// What a term of ORDER BY is, to be written inside of an expression: there MariaDB and MySQL take a name for the column
    /// that an alias hides, and MariaDB knows no alias of an aggregate.
    ///
    /// MySQL compares what is written with DISTINCT and GROUP BY, and takes no parameter for another one. There the alias
    /// stays unless its expression is over a column of that name; then the server may refuse it, which is better than
    /// another order.
    func withoutAlias(_ term: SQLExpression, _ features: SQLFeatures) -> SQLExpression {
        // The columns of a UNION hide nothing.
        guard rare?.value.compounds.isEmpty != false, term.nameParts.count == 1, let name = term.nameParts.first,
            let expression = columns.first(where: { $0.alias?.lowercased() == name.lowercased() })?.expression
        else { return term }
        let isMySQL = !features.isDisjoint(with: [.typedParameters, .olderMySQL])
        let isCompared = distinct || groups.contains { $0.isColumn(name, true) }
        return isMySQL && isCompared && !expression.names(name, true) ? term : expression
    }
}

extension SelectStatement {
    /// The same query, with a name for each column that shares its own with another one, or has none as others have: a derived
    /// table of MariaDB and MySQL has each name once.
    func namingColumns(_ prefix: String) -> SelectStatement {
        var names: [String: Int] = [:]
        for column in clauses.columns { names[column.name, default: 0] += 1 }
        var named = self
        for (index, column) in clauses.columns.enumerated()
        where column.alias == nil && names[column.name, default: 0] > 1 && !column.expression.isAll {
            // Text of one's own may have a name in it.
            if case .sql = column.expression.node { continue }
            named.clauses.columns[index].alias = prefix + "column\(index + 1)"
        }
        return named
    }

    /// The same query, with names for columns that hold parameters: MariaDB and MySQL write each as `?` in the name of such a column.
    func namingParameters(_ prefix: String) -> SelectStatement {
        let unnamed = clauses.columns.indices.filter { index in
            clauses.columns[index].alias == nil && clauses.columns[index].expression.contains(\.isValue)
        }
        guard unnamed.count > 1 else { return self }
        var named = self
        for index in unnamed { named.clauses.columns[index].alias = prefix + "column\(index + 1)" }
        return named
    }
}

extension SelectClauses.ResultColumn {
    /// Its name in lower case; empty where the server makes one up.
    fileprivate var name: String { (alias ?? expression.nameParts.last ?? "").lowercased() }
}

extension SQLExpression {
    /// The parts of a column's name.
    fileprivate var nameParts: [String] {
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

import ZIMOrm

/// Looks at a table's keys: NULL in them, and rows that they do not tell apart.
struct KeyRules {
    let table: TableSchema
    let inbound: [LinkSchema]
    let profile: TableProfile
    let traits: any EngineTraits

    func findings(in session: Session) throws -> [Finding] {
        var findings: [Finding] = []
        let withNull = table.primaryKey.filter { profile[$0].nulls > 0 }
        if !withNull.isEmpty {
            let condition = SQLExpression.any(withNull.map { SQLExpression.column($0).isNull })
            let count = try rowsWithNull(withNull, where: condition, in: session)
            let names = withNull == table.primaryKey ? "" : withNull.map(\.printable).joined(separator: ", ") + " of "
            findings.append(
                Finding(
                    .nullInKey, table.name, withNull, count: count,
                    "\(count.counted("row")) \(count == 1 ? "has" : "have") NULL in \(names)the primary key "
                        + "\(table.primaryKey.listed)",
                    example: try firstRow(where: condition, in: session),
                    advice: "Give them a value, and declare the \(withNull.count == 1 ? "column" : "columns") NOT NULL")
            )
        }
        for key in table.uniqueKeys where !key.hasExpression && !key.isPartial {
            // NULL differs from NULL for a unique key, so that it does not keep such rows apart.
            let holes = key.columns.filter { profile[$0].nulls > 0 }
            guard !holes.isEmpty, key.isPrimaryKey || holes.count < key.columns.count else { continue }
            if let finding = try duplicates(key.columns, withNull: holes, in: session) { findings.append(finding) }
        }
        // The rows of tables that inherit from this one are read with its own, and no key of it tells them apart.
        for key in table.uniqueKeys where table.isInherited && !key.hasExpression && !key.isPartial {
            let reason = "tables that inherit from \(table.name.printable) may repeat its key \(key.columns.listed)"
            let advice = "Remove the duplicates: no key of PostgreSQL holds for several tables"
            if let finding = try repeated(key.columns, reason, advice: advice, in: session) { findings.append(finding) }
        }
        for columns in Set(inbound.filter { !$0.referencesKey }.map(\.references)).sorted(by: { $0.listed < $1.listed })
        {
            if let finding = try repeated(columns, "foreign keys reference \(columns.listed)", in: session) {
                findings.append(finding)
            }
        }
        if table.kind == .table, table.primaryKey.isEmpty, !hasOtherKey {
            if let key = namedKey, let finding = try repeated([key], "\(key.printable) looks like the key", in: session)
            {
                findings.append(finding)
            }
            findings.append(try noKey(in: session))
        }
        return findings
    }

    /// A unique key of columns that are never NULL serves as well as a primary key.
    private var hasOtherKey: Bool {
        table.uniqueKeys.contains { key in
            !key.isPartial && !key.hasExpression && key.columns.allSatisfy { table.column($0)?.isNotNull == true }
        }
    }

    /// A row counts once, however many of its columns are NULL.
    private func rowsWithNull(_ columns: [String], where condition: SQLExpression, in session: Session) throws -> Int {
        if columns.count == 1 { return profile[columns[0]].nulls }
        let statement = SelectStatement().column(.count()).from(table.identifier).where(condition)
        return try session.rows(statement).first?.get(0) ?? 0
    }

    private func firstRow(where condition: SQLExpression, in session: Session) throws -> String? {
        var statement = SelectStatement().from(table.identifier).where(condition)
        for column in table.columns.prefix(4) { statement = statement.column(.column(column.name)) }
        return try session.rows(statement.limit(1)).first.map(Self.words)
    }

    static func words(for row: ResultRow) -> String {
        zip(row.columns, row.values).map { "\($0.printable) = \($1.abbreviatedPlain)" }.joined(separator: ", ")
    }

    /// Groups of rows that agree in some columns.
    private func duplicates(_ columns: [String], withNull: [String], in session: Session) throws -> Finding? {
        let parts = columns.map { SQLExpression.column($0) }
        let holes = withNull.map { SQLExpression.column($0).isNull }
        guard
            let (count, example) = try Self.groups(
                of: parts, names: columns, table, where: holes.isEmpty ? nil : .any(holes), in: session)
        else { return nil }
        return Finding(
            .duplicateKeys, table.name, columns, count: count,
            "\(count.counted("value")) of the key \(columns.listed) \(count == 1 ? "occurs" : "occur") in several rows: NULLs are "
                + "distinct in a unique key",
            example: example, advice: "Give the NULLs a value, or delete all rows but one")
    }

    /// Values that belong to several rows, in columns that should be unique.
    private func repeated(
        _ columns: [String], _ reason: String,
        advice: String = "Remove the duplicates, then declare the columns UNIQUE", in session: Session
    ) throws -> Finding? {
        let parts = columns.map { SQLExpression.column($0) }
        guard
            let (count, example) = try Self.groups(
                of: parts, names: columns, table, where: .all(parts.map(\.isNotNull)), in: session)
        else { return nil }
        return Finding(
            .duplicateKeys, table.name, columns, count: count,
            "\(reason), but \(count.counted("value")) \(count == 1 ? "occurs" : "occur") in several rows",
            example: example, advice: advice)
    }

    /// The column that is called like the table's own key: `id`, `customer_no`.
    private var namedKey: String? {
        let own = NameWords(table.name).singular
        return table.columns.first { column in
            let words = NameWords(column.name)
            if words.words.count == 1, ["id", "pk", "uuid", "guid", "oid"].contains(words.words.first) { return true }
            return words.withoutKeyWords == own
        }?.name
    }

    /// How many groups of rows agree in some columns, and the first of them.
    static func groups(
        of parts: [SQLExpression], names: [String], _ table: TableSchema, where condition: SQLExpression?,
        in session: Session
    ) throws -> (count: Int, example: String)? {
        var groups = SelectStatement().from(table.identifier)
        for (part, name) in zip(parts, names) { groups = groups.column(part, alias: name).groupBy(part) }
        groups = groups.column(.count(), alias: "rows")
        if let condition { groups = groups.where(condition) }
        groups = groups.having(.count() > 1)
        var count = 0
        var example = ""
        try session.forEachRow(groups) { row in
            count += 1
            guard count == 1 else { return }
            let values = names.indices.map { "\(names[$0].printable) = \(row.value(at: $0).abbreviatedPlain)" }
            example = values.joined(separator: ", ") + ", in \((try row.get(names.count, as: Int.self)).counted("row"))"
        }
        return count == 0 ? nil : (count, example)
    }

    private func noKey(in session: Session) throws -> Finding {
        let columns = table.columns.filter { !$0.isHidden }
        // Sorting a table by all of its columns is dear, so the columns that look like a key come first.
        if let key = try likelyKey(in: session) {
            return Finding(
                .noKey, table.name, key, "the table has no key",
                advice: "\(key.listed) is unique: make it the primary key")
        }
        let twins = try Self.groups(
            of: columns.map(traits.grouping), names: columns.map(\.name), table, where: nil, in: session)
        return Finding(
            .noKey, table.name, [], count: twins?.count,
            "the table has no key"
                + (twins.map {
                    ", and \($0.count.counted("group")) of rows \($0.count == 1 ? "is" : "are") equal in all columns"
                }
                    ?? ""),
            example: twins?.example, advice: traits.keyAdvice)
    }

    /// A column that is called like a key, or the first one, where it has a value in every row and each of them once.
    private func likelyKey(in session: Session) throws -> [String]? {
        guard profile.rows > 1 else { return nil }
        let columns = table.columns.filter { !$0.isHidden && profile[$0.name].nulls == 0 }
        let named = columns.filter { NameWords($0.name).words.last.map(NameWords.keyWords.contains) == true }
        for column in (named + columns.prefix(1)).prefix(3) {
            let part = traits.grouping(column)
            let isUnique = try Self.groups(of: [part], names: [column.name], table, where: nil, in: session) == nil
            if isUnique { return [column.name] }
        }
        return nil
    }
}

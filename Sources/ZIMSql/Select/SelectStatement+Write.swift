extension SelectStatement {
    /// - Throws: ``SQLBuildError`` if the statement is incomplete or the dialect lacks something that it uses.
    public func write(to writer: inout SQLWriter) throws {
        let rare = clauses.rare?.value
        let place = writer.takePlace()
        let outer = writer.repeatable
        if outer != nil { writer.repeatable = nil }
        if let rare {
            if let misplaced = rare.misplaced { throw misplaced }
            try writer.commonTables(rare.commonTables)
            try compound(clauses, rare, place, to: &writer)
        } else {
            try clauses.writeCore(rare: nil, place, typedColumns(in: place, writer), to: &writer)
        }
        try clauses.writeEnd(to: &writer)
        if outer != nil || writer.repeats { writer.repeatable = outer }
        if let rare, !rare.locks.isEmpty { try rare.writeLocks(to: &writer) }
    }

    /// Writes the members of a UNION and the like, or the one query where there are none.
    private func compound(
        _ clauses: SelectClauses, _ rare: SelectClauses.RareClauses, _ place: QueryPlace, to writer: inout SQLWriter
    ) throws {
        // (a UNION b) INTERSECT c needs the parentheses where INTERSECT would take b and c first.
        var openings = 0
        if writer.features.contains(.intersectBindsTighter) {
            var isLoose = false
            for member in rare.compounds {
                if member.operation == .intersect, isLoose { openings += 1 }
                isLoose = member.operation != .intersect
            }
        }
        for _ in 0..<openings { writer.put("(") }
        let types = typedColumns(in: place, writer)
        try clauses.writeCore(rare: rare, place, types, to: &writer)
        var isLoose = false
        for (index, member) in rare.compounds.enumerated() {
            if member.operation == .intersect, isLoose, openings > 0 { writer.put(")") }
            isLoose = member.operation != .intersect
            writer.raw(" " + member.operation.rawValue + " ")
            writer.place = .member(types ?? [])
            try writer.member(member.statement, isOrdered: index == rare.compounds.count - 1 && clauses.hasEnd)
        }
    }

    /// The same query as a derived table: MariaDB and MySQL drop its order where it has no limit.
    var keepingOrder: SelectStatement {
        guard !clauses.ordering.isEmpty, clauses.limit == nil else { return self }
        var limited = self
        limited.clauses.limit = .operand(SQL(unsafe: SelectClauses.allRows))
        return limited
    }

    /// Whether this query can stand in a compound as it is.
    fileprivate var isPlain: Bool {
        guard clauses.ordering.isEmpty, clauses.limit == nil, clauses.offset == nil else { return false }
        guard let rare = clauses.rare?.value else { return true }
        return rare.commonTables.isEmpty && rare.compounds.isEmpty && rare.locks.isEmpty
    }
}

extension SQLWriter {
    /// Writes a row of values as a query, whose columns are called as those of VALUES.
    fileprivate mutating func select(_ row: [SQLExpression], _ types: [Bool], isFirst: Bool) throws {
        put(isFirst ? "SELECT " : " UNION ALL SELECT ")
        for (index, item) in row.enumerated() {
            if index > 0 { put(", ") }
            try inColumn(item, isTyped: types.indices.contains(index) && types[index]).write(to: &self)
            guard isFirst else { continue }
            put(" AS ")
            identifier("column\(index + 1)")
        }
    }

    /// - Parameter isOrdered: whether the order or the limit of all stands behind it.
    fileprivate mutating func member(_ statement: SelectStatement, isOrdered: Bool) throws {
        let isUnion =
            features.contains(.noValuesQuery) && statement.clauses.rare?.value.values.map { $0.count > 1 } ?? false
        let isTable =
            isOrdered && statement.clauses.rare?.value.values != nil && !features.contains(.parenthesizedCompounds)
        if statement.isPlain, !isUnion, !isTable { return try statement.write(to: &self) }
        let isNamed =
            features.contains(.noCommonTablesInMember)
            && statement.clauses.rare?.value.commonTables.isEmpty == false
        if features.contains(.parenthesizedCompounds), !isNamed { return try parenthesized(statement) }
        place = .alone
        put("SELECT * FROM ")
        try parenthesized(isNamed ? statement.namingColumns(madeUpPrefix) : statement)
        guard isNamed else { return }
        put(" AS ")
        identifier(madeUpPrefix + "member")
    }
}

extension SelectClauses {
    /// Writes what stands between WITH and ORDER BY.
    ///
    /// - Parameter types: which columns that are values get types; nil for all.
    func writeCore(
        rare: RareClauses?, _ place: QueryPlace, _ types: [Bool]?, to writer: inout SQLWriter
    ) throws {
        var types = types
        // The rows of a VALUES and those of a DISTINCT have their types before the other members give them some.
        let isMember = rare?.compounds.isEmpty == false || writer.typesParameters && place.isMember
        if isMember, distinct || rare?.values != nil {
            types = types.map { writer.typedColumns(of: rare?.values ?? [columns.map(\.expression)], or: $0) }
        }
        if let rare, let rows = rare.values {
            let isInside = !rare.compounds.isEmpty && rows.count > 1 && writer.features.contains(.noValuesQuery)
            // SQLite has no ORDER BY and no LIMIT behind VALUES.
            let isTable = hasEnd && rare.compounds.isEmpty && !writer.features.contains(.parenthesizedCompounds)
            writer.raw(isTable ? "SELECT * FROM (" : isInside ? "(" : "")
            try writeValues(rows, isTable ? .alone : place, types, to: &writer)
            if isTable || isInside { writer.put(")") }
            return
        }
        if !groups.isEmpty || distinct || rare?.distinctOn.isEmpty == false, writer.numbersParameters {
            writer.repeatable = [:]
        }
        writer.put("SELECT ")
        if let rare, !rare.distinctOn.isEmpty {
            try writer.require(.distinctOn, "DISTINCT ON", hint: "Use row_number() over a window")
            writer.put("DISTINCT ON (")
            try writer.terms(rare.distinctOn)
            writer.put(") ")
        } else if distinct {
            writer.put("DISTINCT ")
        }
        if columns.isEmpty {
            guard !sources.isEmpty else {
                throw SQLBuildError(
                    .incomplete, "a SELECT has neither columns nor a table", hint: "Call column or from")
            }
            writer.put("*")
        }
        try writer.resultColumns(columns, types: types)
        try writer.withoutRepeating { writer in
            try writeSources(to: &writer)
            guard !conditions.isEmpty else { return }
            writer.put(" WHERE ")
            try writer.conditions(conditions.all)
        }
        if !groups.isEmpty {
            writer.put(" GROUP BY ")
            try writer.terms(groups)
        }
        if !having.isEmpty { try writeHaving(to: &writer) }
        if let rare, !rare.windows.isEmpty {
            for (index, named) in rare.windows.enumerated() {
                writer.raw(index == 0 ? " WINDOW " : ", ")
                writer.identifier(named.name)
                writer.put(" AS ")
                try named.window.write(to: &writer)
            }
        }
    }

    private func writeSources(to writer: inout SQLWriter) throws {
        guard !sources.isEmpty else { return }
        guard sources[0].join == nil else {
            throw SQLBuildError(.incomplete, "a JOIN has no table to its left", hint: "Call from first")
        }
        writer.put(" FROM ")
        try writer.sources(sources)
    }

    private func writeHaving(to writer: inout SQLWriter) throws {
        writer.put(" HAVING ")
        writer.substitutions = aliasSubstitutions(writer.features)
        writer.namesMayBeAliases = true
        let (aliases, outer) = (groupAliases(writer.features), writer.groupAliases)
        if !aliases.isEmpty { (writer.groupAliases, writer.repeatable) = (aliases, [:]) }
        try writer.conditions(having)
        if !aliases.isEmpty { (writer.groupAliases, writer.repeatable) = (outer, nil) }
        writer.namesMayBeAliases = false
        writer.substitutions = []
    }

    private func writeValues(
        _ rows: [[SQLExpression]], _ place: QueryPlace, _ types: [Bool]?, to writer: inout SQLWriter
    ) throws {
        guard columns.isEmpty, sources.isEmpty, conditions.isEmpty, groups.isEmpty, having.isEmpty, !distinct,
            rare?.value.distinctOn.isEmpty != false, rare?.value.windows.isEmpty != false
        else {
            throw SQLBuildError(
                .invalid, "VALUES has columns, a table, conditions or windows",
                hint: "Read from it: .from(.values([…]))")
        }
        guard let width = rows.first?.count, width > 0 else {
            throw SQLBuildError(.incomplete, "VALUES has no row", hint: "Give at least one value")
        }
        let types = types ?? writer.typedColumns(of: rows)
        for (index, row) in rows.enumerated() {
            guard row.count == width else {
                throw SQLBuildError(.invalid, "VALUES has rows of \(width) and of \(row.count) values")
            }
            if case .inserted = place {
            } else if writer.features.contains(.noValuesQuery) {
                try writer.select(row, types, isFirst: index == 0)
                continue
            }
            writer.raw(index == 0 ? "VALUES " : ", ")
            try writer.row(
                types.contains(true) ? row.indices.map { types[$0] ? writer.result(row[$0]) : row[$0] } : row)
        }
    }

    /// The LIMIT that takes all rows on MariaDB and MySQL.
    static let allRows = "18446744073709551615"

    /// Whether an order, a limit or an offset stands at the end.
    var hasEnd: Bool { !ordering.isEmpty || limit != nil || offset != nil }

    /// Writes ORDER BY, LIMIT and OFFSET.
    func writeEnd(to writer: inout SQLWriter) throws {
        if !ordering.isEmpty {
            writer.put(" ORDER BY ")
            try writer.ordering(ordering, of: self)
        }
        try writer.limit(limit, offset: offset)
    }
}

extension SelectClauses.RareClauses {
    fileprivate func writeLocks(to writer: inout SQLWriter) throws {
        guard compounds.isEmpty else {
            throw SQLBuildError(
                .invalid, "a UNION or the like cannot be locked",
                hint: "Lock the rows of each query in a statement of its own")
        }
        for lock in locks { try writer.lockClause(lock) }
    }
}

extension SQLWriter {
    fileprivate mutating func lockClause(_ lock: SQLRowLock) throws {
        try require(.rowLocks, lock.strength.rawValue, hint: "Begin the transaction with BEGIN IMMEDIATE")
        raw(" " + (try strength(of: lock)))
        if !lock.tables.isEmpty {
            try require(
                .rowLocksOfTables, lock.strength.rawValue + " OF",
                hint: "Lock in a statement of its own, or leave the tables out")
            put(" OF ")
            identifiers(lock.tables)
        }
        if let waiting = lock.waiting {
            try refuseOnOlderMySQL(waiting.rawValue.dropFirst().description, hint: "Limit the wait by busyTimeout")
            raw(waiting.rawValue)
        }
    }

    private func strength(of lock: SQLRowLock) throws -> String {
        switch lock.strength {
        case .forUpdate: return lock.strength.rawValue
        case .forShare where features.contains(.rowLocksOfTables): return lock.strength.rawValue
        // MariaDB and MySQL 5.7, which wait.
        case .forShare where lock.waiting == nil: return "LOCK IN SHARE MODE"
        case .forNoKeyUpdate where features.contains(.keyRowLocks), .forKeyShare where features.contains(.keyRowLocks):
            return lock.strength.rawValue
        case .forNoKeyUpdate, .forKeyShare, .forShare:
            throw SQLBuildError(
                .unsupported, "\(dialect.name) has no \(lock.strength.rawValue)\(lock.waiting?.rawValue ?? "")",
                hint: "Use forUpdate")
        }
    }

    /// Writes LIMIT and OFFSET; an engine that has no OFFSET alone gets a LIMIT without an end.
    mutating func limit(_ limit: SQLExpression?, offset: SQLExpression?) throws {
        if let limit {
            try check(limit, "LIMIT")
            put(" LIMIT ")
            try count(limit)
        } else if offset != nil, features.contains(.offsetNeedsLimit) {
            // No engine takes the other's word for "all".
            put(" LIMIT ")
            raw(features.contains(.rowidTables) ? "-1" : SelectClauses.allRows)
        }
        if let offset {
            try check(offset, "OFFSET")
            put(" OFFSET ")
            try count(offset)
        }
    }

    /// MariaDB and MySQL take no parentheses there.
    private mutating func count(_ rows: SQLExpression) throws {
        if features.contains(.onDuplicateKey) { return try rows.write(to: &self) }
        try rows.writeOperand(to: &self)
    }

    private func check(_ expression: SQLExpression, _ clause: String) throws {
        if case .value(.integer(let count)) = expression.node, count < 0 {
            throw SQLBuildError(.invalid, "\(clause) is negative: \(count)", hint: "Leave it out for all rows")
        }
        switch expression.node {
        case .value, .sql, .operand: break
        default: try refuseOnMySQL("expression in \(clause)", hint: "Work the number out first")
        }
    }
}

extension SelectStatement {
    /// - Throws: ``SQLBuildError`` if the statement is incomplete or the dialect lacks something that it uses.
    public func write(to writer: inout SQLWriter) throws {
        let rare = clauses.rare?.value
        if let rare {
            if let misplaced = rare.misplaced { throw misplaced }
            try writer.commonTables(rare.commonTables)
            try compound(clauses, rare, to: &writer)
        } else {
            try clauses.writeCore(rare: nil, to: &writer)
        }
        try clauses.writeEnd(to: &writer)
        if let rare { try rare.writeLocks(to: &writer) }
    }

    /// Writes the members of a UNION and the like, or the one query where there are none.
    private func compound(
        _ clauses: SelectClauses, _ rare: SelectClauses.RareClauses, to writer: inout SQLWriter
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
        try clauses.writeCore(rare: rare, to: &writer)
        var isLoose = false
        for member in rare.compounds {
            if member.operation == .intersect, isLoose, openings > 0 { writer.put(")") }
            isLoose = member.operation != .intersect
            writer.raw(" " + member.operation.rawValue + " ")
            try writer.member(member.statement)
        }
    }

    /// Whether this query can stand in a compound as it is.
    fileprivate var isPlain: Bool {
        guard clauses.ordering.isEmpty, clauses.limit == nil, clauses.offset == nil else { return false }
        guard let rare = clauses.rare?.value else { return true }
        return rare.commonTables.isEmpty && rare.compounds.isEmpty && rare.locks.isEmpty
    }
}

extension SQLWriter {
    fileprivate mutating func member(_ statement: SelectStatement) throws {
        if statement.isPlain { return try statement.write(to: &self) }
        if features.contains(.parenthesizedCompounds) { return try parenthesized(statement) }
        put("SELECT * FROM ")
        try parenthesized(statement)
    }
}

extension SelectClauses {
    /// Writes what stands between WITH and ORDER BY.
    func writeCore(rare: RareClauses?, to writer: inout SQLWriter) throws {
        if let rows = rare?.values { return try writeValues(rows, to: &writer) }
        writer.put("SELECT ")
        if let rare, !rare.distinctOn.isEmpty {
            try writer.require(.distinctOn, "DISTINCT ON", hint: "Use row_number() over a window")
            writer.put("DISTINCT ON (")
            try writer.list(rare.distinctOn)
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
        try writer.resultColumns(columns)
        try writeSources(to: &writer)
        if !conditions.isEmpty {
            writer.put(" WHERE ")
            try writer.conditions(conditions.all)
        }
        if !groups.isEmpty {
            writer.put(" GROUP BY ")
            for (index, group) in groups.enumerated() {
                if index > 0 { writer.put(", ") }
                try group.writeTerm(to: &writer, asOperand: false)
            }
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
        if !writer.features.contains(.aliasInHaving) {
            writer.substitutions = columns.compactMap { column in
                column.alias.map { (name: $0, write: { try column.expression.writeOperand(to: &$0) }) }
            }
        }
        try writer.conditions(having)
        writer.substitutions = []
    }

    private func writeValues(_ rows: [[SQLExpression]], to writer: inout SQLWriter) throws {
        guard columns.isEmpty, sources.isEmpty, conditions.isEmpty, groups.isEmpty, having.isEmpty, !distinct else {
            throw SQLBuildError(
                .invalid, "VALUES has columns, a table or conditions", hint: "Read from it: .from(.values([…]))")
        }
        guard let width = rows.first?.count, width > 0 else {
            throw SQLBuildError(.incomplete, "VALUES has no row", hint: "Give at least one value")
        }
        for (index, row) in rows.enumerated() {
            guard row.count == width else {
                throw SQLBuildError(.invalid, "VALUES has rows of \(width) and of \(row.count) values")
            }
            writer.raw(index == 0 ? "VALUES " : ", ")
            try writer.row(row)
        }
    }

    /// Writes ORDER BY, LIMIT and OFFSET.
    func writeEnd(to writer: inout SQLWriter) throws {
        if !ordering.isEmpty {
            writer.put(" ORDER BY ")
            try writer.ordering(ordering)
        }
        try writer.limit(limit, offset: offset)
    }
}

extension SelectClauses.RareClauses {
    fileprivate func writeLocks(to writer: inout SQLWriter) throws {
        for lock in locks {
            if writer.features.contains(.rowLocks), !writer.features.contains(.rowLocksOfTables) {
                try writer.lockClause(lock)
                continue
            }
            try writer.require(
                .rowLocks, lock.strength.rawValue, hint: "Begin the transaction with BEGIN IMMEDIATE")
            writer.raw(" " + lock.strength.rawValue)
            if !lock.tables.isEmpty {
                writer.put(" OF ")
                writer.identifiers(lock.tables)
            }
            if let waiting = lock.waiting { writer.raw(waiting.rawValue) }
        }
    }
}

extension SQLWriter {
    /// Writes the locks of an engine that has two strengths only, and the weaker one in the words that both its servers
    /// read.
    fileprivate mutating func lockClause(_ lock: SQLRowLock) throws {
        guard lock.tables.isEmpty else {
            throw SQLBuildError(
                .unsupported, "\(dialect.name) locks the rows of all tables, not those OF one",
                hint: "Lock in a statement of its own, or leave the tables out")
        }
        switch lock.strength {
        case .forUpdate: put(" FOR UPDATE")
        case .forShare where lock.waiting == nil: put(" LOCK IN SHARE MODE")
        default:
            throw SQLBuildError(
                .unsupported, "\(dialect.name) has no \(lock.strength.rawValue)\(lock.waiting?.rawValue ?? "")",
                hint: "Use forUpdate")
        }
        if let waiting = lock.waiting { raw(waiting.rawValue) }
    }

    /// A LIMIT without an end: no engine takes the other's word for "all".
    private mutating func unlimited() {
        if features.contains(.rowidTables) { put(" LIMIT -1") } else { put(" LIMIT 18446744073709551615") }
    }

    /// Writes LIMIT and OFFSET; an engine that has no OFFSET alone gets a LIMIT without an end.
    mutating func limit(_ limit: SQLExpression?, offset: SQLExpression?) throws {
        if let limit {
            try refuseNegative(limit, "LIMIT")
            put(" LIMIT ")
            try limit.writeOperand(to: &self)
        } else if offset != nil, features.contains(.offsetNeedsLimit) {
            unlimited()
        }
        if let offset {
            try refuseNegative(offset, "OFFSET")
            put(" OFFSET ")
            try offset.writeOperand(to: &self)
        }
    }

    private func refuseNegative(_ expression: SQLExpression, _ clause: String) throws {
        if case .value(.integer(let count)) = expression.node, count < 0 {
            throw SQLBuildError(.invalid, "\(clause) is negative: \(count)", hint: "Leave it out for all rows")
        }
    }
}

extension UpsertStatement {
    /// - Throws: ``SQLBuildError`` if nothing is matched, or the dialect has no ON CONFLICT.
    public func write(to writer: inout SQLWriter) throws {
        if writer.features.contains(.onDuplicateKey) { return try writeDuplicateKey(to: &writer) }
        try writer.require(.onConflict, "ON CONFLICT", hint: "Try an UPDATE, then an INSERT, in one transaction")
        guard insert.action == nil else {
            throw SQLBuildError(.invalid, "an upsert has an OR clause", hint: "Leave or(_:) out of its INSERT")
        }
        var insert = insert
        // Else `excluded` would be the row that exists.
        if insert.alias == nil, insert.table?.isCalled("excluded") == true { insert.alias = "existing" }
        try insert.writeRows(hasConflictClause: true, to: &writer)
        writer.put(" ON CONFLICT")
        try writeTarget(to: &writer)
        try writeReaction(to: &writer)
        try writer.returning(insert.returned)
    }

    private func writeTarget(to writer: inout SQLWriter) throws {
        if let constraint {
            guard writer.features.contains(.namedConflictTarget) else {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) has no ON CONFLICT ON CONSTRAINT",
                    hint: "Name the constraint's columns with matching")
            }
            guard target.isEmpty else {
                throw SQLBuildError(
                    .invalid, "an upsert matches both a constraint and columns", hint: "Use one of them")
            }
            writer.put(" ON CONSTRAINT ")
            return writer.identifier(constraint)
        }
        guard !target.isEmpty else {
            if case .nothing = reaction { return }
            throw SQLBuildError(
                .incomplete, "an upsert matches nothing", hint: "Name the columns of a key with matching([…])")
        }
        // As the index was written: a parameter equals no literal of it.
        try writer.inlined { writer in
            writer.put(" (")
            for (index, part) in target.enumerated() {
                if index > 0 { writer.put(", ") }
                try writer.indexed(part)
            }
            writer.put(")")
            if let targetCondition {
                writer.put(" WHERE ")
                try targetCondition.write(to: &writer)
            }
        }
    }

    /// What is set in a row that is met: for the rest, the columns that are not matched, each to the new row's value.
    func assignments() throws -> [SQLAssignment] {
        switch reaction {
        case .nothing: return []
        case .update(let items): return items
        case .updateTheRest:
            guard !insert.columnNames.isEmpty else {
                throw SQLBuildError(
                    .incomplete, "an upsert does not know its columns", hint: "Name them with columns([…])")
            }
            let matched = target.compactMap(\.columnName)
            return insert.columnNames.filter { name in !matched.contains { $0.hasSameBytes(as: name) } }
                .map { SQLAssignment(columns: [$0], value: .excluded($0)) }
        }
    }

    private func writeReaction(to writer: inout SQLWriter) throws {
        let assignments = try assignments()
        guard !assignments.isEmpty else {
            guard conditions.isEmpty else {
                throw SQLBuildError(.invalid, "DO NOTHING has a condition", hint: "Leave where out")
            }
            return writer.put(" DO NOTHING")
        }
        writer.put(" DO UPDATE SET ")
        try writer.assignments(assignments) { .excluded($0) }
        if !conditions.isEmpty {
            writer.put(" WHERE ")
            try writer.conditions(conditions)
        }
    }
}

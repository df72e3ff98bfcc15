import ZIMDb

/// Dates that callers give, beside a server's columns of days. No day has a time, but PostgreSQL would cut it off, and MySQL
/// compare the midnight with it.
extension TablePlan {
    /// A value that rows are looked up by, as their column would hold it.
    ///
    /// - Throws: ``ModelError`` with code value if it does not fit, or has a time beside days.
    func given(_ value: SQLValue, at position: Int, in session: Session) throws -> SQLValue {
        let stored = try mapping.stored(value, in: position)
        try requireDay(stored, at: position, in: session)
        return stored
    }

    /// The same for the values of a key.
    func givenKey(_ values: [SQLValue], in session: Session) throws -> [SQLValue] {
        let key = try mapping.normalizedKey(values)
        for (position, value) in zip(mapping.key, key) { try requireDay(value, at: position, in: session) }
        return key
    }

    func requireDays(_ rows: some Sequence<[SQLValue]>, at positions: [Int], in session: Session) throws {
        let days = try positions.indices.filter { try isDay(positions[$0], in: session) }
        if days.isEmpty { return }
        for row in rows {
            for part in days where row[part].hasTime { throw timeMismatch(row[part], at: positions[part]) }
        }
    }

    /// - Parameter value: as the column would hold it.
    func requireDay(_ value: SQLValue, at position: Int, in session: Session) throws {
        if value.hasTime, try isDay(position, in: session) { throw timeMismatch(value, at: position) }
    }

    private func timeMismatch(_ value: SQLValue, at position: Int) -> ModelError {
        let shown: SQLValue = if case .typed(let typed) = value { .text(typed.text) } else { value }
        let mismatch = ValueMismatch.binding(shown, as: "date", reason: "has a time, which a DATE does not keep")
        return mapping.error(mismatch, column: position, key: [])
    }

    /// Whether a date stands in a server's column of days.
    private func isDay(_ position: Int, in session: Session) throws -> Bool {
        guard session.connection.engine.types != nil, mapping.columns[position].field.keptType.isDate else {
            return false
        }
        let column = try comparedColumns[position] ?? comparedColumns([position], in: session).first
        return column?.held == .day || column?.type == "date"
    }
}

extension SQLValue {
    /// Whether it is a date with a time, as it is bound for PostgreSQL or MySQL.
    fileprivate var hasTime: Bool {
        if case .typed(let typed) = self, typed.type == "datetime" { return true }
        return isWithinDay
    }
}

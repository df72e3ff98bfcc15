import ZIMDb

/// Values beside columns that a server compares otherwise than the column's own values.
extension TablePlan {
    /// A column and a value as the engine compares them rightly.
    func beside(
        _ column: SQLExpression, _ value: SQLValue, at position: Int, in session: Session
    ) throws -> (column: SQLExpression, value: SQLExpression) {
        if let wide = try besideWhole(value, at: position, in: session) { return (column, wide) }
        guard let (types, server) = try server(position, in: session) else { return (column, .value(value)) }
        return types.beside(column, value, declared: server.declared) ?? (column, .value(value))
    }

    /// How the column is compared with several values at once.
    func lists(_ position: Int, in session: Session) throws -> ComparedLists {
        guard let (types, server) = try server(position, in: session) else { return .all }
        return types.lists(declared: server.declared)
    }

    /// Checks that the rows behind a value in the order of a column are those that are compared as beyond it.
    func requireContinued(_ position: Int, behind value: SQLValue, in session: Session) throws {
        guard let (types, server) = try server(position, in: session),
            let way = types.unsorted(behind: value, in: server)
        else { return }
        let column = mapping.columns[position].name
        throw ModelError(
            .query,
            "\"\(mapping.table)\".\"\(column)\" (\(server.declared)) is \(way), so no page can begin behind this one",
            table: mapping.table, column: column, hint: "Order by other columns, or take pages by limit and offset")
    }

    /// A number above 63 bits as a decimal one beside whole numbers: PostgreSQL would take its digits for one of these, and
    /// servers round those that they compare with a real number.
    private func besideWhole(_ value: SQLValue, at position: Int, in session: Session) throws -> SQLExpression? {
        guard session.connection.engine.types != nil else { return nil }
        let digits: String
        switch value {
        case .text(let text) where value.isBeyondInt64: digits = text
        case .real(0x1p63): digits = "9223372036854775808"
        case .real(0x1p64): digits = "18446744073709551616"
        default: return nil
        }
        let column = mapping.columns[position].name
        // An OID is compared with no decimal number.
        guard case .integer? = try comparedColumns([position], in: session).first?.held,
            try schema(in: session)?.column(column)?.listType != "oid"
        else { return nil }
        return SQLExpression.value(digits).cast(as: .decimal(20))
    }

    /// The type of a column of a server that compares bound values in a way of its own.
    private func server(
        _ position: Int, in session: Session
    ) throws -> (types: any ServerTypes, column: ServerColumn)? {
        guard let types = session.connection.engine.types, types.fitsValues,
            let column = try comparedColumns([position], in: session).first?.server
        else { return nil }
        return (types, column)
    }
}

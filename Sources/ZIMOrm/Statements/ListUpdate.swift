import ZIMDb

/// An UPDATE of any number of rows, for engines that take lists: each column and each part of the key is one parameter.
struct ListUpdate {
    let statement: CachedSQL
    /// The positions of the columns that are written, in order.
    let written: [Int]
    /// The types of the lists, those of the key's parts last.
    let types: [String]

    func bind(_ members: [UpdateMember], _ plan: TablePlan, to statement: Statement, in session: Session) throws {
        let rows = try members.map { try plan.mapping.values(written, of: $0.model) + $0.compared }
        for (index, position) in written.enumerated() {
            let values = rows.lazy.map { $0[index] }
            try plan.requireKept(values, at: position, in: session)
            try ArrayLiteral.requireFitting(values, type: types[index], plan.mapping, position)
        }
        for (index, type) in types.enumerated() {
            try statement.bind(ArrayLiteral.value(rows.lazy.map { $0[index] }, type: type), at: index + 1)
        }
    }
}

extension TablePlan {
    /// Whether the engine takes lists of values as parameters.
    var takesLists: Bool { dialect.features.contains(.unnest) }

    /// The update of many rows as lists; nil if the engine has none, or a column is itself a list.
    func listUpdate(writing positions: [Int], _ lock: ExpectedRow? = nil, in session: Session) throws -> ListUpdate? {
        let compared = lock?.positions ?? []
        guard let types = try listTypes(of: positions + mapping.key + compared, in: session),
            !types.contains(where: ArrayLiteral.isTakenApart)
        else { return nil }
        let change = RowChange(
            written: positions, compared: compared, version: lock?.version, rows: .lists(types))
        return ListUpdate(
            statement: try statement(of: change, in: session), written: positions, types: types)
    }
}

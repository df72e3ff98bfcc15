import ZIMDb

/// An UPDATE of many rows with all their values: engines that take lists have one parameter for each column and each part
/// of the key, those that make tables of JSON one for all of them.
struct ListUpdate {
    let statement: CachedSQL
    let parameters: [SQLValue]

    /// About how many bytes go to the server.
    var size: Int { parameters.reduce(0) { $0 + $1.size } }
}

extension TablePlan {
    /// Whether the engine takes lists of values as parameters.
    var takesLists: Bool { dialect.features.contains(.unnest) }

    /// Whether the engine joins what it changes to a table that it makes of JSON: MySQL 8 and MariaDB.
    var takesTables: Bool { dialect.features.isSuperset(of: [.jsonTable, .multipleTableChanges]) }

    /// The update of many rows; nil if their values have no exact form in a list or table.
    func listUpdate(
        of members: [UpdateMember], writing positions: [Int], _ lock: ExpectedRow?, in session: Session
    ) throws -> ListUpdate? {
        let compared = lock?.positions ?? []
        let rows = try members.map { try mapping.values(positions, of: $0.model) + $0.compared }
        for (index, position) in positions.enumerated() {
            try requireKept(rows.lazy.map { $0[index] }, at: position, in: session)
        }
        let columns = positions + mapping.key + compared
        func statement(_ rows: RowChange.Rows) throws -> CachedSQL {
            try self.statement(
                of: RowChange(written: positions, compared: compared, version: lock?.version, rows: rows), in: session)
        }
        guard takesLists else {
            return try ValueTable(of: rows, self, columns, written: positions.count, in: session).map {
                ListUpdate(statement: try statement(.table($0.columns)), parameters: [.text($0.json)])
            }
        }
        guard let types = try listTypes(of: columns, in: session), !types.contains(where: ArrayLiteral.isTakenApart)
        else { return nil }
        for (index, position) in positions.enumerated() {
            try ArrayLiteral.requireFitting(rows.lazy.map { $0[index] }, type: types[index], mapping, position)
        }
        let lists = try types.enumerated().map { index, type in
            try ArrayLiteral.value(rows.lazy.map { $0[index] }, type: type)
        }
        return ListUpdate(statement: try statement(.lists(types)), parameters: lists)
    }
}

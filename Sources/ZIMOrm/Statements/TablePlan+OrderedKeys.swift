import ZIMDb

extension TablePlan {
    /// Whether an index begins with some columns and has a certain one last among them, and whether whole numbers are
    /// compared in it as numbers: then a run of numbers in that column is one piece of the index.
    func isOrdered(_ positions: [Int], by last: Int, in session: Session) throws -> Bool {
        let question = positions + [last]
        if let known = orderedKeys[question] { return known }
        let answer = try session.ifDeclared { try reads(positions, orderedBy: last, in: session) } ?? false
        orderedKeys[question] = answer
        return answer
    }

    private func reads(_ positions: [Int], orderedBy last: Int, in session: Session) throws -> Bool {
        let name = mapping.columns[last].name
        let reader = session.schemaReader
        guard let column = try tableSchema(in: session).column(name), reader.isWholeNumber(column) else { return false }
        let indexes = try reader.indexedColumns(of: mapping.table, schema: mapping.schema)
        let names = Set(positions.map { mapping.columns[$0].name.lowercased() })
        return indexes.contains { columns in
            let first = columns.prefix(positions.count).map { $0?.lowercased() }
            return first.last == name.lowercased() && Set(first.compactMap { $0 }) == names
        }
    }
}

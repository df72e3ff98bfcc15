import ZIMDb
internal import ZIMSql

extension TablePlan {
    /// The columns on which unique indexes depend that ``upsertKeys(in:)`` leaves out, by their positions: those of a part of
    /// the rows, over expressions, computed columns or columns that the class does not have. Nobody can tell from models
    /// which of their rows such an index keeps apart, so a list that changes these columns is written in its order.
    func columnsOfOtherUniqueIndexes(in session: Session) throws -> Set<Int> {
        if let otherUniqueColumns { return otherUniqueColumns }
        let found = try findColumnsOfOtherUniqueIndexes(in: session)
        otherUniqueColumns = found
        return found
    }

    private func findColumnsOfOtherUniqueIndexes(in session: Session) throws -> Set<Int> {
        let table = try tableSchema(in: session)
        let computed = table.columns.filter(\.isGenerated)
        func isPlain(_ name: String) -> Bool {
            mapping.columns.contains { $0.name.isSameName(as: name) }
                && !computed.contains { $0.name.isSameName(as: name) }
        }
        let others = table.uniqueKeys.filter { $0.isPartial || $0.hasExpression || !$0.columns.allSatisfy(isPlain) }
        guard !others.isEmpty else { return [] }
        var texts: [String] = []
        if others.contains(where: { $0.isPartial || $0.hasExpression }) {
            texts = try session.schemaReader.indexTexts(of: table, in: mapping.schema)
        }
        var names = others.flatMap(\.columns) + texts.flatMap { SQLTokenizer($0).map(\.name) }
        for column in computed where names.contains(where: { $0.isSameName(as: column.name) }) {
            // SQLite tells only in the table's text from what it computes a column.
            guard let expression = column.expression else { return Set(mapping.columns.indices) }
            names += SQLTokenizer(expression).map(\.name)
        }
        return Set(
            mapping.columns.indices.filter { index in
                names.contains { $0.isSameName(as: mapping.columns[index].name) }
            })
    }
}

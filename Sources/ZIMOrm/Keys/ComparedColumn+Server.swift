import ZIMDb

extension ComparedColumn {
    typealias Pair = (source: Mapping, name: String, matched: Mapping, matchedName: String)

    /// How a server compares a value of this column with another column; nil where the engine is no such server.
    ///
    /// - Parameter names: what the columns are called, for the error.
    /// - Throws: ``ModelError`` with code query where no bound value is compared as the join compares the columns.
    func serverComparison(
        with matched: ComparedColumn, _ types: (any ServerTypes)?, names: () -> Pair
    ) throws -> ServerComparison? {
        guard let types, let own = server, let other = matched.server else { return nil }
        if let comparison = types.comparison(of: own, with: other) { return comparison }
        let (source, name, there, thereName) = names()
        let message =
            if held == .typed, matched.held == .bytes {
                "\"\(source.table)\".\"\(name)\" has a type of its own, whose values find no row of \"\(there.table)\" by the "
                    + "bytes of \"\(thereName)\""
            } else {
                "the values of \"\(source.table)\".\"\(name)\" (\(own.declared)) are not compared with "
                    + "\"\(there.table)\".\"\(thereName)\" (\(other.declared)) as the server's join compares the columns"
            }
        throw ModelError(
            .query, message, table: there.table, column: thereName, hint: "Give both columns one type")
    }
}

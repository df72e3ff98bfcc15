import ZIMDb

/// Foreign keys without an index.
extension RelationPlan {
    /// Whether the rows of keys are found by reading all rows of their table, however many keys there are.
    func readsAll(for keys: KeyList, in session: Session) throws -> Bool {
        guard keys.count > 0 else { return false }
        let form = KeySet.Form.json(columns: keys.width, constants: KeyParts())
        let numbers = comparisons.numbers(in: keys, at: 0)
        if session.dialect.features.contains(.explainQueryPlan) { return try readsAll(form, numbers, in: session) }
        let kind = SetKind(form: form, numbers: KeyParts())
        if let known = fullReads[kind] { return known }
        let mapping = matchedMapping
        let indexes = try session.ifDeclared {
            try session.schemaReader.indexedColumns(of: mapping.table, schema: mapping.schema)
        }
        let answer = indexes?.contains { $0.first.flatMap { $0 }.map { matchedNames.contains($0) } == true } == false
        fullReads[kind] = answer
        return answer
    }

    /// Whether the engine shall make an index of many keys, in which each row of their table is looked up: MariaDB would read
    /// all rows for each key.
    func indexesKeys(_ keys: KeyList, in session: Session) throws -> Bool {
        guard keys.count >= Self.manyKeys,
            // What a view reads may have an index.
            try (join ?? target).schema(in: session)?.kind == .table
        else { return false }
        return try readsAll(for: keys, in: session)
    }

    /// So few keys as are below are looked up before one knows which indexes there are.
    private static var manyKeys: Int { 100 }

    /// Whether the keys of a set find their rows by no more of an index than what is the same in all of them does.
    ///
    /// To look up each key would then read the same rows for each; they are read once instead, and looked up among the
    /// keys. PostgreSQL's planner finds that out itself.
    func readsAll(_ form: KeySet.Form, _ numbers: KeyParts, in session: Session) throws -> Bool {
        guard target.dialect.features.contains(.explainQueryPlan) else { return false }
        let kind: SetKind
        switch form {
        case .json: kind = SetKind(form: form, numbers: numbers)
        case .values(let columns, _):
            kind = SetKind(form: .json(columns: columns, constants: KeyParts()), numbers: numbers)
        // Runs are made for an index.
        case .runs, .lists, .table: return false
        }
        if let known = fullReads[kind] { return known }
        let statement = statement(numbers)
        let compared = comparisons.matched
        var answer = false
        // A view does not tell how its expressions are compared.
        if compared.indices.allSatisfy({ compared[$0].affinity != nil && isHashable($0, numbers) }),
            let byKeys = try searchedColumns(statement.search(kind.form, matched: matchedNames), in: session),
            let byRows = try searchedColumns(
                statement.search(kind.form, matched: matchedNames, readingAll: compared), in: session)
        {
            answer = byKeys == byRows
        }
        fullReads[kind] = answer
        return answer
    }

    /// Whether equal texts have the same length: SQLite looks into an automatic index through a Bloom filter, which up to
    /// version 3.40 took two of different lengths for different.
    private func isHashable(_ part: Int, _ numbers: KeyParts) -> Bool {
        let collation = comparisons.parts(numbers)[part].collation ?? comparisons.matched[part].collation ?? "BINARY"
        return ["BINARY", "NOCASE"].contains { $0.isSameName(as: collation) }
    }

    /// How many columns of indexes a statement searches by, besides those over the keys; nil if that is not said.
    ///
    /// Source: <https://www.sqlite.org/eqp.html>
    private func searchedColumns(_ sql: String, in session: Session) throws -> Int? {
        let names = MadeUpNames(beside: [target.mapping] + (join.map { [$0.mapping] } ?? []))
        let madeUp = ["keys", "list", "set"].map { names($0) } + ["json_each"]
        var count: Int?
        let rows = try session.ifDeclared { try session.schemaRows(SQL(unsafe: "EXPLAIN QUERY PLAN " + sql)) }
        for row in rows ?? [] {
            let words = try row.get(3, as: String.self).split(separator: " ")
            guard words.first == "SCAN" || words.first == "SEARCH" else { continue }
            if words.contains(where: { madeUp.contains(String($0)) }) { continue }
            // An automatic index is one more copy of the table.
            count =
                (count ?? 0)
                + (words.contains("AUTOMATIC") ? 0 : words.count { $0.hasSuffix("=?") || $0.hasSuffix("=?)") })
        }
        return count
    }
}

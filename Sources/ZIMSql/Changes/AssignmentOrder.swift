/// Assignments for an engine that makes one after the other, each with what those before it have left.
///
/// Source: <https://dev.mysql.com/doc/refman/8.0/en/update.html>, "UPDATE t1 SET col1 = col1 + 1, col2 = col1"
extension SQLWriter {
    /// The assignments so that what reads a column stands before what sets it, as if all were made at once; nil where they
    /// read each other's columns in a circle.
    func inReadingOrder(_ items: [SQLAssignment], of target: ChangeTarget) throws -> [SQLAssignment]? {
        guard features.contains(.onDuplicateKey), items.count > 1,
            items.contains(where: { !$0.value.isValue && !$0.value.compared.allSatisfy(\.isValue) })
        else { return items }
        let assigned = items.map { Set($0.columns.map { $0.lowercased() }) }
        let all = assigned.reduce(Set<String>()) { $0.union($1) }
        let reads = try items.map { try columns($0.value, among: all, of: target) }
        var rest = Array(items.indices)
        var order: [SQLAssignment] = []
        while !rest.isEmpty {
            // The first that no other one that is left still reads.
            let next = rest.firstIndex { item in
                !rest.contains { $0 != item && !reads[$0].isDisjoint(with: assigned[item]) }
            }
            guard let next else { return nil }
            order.append(items[rest.remove(at: next)])
        }
        return order
    }

    /// The same where there is no other way than an order.
    func requireReadingOrder(_ items: [SQLAssignment], of target: ChangeTarget) throws -> [SQLAssignment] {
        if let ordered = try inReadingOrder(items, of: target) { return ordered }
        throw SQLBuildError(
            .unsupported,
            "\(dialect.name) assigns one column after the other, and these are set to each other's values",
            hint: "Set them in an UPDATE without a limit, or read the values first")
    }

    /// Which of some columns of the changed table an expression may read. A name inside a subquery counts, whatever table it is of.
    private func columns(
        _ value: SQLExpression, among names: Set<String>, of target: ChangeTarget
    ) throws -> Set<String> {
        if value.isValue { return [] }
        var writer = SQLWriter(for: dialect)
        (writer.depthOfValues, writer.substitutions) = (depthOfValues.map { _ in writer.depth }, substitutions)
        try value.write(to: &writer)
        let own = (target.alias ?? target.table?.lastName)?.lowercased()
        var found: Set<String> = []
        let tokens = SQLTokenizer(writer.sql, rules: dialect.rules).tokens.filter { !$0.isSpace }
        for (index, token) in tokens.enumerated() where token.kind == .identifier || token.kind == .keyword {
            let name = token.name.lowercased()
            guard names.contains(name) else { continue }
            func before(_ distance: Int) -> SQLToken? { index >= distance ? tokens[index - distance] : nil }
            if before(1)?.text == "." {
                // A column of another table.
                if let own, let table = before(2), table.name.lowercased() != own { continue }
            } else if before(1)?.text == "(", before(2)?.text.uppercased() == "VALUES" {
                continue
            } else if index + 1 < tokens.count, tokens[index + 1].text == "(", token.text == token.name {
                // A function that is called like a column.
                continue
            }
            found.insert(name)
        }
        return found
    }
}

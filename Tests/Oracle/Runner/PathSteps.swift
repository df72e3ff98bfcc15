import ZIMOrm

extension CaseRun {
    /// Orders by a column at the end of relationships and compares with the joins. Where these multiply a row, the call must
    /// refuse.
    func order(_ links: [Int], _ column: Int?, _ isAscending: Bool, _ limit: Int?) throws {
        let chain = links.map { subject.links[$0] }
        guard let first = chain.first, let last = chain.last else { return }
        let target = subject.tables[last.target]
        var sql = "SELECT s.number FROM \(subject.tables[first.source].quotedName) AS s"
        var alias = "s"
        for (step, link) in chain.enumerated() {
            let next = "t\(step)"
            sql += " LEFT JOIN \(joinedText(link, from: alias, to: next, step))"
            alias = next
        }
        let name = column.map { target.columns[$0].name } ?? "number"
        let order = orderText(last.target, [(name, isAscending)]).replacingOccurrences(
            of: name.quotedName, with: alias + "." + name.quotedName)
        sql += order + ", s.number"
        let expected = try numbers(SQL(unsafe: sql))
        let isMultiplied = Set(expected).count < expected.count
        let property = column.map { target.columns[$0].property } ?? "number"
        let path = chain.map(\.name).joined(separator: ".") + "." + property
        let call =
            "query(Table\(first.source).self).orderBy(\"\(path)\", ascending: \(isAscending)).orderBy(\"number\")"
        var query = try query(first.source).orderBy(path, ascending: isAscending).orderBy("number")
        if let limit { query = query.limit(limit) }
        let found: [Int]
        do { found = try query.all().map(\.number) } catch let error as ModelError {
            comparisons += 1
            let isAllowed = error.code == .query && chain.contains { Refusals.mayLeadToSeveral($0, in: subject) }
            if isAllowed { return }
            throw Disagreement(call: call, expected: "\(expected)", found: "thrown: \(error)")
        }
        if isMultiplied {
            throw Disagreement(call: call, expected: "refused, because rows are multiplied", found: "\(found)")
        }
        try expect(
            found, limit.map { Array(expected.prefix($0)) } ?? expected, call + (limit.map { ".limit(\($0))" } ?? ""))
    }

    /// `"target" AS t ON …`, through the join table where there is one.
    private func joinedText(_ link: LinkSpec, from source: String, to target: String, _ step: Int) -> String {
        let table = subject.tables[link.target].quotedName + " AS " + target
        switch link.kind {
        case .belongsTo:
            return table + " ON "
                + condition(
                    target, subject.names(link.target, link.references ?? subject.tables[link.target].key), source,
                    subject.names(link.source, link.foreignKey))
        case .hasOne, .hasMany:
            return table + " ON "
                + condition(
                    source, subject.names(link.source, link.references ?? subject.tables[link.source].key), target,
                    subject.names(link.target, link.foreignKey))
        case .hasManyThrough:
            let (join, middle) = (link.join ?? 0, "j\(step)")
            let near = condition(
                source, subject.names(link.source, link.references ?? subject.tables[link.source].key), middle,
                subject.names(join, link.foreignKey))
            let far = condition(
                target, subject.names(link.target, link.targetReferences ?? subject.tables[link.target].key), middle,
                subject.names(join, link.targetForeignKey))
            return "\(subject.tables[join].quotedName) AS \(middle) ON \(near) LEFT JOIN \(table) ON \(far)"
        }
    }
}

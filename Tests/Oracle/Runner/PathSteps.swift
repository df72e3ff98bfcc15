import ZIMOrm

extension CaseRun {
    /// Orders by a column at the end of relationships and compares with the joins. Where these multiply a row, the call must
    /// refuse.
    func order(_ links: [Int], _ column: Int?, _ isAscending: Bool, _ limit: Int?) throws {
        let chain = links.map { subject.links[$0] }
        guard let first = chain.first, let last = chain.last else { return }
        try count(chain, isAscending, limit)
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

    /// Counts the rows at the end of relationships, sums up their numbers, and orders by both.
    private func count(_ chain: [LinkSpec], _ isAscending: Bool, _ limit: Int?) throws {
        let source = chain[0].source
        var sql = " FROM \(subject.tables[source].quotedName) AS s"
        for (step, link) in chain.enumerated() {
            sql += " LEFT JOIN \(joinedText(link, from: step == 0 ? "s" : "t\(step - 1)", to: "t\(step)", step))"
        }
        let end = "t\(chain.count - 1).number"
        sql = "SELECT s.number, count(\(end)), coalesce(sum(\(end)), 0)\(sql) GROUP BY s.number ORDER BY s.number"
        let rows = try plain(SQL(unsafe: sql)).map { row in
            (
                number: try row.get(0, as: Int.self), count: try row.get(1, as: Int.self),
                sum: try row.get(2, as: Int.self)
            )
        }
        let path = chain.map(\.name).joined(separator: ".")
        let (counts, sums) = (Related.count(path), Related.sum(path, \OracleRow.number))
        let query = try query(source)
        let call = "query(Table\(source).self)"
        let (count, sum) = ("Related.count(\"\(path)\")", "Related.sum(\"\(path)\", \\.number)")
        func numbers(_ filter: Filter<OracleRow>) throws -> [Int] {
            try query.filter(filter).all().map(\.number).sorted()
        }
        for number in 0...2 {
            try expect(
                numbers(counts > number), rows.filter { $0.count > number }.map(\.number),
                call + ".filter(\(count) > \(number))")
            try expect(
                numbers(!(counts == number)), rows.filter { $0.count != number }.map(\.number),
                call + ".filter(!(\(count) == \(number)))")
        }
        if let most = rows.map(\.sum).max() {
            let none = rows.filter { $0.count == 0 }.map(\.number)
            try expect(numbers(sums == nil), none, call + ".filter(\(sum) == nil)")
            try expect(
                numbers(sums >= most), rows.filter { $0.count > 0 && $0.sum == most }.map(\.number),
                call + ".filter(\(sum) >= \(most))")
        }
        let ordered = rows.sorted {
            $0.count != $1.count ? ($0.count < $1.count) == isAscending : $0.number < $1.number
        }.map(\.number)
        let found = query.orderBy(counts, ascending: isAscending).orderBy("number")
        try expect(
            (limit.map(found.limit) ?? found).all().map(\.number), limit.map { Array(ordered.prefix($0)) } ?? ordered,
            call + ".orderBy(\(count), ascending: \(isAscending)).orderBy(\"number\")"
                + (limit.map { ".limit(\($0))" } ?? ""))
        let listed = try query.orderBy("number").rows(.column("number"), query.expression(counts))
        try expect(
            listed.map { try $0.get(1, as: Int.self) }, rows.map(\.count),
            call + ".rows(.column(\"number\"), expression(\(count)))")
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

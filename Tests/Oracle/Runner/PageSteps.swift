import ZIMOrm

extension CaseRun {
    /// Goes through a table page by page: every row comes once, in order, and there is an end.
    func page(_ table: Int, _ orders: [Step.Order], _ size: Int) throws {
        guard try isKeyTotal(table) else { return }
        let spec = subject.tables[table]
        var query = try query(table)
        for order in orders {
            query = query.orderBy(spec.columns[order.column].property, ascending: order.isAscending)
        }
        query = query.limit(size)
        let isAscending = orders.last?.isAscending ?? true
        let complete =
            orders.map { (spec.columns[$0.column].name, $0.isAscending) }
            + spec.key.filter { index in !orders.contains { $0.column == index } }.map {
                (spec.columns[$0].name, isAscending)
            }
        let expected = try numbers(
            SQL(unsafe: "SELECT number FROM \(spec.quotedName)\(orderText(table, complete))"))
        var found: [Int] = []
        let call = { CaseText(self.subject).pageCall(table, orders, size) }
        var models: [OracleRow] = []
        var page = try query.all()
        while let last = page.last {
            found += page.map(\.number)
            models += page
            if found.count > expected.count + size {
                throw Disagreement(call: call(), expected: "\(expected)", found: "\(found) and no end")
            }
            page = try query.after(last).all()
        }
        // Only orders that a form has come so far.
        if orders.allSatisfy({
            [.any, .text, .number].contains(spec.property($0.column).type) || spec.columns[$0.column].form != nil
        }) {
            return try expect(found, expected, call())
        }
        // An order by what properties read, not by how it is spelt.
        try expect(found.sorted(), expected.sorted(), call())
        guard let first = orders.first, orders.count == 1 || found.count < 2 else { return }
        let property = spec.property(first.column)
        for (one, next) in zip(models, models.dropFirst()) {
            let values = (property.value(one), property.value(next))
            guard !values.0.isNull, !values.1.isNull, let order = try property.compare(values.0, values.1) else {
                continue
            }
            if first.isAscending ? order > 0 : order < 0 {
                throw Disagreement(
                    call: call(), expected: "in the order of the values", found: "\(values.0) before \(values.1)")
            }
        }
    }
}

extension OracleCase {
    /// The case without a relationship; nil where a step follows it.
    func without(link dropped: Int) -> OracleCase? {
        var smaller = self
        smaller.links.remove(at: dropped)
        func moved(_ link: Int) -> Int? { link == dropped ? nil : link > dropped ? link - 1 : link }
        // A change counts the relationships of its model's class.
        if kind == .changes { return nil }
        smaller.steps = []
        for step in steps {
            switch step {
            case .follow(let link, let way, let options):
                guard let link = moved(link) else { return nil }
                smaller.steps.append(.follow(link: link, way: way, options: options))
            case .path(let link, let number):
                guard let link = moved(link) else { return nil }
                smaller.steps.append(.path(link: link, number: number))
            case .order(let links, let column, let isAscending, let limit):
                let left = links.compactMap(moved)
                guard left.count == links.count else { return nil }
                smaller.steps.append(.order(links: left, column: column, isAscending: isAscending, limit: limit))
            default: smaller.steps.append(step)
            }
        }
        return smaller
    }

    /// The case without the foreign keys that the database enforces.
    var withoutForeignKeys: OracleCase {
        var smaller = self
        for table in tables.indices { smaller.tables[table].foreignKeys = [] }
        return smaller
    }

    /// Whether a relationship or a step names a table.
    func names(table: Int) -> Bool {
        links.contains { $0.source == table || $0.target == table || $0.join == table }
            || steps.contains { $0.tables.contains(table) }
    }

    /// The case without a column; nil where a key, a relationship, an index or a step names it.
    func without(column dropped: Int, of table: Int) -> OracleCase? {
        var smaller = self
        var isNamed = false
        func moved(_ column: Int, in other: Int) -> Int {
            guard other == table else { return column }
            if column == dropped { isNamed = true }
            return column > dropped ? column - 1 : column
        }
        func moved(_ columns: [Int], in other: Int) -> [Int] { columns.map { moved($0, in: other) } }
        smaller.tables[table].columns.remove(at: dropped)
        smaller.tables[table].key = moved(tables[table].key, in: table)
        smaller.tables[table].indexes = tables[table].indexes.map { moved($0, in: table) }
        smaller.tables[table].uniques = tables[table].uniques.map { moved($0, in: table) }
        for (index, row) in rows[table].enumerated() where row.values.indices.contains(dropped) {
            smaller.rows[table][index].values.remove(at: dropped)
        }
        for (index, link) in links.enumerated() {
            let child = link.kind == .belongsTo ? link.source : link.join ?? link.target
            let parent = link.kind == .belongsTo ? link.target : link.source
            smaller.links[index].foreignKey = moved(link.foreignKey, in: child)
            smaller.links[index].references = link.references.map { moved($0, in: parent) }
            smaller.links[index].targetForeignKey = moved(link.targetForeignKey, in: link.join ?? -1)
            smaller.links[index].targetReferences = link.targetReferences.map { moved($0, in: link.target) }
        }
        smaller.steps = steps.map { step in
            switch step {
            case .follow(let link, let way, var options):
                let target = links[link].target
                for index in options.orders.indices {
                    options.orders[index].column = moved(options.orders[index].column, in: target)
                }
                if let filter = options.filter { options.filter?.column = moved(filter.column, in: target) }
                return .follow(link: link, way: way, options: options)
            case .filter(let other, var condition, let asText):
                condition.column = moved(condition.column, in: other)
                return .filter(table: other, condition: condition, asText: asText)
            case .filterRow(let other, var first, var second):
                first.column = moved(first.column, in: other)
                second.column = moved(second.column, in: other)
                return .filterRow(table: other, first: first, second: second)
            case .page(let other, var orders, let size):
                for index in orders.indices { orders[index].column = moved(orders[index].column, in: other) }
                return .page(table: other, orders: orders, size: size)
            case .aggregate(let other, let function, let column):
                return .aggregate(table: other, function: function, column: moved(column, in: other))
            case .order(let links, let column?, let isAscending, let limit):
                let target = self.links[links.last ?? 0].target
                return .order(
                    links: links, column: moved(column, in: target), isAscending: isAscending, limit: limit)
            case .race(let other, let row, var first, var second, let isDeletion):
                for index in first.indices { first[index].column = moved(first[index].column, in: other) }
                for index in second.indices { second[index].column = moved(second[index].column, in: other) }
                return .race(table: other, row: row, first: first, second: second, isDeletion: isDeletion)
            case .change(let change): return .change(change.moved { moved($0, in: $1) })
            // Its rows have a value for each column.
            case .commits:
                isNamed = true
                return step
            default: return step
            }
        }
        return isNamed ? nil : smaller
    }
}

extension Step {
    /// The tables that it names itself.
    var tables: [Int] {
        switch self {
        case .follow, .path, .order: []
        case .commits(let commits): commits.flatMap { ($0.changes + $0.undone).map(\.table) }
        case .find(let table, _), .findKeys(let table, _, _), .findMany(let table, _, _), .findRaw(let table, _, _),
            .filter(let table, _, _), .filterRow(let table, _, _), .page(let table, _, _),
            .aggregate(let table, _, _), .race(let table, _, _, _, _):
            [table]
        case .change(let change): change.tables
        }
    }
}

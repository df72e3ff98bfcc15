import TestServer
import ZIMOrm

/// Makes the steps of a case, all random choices included.
struct RandomProgram {
    let subject: OracleCase
    var random: SeededGenerator
    var values: RandomRows

    init(_ subject: OracleCase, random: SeededGenerator) {
        self.subject = subject
        self.random = random
        values = RandomRows(
            engine: subject.engine, tables: subject.tables, links: subject.links,
            random: SeededGenerator(seed: subject.seed))
    }

    mutating func steps() -> [Step] {
        switch subject.kind {
        case .relationships: relationships()
        case .finds: (0..<12).map { _ in find() }
        case .filters: (0..<16).map { _ in filter() }
        case .pages: (0..<6).map { _ in page() }
        case .changes: changes()
        case .locks: (0..<10).map { _ in race() }
        case .watches: commits()
        }
    }

    private mutating func race() -> Step {
        let table = table()
        let free = subject.tables[table].columns.indices.filter {
            !subject.tables[table].key.contains($0) && $0 != subject.tables[table].version
        }
        func assigned() -> [Step.Assigned] {
            free.shuffled(using: &random).prefix(random.below(3)).map {
                Step.Assigned(
                    column: $0, value: random.pick(subject.tables[table].columns[$0].values(on: subject.engine)))
            }
        }
        return .race(
            table: table, row: row(table), first: assigned(), second: assigned(), isDeletion: random.chance(25))
    }

    private mutating func relationships() -> [Step] {
        var steps: [Step] = []
        for link in subject.links.indices {
            for way in Step.Way.allCases {
                steps.append(.follow(link: link, way: way, options: random.chance(40) ? Step.Options() : options(link)))
            }
            for _ in 0..<2 {
                steps.append(
                    .path(link: link, number: 1 + random.below(subject.rows[subject.links[link].target].count)))
            }
        }
        if !subject.links.isEmpty { for _ in 0..<4 { steps.append(order()) } }
        return steps.shuffled(using: &random)
    }

    private mutating func order() -> Step {
        var links = [random.below(subject.links.count)]
        for _ in 0..<random.below(3) {
            let next = subject.links.indices.filter {
                subject.links[$0].source == subject.links[links[links.count - 1]].target
            }
            guard !next.isEmpty else { break }
            links.append(random.pick(next))
        }
        let target = subject.links[links[links.count - 1]].target
        // What takes part in a comparison with a column of another type is a constant to SQLite.
        let named = Set(
            links.flatMap { position -> [Int] in
                let link = subject.links[position]
                return link.foreignKey + (link.references ?? []) + link.targetForeignKey + (link.targetReferences ?? [])
                    + subject.tables[link.source].key + subject.tables[link.target].key
            })
        let free = subject.tables[target].columns.indices.filter { isFree(target, $0) && !named.contains($0) }
        return .order(
            links: links, column: free.isEmpty || random.chance(30) ? nil : random.pick(free),
            isAscending: random.chance(60), limit: random.chance(40) ? random.below(5) : nil)
    }

    private mutating func options(_ link: Int) -> Step.Options {
        let target = subject.links[link].target
        var options = Step.Options()
        // What is ordered or filtered by need not be declared where the property reads anything.
        let free = subject.tables[target].columns.indices.filter { isFree(target, $0) }
        if random.chance(50), !free.isEmpty {
            options.orders = (0..<(1 + random.below(2))).map { _ in
                Step.Order(column: random.pick(free), isAscending: random.chance(60))
            }
            if options.orders.count == 2, options.orders[0].column == options.orders[1].column {
                options.orders.removeLast()
            }
        }
        options.endsWithNumber = random.chance(50)
        if random.chance(40) { options.limit = random.below(4) }
        if random.chance(30) { options.offset = random.below(3) }
        if random.chance(30), !free.isEmpty { options.filter = condition(target, random.pick(free)) }
        return options
    }

    private func isFree(_ table: Int, _ column: Int) -> Bool { subject.tables[table].property(column).type == .any }

    mutating func condition(
        _ table: Int, _ column: Int, _ comparison: Step.Comparison? = nil
    ) -> Step.Condition {
        let comparison = comparison ?? random.pick(Step.Comparison.allCases)
        let spec = subject.tables[table].columns[column]
        let stored = subject.rows[table].map { $0.values[column] }.filter { !$0.isNull }
        let given = (0..<comparison.count).map { _ in
            random.chance(70) && !stored.isEmpty
                ? random.pick(stored) : random.pick(spec.values(on: subject.engine))
        }
        return Step.Condition(column: column, comparison: comparison, values: given)
    }

    mutating func table() -> Int { random.below(subject.tables.count) }
    mutating func row(_ table: Int) -> Int { 1 + random.below(subject.rows[table].count) }

    private mutating func find() -> Step {
        let table = table()
        if random.chance(15) {
            return .findMany(
                table: table, count: random.pick([3, 40, 260]), way: random.pick(Step.KeyWay.allCases))
        }
        if random.chance(15) {
            let rows = (0..<(1 + random.below(5))).map { _ in row(table) }
            return .findRaw(table: table, rows: rows, isOne: random.chance(50))
        }
        guard random.chance(50) else { return .find(table: table, row: row(table)) }
        let rows = Array(Set((0..<(1 + random.below(6))).map { _ in row(table) })).shuffled(using: &random)
        return .findKeys(table: table, rows: rows.sorted(), way: random.pick(Step.KeyWay.allCases))
    }

    private mutating func filter() -> Step {
        let table = table()
        let column = random.below(subject.tables[table].columns.count)
        if random.chance(10) {
            return .aggregate(table: table, function: random.pick(["count", "max", "min"]), column: column)
        }
        let others = subject.tables[table].columns.indices.filter { $0 != column }
        guard random.chance(25), !others.isEmpty else {
            return .filter(table: table, condition: condition(table, column), asText: random.chance(50))
        }
        let comparison = random.pick(Step.Comparison.ofRows)
        return .filterRow(
            table: table, first: condition(table, column, comparison),
            second: condition(table, random.pick(others), comparison))
    }

    private mutating func page() -> Step {
        let table = table()
        let columns = Array(subject.tables[table].columns.indices).shuffled(using: &random).prefix(random.below(3))
        let isAscending = random.chance(60)
        let orders = columns.map {
            Step.Order(column: $0, isAscending: random.chance(70) ? isAscending : !isAscending)
        }
        return .page(table: table, orders: orders, size: 1 + random.below(4))
    }
}

/// Makes a failing case smaller for as long as it fails: fewer steps, rows, relationships, tables and columns.
struct Shrinker {
    private(set) var subject: OracleCase
    private(set) var failure: Disagreement
    private var attempts = 0
    private let limit: Int

    init(_ subject: OracleCase, _ failure: Disagreement, limit: Int = 600) {
        self.subject = subject
        self.failure = failure
        self.limit = limit
    }

    mutating func shrink() {
        var isSmaller = true
        while isSmaller, attempts < limit {
            isSmaller = false
            if shrinkSteps() || shrinkNested() { isSmaller = true }
            for table in subject.tables.indices where shrinkRows(of: table) { isSmaller = true }
            if shrinkIndexes() { isSmaller = true }
            if subject.tables.contains(where: { !$0.foreignKeys.isEmpty }), attempt(subject.withoutForeignKeys) {
                isSmaller = true
            }
            if dropTables() { isSmaller = true }
            for table in subject.tables.indices where dropColumns(of: table) { isSmaller = true }
        }
    }

    /// Keeps a smaller case if it fails as well.
    private mutating func attempt(_ smaller: OracleCase) -> Bool {
        guard attempts < limit else { return false }
        attempts += 1
        guard let outcome = try? CaseRunner.run(smaller), let failed = outcome.failure,
            // What nobody asked about any more is another mistake.
            !failed.disagreement.found.hasPrefix("thrown") || failure.found.hasPrefix("thrown")
        else { return false }
        subject = smaller
        failure = failed.disagreement
        return true
    }

    /// Leaves out parts of a list, large ones first.
    private mutating func reduce<T>(_ list: WritableKeyPath<OracleCase, [T]>) -> Bool {
        var isSmaller = false
        var size = Swift.max(1, subject[keyPath: list].count / 2)
        while true {
            var start = 0
            while start < subject[keyPath: list].count {
                var smaller = subject
                let end = Swift.min(start + size, smaller[keyPath: list].count)
                smaller[keyPath: list].removeSubrange(start..<end)
                if attempt(smaller) { isSmaller = true } else { start = end }
                if attempts >= limit { return isSmaller }
            }
            if size == 1 { return isSmaller }
            size /= 2
        }
    }

    private mutating func shrinkSteps() -> Bool { reduce(\.steps) }
    /// Leaves out changes inside nested transactions.
    private mutating func shrinkNested() -> Bool {
        var isSmaller = false
        for index in subject.steps.indices {
            while case .change(let change) = subject.steps[index] {
                let found = change.smaller.contains { smallerChange in
                    var smaller = subject
                    smaller.steps[index] = .change(smallerChange)
                    return attempt(smaller)
                }
                guard found else { break }
                isSmaller = true
            }
        }
        return isSmaller
    }

    private mutating func shrinkRows(of table: Int) -> Bool { reduce(\.rows[table]) }

    private mutating func shrinkIndexes() -> Bool {
        var isSmaller = false
        for table in subject.tables.indices where !subject.tables[table].indexes.isEmpty {
            var smaller = subject
            smaller.tables[table].indexes = []
            if attempt(smaller) { isSmaller = true }
        }
        for table in subject.tables.indices where !subject.tables[table].uniques.isEmpty {
            var smaller = subject
            smaller.tables[table].uniques = []
            if attempt(smaller) { isSmaller = true }
        }
        return isSmaller
    }

    /// Leaves out relationships that no step names, and the tables behind them.
    private mutating func dropTables() -> Bool {
        var isSmaller = false
        for link in subject.links.indices.reversed() {
            guard var smaller = subject.without(link: link) else { continue }
            if let last = smaller.tables.indices.last, !smaller.names(table: last) {
                smaller.tables.removeLast()
                smaller.rows.removeLast()
            }
            if attempt(smaller) { isSmaller = true }
        }
        while let last = subject.tables.indices.last, last > 0, !subject.names(table: last) {
            var smaller = subject
            smaller.tables.removeLast()
            smaller.rows.removeLast()
            guard attempt(smaller) else { break }
            isSmaller = true
        }
        return isSmaller
    }

    private mutating func dropColumns(of table: Int) -> Bool {
        guard subject.tables.indices.contains(table) else { return false }
        var isSmaller = false
        for column in subject.tables[table].columns.indices.reversed() {
            guard let smaller = subject.without(column: column, of: table) else { continue }
            if attempt(smaller) { isSmaller = true }
        }
        return isSmaller
    }
}

import ZIMOrm

extension CaseRun {
    /// The rows for which a condition on one column holds: by what its property reads, where it reads more than is stored.
    func matching(_ table: Int, _ condition: Step.Condition) throws -> Set<Int> {
        let spec = subject.tables[table]
        let (column, property) = (spec.columns[condition.column], spec.property(condition.column))
        func bySQL() throws -> Set<Int> {
            let sql = SQL(unsafe: "SELECT number FROM \(spec.quotedName) WHERE ")
            return Set(try numbers(sql + conditionSQL(column, condition.comparison, condition.values)))
        }
        if property.type == .any { return try bySQL() }
        let cells = try plain(SQL(unsafe: "SELECT number, \(spec.quoted(condition.column)) FROM \(spec.quotedName)"))
        let isPlainText = cells.allSatisfy { if case .text = $0[1] { true } else { $0[1].isNull } }
        if property.type == .text, isPlainText || subject.engine != .sqlite { return try bySQL() }
        return try readable {
            Set(try cells.filter { try holds(condition, $0[1], property) }.map { try $0.get(0, as: Int.self) })
        }
    }

    /// A column may have made of what a program saved something that its property cannot read.
    private func readable<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch is ValueMismatch { throw Unjudged() }
    }

    private func holds(_ condition: Step.Condition, _ cell: SQLValue, _ property: OracleProperty) throws -> Bool {
        if cell.isNull { return condition.comparison == .isNull }
        func order(_ position: Int) throws -> Int? { try property.compare(cell, condition.values[position]) }
        return switch condition.comparison {
        case .isNull: false
        case .isNotNull: true
        case .equal: try order(0) == 0
        case .notEqual: try order(0) != 0
        case .less: try (order(0) ?? 0) < 0
        case .lessOrEqual: try (order(0) ?? 1) <= 0
        case .greater: try (order(0) ?? 0) > 0
        case .greaterOrEqual: try (order(0) ?? -1) >= 0
        case .among: try condition.values.contains { try property.compare(cell, $0) == 0 }
        case .notAmong: try !condition.values.contains { try property.compare(cell, $0) == 0 }
        case .between: try (order(0) ?? -1) >= 0 && (order(1) ?? 1) <= 0
        }
    }

    /// A row's key as its properties read it; nil where a part is NULL, so that nothing can be found by it.
    func key(_ table: Int, number: Int) throws -> [SQLValue]? {
        let spec = subject.tables[table]
        let list = spec.key.map { spec.quoted($0) }.joined(separator: ", ")
        let row = try plain(SQL(unsafe: "SELECT \(list) FROM \(spec.quotedName) WHERE number = \(number)")).first
        guard let row else { return nil }
        let values = try readable {
            try spec.key.enumerated().map { index, column in
                let property = spec.property(column)
                return property.type == .any ? row[index] : try property.canonical(row[index])
            }
        }
        return values.contains(where: \.isNull) ? nil : values
    }

    /// The rows that have a key.
    func rows(_ table: Int, key: [SQLValue]) throws -> Set<Int> {
        try zip(subject.tables[table].key, key).map {
            try matching(table, Step.Condition(column: $0, comparison: .equal, values: [$1]))
        }.reduce(nil) { (found: Set<Int>?, next) in found.map { $0.intersection(next) } ?? next } ?? []
    }

    /// A key as a caller gives it.
    func asGiven(_ table: Int, _ key: [SQLValue]) -> [SQLValue] {
        zip(subject.tables[table].key, key).map { subject.tables[table].property($0).given($1) }
    }

    /// A condition as a caller gives it.
    func asGiven(_ table: Int, _ condition: Step.Condition) -> Step.Condition {
        var condition = condition
        condition.values = condition.values.map(subject.tables[table].property(condition.column).given)
        return condition
    }

    func find(_ table: Int, _ row: Int) throws {
        guard let key = try key(table, number: row) else { return }
        let expected = try rows(table, key: key)
        comparisons += 1
        guard
            let found = try unlessSeveral(
                [expected], { try session.find(subject.type(table), key: asGiven(table, key)) })
        else { return }
        let call = { CaseText(self.subject).findCall(table, key) }
        let isRight = found.map { expected.contains($0.number) } ?? expected.isEmpty
        if !isRight {
            throw Disagreement(
                call: call(), expected: "one of \(expected.sorted())", found: "\(found?.number as Int?)")
        }
        if let found { try findOrCreate(table, key, found) }
    }

    /// A row that is found by its key is not made.
    private func findOrCreate(_ table: Int, _ key: [SQLValue], _ row: OracleRow) throws {
        let spec = subject.tables[table]
        guard spec.constraint != .none else { return }
        let values = Dictionary(uniqueKeysWithValues: zip(spec.key.map { spec.columns[$0].name }, asGiven(table, key)))
        let found = try session.findOrCreate(subject.type(table), by: values) { _ in
            throw Disagreement(call: "findOrCreate", expected: "the row", found: "none")
        }
        let call = CaseText(subject).findCall(table, key) + ", findOrCreate"
        try expect(found.isNew ? nil : found.model.number, row.number, call)
        struct Undone: Error {}
        do {
            try session.transaction { session in
                try session.execute(SQL(unsafe: "DELETE FROM \(spec.quotedName) WHERE number = \(row.number)"))
                for isNew in [true, false] {
                    let made = try session.findOrCreate(subject.type(table), by: values) { $0.number = row.number }
                    try expect(made.isNew, isNew, call + ", made")
                }
                throw Undone()
            }
        } catch is Undone {
        } catch let error as DatabaseError where error.code == .constraint {
            // Other columns must not be NULL, or rows refer to it.
        }
    }

    /// What is found; nil where a key that several rows have is refused.
    func unlessSeveral<T>(_ expected: [Set<Int>], _ find: () throws -> T) throws -> T? {
        do { return try find() } catch let error as ModelError
            where error.code == .conflict && expected.contains(where: { $0.count > 1 })
        { return nil }
    }

    func findKeys(_ table: Int, _ numbers: [Int], _ way: Step.KeyWay) throws {
        let keys = try numbers.compactMap { try key(table, number: $0) }
        let expected = try keys.map { try rows(table, key: $0) }
        let all = expected.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
        switch way {
        case .find:
            comparisons += 1
            let found = try unlessSeveral(expected) {
                try session.find(subject.type(table), keys: keys.map { asGiven(table, $0) }).map(\.number)
            }
            guard let found else { return }
            // In the order of the keys, each key's row.
            if expected.allSatisfy({ $0.count <= 1 }) {
                try expect(found, expected.compactMap(\.first), CaseText(subject).findKeysCall(table, keys, way))
            }
        case .filter:
            let found = try query(table).filter(keys: keys.map { asGiven(table, $0) }).all().map(\.number).sorted()
            try expect(found, all, CaseText(subject).findKeysCall(table, keys, way))
        case .count:
            let found = try query(table).filter(keys: keys.map { asGiven(table, $0) }).count()
            try expect(found, all.count, CaseText(subject).findKeysCall(table, keys, way))
        case .byKeys:
            guard expected.allSatisfy({ $0.count <= 1 }) else { return }
            let given = keys.map { asGiven(table, $0) }
            let found = try session.find(subject.type(table), keys: given, as: .dictionary).mapValues(\.number)
            try expect(
                given.map { found[ModelKey($0)] }, expected.map(\.first),
                CaseText(subject).findKeysCall(table, keys, way))
        case .isIn, .notIn, .twice: try filterKeys(table, keys, expected, way)
        }
    }

    /// Lists of keys as conditions.
    func filterKeys(_ table: Int, _ keys: [[SQLValue]], _ expected: [Set<Int>], _ way: Step.KeyWay) throws {
        let given = keys.map { asGiven(table, $0) }
        let union = expected.reduce(into: Set<Int>()) { $0.formUnion($1) }
        var wanted = union
        var query = try query(table)
        switch way {
        case .isIn: query = query.filter(.key(in: given))
        case .notIn:
            query = query.filter(.key(notIn: given))
            wanted = try Set(numbers(SQL(unsafe: "SELECT number FROM \(subject.tables[table].quotedName)")))
            for key in keys { wanted.subtract(try rows(table, perhaps: key)) }
        default:
            // The second list has every other key.
            let some = keys.indices.filter { $0 % 2 == 0 }
            query = query.filter(keys: given).filter(keys: some.map { given[$0] })
            wanted.formIntersection(some.reduce(into: Set<Int>()) { $0.formUnion(expected[$1]) })
        }
        let call = CaseText(subject).findKeysCall(table, keys, way)
        try expect(query.all().map(\.number).sorted(), wanted.sorted(), call)
        try expect(query.count(), wanted.count, call + ".count()")
    }

    /// The rows that have a key, or of which NULL leaves that open.
    private func rows(_ table: Int, perhaps key: [SQLValue]) throws -> Set<Int> {
        try zip(subject.tables[table].key, key).map { column, value in
            try matching(table, Step.Condition(column: column, comparison: .equal, values: [value]))
                .union(matching(table, Step.Condition(column: column, comparison: .isNull, values: [])))
        }.reduce(nil) { (found: Set<Int>?, next) in found.map { $0.intersection(next) } ?? next } ?? []
    }

    func filter(_ table: Int, _ condition: Step.Condition, asText: Bool) throws {
        let spec = subject.tables[table]
        let property = spec.property(condition.column)
        var condition = condition
        if property.type != .any {
            // What a caller can give is a value of the property's type.
            guard let values = try? condition.values.map({ try property.canonical($0) }) else { return }
            condition.values = values
            // A date with a time is compared as the column would store it.
            if spec.columns[condition.column].type == "DATE", spec.columns[condition.column].form == nil,
                !values.allSatisfy({ "\($0)".hasSuffix("T00:00:00.000Z'") })
            {
                return
            }
            if condition.comparison.isOrder, let first = values.first,
                try property.compare(first, first) == nil || [.uuid, .flag, .data].contains(property.type)
            {
                return
            }
        }
        let expected = try matching(table, condition).sorted()
        let name = spec.columns[condition.column].name
        let query =
            asText
            ? try query(table).filter(predicate(name, asGiven(table, condition)))
            : try query(table).filter(property.filter(condition.comparison, condition.values))
        let call = { CaseText(self.subject).filterCall(table, condition, asText: asText) }
        try expect(query.all().map(\.number).sorted(), expected, call())
        try expect(query.count(), expected.count, call() + ".count()")
        try expect(query.exists(), !expected.isEmpty, call() + ".exists()")
    }

    /// Compares two columns at once with two values.
    func filterRow(_ table: Int, _ first: Step.Condition, _ second: Step.Condition) throws {
        let spec = subject.tables[table]
        let comparison = first.comparison
        var conditions = [first, second]
        for position in conditions.indices {
            let (column, property) = (conditions[position].column, spec.property(conditions[position].column))
            if property.type == .any {
                // MariaDB finds a day by a point in it that is no whole second, but only where an index has the column.
                if subject.engine == .mariaDB, spec.columns[column].type == "DATE" { return }
                continue
            }
            guard let values = try? conditions[position].values.map({ try property.canonical($0) }),
                let value = values.first
            else { return }
            conditions[position].values = values
            if spec.columns[column].type == "DATE" { return }
            let hasNoOrder = try property.compare(value, value) == nil || [.uuid, .flag, .data].contains(property.type)
            if comparison.isOrder, hasNoOrder { return }
        }
        func matching(_ position: Int, _ comparison: Step.Comparison) throws -> Set<Int> {
            var condition = conditions[position]
            condition.comparison = comparison
            return try self.matching(table, condition)
        }
        let expected: Set<Int> =
            switch comparison {
            case .equal: try matching(0, .equal).intersection(matching(1, .equal))
            case .notEqual: try matching(0, .notEqual).union(matching(1, .notEqual))
            default:
                try matching(0, comparison.strict).union(matching(0, .equal).intersection(matching(1, comparison)))
            }
        let filter = try spec.property(first.column).row(
            comparison, spec.property(second.column), conditions.flatMap(\.values))
        let found = try query(table).filter(filter).all().map(\.number).sorted()
        try expect(found, expected.sorted(), CaseText(subject).filterRowCall(table, conditions))
        let others = try query(table).filter(!filter).all().map(\.number)
        try expect(
            Set(others).isDisjoint(with: expected), true, "NOT " + CaseText(subject).filterRowCall(table, conditions))
    }

    func aggregate(_ table: Int, _ function: String, _ column: Int) throws {
        let spec = subject.tables[table]
        guard spec.property(column).type == .any else { return }
        let name = spec.columns[column].name
        let sql = SQL(unsafe: "SELECT \(function)(\(name.quotedName)) FROM \(spec.quotedName)")
        let expected = try plain(sql).first?[0] ?? .null
        let found = try query(table).aggregate(function, name)
        // Of values that are equal but for their case, spaces at the end or digits, either is the first.
        if found != expected, function != "count" {
            let same = SQL(unsafe: "SELECT \(name.quotedName) FROM \(spec.quotedName) WHERE \(name.quotedName) = (")
            if try plain(same + sql + SQL(unsafe: ")")).contains(where: { $0[0] == found }) { return }
        }
        try expect(found, expected, "query(Table\(table).self).aggregate(\"\(function)\", \"\(name)\")")
    }
}

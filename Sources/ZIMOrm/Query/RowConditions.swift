import ZIMDb

/// Conditions over several columns at once, for rows of values that a caller gives.
extension TablePlan {
    /// `("year", "number") IN (SELECT … FROM json_each(?) AS zim_keys)`: the rows are one parameter, however many they are.
    ///
    /// - Parameters:
    ///   - columns: as the statement names them.
    ///   - rows: as they were given; a row with NULL equals none.
    ///   - positions: those of the columns.
    ///   - negated: whether the condition stands behind NOT.
    /// - Throws: ``ModelError`` with code query if a row with NULL is to be left out, formMissing, value.
    func isIn(
        _ columns: [SQLExpression], _ rows: [[SQLValue]], at positions: [Int], negated: Bool, in session: Session
    ) throws -> SQLExpression {
        let known = rows.filter { !$0.contains(where: \.isNull) }
        guard known.count == rows.count || !negated else { throw unknown(positions, isCompared: false) }
        guard !known.contains(where: { $0.contains(where: isMissingNumber) }) else {
            throw missingNumber(positions, "a list of")
        }
        if let position = try positions.first(where: { try lists($0, in: session) == .none }) {
            throw notInList(position, "values that the server compares one by one")
        }
        let given = try known.map { try mapping.lookupValues($0, at: positions) }
        try requireDays(given, at: positions, in: session)
        var (stored, conditions) = (given, [SQLExpression]())
        if try !isExact(positions, in: session) {
            stored = try given.flatMap { try spellings(of: $0, at: positions, in: session) }
            conditions = try self.conditions(beside: given, at: positions, of: columns, in: session)
        }
        var seen: Set<[SQLValue]> = []
        let list = stored.filter { seen.insert($0).inserted }
        let found = try holds(columns, list, at: positions, negated: negated, in: session)
        return .all([found] + conditions)
    }

    /// The same for values as the columns hold them, none of which is NULL.
    func holds(
        _ columns: [SQLExpression], _ rows: [[SQLValue]], at positions: [Int], negated: Bool = false,
        in session: Session
    ) throws -> SQLExpression {
        let rows = try withoutRounded(rows, at: positions, in: session)
        let types = try listTypes(of: positions, in: session)
        let table = try listColumns(of: positions, in: session)
        let list = KeyList(width: positions.count, rows)
        var sets = try KeySet.sets(of: list, types: types, table: table, valuesRows: Int.max)
        if sets.count > 1 {
            let grouped = KeyList(width: positions.count, try KeySet.groupedByKinds(rows))
            sets = try KeySet.sets(of: grouped, types: types, table: table, valuesRows: Int.max)
        }
        return .any(
            try sets.map { set in
                var set = set
                if case .values = set.form, set.parameters.count > PackedKeys.leastParameters { set = .packed(list) }
                let found =
                    try negated
                    ? negatable(set, columns, positions, in: session)
                    : set.losesRowsInside ? set.exists(columns) : set.isIn(columns)
                return .all(set.constants(columns) + [found])
            })
    }

    /// Rows with a text in place of each whole number that a column of real numbers cannot hold: in a subquery behind IN, SQLite
    /// would round it to the nearest one that it can, which `=` does not. No number equals the text, and of NULL as little is
    /// known beside it.
    private func withoutRounded(
        _ rows: [[SQLValue]], at positions: [Int], in session: Session
    ) throws -> [[SQLValue]] {
        let columns = try comparedColumns(positions, in: session)
        let reals = columns.indices.filter { columns[$0].affinity == .real }
        if reals.isEmpty { return rows }
        return rows.map { given in
            var row = given
            for part in reals {
                guard case .integer(let number) = row[part], Double(exactly: number) == nil else { continue }
                row[part] = .text("\(number), not rounded")
            }
            return row
        }
    }

    /// The same condition in a form in which an engine looks a row up in the list, also behind NOT: SQLite and MariaDB would
    /// compare each row with all of the list there, to find out whether NULL is why it is not in it.
    private func negatable(
        _ set: KeySet, _ columns: [SQLExpression], _ positions: [Int], in session: Session
    ) throws -> SQLExpression {
        let isSQLite = dialect.features.contains(.rowidTables)
        if dialect.features.contains(.unnest) || isSQLite && set.parts.count == 1 { return set.isIn(columns) }
        let schema = try tableSchema(in: session)
        let nullable = set.parts.filter { schema.column(mapping.columns[positions[$0]].name)?.isNotNull != true }
        let isNull = SQLExpression.any(nullable.map { columns[$0].isNull })
        if isSQLite {
            if nullable.isEmpty { return .sql("(\(set.isIn(columns))) IS TRUE") }
            return SQLCase().when(set.isIn(columns), then: .true).when(isNull, then: set.isIn(columns)).else(.false)
                .expression
        }
        if nullable.isEmpty { return set.parts.count == 1 ? set.isIn(columns) : set.exists(columns) }
        // MariaDB takes an IN that NULL leaves open for false where it stands inside CASE.
        return SQLCase().when(set.exists(columns), then: .true)
            .when(isNull && set.exists(columns, open: nullable), then: .sql("NULL")).else(.false).expression
    }

    /// `("year", "number") > (?, ?)`
    ///
    /// - Throws: ``ModelError`` with code query if a value is NULL, formMissing, value.
    func condition(
        _ columns: [SQLExpression], _ operation: SQLOperator, _ row: [SQLValue], at positions: [Int],
        in session: Session
    ) throws -> SQLExpression {
        guard !row.contains(where: \.isNull) else { throw unknown(positions, isCompared: true) }
        guard !row.contains(where: isMissingNumber) else { throw missingNumber(positions, "a row for") }
        let isEquality = operation == .equalTo || operation == .notEqualTo
        let stored = try isEquality ? mapping.lookupValues(row, at: positions) : mapping.normalized(row, for: positions)
        try requireDays([stored], at: positions, in: session)
        let areKept = try zip(positions, zip(row, stored)).allSatisfy { index, values in
            let match = try match(index, in: session)
            if case .range(.fixed(let scale)) = match {
                return FixedDigits.range(of: values.1, scale: scale).only != nil
            }
            guard case .exact = match else { return isEquality && match.isPlain }
            return isEquality || !isBetween(values.0, values.1, at: index)
        }
        if areKept, columns.count > 1 {
            let sides = try positions.indices.map {
                try beside(columns[$0], stored[$0], at: positions[$0], in: session)
            }
            return .binary(.row(sides.map(\.column)), operation, .row(sides.map(\.value)))
        }
        if isEquality {
            let equal = try positions.indices.map {
                try condition(columns[$0], .equalTo, row[$0], at: positions[$0], in: session)
            }
            return operation == .equalTo ? .all(equal) : !.all(equal)
        }
        // a > x OR a = x AND (b > y OR b = y AND …)
        let beyond: SQLOperator = [.lessThan, .lessThanOrEqualTo].contains(operation) ? .lessThan : .greaterThan
        var ways: [SQLExpression] = []
        var equal: [SQLExpression] = []
        for (index, position) in positions.enumerated() {
            let isLast = index == positions.count - 1
            let sign = isLast ? operation : beyond
            ways.append(.all(equal + [try condition(columns[index], sign, row[index], at: position, in: session)]))
            // No row has a value that its column cannot hold.
            if isBetween(row[index], stored[index], at: position) { break }
            equal.append(try condition(columns[index], .equalTo, row[index], at: position, in: session))
        }
        return .any(ways)
    }

    /// NaN, where the engine has none: SQLite would bind NULL in its place.
    private func isMissingNumber(_ value: SQLValue) -> Bool {
        if case .real(let number) = value { number.isNaN && !dialect.features.contains(.unnest) } else { false }
    }

    private func missingNumber(_ positions: [Int], _ what: String) -> ModelError {
        let names = positions.map { mapping.columns[$0].name }
        return ModelError(
            .value,
            "\(what) (\(names.joined(separator: ", "))) of \"\(mapping.table)\" holds NaN, which \(dialect.name) does not have",
            table: mapping.table, column: names.count == 1 ? names.first : nil, hint: "Leave NaN out: no row holds it")
    }

    private func unknown(_ positions: [Int], isCompared: Bool) -> ModelError {
        let names = "(" + positions.map { mapping.columns[$0].name }.joined(separator: ", ") + ")"
        return ModelError(
            .query,
            isCompared
                ? "\(names) of \"\(mapping.table)\" is compared with a row that holds NULL, and no row is known to equal or to differ from NULL"
                : "a list of \(names) that rows of \"\(mapping.table)\" must not be in holds NULL, and no row is known to differ from NULL",
            table: mapping.table,
            hint: isCompared
                ? "Compare the columns one by one: == nil finds NULL"
                : "Leave what has nil out of the list: no row equals it")
    }

    /// The values as which the rows of some may be stored, those that the properties are written as first.
    ///
    /// - Parameters:
    ///   - row: as the properties would be written.
    ///   - positions: those of their columns.
    func spellings(of row: [SQLValue], at positions: [Int], in session: Session) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = [[]]
        for (index, value) in zip(positions, row) {
            let values: [SQLValue]
            switch try match(index, in: session) {
            case .exact, .unordered, .numbersAsText: values = [value]
            case .spellings(let spellings): values = spellings.all(of: value)
            case .undeclared: throw formMissing(index, "found by a value", in: session)
            case .range(let range):
                let stored = try range.range(of: value)
                guard stored.isEmpty || stored.only != nil else { throw notInList(index, range.described) }
                values = stored.only.map { [$0] } ?? []
            }
            rows = rows.flatMap { row in values.map { row + [$0] } }
        }
        return rows
    }

    private func notInList(_ position: Int, _ what: String) -> ModelError {
        let name = mapping.columns[position].name
        return ModelError(
            .query, "\"\(mapping.table)\".\"\(name)\" holds \(what), so its keys cannot be looked up in a list",
            table: mapping.table, column: name, hint: "Find them one by one")
    }

    /// What must hold beside a list of values where SQL takes two stored values for one that are read as two texts: 7 and
    /// 7.0 in a column without a type.
    ///
    /// - Throws: ``ModelError`` with code query if values of both kinds are in the list.
    func conditions(
        beside rows: [[SQLValue]], at positions: [Int], of columns: [SQLExpression], in session: Session
    ) throws -> [SQLExpression] {
        try zip(positions, columns).enumerated().compactMap { part, pair in
            let (position, column) = pair
            guard case .spellings(let spellings) = try match(position, in: session) else { return nil }
            let kinds = Set(rows.compactMap { $0.indices.contains(part) ? spellings.kinds(of: $0[part]) : nil })
            guard let kind = kinds.first else { return nil }
            guard kinds.count == 1 else {
                throw notInList(position, "7 and 7.0 as two texts")
            }
            let type = SQLExpression.function("typeof", column)
            if kind.contains("real") { return type != .value("integer") }
            // Beyond 64 bits a number is read as a text of a real only.
            let isBeyond = SQLExpression.any([column >= .value(0x1p63), column < .value(-0x1p63)])
            return .any([type != .value("real"), column != .function("round", column), isBeyond])
        }
    }
}

extension ColumnMatch {
    /// Whether the property is written in the only spelling.
    var isPlain: Bool {
        switch self {
        case .exact, .unordered, .numbersAsText: true
        case .spellings, .range, .undeclared: false
        }
    }
}

import ZIMDb

/// One form of a table's INSERT: the columns that it writes and those that it reads back.
final class InsertShape {
    let shape: CachedSQL
    /// The positions of the columns whose values are bound, in order.
    let written: [Int]
    /// The positions of the columns that RETURNING gives, in order.
    let returned: [Int]
    /// Those of them of which SQLite's RETURNING gives the whole number by which it keeps 7.0 on disk.
    let reals: Set<Int>
    /// Whether the engine's row identifier is the key.
    let takesRowID: Bool
    /// The position of the key that the engine counts up, where the engine tells it beside the statement.
    let counted: Int?
    /// The positions of the columns that the engine fills in and that are looked up afterwards, where it has no RETURNING.
    let lookedUp: [Int]
    /// Whether RETURNING gives one counted key only.
    let returnsCountedKey: Bool
    /// How many rows one statement inserts.
    let rows: Int
    /// Whether a row that exists already stays as it is.
    let doesNothing: Bool

    init(plan: TablePlan, schema: TableSchema, key: TablePlan.InsertKey) {
        let mapping = plan.mapping
        let generated = mapping.columns.indices.filter { schema.column(mapping.columns[$0].name)?.isGenerated == true }
        let omitted = Set(key.omitted).union(generated)
        let written = mapping.columns.indices.filter { !omitted.contains($0) }
        self.written = written
        let rowIDPlace = mapping.columns.firstIndex { schema.isRowID($0.name) }
        // The engine's last row identifier costs nothing; everything else that it fills in must be read back.
        let filledIn = omitted.sorted()
        let readBack = key.upsert?.readBack(of: mapping) ?? []
        takesRowID = key.rows == 1 && rowIDPlace != nil && filledIn == [rowIDPlace] && readBack.isEmpty
        let dialect = plan.dialect
        let hasReturning = !dialect.features.isDisjoint(with: [.returning, .insertReturning])
        let countedPosition = omitted.first { schema.column(mapping.columns[$0].name)?.identity != nil }
        counted = hasReturning || key.rows > 1 ? nil : countedPosition
        // Rows that share a statement come back in no order that one may rely on: they are looked up afterwards.
        let wanted = takesRowID || key.rows > 1 && key.upsert != nil ? [] : omitted.union(readBack).sorted()
        returned = hasReturning ? wanted : []
        lookedUp = hasReturning ? [] : wanted.filter { $0 != countedPosition }
        let isCountedOnly = countedPosition.map { wanted == [$0] } ?? false
        returnsCountedKey = dialect.features.contains(.insertReturning) && isCountedOnly
        rows = key.rows
        reals =
            dialect.features.contains(.rowidTables)
            ? Set(
                returned.filter { index in
                    schema.column(mapping.columns[index].name).map { ColumnAffinity($0.type) } == .real
                }) : []
        let names = mapping.columns.map(\.name)
        var sql = "INSERT INTO \(plan.tableSQL)"
        // Beside ON CONFLICT the row that was not inserted has that name.
        if key.upsert != nil, mapping.table.lowercased() == "excluded", !dialect.features.contains(.onDuplicateKey) {
            sql += " AS zim_excluded"
        }
        if written.isEmpty {
            sql += dialect.features.contains(.autoIncrement) ? " () VALUES ()" : " DEFAULT VALUES"
        } else {
            sql += " (\(TablePlan.list(written.map { names[$0] }, dialect))) VALUES "
            var number = 0
            sql += (0..<key.rows).map { _ in
                "("
                    + written.map { _ in
                        number += 1
                        return dialect.placeholder(number)
                    }.joined(separator: ", ") + ")"
            }.joined(separator: ", ")
        }
        let updated =
            key.upsert.map { upsert in
                written.filter { $0 != mapping.versionPosition && upsert.updates($0, of: mapping) }
            } ?? []
        doesNothing = key.upsert != nil && updated.isEmpty
        if let upsert = key.upsert, dialect.features.contains(.onDuplicateKey) {
            sql += " ON DUPLICATE KEY UPDATE " + plan.duplicateKey(upsert, updated).joined(separator: ", ")
        } else if let upsert = key.upsert {
            sql += " ON CONFLICT (\(TablePlan.list(upsert.positions.map { names[$0] }, dialect))) DO "
            var assignments = updated.map { index in
                let name = TablePlan.list([names[index]], dialect)
                return "\(name) = excluded.\(name)"
            }
            if let version = mapping.versionPosition {
                let row = mapping.table.lowercased() == "excluded" ? "zim_excluded" : mapping.table
                assignments.append(plan.countingUp(version, of: row))
            }
            sql += doesNothing ? "NOTHING" : "UPDATE SET " + assignments.joined(separator: ", ")
        }
        if !returned.isEmpty { sql += " RETURNING \(TablePlan.list(returned.map { names[$0] }, dialect))" }
        shape = CachedSQL(sql)
    }
}

extension TablePlan {
    /// The assignments of an upsert where INSERT reacts to whichever unique key is taken: a row that is met by another key
    /// than the one that is gone by must not be changed, so there the first part is set to what fails.
    fileprivate func duplicateKey(_ upsert: UpsertTarget, _ updated: [Int]) -> [String] {
        func name(_ position: Int) -> String { Self.list([mapping.columns[position].name], dialect) }
        let fixed = upsert.positions.map { index in
            let name = name(index)
            return "\(name) = IF(\(name) <=> VALUES(\(name)), \(name), \(UpsertStatement.otherKey))"
        }
        return fixed + updated.map { "\(name($0)) = VALUES(\(name($0)))" }
            + (mapping.versionPosition.map { [countingUp($0, of: mapping.table)] } ?? [])
    }
}

extension InsertShape {
    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    static let parametersPerStatement = 1_000

    /// Full statements have one size, and what is left over is put into powers of two, the largest first, so that few
    /// texts do for any number of models.
    static func parts<Item>(of items: [Item], capacity: Int) -> [ArraySlice<Item>] {
        var parts: [ArraySlice<Item>] = []
        var rest = items[...]
        while !rest.isEmpty {
            let left = rest.count
            let size = left >= capacity ? capacity : 1 << (Int.bitWidth - 1 - left.leadingZeroBitCount)
            parts.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return parts
    }
}

extension TablePlan {
    func insertShape(omitting omitted: [Int], rows: Int = 1, upsert: UpsertTarget? = nil, in session: Session) throws
        -> InsertShape
    {
        let isPlain = omitted.isEmpty && rows == 1 && upsert == nil
        if isPlain, let plainInsert { return plainInsert }
        let key = InsertKey(omitted: omitted, rows: rows, upsert: upsert)
        if let latestInsert, latestInsert.key == key { return latestInsert.shape }
        let shape = try inserts[key] ?? InsertShape(plan: self, schema: try tableSchema(in: session), key: key)
        inserts[key] = shape
        if isPlain { plainInsert = shape } else { latestInsert = (key, shape) }
        return shape
    }

    /// The shape of an UPDATE that writes some columns of the row with a key.
    func updateShape(writing positions: [Int]) -> CachedSQL {
        if let latestUpdate, latestUpdate.positions == positions { return latestUpdate.shape }
        if let known = updates[positions] {
            latestUpdate = (positions, known)
            return known
        }
        let names = mapping.columns.map(\.name)
        let assignments = positions.enumerated().map { number, position in
            "\(Self.list([names[position]], dialect)) = \(dialect.placeholder(number + 1))"
        }
        let made = CachedSQL(
            "UPDATE \(tableSQL) SET \(assignments.joined(separator: ", ")) WHERE "
                + Self.condition(mapping.keyNames, dialect, startingAt: positions.count + 1))
        updates[positions] = made
        latestUpdate = (positions, made)
        return made
    }

    /// The columns that are left out of an INSERT of this model, so that the database fills them in: a key that it
    /// gives itself, NULL where only a default makes the row valid, and nil where the class asks for the default.
    func omitted(for model: Model, in session: Session) throws -> [Int] {
        if omitsNothing { return [] }
        let schema = try tableSchema(in: session)
        if defaulted == nil {
            defaulted = mapping.columns.indices.filter { index in
                guard let column = schema.column(mapping.columns[index].name), !column.isGenerated else { return false }
                guard mapping.columns[index].field.acceptsNull else { return false }
                // NULL is no key, whether the column takes it or not.
                return schema.isRowID(column.name) || column.identity != nil
                    || (column.isNotNull || mapping.key.contains(index) || mapping.databaseDefaults.contains(index))
                        && column.defaultValue != nil
            }
        }
        omitsNothing = defaulted?.isEmpty == true && !mapping.isAutoIncremented
        var omitted: [Int] = []
        if mapping.isAutoIncremented, let position = mapping.key.first, try isUnset(position, of: model, schema) {
            omitted.append(position)
        }
        for index in defaulted ?? [] where !omitted.contains(index) {
            if try mapping.columns[index].value(of: model).isNull { omitted.append(index) }
        }
        return omitted.count > 1 ? omitted.sorted() : omitted
    }

    /// Whether a key that the database can give has no value yet: NULL, or 0 where the property cannot be nil.
    private func isUnset(_ position: Int, of model: Model, _ schema: TableSchema) throws -> Bool {
        let column = mapping.columns[position]
        let value = try column.value(of: model)
        if value.isNull { return true }
        guard case .integer(0) = value, !column.field.acceptsNull else { return false }
        return schema.isRowID(column.name) || schema.column(column.name)?.defaultValue != nil
    }
}

import ZIMDb

/// A form of UPDATE or DELETE of rows that must hold something beside their key.
struct OptimisticChange: Hashable {
    /// The positions of the columns that are written; nil for a deletion.
    let written: [Int]?
    /// The positions of the columns that are compared.
    let compared: [Int]
    /// The position of the column that is counted up.
    let version: Int?
    /// Whether many rows are written, each column as one list.
    var isList = false
}

/// A condition that a column holds a value, around the position of the value: `"price" IS ` and nothing behind it.
struct HeldCondition {
    let before: String
    let after: String

    func text(_ operand: String) -> String { before + operand + after }
}

extension TablePlan {
    /// The change of one row that must hold something: first the values that are written, then the key, then what is
    /// compared.
    func optimisticChange(_ change: OptimisticChange, in session: Session) throws -> CachedSQL {
        if let known = optimisticChanges[change] { return known }
        var number = 0
        func next() -> String {
            number += 1
            return dialect.placeholder(number)
        }
        var sql = "DELETE FROM \(tableSQL)"
        if let written = change.written {
            var assignments = written.map { "\(Self.list([mapping.columns[$0].name], dialect)) = \(next())" }
            if let version = change.version { assignments.append(countingUp(version)) }
            sql = "UPDATE \(tableSQL) SET " + assignments.joined(separator: ", ")
        }
        var conditions = mapping.keyNames.map { "\(Self.list([$0], dialect)) = \(next())" }
        for index in change.compared { conditions.append(try heldCondition(index, in: session).text(next())) }
        let made = CachedSQL(sql + " WHERE " + conditions.joined(separator: " AND "))
        optimisticChanges[change] = made
        return made
    }

    /// `"version" = "version" + 1`
    func countingUp(_ position: Int, of table: String? = nil) -> String {
        "\(Self.list([mapping.columns[position].name], dialect)) = \(countedUp(position, of: table))"
    }

    /// `"version" + 1`, or `coalesce("version", 0) + 1` where it may be NULL.
    func countedUp(_ position: Int, of table: String? = nil) -> String {
        let name = column(position, of: table)
        return mapping.columns[position].field.acceptsNull ? "coalesce(\(name), 0) + 1" : "\(name) + 1"
    }

    /// A condition that a column holds what was read from it or written to it: letter for letter, whatever collation it
    /// has, and NULL where that was NULL.
    func heldCondition(_ position: Int, of table: String? = nil, in session: Session) throws -> HeldCondition {
        let name = column(position, of: table)
        if position == mapping.versionPosition, !mapping.columns[position].field.acceptsNull {
            return HeldCondition(before: name + " = ", after: "")
        }
        guard let types = session.connection.engine.types else {
            let collation = try comparedColumns([position], in: session).first?.collation?.uppercased() ?? "BINARY"
            return HeldCondition(before: name + (collation == "BINARY" ? " IS " : " COLLATE BINARY IS "), after: "")
        }
        let column = try tableSchema(in: session).column(mapping.columns[position].name)
        let condition = types.holds(name, declared: column?.type ?? "text", listType: column?.listType ?? "")
        return HeldCondition(before: condition.before, after: condition.after)
    }

    private func column(_ position: Int, of table: String?) -> String {
        (table.map { Self.list([$0], dialect) + "." } ?? "") + Self.list([mapping.columns[position].name], dialect)
    }
}

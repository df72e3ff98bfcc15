import ZIMOrm

/// Constraints that hold for new rows only, since nobody has looked at the old ones.
struct UnvalidatedConstraints {
    let file: InspectedDatabase
    let schema: DatabaseSchema
    let tables: [TableSchema]
    /// The foreign keys that rows break.
    let broken: [LinkSchema]

    func findings() throws -> [Finding] {
        guard let question = schema.traits.unvalidatedConstraints else { return [] }
        return try file.database.read { try $0.silentRows(question) }.compactMap { row in
            let home = try row.get(0, as: String?.self)
            let (name, constraint): (String, String) = (try row.get(1), try row.get(2))
            return try tables.first { $0.schema == home && $0.ownName.hasSameBytes(as: name) }.map {
                try finding($0, constraint)
            }
        }
    }

    private func finding(_ table: TableSchema, _ constraint: String) throws -> Finding {
        let traits = schema.traits
        let key = table.foreignKeys.first { $0.name?.hasSameBytes(as: constraint) == true }
        let words = key.map { "foreign key \(constraint), \($0.words)," } ?? "check \(constraint)"
        let sql = "ALTER TABLE \(traits.name(table)) VALIDATE CONSTRAINT \(traits.quoted(constraint))"
        let isBroken = try key.map { key in broken.contains { $0.isOf(key, table) } } ?? breaks(constraint, of: table)
        let rows = key == nil ? "rows break it" : "rows have no parent"
        return Finding(
            .unvalidatedConstraint, table.name, key?.columns ?? [],
            "the \(words) was never validated: rows that were there before may break it",
            advice: isBroken ? "See to the rows that \(key == nil ? "break it" : "have no parent"), then \(sql)" : sql,
            sql: isBroken ? "-- " + "\(sql); PostgreSQL refuses it: \(rows)".printable : sql + ";")
    }

    /// Whether a row breaks a check; false where the rows cannot be read.
    private func breaks(_ constraint: String, of table: TableSchema) throws -> Bool {
        guard let check = table.checks.first(where: { $0.name.hasSameBytes(as: constraint) }) else { return false }
        let sql = "SELECT 1 FROM \(schema.traits.name(table)) WHERE NOT (\(check.condition)) LIMIT 1"
        do {
            return try file.database.read { session in
                try session.withTimeLimit(file.timeAllowance, about: table) {
                    try !$0.rows(SQL(unsafe: sql)).isEmpty
                }
            }
        } catch let error as DatabaseError where error.isAboutOneTable { return false }
    }
}

import ZIMOrm

/// Constraints that hold for new rows only, since nobody has looked at the old ones.
struct UnvalidatedConstraints {
    let schema: DatabaseSchema
    let tables: [TableSchema]
    /// The foreign keys that rows break.
    let broken: [LinkSchema]

    func findings(in session: Session) throws -> [Finding] {
        guard let question = schema.traits.unvalidatedConstraints else { return [] }
        return try session.silentRows(question).compactMap { row in
            let home = try row.get(0, as: String?.self)
            let (name, constraint): (String, String) = (try row.get(1), try row.get(2))
            return tables.first { $0.schema == home && $0.ownName.hasSameBytes(as: name) }.map {
                finding($0, constraint)
            }
        }
    }

    private func finding(_ table: TableSchema, _ constraint: String) -> Finding {
        let traits = schema.traits
        let key = table.foreignKeys.first { $0.name?.hasSameBytes(as: constraint) == true }
        let words = key.map { "foreign key \(constraint), \($0.words)," } ?? "check \(constraint)"
        let sql = "ALTER TABLE \(traits.name(table)) VALIDATE CONSTRAINT \(traits.quoted(constraint))"
        let isBroken = key.map { key in broken.contains { $0.isOf(key, table) } } ?? false
        return Finding(
            .unvalidatedConstraint, table.name, key?.columns ?? [],
            "the \(words) was never validated: rows that were there before may break it",
            advice: isBroken ? "See to the rows that have no parent, then \(sql)" : sql,
            sql: isBroken ? "-- " + "\(sql); PostgreSQL refuses it: rows have no parent".printable : sql + ";")
    }
}

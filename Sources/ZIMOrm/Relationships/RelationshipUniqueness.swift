import ZIMDb

extension TablePlan {
    /// Whether a row may have several at the other end of a relationship, whatever its kind says. There is at most one only if the
    /// database keeps the columns there unique, by the same comparison as that of the two sides.
    func mayLeadToSeveral(_ relationship: Relationship, in session: Session) throws -> Bool {
        if relationship.isToMany { return true }
        if let known = severalRows[relationship.name] { return known }
        let target = try session.plan(for: relationship.target)
        let named = relationship.references
        let (source, matched) =
            relationship.kind == .belongsTo
            ? (
                try mapping.indexes(of: relationship.foreignKey),
                try named.map { try target.mapping.indexes(of: $0) } ?? target.mapping.key
            )
            : (
                try named.map { try mapping.indexes(of: $0) } ?? mapping.key,
                try target.mapping.indexes(of: relationship.foreignKey)
            )
        let here = try comparedColumns(source, in: session)
        let there = try target.comparedColumns(matched, in: session)
        let names = matched.map { target.mapping.columns[$0].name }
        var isUnique = !zip(here, there).contains { $0.takesForOne($1) }
        if isUnique {
            // Texts are compared by the collation of the columns that are pointed to.
            let pointedTo = relationship.kind == .belongsTo ? there : here
            let collations = zip(pointedTo, there).map { $0.collation ?? $1.collation }
            isUnique = try session.schemaReader.areUnique(
                Array(zip(names, collations)), of: target.tableSchema(in: session), in: target.mapping.schema)
        }
        severalRows[relationship.name] = !isUnique
        return !isUnique
    }
}

import ZIMDb

extension TablePlan {
    /// Whether a row may have several at the other end of a relationship, whatever its kind says. There is at most one only if the
    /// database keeps the columns there unique, by the same comparison as that of the two sides.
    func mayLeadToSeveral(_ relationship: Relationship, in session: Session) throws -> Bool {
        if relationship.isToMany { return true }
        if let known = severalRows[relationship.name] { return known }
        let target = try session.plan(for: relationship.target)
        let isParent = relationship.kind == .belongsTo
        let (child, parent) = isParent ? (mapping, target.mapping) : (target.mapping, mapping)
        let foreignKey = try child.indexes(of: relationship.foreignKey)
        let references = try relationship.references.map { try parent.indexes(of: $0) } ?? parent.key
        let (source, matched) = isParent ? (foreignKey, references) : (references, foreignKey)
        let here = try comparedColumns(source, in: session)
        let there = try target.comparedColumns(matched, in: session)
        let names = matched.map { target.mapping.columns[$0].name }
        var isUnique = !zip(here, there).contains { $0.takesForOne($1) }
        if isUnique {
            // Texts are compared by the collation of the columns that are pointed to.
            let pointedTo = isParent ? there : here
            let collations = zip(pointedTo, there).map { $0.collation ?? $1.collation }
            isUnique = try session.schemaReader.areUnique(
                Array(zip(names, collations)), of: target.tableSchema(in: session), in: target.mapping.schema)
        }
        severalRows[relationship.name] = !isUnique
        return !isUnique
    }
}

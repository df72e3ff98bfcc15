import ZIMOrm

/// The SQL that a generated method sends for one model, for its documentation.
struct RelationshipSQL {
    let method: ModelPlan.Method
    let target: ModelPlan
    let joinTable: TableSchema?
    let traits: any EngineTraits

    var text: String {
        let relationship = method.relationship
        func rows(where columns: [String]) -> String {
            select(from: traits.name(target.table).printable, where: columns, of: target.table.ownName)
        }
        switch relationship.kind {
        case .belongsTo:
            let tail = relationship.referencesPrimaryKey ? "" : order + " LIMIT 1"
            return rows(where: relationship.references) + tail
        case .hasOne: return rows(where: relationship.foreignKey) + order + " LIMIT ?"
        case .hasMany: return rows(where: relationship.foreignKey)
        case .hasManyThrough:
            guard let join = relationship.join else { return "" }
            let pairs = zip(join.targetReferences, join.targetForeignKey).map {
                "\(quoted(target.table.ownName)).\(quoted($0)) = \(quoted(joinTable?.ownName ?? join.table)).\(quoted($1))"
            }
            return select(
                from:
                    "\((joinTable.map { traits.name($0) } ?? traits.quoted(join.table)).printable) JOIN \(traits.name(target.table).printable) ON "
                    + pairs.joined(separator: " AND "),
                where: relationship.foreignKey, of: joinTable?.ownName ?? join.table)
        }
    }

    /// By the key, or by all columns where there is none.
    private var order: String {
        let columns = target.key.isEmpty ? target.columns.map(\.column.name) : target.key
        return " ORDER BY " + columns.map { quoted(target.table.ownName) + "." + quoted($0) }.joined(separator: ", ")
    }

    private func select(from source: String, where columns: [String], of table: String) -> String {
        let conditions = columns.map { "\(quoted(table)).\(quoted($0)) = ?" }
        return "SELECT … FROM \(source) WHERE " + conditions.joined(separator: " AND ")
    }

    private func quoted(_ name: String) -> String {
        traits.quoted(name).printable
    }
}

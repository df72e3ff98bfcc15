import ZIMOrm

/// The SQL that a generated method sends for one model, for its documentation.
struct RelationshipSQL {
    let method: ModelPlan.Method
    let target: ModelPlan

    var text: String {
        let relationship = method.relationship
        switch relationship.kind {
        case .belongsTo:
            let tail = relationship.referencesPrimaryKey ? "" : order + " LIMIT 1"
            return select(from: quoted(target.table.name), where: relationship.references, of: target.table.name) + tail
        case .hasOne:
            return select(from: quoted(target.table.name), where: relationship.foreignKey, of: target.table.name)
                + order + " LIMIT ?"
        case .hasMany:
            return select(from: quoted(target.table.name), where: relationship.foreignKey, of: target.table.name)
        case .hasManyThrough:
            guard let join = relationship.join else { return "" }
            let pairs = zip(join.targetReferences, join.targetForeignKey).map {
                "\(quoted(target.table.name)).\(quoted($0)) = \(quoted(join.table)).\(quoted($1))"
            }
            return select(
                from: "\(quoted(join.table)) JOIN \(quoted(target.table.name)) ON " + pairs.joined(separator: " AND "),
                where: relationship.foreignKey, of: join.table)
        }
    }

    /// By the key, or by all columns where there is none.
    private var order: String {
        let columns = target.key.isEmpty ? target.columns.map(\.column.name) : target.key
        return " ORDER BY " + columns.map { quoted(target.table.name) + "." + quoted($0) }.joined(separator: ", ")
    }

    private func select(from source: String, where columns: [String], of table: String) -> String {
        let conditions = columns.map { "\(quoted(table)).\(quoted($0)) = ?" }
        return "SELECT … FROM \(source) WHERE " + conditions.joined(separator: " AND ")
    }

    private func quoted(_ name: String) -> String {
        "\"" + name.replacing("\"", with: "\"\"").printable + "\""
    }
}

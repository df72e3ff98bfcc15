import ZIMOrm
import ZIMSql

/// The rows of a foreign key whose parent is not there, as the source itself compares them. A server has such rows where a
/// key was declared NOT VALID, or where its checks were switched off for a while.
struct OrphanSearch {
    let link: LinkSchema
    let traits: any CopyTraits
    /// What else a parent is to its row, where another engine compares them.
    let exactness: [SQLExpression]

    /// Whether there are any: one statement for all rows.
    ///
    /// A server that cannot compare the two sides in one statement has its answer at the end, when the key is made.
    func hasOrphans(_ session: Session) throws -> Bool {
        var rows = SelectStatement().column(1).from(traits.ownRows(of: link.child), alias: "zim_child")
        for column in own { rows = rows.where(column.isNotNull) }
        rows = rows.where(!SQLExpression.exists(parents)).limit(1)
        do { return try traits.attempt(session) { try !$0.rows(rows).isEmpty } } catch let error as DatabaseError
            where [.sql, .value, .other].contains(error.code)
        { return false }
    }

    /// 1 where the parent of a row is there, 0 where it is not, NULL where the key is.
    var probe: SQLExpression {
        SQLCase().when(.any(own.map(\.isNull)), then: nil).else(.exists(parents)).sqlOperand
    }

    private var own: [SQLExpression] { link.columns.map { SQLExpression.column($0, of: "zim_child") } }

    private var parents: SelectStatement {
        var parents = SelectStatement().column(1).from(traits.ownRows(of: link.parent), alias: "zim_parent")
        for (column, reference) in zip(own, link.references) {
            parents = parents.where(SQLExpression.column(reference, of: "zim_parent") == column)
        }
        for condition in exactness { parents = parents.where(condition) }
        return parents
    }
}

extension CopyTable {
    /// Its foreign keys to tables of the copy, also where its own definition has them.
    func allForeignKeys(among tables: CopyTableNames) -> [CopyForeignKey] {
        guard let definition else { return foreignKeys }
        return source.foreignKeys.compactMap { key in
            guard let name = key.name, definition.foreignKeys.contains(where: { $0.isNamed(name) }),
                let parent = tables.source[key.table]
            else { return nil }
            return CopyForeignKey(
                name: name, columns: key.columns, parent: parent.name, references: key.references, onDelete: nil,
                onUpdate: nil, isDeferred: false)
        }
    }

    /// Leaves a foreign key out.
    mutating func remove(_ key: CopyForeignKey) {
        foreignKeys.removeAll { $0 == key }
        guard let name = key.name else { return }
        definition?.keepForeignKeys { !$0.isNamed(name) }
    }
}

extension CopyForeignKey {
    /// Whether it is made without a look at the rows, as it was at the source.
    var isUnchecked: Bool { definition.map { PostgresConstraint.says("NOT VALID", in: $0.tail) } ?? false }
}

extension MySQLDefinition.ForeignKey {
    fileprivate func isNamed(_ name: String) -> Bool { head.hasPrefix("CONSTRAINT \(name.mySQLName) ") }
}

import ZIMOrm

/// A question that is asked of every row while its table is read anyway.
struct Probe: Sendable {
    /// 1 where it holds, 0 where it does not, NULL where it does not apply.
    let expression: SQLExpression
    /// The columns that an example of a row shows.
    let columns: [String]

    /// Whether the row that a foreign key points to is there.
    init(parentOf link: LinkSchema) {
        columns = link.columns
        let own = link.columns.map { SQLExpression.column($0, of: "zim_child") }
        let isThere: SQLExpression
        if link.isLookedUpFast {
            var parent = SelectStatement().column(1).from(link.parent.identifier, alias: "zim_parent")
            for (column, reference) in zip(own, link.references) {
                // The parent's column first: its collation counts, as for the engine's own check.
                parent = parent.where(SQLExpression.column(reference, of: "zim_parent") == column)
            }
            isThere = .exists(parent)
        } else {
            // Without an index the parent's rows are sorted once, not searched for each of the child's.
            var parents = SelectStatement().from(link.parent.identifier)
            for reference in link.references {
                parents = parents.column(.column(reference))
                // A NULL among the parents would make the answer NULL where it is no; SQLite lets it into keys, too.
                guard link.parent.column(reference)?.isNotNull != true else { continue }
                parents = parents.where(SQLExpression.column(reference).isNotNull)
            }
            isThere = own.count == 1 ? own[0].isIn(parents) : SQLExpression.row(own).isIn(parents)
        }
        expression = SQLCase().when(.any(own.map(\.isNull)), then: nil).else(isThere).sqlOperand
    }

    /// Whether a foreign key is NULL in all of its nullable columns or in none.
    init(wholenessOf link: LinkSchema) {
        columns = link.columns
        let own = link.nullableColumns.map { SQLExpression.column($0, of: "zim_child") }
        expression =
            SQLCase().when(.all(own.map(\.isNull)), then: nil)
            .else(.all(own.map(\.isNotNull))).sqlOperand
    }

    /// What the rows answered.
    struct Answer: Sendable {
        var yes = 0
        var no = 0
        /// The first row that said no.
        var example: ColumnProfile.Example?
        var share: Double { yes + no == 0 ? 0 : Double(yes) / Double(yes + no) }
    }
}

extension LinkSchema {
    /// The foreign key's columns that may be NULL: the others may be part of another key, such as a tenant.
    var nullableColumns: [String] { columns.filter(child.isNullable) }

    /// Whether the parent is found by an index: its columns are a key of it, or lead one.
    package var isLookedUpFast: Bool {
        referencesKey || parent.rowIDColumn.map { references == [$0] } == true
    }
}

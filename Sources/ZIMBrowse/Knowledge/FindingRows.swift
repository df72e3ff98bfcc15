import ZIMOrm
import ZIMTool

/// The statement that shows the rows a finding is about.
struct FindingRows {
    private let finding: Finding
    private let catalog: Catalog

    init(_ finding: Finding, _ catalog: Catalog) {
        self.finding = finding
        self.catalog = catalog
    }

    /// Nil where the finding is about the schema, or where no statement says what the doctor saw.
    func sql(for dialect: any SQLDialect) -> String? { statement.flatMap { try? $0.text(for: dialect) } }

    private var statement: SelectStatement? {
        guard let table = catalog.table(finding.table) else { return nil }
        let rows = SelectStatement().all("r").from(table.identifier, alias: "r")
        let columns = finding.columns.map { SQLExpression.column($0, of: "r") }
        switch finding.kind {
        case .orphans:
            guard let link = finding.link else { return nil }
            let parent = SelectStatement().column(1).from(link.parent.identifier, alias: "p")
                .where(catalog.schema.traits.isParent(link, parent: "p", child: "r"))
            return rows.where(.all(columns.map(\.isNotNull))).where(SQLExpression.notExists(parent))
        case .nullInKey: return rows.where(.any(columns.map(\.isNull)))
        case .partlyNullForeignKey:
            return rows.where(.any(columns.map(\.isNull))).where(.any(columns.map(\.isNotNull)))
        case .duplicateKeys:
            guard !columns.isEmpty else { return nil }
            var groups = SelectStatement().from(table.identifier, alias: "r").column(.count(), alias: "rows")
            for column in columns { groups = groups.column(column).groupBy(column) }
            // As for a unique key, NULL differs from NULL; a finding about NULL in the key says so itself.
            if !table.uniqueKeys.contains(where: { $0.columns.exactNames == finding.columns.exactNames }) {
                groups = groups.where(.all(columns.map(\.isNotNull)))
            }
            return groups.having(SQLExpression.count() > 1)
        default: return nil
        }
    }
}

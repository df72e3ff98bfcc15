import ZIMOrm
import ZIMTool

/// Where the values of foreign keys lead to, by column.
struct ParentLinks {
    private struct Link {
        let columns: [ExactName]
        let title: String
        /// The page that leads on, without the row.
        let address: Address
    }

    private var links: [ExactName: [Link]] = [:]

    init(_ table: TableSchema, _ catalog: Catalog) {
        // Of several foreign keys over a column the one of the fewest columns, declared ones first.
        let sorted = catalog.links(from: table.name).sorted {
            ($0.isDeclared ? 0 : 1, $0.columns.count) < ($1.isDeclared ? 0 : 1, $1.columns.count)
        }
        for link in sorted {
            let found = Link(
                columns: link.columns.exactNames,
                title: "\(link.parent.name) by \(link.columns.listed)\(link.isDeclared ? "" : ", likely")",
                address: Selection.Relation.address(toParent: link).on(.follow))
            for column in link.columns { links[ExactName(column), default: []].append(found) }
        }
    }

    /// The page that leads to the parent of a row, as the engine compares keys, and its title; nil where the row has none: a
    /// key with NULL in a part references nothing.
    func link(_ column: String, _ row: RowAddress?, nulls: Set<ExactName>) -> (address: Address, title: String)? {
        guard let row, let link = links[ExactName(column)]?.first(where: { nulls.isDisjoint(with: $0.columns) }) else {
            return nil
        }
        return (link.address.with(.from, row.text), link.title)
    }
}

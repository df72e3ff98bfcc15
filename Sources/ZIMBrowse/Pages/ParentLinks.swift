import ZIMOrm
import ZIMTool

/// Where the values of foreign keys lead to, by column.
struct ParentLinks {
    private struct Link {
        let title: String
        /// The page that leads on, without the row.
        let address: Address
    }

    private var links: [ExactName: Link] = [:]

    init(_ table: TableSchema, _ catalog: Catalog) {
        // Of several foreign keys over a column the one of the fewest columns, declared ones first.
        let sorted = catalog.links(from: table.name).sorted {
            ($0.isDeclared ? 0 : 1, $0.columns.count) < ($1.isDeclared ? 0 : 1, $1.columns.count)
        }
        for link in sorted {
            let found = Link(
                title: "\(link.parent.name) by \(link.columns.listed)\(link.isDeclared ? "" : ", likely")",
                address: Selection.Relation.address(toParent: link).on(.follow))
            for column in link.columns where links[ExactName(column)] == nil { links[ExactName(column)] = found }
        }
    }

    /// The page that leads to the parent of a row, as the engine compares keys.
    func address(_ column: String, _ row: RowAddress?) -> Address? {
        guard let link = links[ExactName(column)], let row else { return nil }
        return link.address.with(.from, row.text)
    }

    func title(_ column: String) -> String? {
        links[ExactName(column)]?.title
    }
}

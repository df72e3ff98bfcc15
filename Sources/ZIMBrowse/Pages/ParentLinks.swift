import ZIMOrm
import ZIMTool

/// Where the values of foreign keys lead to, by column.
struct ParentLinks {
    private let table: TableSchema
    private var links: [String: LinkSchema] = [:]

    init(_ table: TableSchema, _ catalog: Catalog) {
        self.table = table
        // Of several foreign keys over a column the one of the fewest columns, declared ones first.
        let sorted = catalog.links(from: table.name).sorted {
            ($0.isDeclared ? 0 : 1, $0.columns.count) < ($1.isDeclared ? 0 : 1, $1.columns.count)
        }
        for link in sorted { for column in link.columns where links[column] == nil { links[column] = link } }
    }

    /// The page that leads to the parent of a row, as the engine compares keys.
    func address(_ column: String, _ row: RowAddress?) -> Address? {
        guard let link = links[column], let row else { return nil }
        return Selection.Relation(kind: .parent(link), from: row).address.on(.follow)
    }

    func title(_ column: String) -> String? {
        links[column].map { "\($0.parent.name) by \($0.columns.listed)\($0.isDeclared ? "" : ", likely")" }
    }
}

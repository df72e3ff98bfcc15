import ZIMOrm

/// A foreign key as text for an address: `order_line!ol_w_id,ol_d_id!orders!o_w_id,o_d_id`.
enum LinkName {
    static func text(of link: LinkSchema) -> String {
        [
            AddressText.encode(link.child.name), list(link.columns), AddressText.encode(link.parent.name),
            list(link.references),
        ].joined(separator: "!")
    }

    /// The foreign key of a text; nil where tables or columns are not there. One that nobody declared is likely at best.
    static func link(_ text: String, in catalog: Catalog) -> LinkSchema? {
        let parts = text.split(separator: "!", omittingEmptySubsequences: false)
        guard parts.count == 4, let child = AddressText.decode(parts[0]).flatMap(catalog.table),
            let parent = AddressText.decode(parts[2]).flatMap(catalog.table), let columns = names(parts[1]),
            let references = names(parts[3])
        else { return nil }
        let link = LinkSchema(child: child, columns: columns, parent: parent, references: references)
        return catalog.links(from: child.name).first { $0 == link }
            ?? LinkSchema(child: child, columns: columns, parent: parent, references: references, isDeclared: false)
    }

    private static func list(_ names: [String]) -> String {
        names.map { AddressText.encode($0) }.joined(separator: ",")
    }

    private static func names(_ text: some StringProtocol) -> [String]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let names = parts.compactMap { AddressText.decode($0) }
        return names.count == parts.count ? names : nil
    }
}

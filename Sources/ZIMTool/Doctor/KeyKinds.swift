import ZIMOrm

/// Foreign keys whose columns hold another kind of value than what they point to: '7' and 7 meet in SQL, not in a program.
struct KeyKinds {
    let links: [LinkSchema]
    let profiles: NameMap<TableProfile>

    var findings: [Finding] {
        links.flatMap { link -> [Finding] in
            guard let child = profiles[link.child.name], let parent = profiles[link.parent.name] else { return [] }
            return zip(link.columns, link.references).compactMap { column, reference in
                let (own, other) = (child[column], parent[reference])
                guard own.count > 0, other.count > 0 else { return nil }
                let isApart =
                    (own.texts == own.count && other.texts == 0) || (own.texts == 0 && other.texts == other.count)
                guard isApart else { return nil }
                return Finding(
                    .differentKinds, link.child.name, [column], count: own.count,
                    "\(column.printable) holds \(own.kinds), \(link.parent.name.printable).\(reference.printable) holds \(other.kinds)",
                    advice: "Convert one of them, so that both have the same type")
            }
        }
    }
}

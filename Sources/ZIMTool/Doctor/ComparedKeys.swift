import ZIMOrm

extension DatabaseSchema {
    /// Whether SQLite takes no index for the key that a foreign key references, since each compares texts in another way than the
    /// columns are declared to. A foreign key that names no columns means the primary key, however that compares.
    ///
    /// Source: <https://www.sqlite.org/foreignkeys.html>, section 3
    func comparesOtherwise(_ link: LinkSchema) -> Bool {
        guard engine == "sqlite", link.parent.rowIDColumn.map({ link.references == [$0] }) != true else { return false }
        let wanted = Set(link.references.exactNames)
        let keys = indexes(of: link.parent.name).filter { index in
            index.isUnique && !index.isPartial && index.parts.count == wanted.count
                && Set(index.parts.compactMap(\.column).exactNames) == wanted
        }
        if keys.isEmpty { return false }
        let collations = SQLiteTableText(definitions[link.parent.name] ?? "").collations
        let isFound = keys.contains { index in
            index.parts.allSatisfy { part in
                let own = part.column.flatMap { collations[$0] } ?? "BINARY"
                return own.isSameName(as: part.collation ?? "BINARY")
            }
        }
        if isFound { return false }
        let areNamed = SQLiteTableText(definitions[link.child.name] ?? "").areNamed
        let isNamed = !zip(link.child.foreignKeys, areNamed).contains { $1 == false && link.isOf($0, link.child) }
        return isNamed || !keys.contains { $0.origin == .primaryKey }
    }
}

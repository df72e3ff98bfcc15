import ZIMOrm

/// The tables of a copy that foreign keys may point to, by name.
struct CopyParents {
    private var byName: [String: TableSchema]
    private var byLetters: [String: TableSchema] = [:]

    /// - Parameter isCaseless: whether upper and lower case are the same where no other table is meant.
    init(_ tables: [TableSchema], isCaseless: Bool) {
        byName = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
        if isCaseless { byLetters = Dictionary(tables.map { ($0.name.lowercased(), $0) }) { first, _ in first } }
    }

    subscript(name: String) -> TableSchema? { byName[name] ?? byLetters[name.lowercased()] }
}

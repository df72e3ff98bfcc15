import ZIMOrm

/// The tables of a copy that foreign keys may point to, by name.
struct CopyParents {
    private let byName: [[UInt8]: TableSchema]
    private var byLetters: [[UInt8]: TableSchema] = [:]

    /// - Parameter isCaseless: whether upper and lower case are the same where no other table is meant.
    init(_ tables: [TableSchema], isCaseless: Bool) {
        byName = Dictionary(tables.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        if isCaseless { byLetters = Dictionary(tables.map { ($0.name.foldedName, $0) }) { first, _ in first } }
    }

    subscript(name: String) -> TableSchema? { byName[Array(name.utf8)] ?? byLetters[name.foldedName] }
}

/// The tables of a copy by their names, byte for byte: of thousands, none is searched for among all.
struct CopyTableNames {
    private let sources: [[UInt8]: CopyTable]
    private let targets: [[UInt8]: CopyTable]

    init(_ tables: [CopyTable]) {
        sources = Dictionary(tables.map { (Array($0.source.name.utf8), $0) }) { first, _ in first }
        targets = Dictionary(tables.map { (Array($0.name.utf8), $0) }) { first, _ in first }
    }

    /// The table that the source calls so.
    func source(_ name: String) -> CopyTable? { sources[Array(name.utf8)] }

    /// The table that the target calls so.
    func target(_ name: String) -> CopyTable? { targets[Array(name.utf8)] }
}

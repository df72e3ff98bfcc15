/// The tables of a copy by their names: of thousands, none is searched for among all.
struct CopyTableNames {
    private let tables: [CopyTable]
    private let sources: [String: Int]
    private let targets: [String: Int]

    init(_ tables: [CopyTable]) {
        self.tables = tables
        sources = Dictionary(zip(tables.map(\.source.name), tables.indices)) { first, _ in first }
        targets = Dictionary(zip(tables.map(\.name), tables.indices)) { first, _ in first }
    }

    /// The table that the source calls so.
    func source(_ name: String) -> CopyTable? { sources[name].map { tables[$0] } }

    /// The table that the target calls so.
    func target(_ name: String) -> CopyTable? { targets[name].map { tables[$0] } }
}

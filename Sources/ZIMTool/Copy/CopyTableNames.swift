import ZIMOrm

/// The tables of a copy by what the source and the target call them: of thousands, none is searched for among all.
struct CopyTableNames {
    let source: NameMap<CopyTable>
    let target: NameMap<CopyTable>

    init(_ tables: [CopyTable]) {
        source = NameMap(tables.map { ($0.source.name, $0) })
        target = NameMap(tables.map { ($0.name, $0) })
    }
}

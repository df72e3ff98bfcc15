import ZIMOrm
import ZIMSql

/// The views of a server that a migration drops and creates: those that differ, and those that stand in the way of a change.
struct ServerViews {
    /// In an order in which no view is dropped before one that reads it.
    let dropped: [TableSchema]
    let created: [TableSchema]
    private let renewed: Set<[UInt8]>

    /// - Parameter tables: the tables that are dropped, or of which a column is dropped or changes its type.
    init(from base: DatabaseSchema, to wanted: DatabaseSchema, changing tables: [TableSchema]) {
        func views(_ schema: DatabaseSchema) -> [TableSchema] { schema.tables.filter { $0.kind == .view } }
        let old = views(base)
        var gone = old.filter { base.definitions[$0.name] != wanted.definitions[$0.name] }
        // Whatever reads one that goes, goes as well.
        var readers: [ExactName: [Int]] = [:]
        for (index, view) in old.enumerated() where base.definitions[view.name] == wanted.definitions[view.name] {
            for name in Self.reads(view, base) { readers[name, default: []].append(index) }
        }
        var isReached = old.map { _ in false }
        func reach(_ name: String) {
            for reader in readers[ExactName(name), default: []] where !isReached[reader] {
                isReached[reader] = true
                gone.append(old[reader])
            }
        }
        for table in tables { reach(table.ownName) }
        var next = 0
        while next < gone.count {
            reach(gone[next].ownName)
            next += 1
        }
        dropped = Array(Self.sorted(gone, base).reversed())
        let dropped = Set(gone.map { Array($0.name.utf8) })
        let come = views(wanted).filter { base.exactly($0.name) == nil || dropped.contains(Array($0.name.utf8)) }
        created = Self.sorted(come, wanted)
        renewed = dropped.union(come.map { Array($0.name.utf8) })
    }

    /// Whether a view is made, so that its indexes must be, too.
    func isRenewed(_ name: String) -> Bool { renewed.contains(Array(name.utf8)) }

    func note(_ view: TableSchema) -> String? {
        guard created.contains(where: { $0.name.hasSameBytes(as: view.name) }) else { return nil }
        return "\"\(view.name.printable)\" is made again below: grant its privileges again"
    }

    /// The names that a view's query has.
    private static func reads(_ view: TableSchema, _ schema: DatabaseSchema) -> Set<ExactName> {
        let tokens = SQLTokenizer(schema.definitions[view.name] ?? "", rules: .postgreSQL).tokens
        return Set(tokens.lazy.filter { $0.kind == .identifier || $0.kind == .keyword }.map { ExactName($0.name) })
    }

    private static func sorted(_ views: [TableSchema], _ schema: DatabaseSchema) -> [TableSchema] {
        ReadingOrder.sorted(views.map { ($0.ownName, reads($0, schema)) }).map { views[$0] }
    }
}

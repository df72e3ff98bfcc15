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
        var gone = views(base).filter { base.definitions[$0.name] != wanted.definitions[$0.name] }
        var names = tables.map(\.ownName) + gone.map(\.ownName)
        var rest = views(base).filter { view in !gone.contains { $0.name.hasSameBytes(as: view.name) } }
        while let position = rest.firstIndex(where: { Self.reads($0, names, base) }) {
            names.append(rest[position].ownName)
            gone.append(rest.remove(at: position))
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

    private static func reads(_ view: TableSchema, _ names: [String], _ schema: DatabaseSchema) -> Bool {
        let tokens = SQLTokenizer(schema.definitions[view.name] ?? "", rules: .postgreSQL).tokens
        return tokens.contains { token in
            (token.kind == .identifier || token.kind == .keyword) && names.contains { $0.hasSameBytes(as: token.name) }
        }
    }

    /// Those that others read come first.
    private static func sorted(_ views: [TableSchema], _ schema: DatabaseSchema) -> [TableSchema] {
        var (rest, sorted) = (views, [TableSchema]())
        while !rest.isEmpty {
            let free = rest.firstIndex { view in
                let others = rest.map(\.ownName).filter { !$0.hasSameBytes(as: view.ownName) }
                return !reads(view, others, schema)
            }
            sorted.append(rest.remove(at: free ?? 0))
        }
        return sorted
    }
}

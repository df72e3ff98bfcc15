import ZIMOrm
import ZIMTool

/// What is known of a schema, by name: tables, how their rows are told apart, the foreign keys from and to them.
final class Catalog: Sendable {
    let schema: DatabaseSchema
    /// Tables and views that are shown.
    let tables: [TableSchema]
    let links: [LinkSchema]
    private let byName: [ExactName: TableSchema]
    private let outward: [ExactName: [LinkSchema]]
    private let inward: [ExactName: [LinkSchema]]
    private let pairs: [ExactName: [ManyToMany]]

    /// What a table has through a join table.
    struct ManyToMany: Sendable, Hashable {
        /// From the join table to this one.
        let near: LinkSchema
        /// From the join table to the other.
        let far: LinkSchema
    }

    /// - Parameter likely: relationships that nobody declared.
    init(_ schema: DatabaseSchema, likely: [LinkSchema] = []) {
        self.schema = schema
        tables = schema.tables.filter { $0.kind != .shadow }
        byName = Dictionary(schema.tables.map { (ExactName($0.name), $0) }) { first, _ in first }
        links = schema.links(besides: likely)
        outward = Dictionary(grouping: links) { ExactName($0.child.name) }
        inward = Dictionary(grouping: links) { ExactName($0.parent.name) }
        pairs = JoinTables(schema: schema, links: links).pairs.reduce(into: [:]) { found, pair in
            found[ExactName(pair.first.parent.name), default: []].append(ManyToMany(near: pair.first, far: pair.second))
            found[ExactName(pair.second.parent.name), default: []].append(
                ManyToMany(near: pair.second, far: pair.first))
        }
    }

    var isSQLite: Bool { schema.engine == "sqlite" }

    /// Whether NULL comes before all values in ascending order.
    var isNullFirst: Bool { schema.engine != "postgresql" }

    func table(_ name: String) -> TableSchema? { byName[ExactName(name)] }

    /// The foreign keys of a table.
    func links(from table: String) -> [LinkSchema] { outward[ExactName(table)] ?? [] }

    /// The foreign keys that point to a table.
    func links(to table: String) -> [LinkSchema] { inward[ExactName(table)] ?? [] }

    func manyToMany(of table: String) -> [ManyToMany] { pairs[ExactName(table)] ?? [] }

    func key(of table: TableSchema) -> RowKey {
        // Rows whose values begin alike have no order where only the beginning is looked at.
        let isOrdered = table.identity.allSatisfy { name in
            table.column(name).map { schema.traits.orderedLength(of: $0) == nil } ?? true
        }
        return RowKey(of: table, engine: schema.engine, isOrdered: isOrdered)
    }

    /// Whether the engine compares and orders a column's values; json, points and the like it does not.
    func isComparable(_ column: ColumnSchema) -> Bool { schema.traits.isComparable(column) }
}

extension TableSchema {
    /// The columns that `SELECT *` shows, and computed ones.
    var shownColumns: [ColumnSchema] { columns.filter { !$0.isHidden || $0.isGenerated } }
}

extension ColumnSchema {
    /// Whether its values are numbers by its declaration.
    var holdsNumbers: Bool { [.integer, .real, .decimal].contains(DeclaredType(self).family) }
}

import ZIMOrm

/// By what the rows of a table are told apart and ordered.
struct RowKey: Sendable {
    /// The key's columns, in key order; empty where there is no key.
    let columns: [String]
    /// The engine's own name of a row's place, where it has one that no column hides.
    let place: String?
    /// Whether a part of the key may be NULL, so that several rows may share it.
    private let mayBeNull: Bool
    private let engine: String
    private let isOrdered: Bool

    /// - Parameter isOrdered: whether the engine orders the rows by all of the key.
    init(of table: TableSchema, engine: String, isOrdered: Bool) {
        let columns = table.identity
        self.isOrdered = isOrdered
        self.engine = engine
        let isSQLite = engine == "sqlite"
        self.columns = columns
        mayBeNull =
            isSQLite && !table.isWithoutRowID
            && columns.contains {
                table.column($0)?.isNotNull != true && table.rowIDColumn?.hasSameBytes(as: $0) != true
            }
        let names: [String]
        switch table.kind {
        // Beside 2,000 columns SQLite has no room for another.
        case .table where isSQLite:
            names =
                table.isWithoutRowID || table.columns.count >= RowReader.mostColumns ? [] : ["rowid", "_rowid_", "oid"]
        // The parts of a partitioned table number their rows each for itself, as do tables that inherit from another.
        case .table where engine == "postgresql":
            names = table.partitionKey == nil && !table.isInherited ? ["ctid"] : []
        default: names = []
        }
        place = names.first { name in !table.columns.contains { $0.name.lowercased() == name } }
    }

    /// Whether no two rows are equal in its order, so that a page can begin behind a row.
    var isComplete: Bool { isOrdered && !columns.isEmpty || place != nil }

    /// Whether the place completes the order.
    private var needsPlace: Bool { columns.isEmpty || mayBeNull }

    /// What rows are ordered by where nothing else is said, so that no two are equal in it.
    func order(_ alias: String, of table: TableSchema) -> [RowOrder.Term] {
        var terms = columns.map { name in
            RowOrder.Term(
                column: name, alias: alias, isNullable: mayBeNull,
                labels: LabelOrder(table.column(name), engine: engine))
        }
        if needsPlace, let place {
            terms.append(RowOrder.Term(column: place, alias: alias, isNullable: false, labels: nil))
        }
        return terms
    }

    /// The address of a row by its key, or by its place where the key holds NULL or is too long.
    func address(key: [ExactValue], place: ExactValue?) -> RowAddress? {
        let own = RowAddress.key(key)
        if !columns.isEmpty, key.count == columns.count, !key.contains(where: { $0.value.isNull }),
            own.text.utf8.count <= RowAddress.longest
        {
            return own
        }
        return place.map { .place($0) }
    }

    /// The condition that finds an address's row; nil for an address of another table.
    func condition(_ address: RowAddress, alias: String) -> SQLExpression? {
        switch address {
        case .key(let values):
            guard values.count == columns.count, !columns.isEmpty else { return nil }
            return .all(
                zip(columns, values).map { name, value in
                    let column = SQLExpression.column(name, of: alias)
                    return value.value.isNull ? column.isNull : column == value.expression
                })
        case .place(let value):
            return place.map { SQLExpression.column($0, of: alias) == value.expression }
        }
    }
}

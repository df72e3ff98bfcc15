import ZIMOrm
import ZIMTool

/// Reads rows of a table for a page: what is shown of them, their addresses, and what is wrong where it stands.
struct RowReader {
    let table: TableSchema
    let catalog: Catalog
    let columns: [ColumnSchema]
    let key: RowKey
    /// The foreign keys that are asked of each row whether their parent is there.
    let asked: [LinkSchema]
    private let keyPlaces: [Int]
    private var profilers: [ColumnProfiler]

    struct ReadRow: Sendable {
        var cells: [Cell]
        /// Nil where nothing tells the row from others.
        let address: RowAddress?
        /// The foreign keys whose parent is missing, by their places in ``RowReader/asked``.
        let orphans: Set<Int>
        /// The values in full, where they were asked for.
        var values: [SQLValue] = []

        /// The names of the columns that are NULL.
        func nulls(_ columns: [ColumnSchema]) -> Set<ExactName> {
            Set(zip(cells, columns).filter { $0.0.kind == .null }.map { ExactName($1.name) })
        }
    }

    /// Whether rows are read with their values in full.
    var keepsValues = false

    /// More would make a page of some tables slow.
    private static let mostAsked = 16
    /// How many columns the rows of a result have at most on SQLite; servers allow a few more than their tables have.
    static let mostColumns = 2_000

    init(_ table: TableSchema, _ catalog: Catalog, asksForParents: Bool = true) {
        self.table = table
        self.catalog = catalog
        let columns = table.shownColumns
        self.columns = columns
        key = catalog.key(of: table)
        let room = max(0, Self.mostColumns - columns.count - 1)
        asked =
            asksForParents
            ? Array(
                catalog.links(from: table.name).filter { $0.isDeclared && $0.isLookedUpFast }
                    .prefix(min(Self.mostAsked, room)))
            : []
        keyPlaces = key.columns.compactMap { name in columns.firstIndex { $0.name.hasSameBytes(as: name) } }
        profilers = columns.map { ColumnProfiler($0) }
    }

    /// Adds the columns to a statement.
    func select(_ statement: SelectStatement) -> SelectStatement {
        var statement = statement
        for column in columns { statement = statement.column(.column(column.name, of: Selection.alias)) }
        if let place = key.place {
            statement = statement.column(.column(place, of: Selection.alias), alias: "zim_place")
        }
        for (number, link) in asked.enumerated() {
            let parent = SelectStatement().column(1).from(link.parent.identifier, alias: "p")
                .where(catalog.schema.traits.isParent(link, parent: "p", child: Selection.alias))
            let own = link.columns.map { SQLExpression.column($0, of: Selection.alias) }
            let mark = SQLCase().when(.any(own.map(\.isNull)), then: nil).when(.exists(parent), then: 1).else(0)
            statement = statement.column(mark.sqlOperand, alias: "zim_parent_\(number + 1)")
        }
        return statement
    }

    /// Reads a row of a statement that ``select(_:)`` has made.
    mutating func read(_ row: Row) -> ReadRow {
        var cells: [Cell] = []
        cells.reserveCapacity(columns.count)
        for index in columns.indices {
            var cell = Cell(row, at: index)
            let before = profilers[index].profile.invalidValues
            profilers[index].take(row, at: index) { "" }
            cell.isInvalid = profilers[index].profile.invalidValues > before
            cells.append(cell)
        }
        let place = key.place == nil ? nil : ExactValue(row, at: columns.count)
        let values = keyPlaces.map { ExactValue(row, at: $0) }
        let first = columns.count + (key.place == nil ? 0 : 1)
        var orphans: Set<Int> = []
        for number in asked.indices {
            if case .integer(0) = row.value(at: first + number) { orphans.insert(number) }
        }
        var read = ReadRow(cells: cells, address: key.address(key: values, place: place), orphans: orphans)
        if keepsValues { read.values = columns.indices.map { row.value(at: $0) } }
        return read
    }
}

import ZIMOrm
import ZIMTool

/// Some rows of a selection, and how to get to those before and behind them.
struct RowSlice: Sendable {
    var rows: [RowReader.ReadRow] = []
    var hasBefore = false
    var hasBehind = false
    /// How many rows stand before these, where pages are counted from the start since nothing orders the rows.
    var offset: Int?

    /// Where a page begins.
    enum Start: Sendable { case first, last, after(RowAddress), before(RowAddress), offset(Int) }

    static let size = 50

    init(
        _ selection: Selection, _ reader: inout RowReader, order: Sort, start: Start, size: Int = RowSlice.size,
        time: Duration, _ recorder: Recorder
    ) throws {
        var statement = reader.select(try selection.statement(in: reader.catalog))
        let rowOrder = RowOrder(of: selection, order, reader)
        guard reader.key.isComplete else {
            // Nothing tells rows apart: pages count from the start.
            var from = 0
            if case .offset(let given) = start { from = given }
            statement = rowOrder.apply(to: statement)
            rows = try Self.read(statement, of: selection, size + 1, from: from, &reader, time, recorder)
            offset = from
            hasBefore = from > 0
            hasBehind = rows.count > size
            rows = Array(rows.prefix(size))
            return
        }
        var isBackwards = false
        var neighbour: RowAddress?
        switch start {
        case .first, .offset: break
        case .last: isBackwards = true
        case .after(let address): neighbour = address
        case .before(let address): (neighbour, isBackwards) = (address, true)
        }
        if let neighbour {
            let values = try Self.values(of: neighbour, in: rowOrder, selection.table, reader.key, time, recorder)
            statement = statement.where(try rowOrder.rows(behind: values, backwards: isBackwards))
        }
        statement = rowOrder.apply(to: statement, backwards: isBackwards)
        rows = try Self.read(statement, of: selection, size + 1, from: 0, &reader, time, recorder)
        let hasMore = rows.count > size
        rows = Array(rows.prefix(size))
        if isBackwards {
            rows.reverse()
            hasBefore = hasMore
            hasBehind = neighbour != nil
        } else {
            hasBefore = neighbour != nil
            hasBehind = hasMore
        }
    }

    private static func read(
        _ statement: SelectStatement, of selection: Selection, _ limit: Int, from: Int, _ reader: inout RowReader,
        _ time: Duration, _ recorder: Recorder
    ) throws -> [RowReader.ReadRow] {
        var rows: [RowReader.ReadRow] = []
        guard selection.invalid != nil else {
            let statement =
                from > 0 || !reader.key.isComplete ? statement.limit(limit, offset: from) : statement.limit(limit)
            try recorder.run("These rows", statement, time: time) { rows.append(reader.read($0)) }
            return rows
        }
        var skipped = 0
        try recorder.run("The rows that are read", statement, time: time) { row in
            let read = reader.read(row)
            guard selection.takes(read, reader) else { return }
            if skipped < from { return skipped += 1 }
            rows.append(read)
            if rows.count == limit { throw Enough() }
        }
        return rows
    }

    /// The values of a row in an order: its key has them, or else the row itself.
    private static func values(
        of address: RowAddress, in order: RowOrder, _ table: TableSchema, _ key: RowKey, _ time: Duration,
        _ recorder: Recorder
    ) throws -> [ExactValue] {
        let names = order.terms.map(\.column).exactNames
        if case .key(let values) = address, names == key.columns.exactNames, values.count == key.columns.count {
            return values
        }
        if case .place(let value) = address, names == [ExactName(key.place ?? "")] { return [value] }
        guard let condition = key.condition(address, alias: Selection.alias) else {
            throw PageProblem("the address names no row of \(table.name.printable)", .badRequest)
        }
        var statement = SelectStatement().from(table.identifier, alias: Selection.alias).where(condition).limit(1)
        for term in order.terms { statement = statement.column(term.expression) }
        var values: [ExactValue]?
        try recorder.run("The row to go on from", statement, time: time) { row in
            values = order.terms.indices.map { ExactValue(row, at: $0) }
        }
        guard let values else {
            throw PageProblem("the row that this page goes on from is gone", .notFound, "Begin with the first page")
        }
        return values
    }
}

extension Selection {
    /// Whether a row is one of those with an invalid value, where these are asked for.
    func takes(_ row: RowReader.ReadRow, _ reader: RowReader) -> Bool {
        guard let invalid, let place = reader.columns.firstIndex(where: { $0.name.hasSameBytes(as: invalid.name) })
        else {
            return true
        }
        return row.cells[place].isInvalid || row.cells[place].isBroken
    }
}

/// The order that somebody has asked for: a column, or else the key.
struct Sort: Sendable {
    var column: ColumnSchema?
    var isDescending = false

    init() {}

    /// Whether it is the column that was asked for.
    func isBy(_ other: ColumnSchema) -> Bool { column?.name.hasSameBytes(as: other.name) == true }

    init(_ request: WebRequest, of table: TableSchema) throws {
        isDescending = request[.direction] == "down"
        guard let text = request[.sort] else { return }
        guard let name = AddressText.decode(text), let found = table.column(name) else {
            throw PageProblem("the address names no column of \(table.name.printable)", .badRequest)
        }
        column = found
    }
}

extension RowSlice.Start {
    init(_ request: WebRequest) throws {
        func address(_ name: Address.Parameter) throws -> RowAddress? {
            guard let text = request[name] else { return nil }
            guard let address = RowAddress(text: text) else {
                throw PageProblem("the address names no row", .badRequest)
            }
            return address
        }
        if let row = try address(.after) {
            self = .after(row)
        } else if let text = request[.before], text == "end" {
            self = .last
        } else if let row = try address(.before) {
            self = .before(row)
        } else {
            self = request.number(.offset).map { .offset($0) } ?? .first
        }
    }
}

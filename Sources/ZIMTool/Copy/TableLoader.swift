import ZIMOrm
import ZIMSql

/// Carries the rows of a table from one session to the other: one at a time, however many there are.
struct TableLoader {
    let source: CopySource
    let target: CopyEngine
    let options: CopyOptions
    let meter: CopyMeter

    /// Where a table's copy stands.
    struct Place: Sendable {
        /// How many rows were written.
        var rows = 0
        /// What tells the last row that was read; none before the first.
        var key: [SQLValue] = []
        var isAtEnd = false
    }

    private var isBetweenFiles: Bool { source.engine == .sqlite && target == .sqlite }

    /// Writes all rows of a table.
    ///
    /// - Returns: how many.
    func load(_ table: CopyTable, into session: Session, _ home: CopyHome) throws -> Int {
        let meter = meter.table(table.name)
        let rows =
            if isBetweenFiles {
                try transfer(table, into: session, from: Place(), limit: nil, meter).rows
            } else {
                try stream(table, from: Place(), isOrdered: false, meter) { stream in
                    try insert(table, into: session, home) { try stream.fill(&$0) }
                }
            }
        try meter.done()
        return rows
    }

    /// Writes the rest of a table, some rows with each call of a closure, which says where the copy stands then.
    ///
    /// - Parameter write: runs what it is given in a transaction of the target's, and keeps the place in the same one.
    func load(
        _ table: CopyTable, from place: Place, _ home: CopyHome,
        write: ((Session) throws -> Place) throws -> Void
    ) throws {
        // Rows that nothing tells apart cannot be gone on from.
        let limit = table.rowKey.isEmpty ? Int.max : options.rowsPerTransaction
        let meter = meter.table(table.name)
        var place = place
        if isBetweenFiles {
            while !place.isAtEnd {
                try write { session in
                    place = try transfer(table, into: session, from: place, limit: limit, meter)
                    return place
                }
            }
            return try meter.done()
        }
        try stream(table, from: place, isOrdered: !table.rowKey.isEmpty, meter) { stream in
            stream.isKeyWanted = !table.rowKey.isEmpty
            while !stream.place.isAtEnd {
                try write { session in
                    var count = 0
                    let start = stream.place.rows
                    let written = try insert(table, into: session, home) { values in
                        guard count < limit else { return false }
                        count += 1
                        return try stream.fill(&values)
                    }
                    stream.place.rows = start + written
                    return stream.place
                }
            }
        }
        try meter.done()
    }

    private func insert(
        _ table: CopyTable, into session: Session, _ home: CopyHome, _ fill: (inout BulkRow) throws -> Bool
    ) throws -> Int {
        let place = home.place(table.name)
        return try session.bulkInsert(
            into: place.name, schema: place.schema, columns: table.columns.map(\.name), fill: fill)
    }

    private func stream<T>(
        _ table: CopyTable, from place: Place, isOrdered: Bool, _ meter: TableMeter,
        _ body: (RowStream) throws -> T
    ) throws -> T {
        let query = try source.statement(of: table, after: place.key, isOrdered: isOrdered)
            .render(with: source.session.dialect)
        let statement = try source.session.connection.statement(query.sql)
        return try source.session.run(statement) { statement in
            try source.session.bind(query.parameters, to: statement)
            statement.readInBatches()
            let stream = RowStream(
                statement, table: table, converter: RowConverter(table, to: target, options.invalidValues),
                place: place,
                meter: meter)
            do { return try body(stream) } catch var error as DatabaseError where error.code != .connection {
                error.message += stream.words(target)
                error.constraint?.table = table.name
                throw error
            }
        }
    }

    private func transfer(
        _ table: CopyTable, into session: Session, from place: Place, limit: Int?, _ meter: TableMeter
    ) throws -> Place {
        let query = try source.statement(of: table, after: place.key, isOrdered: !table.rowKey.isEmpty)
            .render(with: source.session.dialect)
        let names = table.columns.map(\.name) + (table.isRowKeyHidden ? table.rowKey : [])
        var place = place
        var written = 0
        let behind = table.columns.count
        var isStopped = false
        var insert = BulkInsertText(into: table.name, names, for: session.dialect)
        do {
            try session.transfer(query, from: source.session, into: insert.insert(rows: 1)) {
                row, count in
                written = count
                try meter.count()
                guard let limit, count >= limit else { return true }
                place.key = table.rowKey.indices.map { row.value(at: behind + $0) }
                isStopped = true
                return false
            }
        } catch var error as DatabaseError {
            error.message += " (row \((place.rows + written + 1).grouped) of the table)"
            throw error
        }
        place.rows += written
        place.isAtEnd = !isStopped
        return place
    }
}

/// The rows of a running query, converted one by one.
final class RowStream {
    private let statement: Statement
    private let table: CopyTable
    private let converter: RowConverter
    private let meter: TableMeter
    private let row: Row
    private var isAtRow = false
    var place: TableLoader.Place

    init(
        _ statement: Statement, table: CopyTable, converter: RowConverter, place: TableLoader.Place, meter: TableMeter
    ) {
        self.statement = statement
        self.table = table
        self.converter = converter
        self.place = place
        self.meter = meter
        row = Row(statement)
    }

    /// Gives the next row that is not left out; false at the end.
    func fill(_ next: inout BulkRow) throws -> Bool {
        while try statement.step() {
            isAtRow = true
            try meter.count()
            let behind = table.columns.count
            let isWritten = try converter.fill(&next, from: row)
            // The key is kept for each row, since nobody knows which will be the last of its transaction.
            if isKeyWanted {
                place.key = table.rowKey.indices.map { row.value(at: behind + $0) }
            }
            if isWritten { return true }
        }
        place.isAtEnd = true
        isAtRow = false
        return false
    }

    /// Which row the target has refused, as far as that is known here.
    func words(_ target: CopyEngine) -> String {
        guard isAtRow, !table.rowKey.isEmpty || !table.source.primaryKey.isEmpty else { return "" }
        return target.traits.words(ofRefusedRow: RowWords(table).words(row, number: 0))
    }

    /// Whether somebody will go on from here.
    var isKeyWanted = false
}

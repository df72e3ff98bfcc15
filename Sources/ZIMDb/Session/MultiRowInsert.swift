/// Rows that are inserted many with each statement, as far as the server takes a statement of such a length.
///
/// Source: <https://mariadb.com/kb/en/how-to-quickly-insert-data-into-mariadb/>
struct MultiRowInsert {
    /// A statement has no more parameters than that.
    private static let parameters = 65_535
    private let bytes: Int
    private let session: Session
    private var inserted = 0
    private var texts: BulkInsertText
    private let times: TimeColumns
    private var columns: Int { texts.width }

    /// - Parameter bytes: how many bytes the values of a statement may have.
    init(_ texts: BulkInsertText, bytes: Int, _ session: Session) {
        self.texts = texts
        times = TimeColumns(texts, session)
        self.bytes = bytes
        self.session = session
    }

    /// - Returns: how many rows there were.
    mutating func run(_ fill: (inout BulkRow) throws -> Bool) throws -> Int {
        if session.takesParameterSets, try runSets(fill) { return inserted }
        // Counts of rows that are powers of four need few statements, whatever number of rows is left at the end.
        let most = max(1, min(1_024, Self.parameters / columns))
        var waiting: [[SQLValue]] = []
        var row = BulkRow()
        var size = 0
        while try fill(&row) {
            let values = times.bound(row.values)
            let more = values.reduce(0) { $0 + $1.size }
            if waiting.count >= most || !waiting.isEmpty && size + more > bytes {
                try insert(waiting)
                waiting.removeAll(keepingCapacity: true)
                size = 0
            }
            waiting.append(values)
            size += more
        }
        try insert(waiting)
        return inserted
    }

    /// Inserts rows as sets of parameters of one statement, until there is none, or their types keep changing: each change
    /// begins another message, so that statements of several rows are faster.
    ///
    /// - Returns: whether there is none any more.
    private mutating func runSets(_ fill: (inout BulkRow) throws -> Bool) throws -> Bool {
        let statement: Statement
        do { statement = try session.connection.statement(texts.insert(rows: 1)) } catch {
            throw session.examine(error)
        }
        let bound = BoundRow(statement, times)
        var row = BulkRow(bound)
        var (rows, isDone) = (0, false)
        inserted = try session.run(statement, namesRows: true) { statement, messages in
            if messages >= 10, rows < 16 * messages { return false }
            isDone = try !fill(&row)
            if isDone { return false }
            rows += 1
            if let failure = bound.failure { throw failure }
            return true
        }
        return isDone
    }

    private mutating func insert(_ rows: [[SQLValue]]) throws {
        var rest = rows[...]
        while !rest.isEmpty {
            var count = 1
            while count * 4 <= rest.count, count * 4 * columns <= Self.parameters { count *= 4 }
            do {
                let statement = try session.connection.statement(texts.insert(rows: count))
                try session.run(statement) { statement in
                    for (index, row) in rest.prefix(count).enumerated() {
                        try session.bind(row, to: statement, from: index * columns + 1)
                    }
                    while try statement.step() {}
                }
            } catch { throw shortened(session.examine(error), rows: inserted + 1, count) }
            inserted += count
            rest = rest.dropFirst(count)
        }
    }

    /// Nobody reads a text of a thousand rows; which rows they were helps more.
    private mutating func shortened(_ error: any Error, rows first: Int, _ count: Int) -> any Error {
        guard var error = error as? DatabaseError, count > 1 else { return error }
        error.sql = (try? texts.insert(rows: 1)).map { $0 + ", …" }
        error.parameters = []
        error.message += " (of the rows \(first) to \(first + count - 1))"
        return error
    }
}

extension SQLValue {
    /// How many bytes it takes in a statement, about.
    package var size: Int {
        switch self {
        case .null: 1
        case .integer, .real: 9
        case .text(let text): text.utf8.count + 9
        case .blob(let bytes): bytes.count + 9
        case .typed(let typed): typed.text.utf8.count + 9
        }
    }
}

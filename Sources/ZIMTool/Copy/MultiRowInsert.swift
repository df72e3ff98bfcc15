import ZIMOrm
import ZIMSql

/// Rows that are inserted many with each statement, as far as the server takes a statement of such a length.
///
/// Source: <https://mariadb.com/kb/en/how-to-quickly-insert-data-into-mariadb/>
struct MultiRowInsert {
    /// A statement has no more parameters than that.
    private static let parameters = 65_535
    private let target: SQLIdentifier
    private let columns: [String]
    private let session: Session
    private let bytes: Int

    init(_ target: SQLIdentifier, _ columns: [String], _ session: Session) throws {
        self.target = target
        self.columns = columns
        self.session = session
        bytes = min(4 << 20, try session.value("SELECT @@max_allowed_packet", as: Int.self).map { $0 / 2 } ?? 1 << 20)
    }

    /// - Returns: how many rows there were.
    func run(_ next: () throws -> [SQLValue]?) throws -> Int {
        // Counts of rows that are powers of four need few statements, whatever number of rows is left at the end.
        let most = max(1, min(1_024, Self.parameters / columns.count))
        var waiting: [[SQLValue]] = []
        var size = 0
        var count = 0
        while let row = try next() {
            let more = row.reduce(0) { $0 + $1.size }
            if waiting.count >= most || size + more > bytes {
                try insert(&waiting)
                size = 0
            }
            waiting.append(row)
            size += more
            count += 1
        }
        try insert(&waiting)
        return count
    }

    private func insert(_ rows: inout [[SQLValue]]) throws {
        var rest = rows[...]
        while !rest.isEmpty {
            var count = 1
            while count * 4 <= rest.count, count * 4 * columns.count <= Self.parameters { count *= 4 }
            let statement = try session.connection.statement(sql(rows: count))
            try session.run(statement) { statement in
                try session.bind(rest.prefix(count).flatMap { $0 }, to: statement)
                while try statement.step() {}
            }
            rest = rest.dropFirst(count)
        }
        rows.removeAll(keepingCapacity: true)
    }

    private func sql(rows: Int) throws -> String {
        var writer = SQLWriter(for: session.dialect)
        writer.raw("INSERT INTO ")
        try target.write(to: &writer)
        writer.raw(" (")
        for (index, column) in columns.enumerated() {
            if index > 0 { writer.raw(", ") }
            writer.identifier(column)
        }
        writer.raw(") VALUES ")
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        writer.raw(Array(repeating: row, count: rows).joined(separator: ", "))
        return try writer.finish().sql
    }
}

extension SQLValue {
    /// How many bytes it takes in a statement, about.
    var size: Int {
        switch self {
        case .null: 1
        case .integer, .real: 9
        case .text(let text): text.utf8.count + 9
        case .blob(let bytes): bytes.count + 9
        case .typed(let typed): typed.text.utf8.count + 9
        }
    }
}

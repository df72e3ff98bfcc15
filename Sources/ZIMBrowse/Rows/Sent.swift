import ZIMOrm

/// A statement that a page has sent, to be shown on it.
struct Sent: Sendable {
    let title: String
    /// The statement with its values written out, to copy.
    let sql: String
    /// How the engine goes about it; nil where nobody asked.
    var plan: [String]?
    /// How long it took; nil where it was given up.
    var time: Duration?
}

extension Session {
    /// Runs a closure that fails for itself alone: in a savepoint, within a time.
    func inBox<T>(_ time: Duration, _ body: (Session) throws -> T) throws -> T {
        try transaction { try $0.limiting(to: time, body) }
    }

    /// How the engine would run a statement.
    func plan(of statement: some SQLRenderable & Hashable) throws -> [String] {
        let rows = try rows(ExplainStatement(statement).level(.queryPlan))
        // PostgreSQL: a line of text. MySQL: a row for each table, with names.
        guard dialect.name == SQLiteDialect().name else {
            return rows.map { row in
                if row.values.count == 1 { return row[0].plainText }
                return zip(row.columns, row.values).filter { !$1.isNull }.map { "\($0): \($1.plainText)" }
                    .joined(separator: ", ")
            }
        }
        // SQLite: id, parent, notused, detail.
        var depths: [SQLValue: Int] = [.integer(0): 0]
        return rows.map { row in
            let depth = depths[row[1]] ?? 0
            depths[row[0]] = depth + 1
            return String(repeating: "  ", count: depth) + ((try? row.get(3, as: String.self)) ?? "")
        }
    }
}

/// Thrown by a reader of rows that has all it wants.
struct Enough: Error {}

/// Runs the statements of a page and remembers them.
final class Recorder {
    private let session: Session
    private let asksForPlans: Bool
    private(set) var sent: [Sent] = []

    init(_ session: Session, plans: Bool) {
        self.session = session
        asksForPlans = plans
    }

    /// Runs a statement within a time; another one of the page runs all the same where it fails.
    func run(
        _ title: String, _ statement: SelectStatement, time: Duration, _ body: (Row) throws -> Void
    ) throws {
        let dialect = session.dialect
        var entry = Sent(title: title, sql: (try? statement.text(for: dialect)) ?? "")
        let start = ContinuousClock.now
        defer { sent.append(entry) }
        do {
            try session.inBox(time) { session in
                if asksForPlans {
                    entry.plan = (try? session.transaction { try $0.plan(of: statement) }) ?? []
                }
                try session.forEachRow(statement, body)
            }
        } catch is Enough {}
        entry.time = ContinuousClock.now - start
    }
}

import Synchronization
import ZIMOrm

/// What a program observes.
enum Watched: CustomStringConvertible, Sendable {
    /// All rows of a table, in plain SQL.
    case rows(table: Int)
    /// One value over a table's rows.
    case largest(table: Int)
    /// The numbers of a class's models.
    case models(table: Int)
    /// A relationship of all models of its source, loaded with them.
    case related(link: Int)

    var description: String {
        switch self {
        case .rows(let table): "rows of table \(table)"
        case .largest(let table): "count(*) and max(number) of table \(table)"
        case .models(let table): "query(Table\(table).self)"
        case .related(let link): "query(…).with(relationship \(link))"
        }
    }

    /// What the program gets, as a text; nil where the classes cannot read the rows, which is not judged.
    func read(_ subject: OracleCase, _ mappings: SessionMappings, _ session: Session) throws -> String? {
        session.attachment = mappings
        defer { session.attachment = nil }
        do {
            switch self {
            case .rows(let table):
                let sql = SQL(unsafe: "SELECT * FROM \(subject.tables[table].quotedName) ORDER BY number, 2")
                return try session.rows(sql).map { "\($0.values)" }.joined(separator: "; ")
            case .largest(let table):
                let sql = SQL(unsafe: "SELECT count(*), max(number) FROM \(subject.tables[table].quotedName)")
                return try session.rows(sql).map { "\($0.values)" }.joined()
            case .models(let table):
                let models = try session.query(subject.type(table)).orderBy("number").all()
                return models.map { String($0.number) }.joined(separator: " ")
            case .related(let position):
                let link = subject.links[position]
                let models = try session.query(subject.type(link.source)).with(link.name).all()
                return try models.map {
                    let ends = try $0.related(link.name, as: OracleRow.self).map(\.number).sorted()
                    return "\($0.number) to \(ends)"
                }.sorted().joined(separator: "; ")
            }
        } catch is ModelError { return nil }
    }
}

/// The values that came out of one observation, as its task took them.
final class WatchedValues: Sendable {
    private struct State {
        var values: [String?] = []
        var failure: String?
    }

    private let state = Mutex(State())

    func append(_ value: String?) { state.withLock { $0.values.append(value) } }
    func fail(_ error: any Error) { state.withLock { $0.failure = "\(error)" } }

    /// What came since it was asked last, and what ended it.
    func take() -> (values: [String?], failure: String?) {
        state.withLock { state in
            defer { state.values = [] }
            return (state.values, state.failure)
        }
    }
}

import Amigo
import Synchronization

/// The statements that a database runs, for tests that compare or count them.
final class SQLLog: Sendable {
    private let traces = Mutex<[StatementTrace]>([])
    private let subscription = Mutex<TraceSubscription?>(nil)

    init(_ amigo: Amigo) throws {
        let made = try amigo.database.trace { [weak self] trace in self?.traces.withLock { $0.append(trace) } }
        subscription.withLock { $0 = made }
    }

    /// What ran since the last call, without what only begins or ends transactions.
    func take() -> [StatementTrace] { everything().filter { !$0.isTransactionControl } }

    /// The texts and values of what ran since the last call, one line each.
    func lines() -> [String] { take().map { $0.description.withQuestionMarks } }

    /// The texts of what ran since the last call, BEGIN and COMMIT too.
    func texts() -> [String] { everything().map(\.sql.withQuestionMarks) }

    private func everything() -> [StatementTrace] {
        traces.withLock { traces in
            defer { traces = [] }
            return traces
        }
    }
}

/// An error of a test's own, to make something fail.
struct Undo: Error {}

import Synchronization
import ZIMDb

/// Keeps what a trace told.
final class Recorder: Sendable {
    private let list = Mutex<[StatementTrace]>([])
    private let lines = Mutex<[String]>([])

    func add(_ trace: StatementTrace) { list.withLock { $0.append(trace) } }
    func add(_ text: String) { lines.withLock { $0.append(text) } }

    var traces: [StatementTrace] { list.withLock { $0 } }
    var texts: [String] { lines.withLock { $0 } }
}

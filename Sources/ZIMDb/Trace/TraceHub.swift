import Logging
import Synchronization

/// Passes every statement of one database on to those who listen.
package final class TraceHub: Sendable {
    private let listeners = Mutex<[(id: Int, body: @Sendable (StatementTrace) -> Void)]>([])
    private let nextID = Atomic<Int>(0)
    private let active = Atomic<Bool>(false)

    /// - Parameters:
    ///   - echo: whether statements are printed.
    ///   - logger: what they are logged to.
    ///   - showsValues: whether the log has their parameters.
    package init(echo: Bool = false, logger: Logger? = nil, showsValues: Bool = false) {
        if echo { _ = add { print($0.description) } }
        if let logger { _ = add { TraceHub.log($0, to: logger, showsValues) } }
    }

    /// Nobody listens: for the library's own look at the schema, which is no statement of the program.
    package static let silent = TraceHub()

    /// Whether anybody listens; read once per statement.
    package var isActive: Bool { active.load(ordering: .relaxed) }

    func add(_ body: @escaping @Sendable (StatementTrace) -> Void) -> Int {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        listeners.withLock { $0.append((id, body)) }
        active.store(true, ordering: .relaxed)
        return id
    }

    func remove(_ id: Int) {
        let isEmpty = listeners.withLock { list in
            list.removeAll { $0.id == id }
            return list.isEmpty
        }
        if isEmpty { active.store(false, ordering: .relaxed) }
    }

    package func emit(_ trace: StatementTrace) {
        // The bodies run outside the lock, so that one of them may trace or stop tracing.
        for listener in listeners.withLock({ $0 }) { listener.body(trace) }
    }

    private static func log(_ trace: StatementTrace, to logger: Logger, _ showsValues: Bool) {
        let level: Logger.Level = trace.error == nil ? .debug : .error
        var metadata: Logger.Metadata = [
            "duration": "\(trace.duration)", "rows": "\(trace.rows)", "error": .string(trace.error?.message ?? ""),
        ]
        if showsValues { metadata["parameters"] = .array(trace.parameters.map { .string($0.description) }) }
        logger.log(level: level, "\(trace.sql)", metadata: metadata)
    }
}

/// The registration of a listener, which ends when it is cancelled or released.
public final class TraceSubscription: Sendable {
    private let hub: TraceHub
    private let id: Int

    init(hub: TraceHub, id: Int) {
        self.hub = hub
        self.id = id
    }

    deinit { hub.remove(id) }

    /// Stops listening.
    public func cancel() { hub.remove(id) }
}

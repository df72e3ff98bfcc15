import Dispatch
import Synchronization

/// Checks out connections: to one writer and several readers, as the database's journal allows.
final class ConnectionPool: Sendable {
    typealias Use = WaitQueue.Use

    /// A connection that is checked out. It goes from thread to thread, but only one uses it at a time; others may only
    /// interrupt its statement.
    struct Lease: @unchecked Sendable {
        let connection: Connection
        let use: Use
        /// By which number the pool knows who has it.
        var number = 0
        /// When it was given back.
        var idleSince = ContinuousClock.now
    }

    private struct State {
        var readers = 0
        var writers = 0
        var queue = WaitQueue()
        var idleReaders: [Lease] = []
        var idleWriters: [Lease] = []
        /// Whether a timer runs for those who wait.
        var isTimed = false
        /// Whether somebody will look for connections that have been idle for too long.
        var isWatched = false
        var nextID = 0
        /// Who has connections, and until when one is kept for a task that goes on elsewhere before it uses it.
        var holders: [(lease: Lease, holder: ConnectionHolder, keptUntil: ContinuousClock.Instant?)] = []
        var isClosed = false
        /// Whether the connection that writes is used beside its turn, for a moment.
        var isBorrowed = false
        var sharing: ConnectionSharing

        /// Whether readers and writers use the same connections.
        var sharesConnections: Bool {
            switch sharing {
            case .single, .pool: true
            case .readersOrWriter, .readersAndWriter: false
            }
        }

        /// Takes connections out that nobody uses.
        mutating func takeIdle(where isTaken: (Lease) -> Bool = { _ in true }) -> [Lease] {
            defer {
                idleReaders.removeAll(where: isTaken)
                idleWriters.removeAll(where: isTaken)
            }
            return (idleReaders + idleWriters).filter(isTaken)
        }
    }

    private let engine: any Engine
    private let traces: TraceHub
    private let capacity: Int
    private let changeHub: ChangeHub
    private let state: Mutex<State>

    init(engine: any Engine, traces: TraceHub, capacity: Int, changeHub: ChangeHub) {
        self.changeHub = changeHub
        self.engine = engine
        self.traces = traces
        self.capacity = capacity
        state = Mutex(State(sharing: engine.sharing))
    }

    private func canStart(_ use: Use, _ state: State) -> Bool {
        switch (state.sharing, use) {
        case (.single, _) where state.isBorrowed, (.readersOrWriter, .write) where state.isBorrowed,
            (.readersAndWriter, .write) where state.isBorrowed:
            false
        case (.single, _): state.readers + state.writers == 0
        case (.readersOrWriter(let readers), .read): state.writers == 0 && state.readers < readers
        case (.readersOrWriter, .write): state.writers + state.readers == 0
        case (.readersAndWriter(let readers), .read): state.readers < readers
        case (.readersAndWriter, .write): state.writers == 0
        case (.pool(let size), _): state.readers + state.writers < size
        }
    }

    /// Waits on this thread until a connection is free.
    func acquire(_ use: Use, _ site: CallSite? = nil) throws -> Lease {
        guard let lease = try acquire(use, site, within: engine.acquireTimeout) else { throw exhausted(use) }
        return lease
    }

    /// Waits on this thread until a connection is free; nil where none is in time.
    ///
    /// - Parameter time: nil for ever.
    func acquire(_ use: Use, _ site: CallSite? = nil, within time: Duration?) throws -> Lease? {
        if beginAtOnce(use) { return try checkOut(use, site) }
        let semaphore = DispatchSemaphore(value: 0)
        let token = WaitToken()
        let number = enqueue(use) { [self] in
            guard token.begin() else { return done(use) }
            semaphore.signal()
        }
        token.wait(number: number) {}
        if !wait(for: semaphore, time) {
            // Where its turn came in this very moment, the connection is taken.
            if let number = token.cancel() {
                withdraw(number)
                return nil
            }
            semaphore.wait()
        }
        return try checkOut(use, site)
    }

    /// Waits on this thread for a turn, at most for a time; false where it has not come.
    ///
    /// The thread may be the one that a task needs which has a turn: one of Swift's, or that of its actor. So a connection that
    /// nobody comes for is taken back.
    private func wait(for turn: DispatchSemaphore, _ time: Duration?) -> Bool {
        let end = time.map { DispatchTime.now() + .milliseconds(Int(clamping: $0.milliseconds)) } ?? .distantFuture
        while turn.wait(timeout: min(end, .now() + .milliseconds(20))) == .timedOut {
            if DispatchTime.now() >= end { return false }
            takeBackPromised()
        }
        return true
    }

    private func takeBackPromised() {
        let now = ContinuousClock.now
        let late = state.withLock { state in
            func isLate(_ end: ContinuousClock.Instant?) -> Bool { end.map { $0 < now } ?? false }
            defer { state.holders.removeAll { isLate($0.keptUntil) } }
            return state.holders.filter { isLate($0.keptUntil) }.map(\.lease)
        }
        for lease in late { release(lease) }
    }

    /// Takes a turn without waiting, where nobody waits and it can begin.
    private func beginAtOnce(_ use: Use) -> Bool {
        state.withLock { state in
            guard state.queue.first() == nil, canStart(use, state) else { return false }
            Self.count(use, 1, &state)
            return true
        }
    }

    func exhausted(_ use: Use) -> DatabaseError {
        let acquireTimeout = engine.acquireTimeout ?? .zero
        let holders = state.withLock { $0.holders.map(\.holder) }
        var message =
            "no connection to \(engine.location) became free within \(Double(acquireTimeout.milliseconds) / 1000) s"
        if !holders.isEmpty {
            message += "; held by " + holders.prefix(4).map(\.words).joined(separator: "; by ")
            if holders.count > 4 { message += "; and by \(holders.count - 4) others" }
        }
        let most =
            // There is one connection that writes, however many readers there are.
            switch (engine.sharing, use) {
            case (.pool, _): "server.maximumConnections or "
            case (_, .read): "maximumReaders or "
            case (_, .write): ""
            }
        return DatabaseError(
            .timedOut, message, hint: "Keep transactions short, or raise options.\(most)poolTimeout")
    }

    /// Runs a closure on a thread of its own with a connection, and waits for it without blocking a thread.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before its turn.
    func run<T>(
        _ use: Use, _ site: CallSite?, interruption: Interruption,
        _ body: @escaping @Sendable (Lease) throws -> sending T
    ) async throws -> sending T {
        // The connection is back in the pool before its task goes on.
        try await waiting(use, interruption) { [self] in
            let lease = try checkOut(use, site, interruption)
            defer { release(lease) }
            return try body(lease)
        }
    }

    /// Waits for a connection without blocking a thread, for a task that uses it on its actor.
    ///
    /// The actor, and Swift's threads, may be with others who wait for this very connection. Then they get it. The task waits for
    /// the next one there, so that it cannot lose that, too; but not for long, since whoever has it may need the actor.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before its turn.
    func kept(
        _ use: Use, isolation: isolated (any Actor)? = #isolation, interruption: Interruption
    ) async throws -> Lease {
        var time = Duration.milliseconds(100)
        let end = engine.acquireTimeout.map { ContinuousClock.now + $0 }
        while true {
            let lease = try await promise(use, for: .milliseconds(20), interruption: interruption)
            if isKept(lease) { return lease }
            if let lease = try acquire(use, within: time) { return lease }
            if let end, .now >= end { throw exhausted(use) }
            time = min(time * 2, .seconds(1))
        }
    }

    /// Waits for a connection without blocking a thread, and keeps it for the task at least for a time.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before its turn.
    func promise(_ use: Use, for time: Duration, interruption: Interruption) async throws -> Lease {
        try await waiting(use, interruption) { [self] in try checkOut(use, nil, interruption, keptFor: time) }
    }

    /// Whether a connection is still there for the task that comes for it.
    func isKept(_ lease: Lease) -> Bool {
        state.withLock { state in
            let index = state.holders.firstIndex { $0.lease.number == lease.number && $0.keptUntil != nil }
            if let index { state.holders[index].keptUntil = nil }
            return index != nil
        }
    }

    /// Waits for a turn, and then runs a closure on a thread of its own.
    private func waiting<T>(
        _ use: Use, _ interruption: Interruption, _ body: @escaping @Sendable () throws -> sending T
    ) async throws -> sending T {
        try Task.checkCancellation()
        let turn = ConnectionTurn(self, use, interruption)
        // It was sent to us.
        nonisolated(unsafe) let result = try await withTaskCancellationHandler {
            try await turn.take(body)
        } onCancel: {
            // First, so that whoever waits learns why it need not any more.
            interruption.cancel()
            turn.cancel()
        }
        return result
    }

    /// - Parameter token: what ends the wait when its time is up; nil where the caller sees to that.
    func enqueue(_ use: Use, _ token: WaitToken? = nil, _ start: @escaping @Sendable () -> Void) -> Int {
        var end: (time: ContinuousClock.Instant, token: WaitToken)?
        if let token, let time = engine.acquireTimeout { end = (.now + time, token) }
        let (id, ready, isFirst) = state.withLock { state in
            state.nextID += 1
            let id = state.nextID
            state.queue.append(WaitQueue.Waiter(id: id, use: use, end: end, start: start))
            let ready = takeReady(&state)
            let isFirst = end != nil && !state.isTimed && !ready.contains { $0.id == id }
            if isFirst { state.isTimed = true }
            return (id, ready, isFirst)
        }
        for waiter in ready { waiter.start() }
        if isFirst, let end { expireWaits(at: end.time) }
        return id
    }

    /// Ends the waits whose time is up then, and goes on with the next. One timer for all: most wait for a moment only.
    private func expireWaits(at end: ContinuousClock.Instant) {
        let delay = DispatchTimeInterval.milliseconds((end - .now).limitMilliseconds + 1)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let (late, next) = state.withLock { state in
                let expired = state.queue.expired(at: .now)
                state.isTimed = expired.next != nil
                return expired
            }
            for token in late { _ = token.cancel() }
            if let next { expireWaits(at: next) }
        }
    }

    func withdraw(_ id: Int) {
        state.withLock { $0.queue.remove(id) }
        startWaiters()
    }

    private static func count(_ use: Use, _ difference: Int, _ state: inout State) {
        switch use {
        case .read: state.readers += difference
        case .write: state.writers += difference
        }
    }

    /// Those at the head of the queue who can begin now.
    private func takeReady(_ state: inout State) -> [WaitQueue.Waiter] {
        var ready: [WaitQueue.Waiter] = []
        func take(_ use: Use?) {
            while let waiter = state.queue.first(use), canStart(waiter.use, state) {
                state.queue.removeFirst(waiter.use)
                Self.count(waiter.use, 1, &state)
                ready.append(waiter)
            }
        }
        if case .readersAndWriter = state.sharing {
            // A writer who waits does not hold up readers, nor the other way round.
            take(.read)
            take(.write)
        } else {
            take(nil)
        }
        return ready
    }

    private func startWaiters() {
        for waiter in state.withLock({ takeReady(&$0) }) { waiter.start() }
    }

    private func checkOut(
        _ use: Use, _ site: CallSite?, _ interruption: Interruption? = nil, keptFor time: Duration? = nil
    ) throws -> Lease {
        do {
            while let idle = try idle(for: use) {
                if idle.connection.engine.isUsable(after: .now - idle.idleSince) { return hold(idle, site, time) }
                // The server has ended it meanwhile.
                idle.connection.close()
                // Nor would it answer over the others, each in its time.
                if idle.connection.engine.isGivenUp { closeIdle { $0.takeIdle() } }
            }
            return hold(Lease(connection: try connect(readOnly: use == .read, interruption), use: use), site, time)
        } catch {
            done(use)
            throw interruption?.isCancelled == true ? CancellationError() : error
        }
    }

    /// Makes a connection, which is not the pool's yet.
    func connect(readOnly: Bool, _ interruption: Interruption? = nil) throws -> Connection {
        let made =
            if let interruption { try engine.connect(readOnly: readOnly, interruption: interruption) } else {
                try engine.connect(readOnly: readOnly)
            }
        return Connection(engine: made, traces: traces, capacity: capacity)
    }

    private func hold(_ lease: Lease, _ site: CallSite?, _ time: Duration?) -> Lease {
        let holder = ConnectionHolder(lease.use, site)
        return state.withLock { state in
            state.nextID += 1
            var lease = lease
            lease.number = state.nextID
            state.holders.append((lease, holder, time.map { .now + $0 }))
            return lease
        }
    }

    private func idle(for use: Use) throws -> Lease? {
        try state.withLock { state in
            if state.isClosed { throw engine.closedError }
            if state.sharesConnections {
                return state.idleWriters.popLast().map {
                    Lease(connection: $0.connection, use: use, idleSince: $0.idleSince)
                }
            }
            return use == .read ? state.idleReaders.popLast() : state.idleWriters.popLast()
        }
    }

    func release(_ lease: Lease) {
        let connection = lease.connection
        if connection.engine.isInTransaction { try? connection.rollBack() }
        if changeHub.isActive, lease.use == .write || state.withLock({ $0.sharesConnections }) {
            changeHub.look(over: connection.engine)
        }
        // A connection that cannot leave its transaction would hold its locks for ever.
        let isUsable = !connection.engine.isInTransaction && connection.engine.isUsable(after: .zero)
        let isKept = state.withLock { state in
            state.holders.removeAll { $0.lease.number == lease.number }
            guard isUsable, !state.isClosed else { return false }
            var lease = lease
            lease.idleSince = .now
            if lease.use == .read && !state.sharesConnections {
                state.idleReaders.append(lease)
            } else {
                state.idleWriters.append(lease)
            }
            return true
        }
        if !isKept { connection.close() }
        done(lease.use)
        if isKept, let limit = engine.idleLimit { watchIdle(limit) }
    }

    /// Closes connections that nobody has used for long, now and as long as there are any.
    private func watchIdle(_ limit: Duration) {
        let isFirst = state.withLock { state in
            defer { state.isWatched = true }
            return !state.isWatched
        }
        guard isFirst else { return }
        let delay = DispatchTimeInterval.milliseconds(limit.limitMilliseconds + 1)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in self?.closeUnused(for: limit) }
    }

    private func closeUnused(for limit: Duration) {
        let now = ContinuousClock.now
        closeIdle { state in
            state.isWatched = false
            return state.takeIdle { now - $0.idleSince >= limit }
        }
        if counts.idle > 0 { watchIdle(limit) }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// How many connections are checked out, and how many are idle.
    var counts: (checkedOut: Int, idle: Int) {
        state.withLock { ($0.readers + $0.writers, $0.idleReaders.count + $0.idleWriters.count) }
    }

    /// Runs a closure with the connection that writes, where nobody has it right now; one is made where there is none.
    /// Writers wait meanwhile, readers do not.
    ///
    /// - Returns: nil where somebody has it.
    func withIdleWriter<T>(_ body: (Connection) throws -> T) throws -> T? {
        let (isFree, idle) = try state.withLock { state -> (Bool, Lease?) in
            if state.isClosed { throw engine.closedError }
            let isInUse = state.sharesConnections ? state.readers + state.writers > 0 : state.writers > 0
            guard !isInUse, !state.isBorrowed else { return (false, nil) }
            state.isBorrowed = true
            return (true, state.idleWriters.popLast())
        }
        guard isFree else { return nil }
        var lease = idle
        defer {
            let isKept = state.withLock { state in
                state.isBorrowed = false
                guard let lease, !state.isClosed else { return false }
                state.idleWriters.append(lease)
                return true
            }
            if !isKept { lease?.connection.close() }
            startWaiters()
        }
        let connection = try idle?.connection ?? connect(readOnly: false)
        lease = Lease(connection: connection, use: .write)
        return try body(connection)
    }

    private func closeIdle(_ take: (inout sending State) -> sending [Lease]) {
        for lease in state.withLock(take) { lease.connection.close() }
    }

    /// Closes the connections of idle readers: some changes of the whole file need it to themselves.
    func closeIdleReaders() {
        closeIdle { state in
            defer { state.idleReaders = [] }
            return state.idleReaders
        }
    }

    /// Looks at what a statement outside a transaction may have changed: the journal mode.
    func updateSharing(after lease: Lease) throws {
        let sharing = try engine.sharing(after: lease.connection.engine)
        state.withLock { $0.sharing = sharing }
    }

    func done(_ use: Use) {
        let ready = state.withLock { state in
            Self.count(use, -1, &state)
            return takeReady(&state)
        }
        for waiter in ready { waiter.start() }
    }

    /// Stops the statements that run on a server, and waits for that. A file's statements end with the process that runs them.
    func interruptStatements() {
        let leases = state.withLock { $0.holders.map(\.lease) }
        DispatchQueue.concurrentPerform(iterations: leases.count) { index in
            let engine = leases[index].connection.engine
            if !engine.interruptsAtOnce { engine.interrupt() }
        }
    }

    /// Closes the idle connections, and those that are checked out, when they come back.
    func close() {
        closeIdle { state in
            state.isClosed = true
            return state.takeIdle()
        }
    }
}

/// The values of a read, again after each commit that changed what it reads: see ``Database/observe(startsWithCurrent:_:)``.
///
/// Each iteration is an observation of its own. Values are read when the loop asks for the next one: while it is busy,
/// nothing is read and nothing is kept.
public struct DatabaseObservation<Value>: AsyncSequence, Sendable {
    public typealias Element = Value

    let database: Database
    let startsWithCurrent: Bool
    let read: @Sendable (Session) throws -> sending Value

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observation: self) }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let observation: DatabaseObservation
        private var subscription: ChangeSubscription?
        private var latest: [UInt8]?
        private var isOver = false

        init(observation: DatabaseObservation) { self.observation = observation }

        /// Waits for the next value that differs from the one before; nil when the task was cancelled.
        ///
        /// - Throws: what the read throws, and ``DatabaseError``; nil comes afterwards.
        public mutating func next(isolation: isolated (any Actor)? = #isolation) async throws -> Value? {
            guard !isOver else { return nil }
            do {
                if subscription == nil { subscription = try await ChangeSubscription(observation.database) }
                while true {
                    let isFirst = latest == nil
                    if !isFirst { _ = try await subscription?.subscriber.next() }
                    let outcome = try await observation.database.recording(observation.read)
                    subscription?.follow(outcome.reading.tables)
                    defer { latest = outcome.reading.bytes }
                    if isFirst ? observation.startsWithCurrent : latest != outcome.reading.bytes {
                        return outcome.value
                    }
                }
            } catch {
                isOver = true
                subscription = nil
                if error is CancellationError, Task.isCancelled { return nil }
                throw error
            }
        }
    }
}

extension Database {
    /// The result of a read, and again each time that a commit has changed it.
    ///
    /// ```swift
    /// for try await open in database.observe({ try $0.value("SELECT count(*) FROM new_order", as: Int.self) }) {
    ///     print(open ?? 0)
    /// }
    /// ```
    ///
    /// Commits of this program and of others are seen. After a commit that may have changed a table which the closure
    /// reads, the closure runs again; if it reads the same rows, nothing comes. If the loop is slower than the commits,
    /// it gets the newest value and none of those between. It ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - startsWithCurrent: whether the first value is what is there now; false waits for the first change of it.
    ///   - read: what to read; it runs in a `read` of its own each time, on a thread of its own, and its result must
    ///     come from the database alone.
    /// - Throws: while iterating, what the closure throws, and ``DatabaseError`` with code misuse if the database cannot
    ///   be watched. The sequence is over then.
    ///
    /// Source: <https://www.sqlite.org/pragma.html#pragma_data_version>
    public func observe<Value>(
        startsWithCurrent: Bool = true, _ read: @escaping @Sendable (Session) throws -> sending Value
    ) -> DatabaseObservation<Value> {
        DatabaseObservation(database: self, startsWithCurrent: startsWithCurrent, read: read)
    }

    /// Runs a read and notes what it has read; again where the server asks for that, as after a change of a table's columns,
    /// and on another connection where its own is lost.
    func recording<Value>(
        _ read: @escaping @Sendable (Session) throws -> sending Value
    ) async throws -> sending (value: Value, reading: ReadRecorder.Reading) {
        var attempt = 0
        while true {
            do { return try await recordingOnce(read) } catch let error as DatabaseError
                where (error.isTransient || error.code == .connection) && attempt < 3
            {
                attempt += 1
                // The server may be on its way back.
                if error.code == .connection { try await Task.sleep(for: .milliseconds(100 << attempt)) }
            }
        }
    }

    private func recordingOnce<Value>(
        _ read: @escaping @Sendable (Session) throws -> sending Value
    ) async throws -> sending (value: Value, reading: ReadRecorder.Reading) {
        try await run(.read) { session in
            let recorder = ReadRecorder()
            session.recorder = recorder
            defer { session.recorder = nil }
            // Made by the closure, and known to nobody else.
            nonisolated(unsafe) let value = try read(session)
            session.recorder = nil
            return (value, try recorder.finish(session.connection))
        }
    }
}

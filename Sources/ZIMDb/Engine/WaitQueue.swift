/// Who waits for a connection: readers and writers each in their order of arrival.
///
/// A line may be thousands of tasks long, so taking the first one costs the same however many stand behind it.
struct WaitQueue {
    enum Use: Sendable { case read, write }

    struct Waiter: Sendable {
        let id: Int
        let use: Use
        /// Until when a task waits, and what ends its wait then; a thread that waits sees to that itself.
        var end: (time: ContinuousClock.Instant, token: WaitToken)?
        /// Called once, outside the lock, when the pool lets this waiter begin.
        let start: @Sendable () -> Void
    }

    private struct Line {
        private var waiters: [Waiter?] = []
        private var head = 0

        var first: Waiter? { head < waiters.count ? waiters[head] : nil }

        mutating func append(_ waiter: Waiter) { waiters.append(waiter) }

        mutating func removeFirst() {
            waiters[head] = nil
            head += 1
            skipGaps()
        }

        mutating func remove(_ id: Int) {
            guard let index = waiters[head...].firstIndex(where: { $0?.id == id }) else { return }
            waiters[index] = nil
            skipGaps()
        }

        /// All wait for the same time, so those whose time is up stand first.
        func expired(at now: ContinuousClock.Instant) -> (late: [WaitToken], next: ContinuousClock.Instant?) {
            var late: [WaitToken] = []
            for case .some(let waiter) in waiters[head...] {
                guard let (time, token) = waiter.end else { continue }
                guard time <= now else { return (late, time) }
                late.append(token)
            }
            return (late, nil)
        }

        private mutating func skipGaps() {
            while head < waiters.count, waiters[head] == nil { head += 1 }
            if head > 64, head * 2 > waiters.count {
                waiters.removeFirst(head)
                head = 0
            }
        }
    }

    private var readers = Line()
    private var writers = Line()

    mutating func append(_ waiter: Waiter) {
        switch waiter.use {
        case .read: readers.append(waiter)
        case .write: writers.append(waiter)
        }
    }

    mutating func remove(_ id: Int) {
        readers.remove(id)
        writers.remove(id)
    }

    /// The one who came first, of those who want one use or of all.
    func first(_ use: Use? = nil) -> Waiter? {
        switch use {
        case .read: readers.first
        case .write: writers.first
        case nil:
            switch (readers.first, writers.first) {
            case (let reader?, let writer?): reader.id < writer.id ? reader : writer
            case (let reader, let writer): reader ?? writer
            }
        }
    }

    /// Those whose time is up, who still stand in the queue, and when that of the next one is.
    func expired(at now: ContinuousClock.Instant) -> (late: [WaitToken], next: ContinuousClock.Instant?) {
        let (reading, writing) = (readers.expired(at: now), writers.expired(at: now))
        return (reading.late + writing.late, [reading.next, writing.next].compactMap(\.self).min())
    }

    mutating func removeFirst(_ use: Use) {
        switch use {
        case .read: readers.removeFirst()
        case .write: writers.removeFirst()
        }
    }
}

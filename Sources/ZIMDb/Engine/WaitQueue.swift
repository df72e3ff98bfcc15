/// Who waits for a connection: readers and writers each in their order of arrival.
///
/// A line may be thousands of tasks long, so taking the first one costs the same however many stand behind it.
struct WaitQueue {
    enum Use: Sendable { case read, write }

    struct Waiter: Sendable {
        let id: Int
        let use: Use
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

    mutating func removeFirst(_ use: Use) {
        switch use {
        case .read: readers.removeFirst()
        case .write: writers.removeFirst()
        }
    }
}

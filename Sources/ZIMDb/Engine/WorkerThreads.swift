import Foundation
import Synchronization

/// Threads on which `async` sessions run.
///
/// They are our own: on Linux, Dispatch and Swift's tasks share a pool of as many threads as there are cores. Where
/// those all wait for a connection, as blocking calls do, the closure that holds it would never get a thread.
/// There are no more of them than connections that tasks have checked out, beside those that stop a statement or watch that a
/// server answers. An idle one ends after some seconds.
package final class WorkerThreads: Sendable {
    package static let shared = WorkerThreads()

    package typealias Job = @Sendable () -> Void

    // Unchecked: `jobs` and `idle` are touched only while `condition` is locked.
    private final class Queue: @unchecked Sendable {
        let condition = NSCondition()
        var jobs: [Job] = []
        var idle = 0
    }

    private let queue = Queue()
    private let idleTimeout: TimeInterval = 5

    /// Runs a closure on a thread that does nothing else meanwhile.
    package func run(_ job: @escaping Job) {
        queue.condition.lock()
        queue.jobs.append(job)
        let isServed = queue.idle >= queue.jobs.count
        queue.condition.unlock()
        // Behind the lock, for which the thread would have to wait again.
        if isServed { queue.condition.signal() } else { Thread.detachNewThread { [self] in work() } }
    }

    /// Runs a closure on such a thread, and waits for it without blocking one.
    func value<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            run { continuation.resume(with: Result { try body() }) }
        }
    }

    private func work() {
        Thread.current.name = "zim.database"
        while let job = next() { job() }
    }

    /// The next closure, or nil when none has come for a while.
    private func next() -> Job? {
        queue.condition.lock()
        defer { queue.condition.unlock() }
        let end = Date(timeIntervalSinceNow: idleTimeout)
        while queue.jobs.isEmpty {
            queue.idle += 1
            let isInTime = queue.condition.wait(until: end)
            queue.idle -= 1
            if !isInTime && queue.jobs.isEmpty { return nil }
        }
        return queue.jobs.removeFirst()
    }
}

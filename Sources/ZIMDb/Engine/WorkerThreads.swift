import Foundation
import Synchronization

/// Threads on which `async` sessions run.
///
/// They are our own: on Linux, Dispatch and Swift's tasks share a pool of as many threads as there are cores. Where
/// those all wait for a connection, as blocking calls do, the closure that holds it would never get a thread.
/// There are no more of them than connections that tasks have checked out and tasks that stay (see ``StayingTasks``), beside
/// those that connect, stop a statement or watch that a server answers. An idle one ends after some seconds.
package final class WorkerThreads: Sendable {
    package static let shared = WorkerThreads()

    package typealias Job = @Sendable () -> Void

    private enum Work {
        case closure(Job)
        case part(TaskPart)
    }

    // Unchecked: what changes is touched only while `condition` is locked.
    private final class Queue: @unchecked Sendable {
        let condition = NSCondition()
        var work: [Work] = []
        var idle = 0
        var staying = StayingTasks()
    }

    private let queue = Queue()
    private let idleTimeout: TimeInterval = 5

    /// Runs a closure on a thread that does nothing else meanwhile.
    package func run(_ job: @escaping Job) { add(.closure(job)) }

    /// Runs the part of a task that is its turn at a connection. The task may stay on the thread behind it.
    func run(_ part: TaskPart) { add(.part(part)) }

    private func add(_ work: Work) {
        queue.condition.lock()
        queue.work.append(work)
        var isServed = false
        if case .part(let part) = work { isServed = queue.staying.returns(with: part) }
        let isTaken = isServed || queue.idle + queue.staying.returning >= queue.work.count
        queue.condition.unlock()
        if isServed { return }
        // Behind the lock, for which the thread would have to wait again.
        if isTaken { return queue.condition.signal() }
        let thread = Thread { [self] in serve() }
        thread.name = "zim.database"
        thread.start()
        // Foundation on Linux names a thread only from when it knows its number, which is now.
        thread.name = "zim.database"
    }

    /// Runs a closure on such a thread, and waits for it without blocking one.
    func value<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            run { continuation.resume(with: Result { try body() }) }
        }
    }

    private func serve() {
        var stay: StayingTasks.Stay?
        while let work = next(&stay) {
            switch work {
            case .closure(let job): job()
            case .part(let part): part.run()
            }
        }
    }

    /// The next one, or nil when none has come for a while.
    private func next(_ stay: inout StayingTasks.Stay?) -> Work? {
        queue.condition.lock()
        defer { queue.condition.unlock() }
        if let stay { queue.staying.end(stay) }
        stay = nil
        if queue.work.isEmpty {
            let end = Date(timeIntervalSinceNow: idleTimeout)
            repeat {
                queue.idle += 1
                let isInTime = queue.condition.wait(until: end)
                queue.idle -= 1
                if !isInTime && queue.work.isEmpty { return nil }
            } while queue.work.isEmpty
        }
        let work = queue.work.removeFirst()
        guard case .part(var part) = work else { return work }
        stay = queue.staying.begin(&part)
        return .part(part)
    }
}

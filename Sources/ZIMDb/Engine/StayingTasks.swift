import Foundation

/// The tasks that stay on one of our threads when their turn at a connection is over, until they wait for something.
///
/// To go on on Swift's own threads costs the kernel's waking of one, and the next turn that of ours again: more than most
/// statements. There are no more of them at a time than Swift's pool has threads, so that what tasks compute between their
/// statements never takes more than twice as many as the machine has cores.
struct StayingTasks {
    /// One stay of a task on a thread.
    struct Stay {
        fileprivate let number: Int
        fileprivate let task: UInt
        fileprivate let thread: Thread
    }

    private var stays: [Stay] = []
    private var last = 0
    /// Threads that are about to look into the queue, since their task has just gone there from them.
    private(set) var returning = 0

    private static let limit = ProcessInfo.processInfo.activeProcessorCount

    /// This thread begins a part of a task.
    ///
    /// - Returns: nil where the task may not stay.
    mutating func begin(_ part: inout TaskPart) -> Stay? {
        guard stays.count < Self.limit, let task = part.stayingTask else { return nil }
        last += 1
        let stay = Stay(number: last, task: task, thread: .current)
        stays.append(stay)
        part.stay()
        return stay
    }

    /// The task has a turn again. Where it has stayed on this thread, that comes back now, and no other needs to be woken.
    ///
    /// A task that asks from elsewhere has left the thread, on which an executor of the program's may run other tasks still.
    mutating func returns(with part: TaskPart) -> Bool {
        guard let task = part.stayingTask else { return false }
        guard let index = stays.firstIndex(where: { $0.task == task && $0.thread === Thread.current }) else {
            return false
        }
        stays.remove(at: index)
        returning += 1
        return true
    }

    /// The thread is back.
    mutating func end(_ stay: Stay) {
        guard let index = stays.firstIndex(where: { $0.number == stay.number }) else {
            returning -= 1
            return
        }
        stays.remove(at: index)
    }
}

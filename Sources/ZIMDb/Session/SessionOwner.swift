import Foundation

/// Who has opened a session: a task, which goes on on another thread after an `await` while others get its own, or a thread
/// outside of tasks.
enum SessionOwner: Sendable, Equatable {
    /// Its number, which no other task of the program gets.
    case task(UInt64)
    case thread(ThreadToken)

    static var current: SessionOwner {
        withUnsafeCurrentTask { $0.flatMap(number) }.map { .task($0) } ?? .thread(.current)
    }

    /// The runtime's number of a task. Two tasks are compared by their addresses alone, and the next one may get that of this.
    private static func number(of task: UnsafeCurrentTask) -> UInt64? {
        // It is the address of the task, and nothing else.
        guard MemoryLayout<UnsafeCurrentTask>.size == MemoryLayout<UnsafeRawPointer>.size else { return nil }
        return withUnsafeBytes(of: task) { numberOfTask($0.load(as: UnsafeRawPointer.self)) }
    }
}

/// Stands for a thread. Its number will not do: the next thread may get it when this one has ended.
final class ThreadToken: Sendable, Equatable {
    private static let key = "zim.thread"

    static var current: ThreadToken {
        let own = Thread.current.threadDictionary
        if let known = own[key] as? ThreadToken { return known }
        let made = ThreadToken()
        own[key] = made
        return made
    }

    static func == (left: ThreadToken, right: ThreadToken) -> Bool { left === right }
}

// What the description of a job shows as its id.
@_silgen_name("swift_task_getJobTaskId")
private func numberOfTask(_ task: UnsafeRawPointer) -> UInt64

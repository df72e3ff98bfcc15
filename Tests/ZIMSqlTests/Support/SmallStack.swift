import Foundation
import Testing

/// Runs a closure on a thread with a stack as small as those of threads on Darwin, and gives back what it throws.
func onSmallStack(kilobytes: Int = 512, _ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = StackOutcome()
    let thread = Thread {
        do { try body() } catch { outcome.error = error }
        outcome.isOver.signal()
    }
    // A sanitizer's frames are several times as large; scripts/sanitize says that there is one.
    let factor = ProcessInfo.processInfo.environment["ZIM_SANITIZER"] == nil ? 1 : 8
    thread.stackSize = kilobytes * 1024 * factor
    thread.start()
    outcome.isOver.wait()
    if let error = outcome.error { throw error }
}

/// Unchecked, because the semaphore orders the write before the read.
private final class StackOutcome: @unchecked Sendable {
    let isOver = DispatchSemaphore(value: 0)
    var error: (any Error)?
}

import Foundation
import Synchronization
import Testing

/// Runs a closure on a thread of its own; `wait` gives what it threw to the test.
func start(_ body: @escaping @Sendable () throws -> Void) -> Running {
    let running = Running()
    Thread.detachNewThread {
        do { try body() } catch { running.error.withLock { $0 = error } }
        running.semaphore.signal()
    }
    return running
}

final class Running: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let error = Mutex<(any Error)?>(nil)

    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(semaphore.wait(timeout: .now() + 30) == .success, "it hangs", sourceLocation: sourceLocation)
        let thrown = error.withLock { $0 }
        #expect(thrown == nil, sourceLocation: sourceLocation)
    }
}

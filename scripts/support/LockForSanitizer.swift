import Foundation

// The thread sanitizer does not know Synchronization.Mutex, which waits on a futex, and reports all that it guards.
// scripts/sanitize puts this file into each target of a copy of the sources, where it takes the names of both.

// Unchecked: `value` is touched only while `lock` is held.
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private final class Box {
        let lock = NSLock()
        // Unsafe: see Mutex.
        nonisolated(unsafe) var value: Value
        init(_ value: consuming Value) { self.value = value }
    }

    private let box: Box

    package init(_ value: consuming sending Value) { box = Box(value) }

    package borrowing func withLock<R, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending R
    ) throws(E) -> sending R {
        box.lock.lock()
        defer { box.lock.unlock() }
        return try body(&box.value)
    }
}

// Unchecked: `count` is touched only while `condition` is locked.
package final class DispatchSemaphore: @unchecked Sendable {
    private let condition = NSCondition()
    private var count: Int

    package init(value: Int) { count = value }

    package func signal() {
        condition.lock()
        count += 1
        condition.signal()
        condition.unlock()
    }

    package func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }

    package func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        let now = DispatchTime.now().uptimeNanoseconds
        let left = timeout.uptimeNanoseconds > now ? timeout.uptimeNanoseconds - now : 0
        let end = Date(timeIntervalSinceNow: Double(left) / 1_000_000_000)
        condition.lock()
        defer { condition.unlock() }
        while count == 0 {
            if !condition.wait(until: end), count == 0 { return .timedOut }
        }
        count -= 1
        return .success
    }
}

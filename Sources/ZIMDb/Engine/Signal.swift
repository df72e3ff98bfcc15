import Foundation

/// A value that one thread gives and another waits for.
// Unchecked: `given` is touched only while `condition` is locked.
package final class Signal<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var given: Value?

    package init() {}

    /// Gives the value; only the first one counts.
    ///
    /// - Returns: whether it is the first.
    @discardableResult
    package func give(_ value: Value) -> Bool {
        condition.withLock {
            guard given == nil else { return false }
            given = value
            condition.signal()
            return true
        }
    }

    /// Runs a closure where the value has not been given; whoever gives it waits for the closure's end.
    package func whileMissing(_ body: () -> Void) {
        condition.withLock { if given == nil { body() } }
    }

    /// The value, or nil where it does not come in time.
    ///
    /// - Parameter time: nil for ever.
    package func value(within time: Duration?) -> Value? {
        // A condition takes no date that is too far away.
        let end = time.map { Date(timeIntervalSinceNow: min(1e9, Double($0.milliseconds) / 1000)) }
        return condition.withLock {
            while given == nil {
                guard let end else {
                    condition.wait()
                    continue
                }
                guard condition.wait(until: end) else { break }
            }
            return given
        }
    }
}

import Testing

@testable import ZIMDb

/// Those who wait for a connection, and until when.
@Suite struct WaitQueueTests {
    private let start = ContinuousClock.now

    private func waiter(_ id: Int, _ use: WaitQueue.Use, until seconds: Int? = nil) -> WaitQueue.Waiter {
        WaitQueue.Waiter(
            id: id, use: use, end: seconds.map { (start + .seconds($0), WaitToken()) }, start: {})
    }

    @Test func thoseWhoseTimeIsUp() {
        var queue = WaitQueue()
        #expect(queue.expired(at: start).next == nil)
        // A thread, which sees to its time itself, and tasks.
        let waiters = [
            waiter(1, .read), waiter(2, .read, until: 1), waiter(3, .write, until: 2), waiter(4, .read),
            waiter(5, .read, until: 3),
        ]
        for waiter in waiters { queue.append(waiter) }
        func late(at seconds: Int) -> [ObjectIdentifier] {
            queue.expired(at: start + .seconds(seconds)).late.map { ObjectIdentifier($0) }
        }
        func tokens(_ ids: Int...) -> [ObjectIdentifier] {
            ids.compactMap { waiters[$0 - 1].end.map { ObjectIdentifier($0.token) } }
        }
        #expect(late(at: 0) == [] && queue.expired(at: start).next == start + .seconds(1))
        #expect(late(at: 1) == tokens(2))
        #expect(late(at: 2) == tokens(2, 3) && queue.expired(at: start + .seconds(2)).next == start + .seconds(3))
        queue.remove(2)
        queue.removeFirst(.write)
        #expect(late(at: 2) == [])
        #expect(late(at: 3) == tokens(5) && queue.expired(at: start + .seconds(3)).next == nil)
    }
}

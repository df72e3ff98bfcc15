import Synchronization
import Testing

@testable import ZIMDb

/// Those who watch, and the engine's watcher that they share.
@Suite(.timeLimit(.minutes(25))) struct ChangeHubTests {
    private final class Watcher: EngineWatcher {
        private let stopped = Atomic<Bool>(false)
        var isStopped: Bool { stopped.load(ordering: .sequentiallyConsistent) }
        func stop() { stopped.store(true, ordering: .sequentiallyConsistent) }
    }

    /// Watchers as they were made, and how each reports.
    private final class Watchers: Sendable {
        private let list = Mutex<[(watcher: Watcher, report: @Sendable (WatcherReport) -> Void)]>([])

        func make(_ report: @escaping @Sendable (WatcherReport) -> Void) -> Watcher {
            let watcher = Watcher()
            list.withLock { $0.append((watcher, report)) }
            return watcher
        }

        subscript(number: Int) -> (watcher: Watcher, report: @Sendable (WatcherReport) -> Void) {
            list.withLock { $0[number] }
        }

        var count: Int { list.withLock { $0.count } }
    }

    private struct Refused: Error {}

    @Test func behindAWatcherThatFailedAnotherOneIsMade() async throws {
        let (hub, watchers) = (ChangeHub(), Watchers())
        let (first, second) = (ChangeSubscriber(), ChangeSubscriber())
        try hub.add(first) { watchers.make($0) }
        watchers[0].report(.failed(Refused()))
        #expect(watchers[0].watcher.isStopped)
        #expect(!hub.isActive)
        // The first has not been asked since, and is still there.
        try hub.add(second) { watchers.make($0) }
        #expect(watchers.count == 2 && hub.isActive)
        watchers[0].report(.failed(Refused()))
        watchers[1].report(.changed(TableSet(["t"])))
        #expect(try await second.next() == TableSet(["t"]))
        await #expect(throws: Refused.self) { try await first.next() }
        hub.remove(first)
        #expect(hub.isActive)
        hub.remove(second)
        #expect(!hub.isActive && watchers[1].watcher.isStopped)
    }

    /// Its thread may be faster than the one that makes it.
    @Test func aWatcherThatFailsAtOnceIsNone() throws {
        let (hub, watchers) = (ChangeHub(), Watchers())
        #expect(throws: Refused.self) {
            try hub.add(ChangeSubscriber()) { report in
                report(.failed(Refused()))
                return watchers.make(report)
            }
        }
        #expect(!hub.isActive && watchers[0].watcher.isStopped)
        try hub.add(ChangeSubscriber()) { watchers.make($0) }
        #expect(hub.isActive && watchers.count == 2)
    }

    /// What others watch says nothing of one's own tables.
    @Test func aSubscriberGetsItsTablesAlone() async throws {
        let subscriber = ChangeSubscriber()
        subscriber.follow(TableSet(["m"]))
        subscriber.note(TableSet([TableSet.unheard]))
        subscriber.note(TableSet(["m", "other"]))
        #expect(try await subscriber.next() == TableSet(["m"]))
        subscriber.note(.any)
        #expect(try await subscriber.next() == .any)
        subscriber.follow(TableSet(["m", TableSet.unheard]))
        subscriber.note(TableSet([TableSet.unheard, "other"]))
        #expect(try await subscriber.next().isExact == false)
    }
}

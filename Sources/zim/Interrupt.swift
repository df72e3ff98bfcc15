import Foundation
import Synchronization
import ZIMTool

/// Ends the process within a second where it is told to, by Ctrl-C or `kill`: what it has made for itself is removed.
enum Interrupt {
    private static let number = Atomic<Int32>(0)
    private static let isOrderly = Atomic<Bool>(false)
    private static let isEnding = Atomic<Bool>(false)
    private static let calls = Mutex<[@Sendable () -> Void]>([])

    /// Whether the command asks ``check()`` now and then, and tidies up itself: it gets some time for it.
    static var endsInOrder: Bool {
        get { isOrderly.load(ordering: .relaxed) }
        set { isOrderly.store(newValue, ordering: .relaxed) }
    }

    /// The exit status of a process that was told to end: 130, or 143. Nil where it was not.
    static var status: Int32? {
        let signal = number.load(ordering: .relaxed)
        return signal == 0 ? nil : 128 + signal
    }

    /// A thread waits for the signals, and no other gets them: nothing is interrupted in the midst of what it does.
    static func begin() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Thread.detachNewThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
            while true {
                var signal: Int32 = 0
                guard sigwait(&signals, &signal) == 0 else { continue }
                let isFirst = number.compareExchange(expected: 0, desired: signal, ordering: .relaxed).exchanged
                guard isFirst, endsInOrder else { end() }
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: 0.6)
                    end()
                }
            }
        }
    }

    /// Has a closure run before the process ends, by a thread of its own, which is waited for as long as a second allows.
    static func beforeEnd(_ call: @escaping @Sendable () -> Void) { calls.withLock { $0.append(call) } }

    /// Whoever would print waits for the end: a statement that was stopped has failed, and nobody is to read of that.
    static func holdWhileEnding() {
        while isEnding.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 1) }
    }

    private static func end() -> Never {
        isEnding.store(true, ordering: .relaxed)
        let calls = calls.withLock { $0 }
        if !calls.isEmpty {
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for call in calls { call() }
                done.signal()
            }
            _ = done.wait(timeout: .now() + (endsInOrder ? 0.3 : 0.8))
        }
        Leftovers.removeAll()
        Terminal.clearLine()
        _exit(status ?? 130)
    }

    /// - Throws: ``ToolError`` where the process was told to end.
    static func check() throws {
        if status != nil { throw ToolError("interrupted") }
    }
}

import Foundation
import Synchronization

/// A second descriptor of the socket by which a connection speaks with its server.
///
/// The client libraries wait for an answer without a limit, and close their own descriptor whenever they find the connection
/// lost: its number may be another file's a moment later. This one stays what it is.
package final class ServerSocket: Sendable {
    private let descriptor: Int32
    private let reason = Atomic<Reason>(.none)

    /// Why this side gave the connection up.
    package enum Reason: UInt8, AtomicRepresentable {
        case none, cancelled, silent
    }

    /// - Parameter descriptor: the client library's.
    package init?(_ descriptor: Int32) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.descriptor = copy
    }

    deinit { close(descriptor) }

    /// Gives the connection up. Whoever waits for an answer is told that there will be none.
    ///
    /// Any thread may call it.
    package func shutDown(_ reason: Reason) {
        self.reason.store(reason, ordering: .sequentiallyConsistent)
        end()
    }

    /// Ends the connection in both directions, behind the client library: this copy must not keep it open.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether it was this side that gave the connection up.
    package var isShutDown: Bool { reason.load(ordering: .sequentiallyConsistent) != .none }

    /// The error of a statement whose connection was given up; nil where it was lost otherwise.
    ///
    /// - Parameter mayCommit: whether what the transaction has changed may be committed by it.
    package func givenUp(_ location: String, sql: String, mayCommit: Bool) -> DatabaseError? {
        let reason = reason.load(ordering: .sequentiallyConsistent)
        guard reason != .none else { return nil }
        var error = DatabaseError.lostConnection(
            reason == .cancelled
                ? "the task was cancelled, and the server took no request to stop the statement"
                : "the server did not answer in time", location: location, sql: sql, mayCommit: mayCommit)
        // A task that was cancelled has changed nothing. Of a statement that may commit, nobody knows that.
        if reason == .cancelled, !mayCommit { error.code = .interrupted }
        return error
    }

    /// Runs a closure that waits for the server, and gives the connection up where its end does not come in time.
    ///
    /// - Parameters:
    ///   - time: nil for ever.
    ///   - isAlive: asked when the time is up; as long as it is, the closure gets as much time again.
    package func limiting<T>(
        to time: Duration?, isAlive: @escaping @Sendable () -> Bool = { false }, _ body: () throws -> T
    ) rethrows -> T {
        guard let time else { return try body() }
        let end = Signal<Void>()
        WorkerThreads.shared.run { [self] in
            while end.value(within: time) == nil {
                if isAlive() { continue }
                // From its end on, the connection may be another's.
                return end.whileMissing { shutDown(.silent) }
            }
        }
        defer { end.give(()) }
        return try body()
    }

    /// Has the system end the connection when the other machine, or the network, has been silent for a while. Without it that
    /// takes two hours.
    ///
    /// A server process that is slow or stopped is no such case: its machine answers for it. While something is being sent, the
    /// system's own limit counts, mostly a quarter of an hour: a shorter one would also hit a server that reads slowly. Sockets
    /// of this machine have no network and are left alone.
    ///
    /// Source: <https://man7.org/linux/man-pages/man7/tcp.7.html>
    package func expectAnswers(within time: Duration) {
        let seconds = Int32(clamping: max(2, time.milliseconds / 1000))
        #if canImport(Glibc)
            let idle = TCP_KEEPIDLE
        #else
            let idle = TCP_KEEPALIVE
        #endif
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(Int32(IPPROTO_TCP), idle, max(1, seconds / 2))
        set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, max(1, seconds / 6))
        set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
    }

    /// What the system does not know of a socket, it refuses.
    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

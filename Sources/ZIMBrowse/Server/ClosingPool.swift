import FlyingFox
import FlyingSocks
import Synchronization

/// Ends connections, which the library leaves to the browser: one whose request was answered, and one on which nothing
/// has come for a while. Each takes one of the few files that a program may have open.
final class ClosingPool: AsyncSocketPool {
    private let pool: any AsyncSocketPool = HTTPServer.defaultPool()
    private let answered = Mutex<[HTTPRequest.Address: ContinuousClock.Instant]>([:])

    /// How long a connection may keep us waiting.
    private static let patience = Duration.seconds(60)
    /// How long an answer is remembered: the port of a browser that has closed the connection itself may be used again.
    private static let memory = Duration.seconds(1)

    /// Nothing more is read from a browser than the request that is answered now.
    func noteAnswer(to peer: HTTPRequest.Address?) {
        guard let peer else { return }
        let now = ContinuousClock.now
        answered.withLock { answered in
            answered = answered.filter { now - $0.value < Self.memory }
            answered[peer] = now
        }
    }

    private func isAnswered(_ peer: Socket.Address) -> Bool {
        let time = answered.withLock { $0.removeValue(forKey: .make(from: peer)) }
        return time.map { ContinuousClock.now - $0 < Self.memory } ?? false
    }

    func prepare() async throws { try await pool.prepare() }

    func run() async throws { try await pool.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        // The socket that listens has no peer.
        guard let peer = try? socket.remotePeer() else {
            return try await pool.suspendSocket(socket, untilReadyFor: events)
        }
        if events == .read, isAnswered(peer) { throw SocketError.disconnected }
        try await withThrowingTaskGroup(of: Void.self) { [pool] group in
            group.addTask { try await pool.suspendSocket(socket, untilReadyFor: events) }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                throw SocketError.disconnected
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

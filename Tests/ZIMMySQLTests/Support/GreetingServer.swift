#if MySQL
    import Foundation
    import Synchronization
    import TestServer

    /// Says what a server with TLS says to whoever connects, and takes what comes back.
    final class GreetingServer: Sendable {
        private let listener: LocalListener
        private let state = Mutex<(connections: Int, received: [UInt8])>((0, []))

        init() throws {
            let listener = try LocalListener()
            self.listener = listener
            Thread.detachNewThread { [weak self] in
                while let client = listener.next() {
                    self?.state.withLock { $0.connections += 1 }
                    _ = Self.greeting.withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    let count = read(client, &bytes, bytes.count)
                    self?.state.withLock { $0.received += bytes.prefix(max(0, count)) }
                    close(client)
                }
                listener.close()
            }
        }

        deinit { listener.stop() }

        var port: UInt16 { listener.port }
        var connections: Int { state.withLock { $0.connections } }
        var received: [UInt8] { state.withLock { $0.received } }

        /// Source: <https://mariadb.com/kb/en/connection/>, the initial handshake packet
        private static let greeting: [UInt8] = {
            let body: [UInt8] =
                [10] + Array("5.5.5-10.11.0-MariaDB\0".utf8) + [1, 0, 0, 0] + Array("abcdefgh\0".utf8)
                // With 0x0800, the server has TLS.
                + [0xFE, 0xFF, 45, 2, 0, 0xFF, 0x81, 21] + [UInt8](repeating: 0, count: 10)
                + Array("ijklmnopqrst\0".utf8) + Array("mysql_native_password\0".utf8)
            return [UInt8(body.count), 0, 0, 0] + body
        }()
    }
#endif

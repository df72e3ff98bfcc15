#if MySQL
    import Foundation
    import Synchronization
    import Testing

    /// Says what a server with TLS says to whoever connects, and takes what comes back.
    final class GreetingServer: Sendable {
        let port: UInt16
        private let listener: Int32
        private let state = Mutex<(connections: Int, received: [UInt8])>((0, []))

        init() throws {
            #if canImport(Glibc)
                let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                let listener = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            self.listener = listener
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, length) == 0 && listen(listener, 8) == 0
                        && getsockname(listener, $0, &length) == 0
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            try #require(isListening)
            Thread.detachNewThread { [weak self] in
                while true {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { break }
                    self?.state.withLock { $0.connections += 1 }
                    _ = Self.greeting.withUnsafeBytes { write(client, $0.baseAddress, $0.count) }
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    let count = read(client, &bytes, bytes.count)
                    self?.state.withLock { $0.received += bytes.prefix(max(0, count)) }
                    close(client)
                }
                // Here: the thread must not accept for the next one, whose socket may get the same number.
                close(listener)
            }
        }

        deinit { shutdown(listener, Int32(SHUT_RDWR)) }

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

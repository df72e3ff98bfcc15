import Foundation

/// A listening socket on a port of loopback, for tests that play a server.
package struct LocalListener: Sendable {
    package let port: UInt16
    private let socket: Int32

    package init() throws {
        #if canImport(Glibc)
            let listener = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #endif
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
        guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        socket = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    /// The next connection; nil once nobody listens any more.
    package func next() -> Int32? {
        let client = accept(socket, nil, nil)
        return client < 0 ? nil : client
    }

    /// Ends ``next()`` on the thread that waits in it.
    package func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Said by the thread that accepts: the number of the socket is given to another one from then on.
    package func close() { _ = Foundation.close(socket) }
}

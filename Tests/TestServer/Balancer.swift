import Foundation
import Synchronization

/// Leads each connection to the next of several servers' sockets, as a balancer does.
package final class Balancer: Sendable {
    private let listener: LocalListener
    private let count = Atomic<Int>(0)

    package init(_ paths: [String]) throws {
        let listener = try LocalListener()
        self.listener = listener
        Thread.detachNewThread { [weak self] in
            while let client = listener.next() {
                guard let number = self?.count.wrappingAdd(1, ordering: .relaxed).oldValue,
                    let server = Self.connect(paths[number % paths.count])
                else {
                    close(client)
                    continue
                }
                Thread.detachNewThread { Self.forward(client, to: server) }
                Thread.detachNewThread { Self.forward(server, to: client) }
            }
            listener.close()
        }
    }

    deinit { listener.stop() }

    package var port: UInt16 { listener.port }
    /// How many connections there have been.
    package var connections: Int { count.load(ordering: .relaxed) }

    private static func connect(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return connect(AF_UNIX, address)
    }

    /// A socket that is connected to a port of loopback.
    package static func connect(toPort port: UInt16) -> Int32? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return connect(AF_INET, address)
    }

    /// The descriptor of this process that is connected to a port of loopback.
    package static func descriptor(to port: UInt16) -> Int32? {
        (0..<4096).first { descriptor in
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) == 0 }
            }
            return isConnected && address.sin_family == sa_family_t(AF_INET) && address.sin_port == port.bigEndian
        }
    }

    /// The value of an option of a socket; nil where it has none.
    package static func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
    }

    private static func connect<Address>(_ family: Int32, _ address: Address) -> Int32? {
        #if canImport(Glibc)
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        let isConnected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    /// The descriptors stay open: the other direction's thread may still use them.
    private static func forward(_ from: Int32, to: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = read(from, &bytes, bytes.count), count > 0 {
            var sent = 0
            while sent < count {
                let step = bytes.withUnsafeBytes {
                    send(to, $0.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
                }
                if step <= 0 { break }
                sent += step
            }
        }
        shutdown(to, Int32(SHUT_RDWR))
        shutdown(from, Int32(SHUT_RDWR))
    }
}

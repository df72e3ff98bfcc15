import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Wakes a thread that waits for file descriptors.
package final class WakePipe: Sendable {
    /// What the thread waits for, too: it can be read after ``wake()``.
    package let reader: Int32
    private let writer: Int32

    package init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw DatabaseError(.inputOutput, "no pipe for watching: \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit { for end in [reader, writer] { Self.close(end) } }

    package static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    package func wake() {
        var byte: UInt8 = 1
        _ = write(writer, &byte, 1)
    }

    /// Waits until somebody wakes, or one of the other descriptors can be read, for so many milliseconds at most; nil
    /// waits for ever.
    package func wait(beside others: [Int32] = [], milliseconds: Int64?) {
        var entries = ([reader] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = poll(&entries, nfds_t(entries.count), milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1)
    }

    /// Whether somebody woke since the last call.
    package func wasWoken() -> Bool { !Self.drain(reader).isEmpty }

    /// The bytes that lie ready.
    package static func drain(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}

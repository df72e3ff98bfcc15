import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Waits for changes of a database file, its log and its journal; where the system does not tell of them, for a while.
///
/// The folder is watched and not the file: a log comes and goes. And closing a file that SQLite has open would release
/// SQLite's locks on it.
///
/// Source: <https://man7.org/linux/man-pages/man7/inotify.7.html>, <https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>
final class FileEvents: Sendable {
    /// What wakes the thread that waits: the reading and the writing end of a pipe.
    private let (wakeReader, wakeWriter): (Int32, Int32)
    /// The system's list of events; nil where it has none.
    private let source: Int32?
    private let names: Set<String>
    private let stopped = Atomic<Bool>(false)
    private let isClosed = Mutex(false)

    /// Most that is waited for without an event.
    private var limit: Duration { source == nil ? .milliseconds(200) : .seconds(1) }

    init(path: String) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw DatabaseError(.inputOutput, "no pipe for watching \(path): \(String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        (wakeReader, wakeWriter) = (ends[0], ends[1])
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        names = Set(["", "-wal", "-journal"].map { file.lastPathComponent + $0 })
        source = Self.openSource(folder: file.deletingLastPathComponent().path)
    }

    deinit { close() }

    private static func openSource(folder: String) -> Int32? {
        #if canImport(Glibc)
            let source = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard source >= 0 else { return nil }
            let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO)
            if inotify_add_watch(source, folder, mask) >= 0 { return source }
            _ = Glibc.close(source)
        #endif
        return nil
    }

    /// Waits for an event, or until the pause is over, and says how long to wait next.
    ///
    /// - Returns: false where it was stopped.
    func wait(for pause: inout Duration) -> Bool {
        var isAwake = false
        let end = ContinuousClock.now + pause
        while !isAwake, !isStopped {
            let rest = ContinuousClock.now.duration(to: end).milliseconds
            guard rest > 0 else { break }
            _ = ready(Int32(clamping: rest), hears: true)
            let isWoken = drain(wakeReader) != nil
            isAwake = hasEvent() || isWoken
        }
        if isAwake {
            pause = .milliseconds(1)
            // Of many changes that follow each other closely, the last counts.
            if !isStopped { _ = ready(1, hears: false) }
        } else {
            pause = min(pause * 2, limit)
        }
        return !isStopped
    }

    private var isStopped: Bool { stopped.load(ordering: .acquiring) }

    private func ready(_ milliseconds: Int32, hears: Bool) -> Bool {
        var entries = [pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0)]
        if hears, let source { entries.append(pollfd(fd: source, events: Int16(POLLIN), revents: 0)) }
        return poll(&entries, nfds_t(entries.count), milliseconds) > 0
    }

    /// The bytes that lie ready; nil if there are none.
    private func drain(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Whether one of the files has changed since the last call.
    private func hasEvent() -> Bool {
        #if canImport(Glibc)
            guard let source, let bytes = drain(source) else { return false }
            let header = MemoryLayout<inotify_event>.size
            var start = 0
            while start + header <= bytes.count {
                let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
                let end = min(start + header + Int(event.len), bytes.count)
                let name = bytes[(start + header)..<end].prefix { $0 != 0 }
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || names.contains(String(decoding: name, as: UTF8.self)) {
                    return true
                }
                start = end
            }
        #endif
        return false
    }

    /// Ends the current wait.
    func wake() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            var byte: UInt8 = 1
            _ = write(wakeWriter, &byte, 1)
        }
    }

    /// Ends all waits for good; the thread that waits closes what is open.
    func stop() {
        stopped.store(true, ordering: .releasing)
        wake()
    }

    func close() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            isClosed = true
            for descriptor in [wakeReader, wakeWriter] + (source.map { [$0] } ?? []) {
                #if canImport(Glibc)
                    _ = Glibc.close(descriptor)
                #else
                    _ = Darwin.close(descriptor)
                #endif
            }
        }
    }
}

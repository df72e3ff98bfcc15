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
/// Source: <https://man7.org/linux/man-pages/man7/inotify.7.html>, <https://www.sqlite.org/howtocorrupt.html>
final class FileEvents: Sendable {
    private let alarm: WakePipe
    /// The system's list of events; nil where it has none.
    private let source: Int32?
    private let names: Set<String>
    private let stopped = Atomic<Bool>(false)

    /// Most that is waited for without an event.
    private var limit: Duration { source == nil ? .milliseconds(200) : .seconds(1) }

    init(path: String) throws {
        alarm = try WakePipe()
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        names = Set(["", "-wal", "-journal"].map { file.lastPathComponent + $0 })
        source = Self.openSource(folder: file.deletingLastPathComponent().path)
    }

    deinit { if let source { WakePipe.close(source) } }

    private static func openSource(folder: String) -> Int32? {
        #if canImport(Glibc)
            let source = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard source >= 0 else { return nil }
            let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO)
            if inotify_add_watch(source, folder, mask) >= 0 { return source }
            WakePipe.close(source)
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
            alarm.wait(beside: source.map { [$0] } ?? [], milliseconds: rest)
            let isWoken = alarm.wasWoken()
            isAwake = hasEvent() || isWoken
        }
        if isAwake {
            pause = .milliseconds(1)
            // Of many changes that follow each other closely, the last counts.
            if !isStopped { alarm.wait(milliseconds: 1) }
        } else {
            pause = min(pause * 2, limit)
        }
        return !isStopped
    }

    private var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Whether one of the files has changed since the last call.
    private func hasEvent() -> Bool {
        #if canImport(Glibc)
            guard let source else { return false }
            let bytes = WakePipe.drain(source)
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
    func wake() { alarm.wake() }

    /// Ends all waits for good.
    func stop() {
        stopped.store(true, ordering: .releasing)
        wake()
    }
}

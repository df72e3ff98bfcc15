// What Apple's C library and Foundation have and Linux lacks, or have with other types: for scripts/darwin-check only.
// Nothing of it runs. Source: the headers of the macOS SDK, sys/_types, pthread.h, poll.h,
// netinet/tcp.h.

public import Foundation

public typealias nfds_t = UInt32
public typealias mode_t = UInt16
public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

// Without its module's name, Glibc's is taken here.
@discardableResult @_disfavoredOverload
public func close(_ descriptor: Int32) -> Int32 { 0 }
public func poll(_ entries: UnsafeMutablePointer<pollfd>?, _ count: nfds_t, _ milliseconds: Int32) -> Int32 { 0 }
public nonisolated var TCP_KEEPALIVE: Int32 { 0x10 }
public func pthread_self() -> pthread_t { UnsafeMutablePointer.allocate(capacity: 1) }

extension FileManager {
    public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? { nil }
}

import Foundation

/// The digests of all rows of a group, in memory of its own: an array would check and count at each of the millions of
/// times that one is appended.
struct DigestList {
    private var base: UnsafeMutablePointer<UInt32>?
    private(set) var count = 0
    private var capacity = 0

    /// Room for some more, which the caller fills.
    @inline(__always)
    mutating func extend(by number: Int) -> UnsafeMutableBufferPointer<UInt32> {
        if count &+ number > capacity { grow(to: count &+ number) }
        defer { count &+= number }
        return UnsafeMutableBufferPointer(start: base.map { $0 + count }, count: number)
    }

    private mutating func grow(to needed: Int) {
        move(to: max(needed, capacity &* 2))
    }

    /// Gives back what is not used.
    mutating func trim() {
        if capacity > count { move(to: count) }
    }

    /// A large piece of memory is moved by the system page by page, without a copy.
    private mutating func move(to size: Int) {
        guard size > 0 else { return deallocate() }
        let bytes = size * MemoryLayout<UInt32>.stride
        // Where there is no memory, Swift's own allocation says so, as everywhere.
        let moved =
            realloc(base, bytes)
            ?? .allocate(byteCount: bytes, alignment: MemoryLayout<UInt32>.alignment)
        base = moved.assumingMemoryBound(to: UInt32.self)
        capacity = size
    }

    subscript(index: Int) -> UInt32 {
        get {
            guard let base, index >= 0, index < count else { return 0 }
            return base[index]
        }
        set {
            guard let base, index >= 0, index < count else { return }
            base[index] = newValue
        }
    }

    subscript(range: Range<Int>) -> [UInt32] { range.map { self[$0] } }

    /// Must be called once, by the owner's deinit.
    mutating func deallocate() {
        free(base)
        base = nil
        count = 0
        capacity = 0
    }
}

/// Memory for the text and the bytes that are bound to one statement.
///
/// Where SQLite copies what is bound, it asks the allocator for each value and gives it back, which costs more than
/// everything else that binding does. What is kept here is handed to it by address: the bytes stay where they are until
/// the statement has let go of its parameters.
@usableFromInline
struct BindingArena {
    /// Enough for the texts of a row; a statement that binds more gets more for its next run.
    private static let least = 1_024
    private static let most = 65_536

    @usableFromInline var start: UnsafeMutableRawPointer?
    @usableFromInline var capacity = 0
    @usableFromInline var used = 0
    /// How many bytes the run needs in all, where there was not enough room for them.
    private var wanted = 0

    init() {}

    /// Whether something had no room, so that SQLite holds a copy of its own.
    @usableFromInline var isExceeded: Bool { wanted > 0 }

    /// Keeps a copy of some bytes; nil if there is no room, and SQLite must copy them.
    @inlinable
    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard let base = bytes.baseAddress, bytes.count > 0 else { return UnsafeRawPointer(emptyText) }
        guard let room = reserve(bytes.count) else { return nil }
        room.copyMemory(from: base, byteCount: bytes.count)
        return UnsafeRawPointer(room)
    }

    /// Room for some bytes, which the caller fills.
    @inlinable
    mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let start, count <= capacity &- used else { return reserveFirst(count) }
        defer { used &+= count }
        return start + used
    }

    @usableFromInline
    mutating func reserveFirst(_ count: Int) -> UnsafeMutableRawPointer? {
        // Nothing that is bound may move, so a full arena stays as it is until the statement is done.
        if start == nil, count <= Self.least {
            allocate(Self.least)
            return reserve(count)
        }
        let (sum, isTooMuch) = max(wanted, used).addingReportingOverflow(count)
        wanted = isTooMuch ? .max : sum
        return nil
    }

    /// The statement's next run binds everything anew.
    @inlinable
    mutating func reuse() { used = 0 }

    /// Makes more room where the last run needed it. Nothing may be bound when this is called.
    mutating func grow() {
        let needed = min(wanted, Self.most)
        wanted = 0
        used = 0
        guard needed > capacity else { return }
        deallocate()
        var size = Self.least
        while size < needed { size *= 2 }
        allocate(size)
    }

    private mutating func allocate(_ size: Int) {
        start = .allocate(byteCount: size, alignment: 16)
        capacity = size
    }

    /// Must be called once, by the owner, when SQLite's statement is gone.
    mutating func deallocate() {
        start?.deallocate()
        start = nil
        capacity = 0
        used = 0
    }
}

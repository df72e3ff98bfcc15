import ZIMDb

/// Keys of the same number of parts, one after the other, without an array for each.
struct KeyList {
    /// How many parts each key has.
    let width: Int
    var values: ContiguousArray<SQLValue> = []
    var count = 0

    init(width: Int, capacity: Int = 0) {
        self.width = width
        values.reserveCapacity(width * capacity)
    }

    init(width: Int, _ keys: some Collection<[SQLValue]>) {
        self.init(width: width, capacity: keys.count)
        for key in keys { append(key) }
    }

    mutating func append(_ key: some Collection<SQLValue>) {
        guard key.count == width else { return }
        values.append(contentsOf: key)
        count += 1
    }

    mutating func append(contentsOf other: KeyList) {
        guard other.width == width else { return }
        if count == 0 {
            self = other
            return
        }
        values.append(contentsOf: other.values)
        count += other.count
    }

    mutating func removeAll() {
        values.removeAll()
        count = 0
    }

    /// The parts of a key by its position.
    subscript(position: Int) -> ArraySlice<SQLValue> {
        let start = position * width
        guard position >= 0, start + width <= values.count else { return [] }
        return ArraySlice(values[start..<start + width])
    }

    /// A part of a key.
    @inline(__always)
    func part(_ index: Int, of position: Int) -> SQLValue { values[position &* width &+ index] }

    /// Some of the keys.
    subscript(positions: Range<Int>) -> KeyList {
        var list = KeyList(width: width)
        let positions = positions.clamped(to: 0..<count)
        list.values = ContiguousArray(values[(positions.lowerBound * width)..<(positions.upperBound * width)])
        list.count = positions.count
        return list
    }

    /// The parts that are the same in all keys: of siblings mostly the tenant, the warehouse, the year.
    var constants: KeyParts {
        var parts = KeyParts()
        guard count > 1 else { return parts }
        for index in 0..<Swift.min(width, KeyParts.most) {
            let first = values[index]
            var position = 1
            while position < count, values[position &* width &+ index] == first { position &+= 1 }
            if position == count { parts.insert(index) }
        }
        return parts
    }

    /// The keys without the repeated ones, and for each key where it stands among them; nil if all differ.
    func distinct() -> (keys: KeyList, positions: ContiguousArray<Int32>)? {
        var capacity = 16
        while capacity < count * 2 { capacity *= 2 }
        var table = ContiguousArray<Int32>(repeating: -1, count: capacity)
        var positions = ContiguousArray<Int32>()
        positions.reserveCapacity(count)
        // Where each key stands for the first time.
        var firsts: [Int] = []
        firsts.reserveCapacity(count)
        for position in 0..<count {
            var hasher = Hasher()
            for index in 0..<width { hasher.combine(values[position &* width &+ index]) }
            var slot = hasher.finalize() & (capacity - 1)
            while table[slot] >= 0, !isEqual(firsts[Int(table[slot])], position) { slot = (slot + 1) & (capacity - 1) }
            if table[slot] < 0 {
                table[slot] = Int32(truncatingIfNeeded: firsts.count)
                firsts.append(position)
            }
            positions.append(table[slot])
        }
        if firsts.count == count { return nil }
        var unique = KeyList(width: width, capacity: firsts.count)
        for index in firsts { unique.append(self[index]) }
        return (unique, positions)
    }

    private func isEqual(_ position: Int, _ other: Int) -> Bool {
        for index in 0..<width where part(index, of: position) != part(index, of: other) { return false }
        return true
    }
}

/// Some parts of a key, by their positions.
struct KeyParts: Hashable {
    static let most = 64
    private var bits: UInt64 = 0

    mutating func insert(_ part: Int) { bits |= 1 << UInt64(part) }
    mutating func remove(_ part: Int) { bits &= ~(1 << UInt64(part)) }
    func contains(_ part: Int) -> Bool { part < Self.most && bits & (1 << UInt64(part)) != 0 }
    var count: Int { bits.nonzeroBitCount }
    /// The last of them goes.
    mutating func removeLast() { bits &= ~(bits == 0 ? 0 : 1 << UInt64(63 - bits.leadingZeroBitCount)) }
}

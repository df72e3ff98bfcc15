import ZIMSql

/// The checksum of a table, whatever order its rows come in: the sum of their hashes.
struct TableChecksum: Hashable, Sendable {
    private(set) var rows = 0
    private(set) var first: UInt64 = 0
    private(set) var second: UInt64 = 0

    mutating func add(_ row: RowHash) {
        rows += 1
        let hash = row.finished
        first &+= hash
        // A second sum, so that two rows that change places with two others do not cancel out.
        second &+= RowHash.mixed(hash ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// The sums as hexadecimal digits.
    var text: String {
        SQLValue.hexadecimal(
            withUnsafeBytes(of: first.bigEndian) { Array($0) } + withUnsafeBytes(of: second.bigEndian) { Array($0) })
    }
}

/// The hash of one row: FNV-1a over its values, each with its kind before and its length behind, and a last mixing.
///
/// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>; Sebastiano Vigna, SplitMix64
struct RowHash: Hashable, Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var finished: UInt64 { Self.mixed(state) }

    static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private mutating func add(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    private mutating func add(word: UInt64) {
        state = Self.mixed(state ^ word) &* 0x0000_0100_0000_01B3
    }

    private mutating func add(bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { add(byte: byte) }
        add(word: UInt64(bytes.count))
    }

    private mutating func add(text: String) {
        text.withUTF8Bytes { add(bytes: $0) }
    }

    mutating func add(_ meaning: CopyMeaning) {
        switch meaning {
        case .null: add(byte: 0)
        case .truth(let isTrue): add(byte: isTrue ? 2 : 1)
        case .integer(let number):
            add(byte: 3)
            add(word: UInt64(bitPattern: number))
        case .real(let number), .special(let number):
            add(byte: 4)
            add(word: number.isNaN ? Double.nan.bitPattern : number.bitPattern)
        case .decimal(let decimal):
            add(byte: decimal.isNegative ? 6 : 5)
            decimal.digits.withUnsafeBufferPointer { add(bytes: $0) }
            add(word: UInt64(bitPattern: Int64(decimal.exponent)))
        case .text(let text):
            add(byte: 7)
            add(text: text)
        case .bytes(let bytes):
            add(byte: 8)
            bytes.withUnsafeBufferPointer { add(bytes: $0) }
        case .day(let number):
            add(byte: 9)
            add(word: UInt64(bitPattern: number))
        case .instant(let number):
            add(byte: 10)
            add(word: UInt64(bitPattern: number))
        case .time(let number):
            add(byte: 11)
            add(word: UInt64(bitPattern: number))
        case .noDay(let text):
            add(byte: 13)
            add(text: text)
        case .stored(let value): add(stored: value)
        }
    }

    /// The same as for the meaning of which it is a glance.
    mutating func add(plain meaning: PlainMeaning) {
        switch meaning {
        case .null: add(byte: 0)
        case .truth(let isTrue): add(.truth(isTrue))
        case .integer(let number): add(.integer(number))
        case .real(let number): add(.real(number))
        case .day(let days): add(.day(days))
        case .instant(let instant): add(.instant(instant))
        case .text(let bytes):
            add(byte: 7)
            add(bytes: bytes)
        case .decimal(let decimal):
            add(byte: decimal.number < 0 ? 6 : 5)
            let count = decimal.digitCount
            var divisor: UInt64 = 1
            for _ in 0..<max(0, count - 1) { divisor *= 10 }
            for _ in 0..<count {
                add(byte: UInt8(ascii: "0") + UInt8(decimal.number.magnitude / divisor % 10))
                divisor /= 10
            }
            add(word: UInt64(count))
            add(word: UInt64(bitPattern: Int64(decimal.exponent)))
        }
    }

    /// A value as it is stored: 1, 1.0 and '1' are three.
    mutating func add(stored value: SQLValue) {
        switch value {
        case .null: add(byte: 0)
        case .integer(let number): add(.integer(number))
        case .real(let number): add(.real(number))
        case .text(let text): add(.text(text))
        case .blob(let bytes): add(.bytes(bytes))
        case .typed(let typed):
            add(byte: 12)
            add(text: typed.text)
        }
    }
}

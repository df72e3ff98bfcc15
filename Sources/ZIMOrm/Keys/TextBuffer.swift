/// Bytes of a text that is written piece by piece.
///
/// An array would check its owner and its bounds at each of the pieces, several for each key of a list.
struct TextBuffer: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = Swift.max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if more > capacity &- count { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        capacity = Swift.max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }

    @inline(__always)
    mutating func append(_ byte: Unicode.Scalar) {
        reserve(1)
        start[count] = UInt8(truncatingIfNeeded: byte.value)
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).update(from: first, count: bytes.count)
        count &+= bytes.count
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends the decimal digits of a number.
    mutating func append(_ number: Int64) {
        reserve(20)
        var rest = number.magnitude
        var digits = 1
        var power: UInt64 = 10
        while digits < 19, rest >= power {
            digits &+= 1
            power &*= 10
        }
        if number < 0 {
            start[count] = UInt8(ascii: "-")
            count &+= 1
        }
        var position = count &+ digits
        count = position
        for _ in 0..<digits {
            position &-= 1
            start[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Appends a text in quotation marks, with a backslash before a quotation mark and a backslash.
    ///
    /// - Parameter control: writes a byte below a space; the byte itself stands there without it.
    /// - Returns: false where `control` returned it.
    @inline(__always)
    mutating func append(
        quoted text: UnsafeBufferPointer<UInt8>, control: (inout TextBuffer, UInt8) -> Bool
    ) -> Bool {
        append("\"")
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        if text.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
            append(text)
        } else {
            for byte in text {
                if byte < 0x20 {
                    guard control(&self, byte) else { return false }
                    continue
                }
                if byte == quote || byte == backslash { append("\\") }
                append(Unicode.Scalar(byte))
            }
        }
        append("\"")
        return true
    }
}

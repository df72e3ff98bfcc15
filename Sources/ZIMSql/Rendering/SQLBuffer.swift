/// The bytes of a text that grows at its end.
///
/// Most pieces of a statement are a few bytes long, so what counts is that adding one is a comparison and a copy. An
/// array asks for its uniqueness with every piece, which costs as much as the piece; this memory has one owner, because
/// the buffer cannot be copied.
package struct SQLBuffer: ~Copyable {
    @usableFromInline var memory: UnsafeMutableBufferPointer<UInt8>
    @usableFromInline var count = 0

    package init(capacity: Int) { memory = .allocate(capacity: capacity) }

    deinit { memory.deallocate() }

    /// The text so far.
    package var text: String { String(decoding: UnsafeBufferPointer(rebasing: memory[..<count]), as: UTF8.self) }

    /// The last byte so far.
    var last: UInt8? { count > 0 ? memory[count - 1] : nil }

    /// Makes room; every write below asks for it first, so none of them goes past the end.
    @inlinable @inline(__always)
    mutating func reserve(_ more: Int) {
        if memory.count - count < more { grow(more) }
    }

    @usableFromInline @inline(never)
    mutating func grow(_ more: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: memory.count + max(more, memory.count))
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }

    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Appends a literal of the source.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inlinable @inline(__always)
    package mutating func append(_ text: String) {
        text.withUTF8Bytes { append($0) }
    }

    @inlinable @inline(__always)
    package mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
        let length = utf8.count
        guard length > 0, let source = utf8.baseAddress else { return }
        reserve(length)
        guard let target = memory.baseAddress else { return }
        (target + count).update(from: source, count: length)
        count += length
    }

    /// Appends a name that dots separate, each part between quotation marks, where it holds nothing that needs more
    /// thought; else appends nothing.
    ///
    /// - Returns: whether the name was appended.
    mutating func appendPlainName(_ utf8: UnsafeBufferPointer<UInt8>, quote: UInt8, longest: Int) -> Bool {
        // A name of n bytes has fewer than n dots, each of which becomes three bytes.
        reserve(3 * utf8.count + 2)
        // In a variable of its own: what is written could be the buffer itself for all that the compiler knows.
        guard let memory = memory.baseAddress else { return false }
        let dot = UInt8(ascii: ".")
        // All that needs thought, but a quotation mark of the engine's own, comes before the digits.
        let last = max(quote, UInt8(ascii: "/"))
        var position = count + 1
        var partStart = position
        memory[count] = quote
        for byte in utf8 {
            // Most bytes come behind: one comparison.
            if byte <= last, byte < UInt8(ascii: "0") || byte == quote {
                if byte == dot {
                    if position == partStart || position - partStart > longest { return false }
                    memory[position] = quote
                    memory[position + 1] = dot
                    memory[position + 2] = quote
                    position += 3
                    partStart = position
                    continue
                }
                if byte == quote || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "*") || byte == 0 {
                    return false
                }
            }
            memory[position] = byte
            position += 1
        }
        if position == partStart || position - partStart > longest { return false }
        memory[position] = quote
        count = position + 1
        return true
    }

    /// Appends a number in decimal digits.
    package mutating func append(_ number: Int64) {
        // All digits of 64 bits, and a sign.
        reserve(20)
        var rest = number.magnitude
        var digits = 1
        var power: UInt64 = 10
        while digits < 19, rest >= power {
            digits &+= 1
            power &*= 10
        }
        if number < 0 {
            memory[count] = UInt8(ascii: "-")
            count += 1
        }
        count += digits
        for position in stride(from: count - 1, through: count - digits, by: -1) {
            memory[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Appends a text in quotation marks, with a backslash before a quotation mark and a backslash.
    ///
    /// - Parameter control: writes a byte below a space.
    /// - Returns: false where `control` returned it.
    @inlinable @inline(__always)
    package mutating func append(
        quoted text: UnsafeBufferPointer<UInt8>, control: (inout SQLBuffer, UInt8) -> Bool
    ) -> Bool {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        append(quote)
        if text.allSatisfy({ $0 >= 0x20 && $0 != quote && $0 != backslash }) {
            append(text)
        } else {
            for byte in text {
                if byte < 0x20 {
                    guard control(&self, byte) else { return false }
                    continue
                }
                if byte == quote || byte == backslash { append(backslash) }
                append(byte)
            }
        }
        append(quote)
        return true
    }
}

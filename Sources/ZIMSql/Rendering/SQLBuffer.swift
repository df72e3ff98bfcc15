/// The bytes of a text that grows at its end.
///
/// Most pieces of a statement are a few bytes long, so what counts is that adding one is a comparison and a copy. The
/// array is filled in advance and its unused end is overwritten; `append` of an array costs several times as much.
struct SQLBuffer: Sendable {
    private var bytes: [UInt8]
    private(set) var count = 0

    init(capacity: Int) { bytes = [UInt8](repeating: 0, count: capacity) }

    /// The text so far.
    var text: String {
        bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0.prefix(count)), as: UTF8.self)
        }
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if bytes.count - count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        bytes.append(contentsOf: repeatElement(0, count: max(more, bytes.count)))
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count += 1
    }

    /// Appends a literal of the source.
    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    @inline(__always)
    mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
        let length = utf8.count
        reserve(length)
        let start = count
        bytes.withUnsafeMutableBytes { buffer in
            // reserve(_:) has made room for the copy, so the slice ends inside the buffer.
            UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + length])
                .copyMemory(from: UnsafeRawBufferPointer(utf8))
        }
        count = start + length
    }

    /// Appends a name that dots separate, each part between quotation marks, where it holds nothing that needs more
    /// thought; else appends nothing.
    ///
    /// - Returns: whether the name was appended.
    mutating func appendPlainName(_ utf8: UnsafeBufferPointer<UInt8>, quote: UInt8, longest: Int) -> Bool {
        // A name of n bytes has fewer than n dots, each of which becomes three bytes.
        reserve(3 * utf8.count + 2)
        let dot = UInt8(ascii: ".")
        let start = count
        let end: Int? = bytes.withUnsafeMutableBufferPointer { buffer in
            var position = start + 1
            var partStart = position
            buffer[start] = quote
            for byte in utf8 {
                // All that needs thought, but a quotation mark of the engine's own, comes before the digits.
                if byte < UInt8(ascii: "0") || byte == quote {
                    if byte == dot {
                        if position == partStart || position - partStart > longest { return nil }
                        buffer[position] = quote
                        buffer[position + 1] = dot
                        buffer[position + 2] = quote
                        position += 3
                        partStart = position
                        continue
                    }
                    if byte == quote || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "*") || byte == 0 {
                        return nil
                    }
                }
                buffer[position] = byte
                position += 1
            }
            if position == partStart || position - partStart > longest { return nil }
            buffer[position] = quote
            return position + 1
        }
        guard let end else { return false }
        count = end
        return true
    }

    /// Appends a number in decimal digits.
    mutating func append(_ number: Int) {
        if number >= 0, number < 10 { return append(UInt8(ascii: "0") + UInt8(number)) }
        append(String(number))
    }
}

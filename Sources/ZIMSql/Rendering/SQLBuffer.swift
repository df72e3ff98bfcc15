/// The bytes of a text that grows at its end.
///
/// Most pieces of a statement are a few bytes long, so what counts is that adding one is a comparison and a copy. An
/// array asks for its uniqueness with every piece, which costs as much as the piece; this memory has one owner, because
/// the buffer cannot be copied.
struct SQLBuffer: ~Copyable {
    private var memory: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(capacity: Int) { memory = .allocate(capacity: capacity) }

    deinit { memory.deallocate() }

    /// The text so far.
    var text: String { String(decoding: UnsafeBufferPointer(rebasing: memory[..<count]), as: UTF8.self) }

    /// Makes room; every write below asks for it first, so none of them goes past the end.
    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if memory.count - count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: memory.count + max(more, memory.count))
        _ = larger.update(fromContentsOf: memory[..<count])
        memory.deallocate()
        memory = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
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
        let dot = UInt8(ascii: ".")
        var position = count + 1
        var partStart = position
        memory[count] = quote
        for byte in utf8 {
            // All that needs thought, but a quotation mark of the engine's own, comes before the digits.
            if byte < UInt8(ascii: "0") || byte == quote {
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
    mutating func append(_ number: Int) {
        if number >= 0, number < 10 { return append(UInt8(ascii: "0") + UInt8(number)) }
        append(String(number))
    }
}

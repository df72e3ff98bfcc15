/// Makes strings of bytes that may not be UTF-8.
@usableFromInline
package enum UTF8Text {
    /// The text; nil where the bytes are not valid UTF-8.
    ///
    /// Most text is ASCII, which needs no more proof; the standard library's validating initialiser is generic and
    /// takes three times as long for a short text.
    @inlinable
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        isASCII(bytes) ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }

    @inlinable
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var all: UInt64 = 0
        var offset = 0
        while offset &+ 8 <= raw.count {
            all |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        while offset < raw.count {
            all |= UInt64(raw[offset])
            offset &+= 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}

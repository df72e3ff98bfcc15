import Foundation

/// Makes strings of bytes that may not be UTF-8.
@usableFromInline
package enum UTF8Text {
    /// The text; nil where the bytes are not valid UTF-8.
    ///
    /// Most text is ASCII, which needs no more proof. Other text is decoded and compared with its bytes: the standard
    /// library's validating initialiser is generic and takes three times as long for a short text.
    @inlinable
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return isASCII(bytes) || isSame(text, bytes) ? text : nil
    }

    /// Whether decoding repaired nothing.
    @usableFromInline
    static func isSame(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var text = text
        return text.withUTF8 { text in
            guard text.count == bytes.count, let start = text.baseAddress, let other = bytes.baseAddress else {
                return text.count == bytes.count
            }
            return memcmp(start, other, text.count) == 0
        }
    }

    @inlinable
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let count = raw.count
        var all: UInt64 = 0
        if count >= 8 {
            var offset = 0
            while offset &+ 8 <= count {
                all |= raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            // The last eight bytes, some of them once more.
            all |= raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else {
            for byte in raw { all |= UInt64(byte) }
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}

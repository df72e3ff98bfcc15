import Foundation

/// Makes strings of bytes that may not be UTF-8.
@usableFromInline
package enum UTF8Text {
    /// The text; nil if the bytes are not valid UTF-8.
    ///
    /// Most text is ASCII, which needs no more proof. Other text is decoded and compared with its bytes: the standard
    /// library's validating initialiser is generic and takes three times as long for a short text.
    @inlinable
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return isASCII(bytes) || isSame(text, bytes) ? text : nil
    }

    /// Whether a text is written with these bytes; of a text that was decoded, whether nothing was repaired.
    @usableFromInline @inline(never)
    package static func isSame(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        text.withUTF8Bytes { text in
            guard text.count == bytes.count, let start = text.baseAddress, let other = bytes.baseAddress else {
                return text.count == bytes.count
            }
            return memcmp(start, other, text.count) == 0
        }
    }

    @inlinable @inline(__always)
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        guard let start = raw.baseAddress else { return true }
        let count = raw.count
        // The last bytes are looked at once more where the count is no multiple.
        if count >= 8 {
            var all = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            var offset = 0
            while offset &+ 8 < count {
                all |= start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            return all & 0x8080_8080_8080_8080 == 0
        }
        if count >= 4 {
            let first = start.loadUnaligned(as: UInt32.self)
            return (first | start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)) & 0x8080_8080 == 0
        }
        var all: UInt8 = 0
        for byte in raw { all |= byte }
        return all & 0x80 == 0
    }
}

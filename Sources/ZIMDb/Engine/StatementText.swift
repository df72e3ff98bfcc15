/// A statement's text as the engine sees it: its bytes.
///
/// Swift takes two spellings of one character, "é" as one scalar or as two, for equal; a database does not, so they must
/// not find each other's statement.
struct StatementText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: StatementText, right: StatementText) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Eight bytes at a time: the standard library's hash, made to withstand those who choose keys that collide, takes
    /// longer for a text of some hundred bytes than SQLite for a row.
    func hash(into hasher: inout Hasher) {
        let hash = text.withUTF8Bytes { bytes -> UInt64 in
            let bytes = UnsafeRawBufferPointer(bytes)
            var hash = UInt64(truncatingIfNeeded: bytes.count)
            var offset = 0
            while offset &+ 8 <= bytes.count {
                hash = Self.mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset &+= 8
            }
            while offset < bytes.count {
                hash = Self.mix(hash ^ UInt64(bytes[offset]))
                offset &+= 1
            }
            return hash
        }
        hasher.combine(hash)
    }

    @inline(__always)
    private static func mix(_ word: UInt64) -> UInt64 {
        let product = (word ^ 0x2545_F491_4F6C_DD1D).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}

import Foundation
import ZIMDb

/// A short number that stands for a property's value, so that changes are found without a copy of every row.
///
/// Two values share one with a chance of 1 in 4 billion.
enum Digest {
    static let null: UInt32 = 0x9E37_79B9

    @inline(__always)
    static func mix(_ word: UInt64, _ seed: UInt64 = 0x2545_F491_4F6C_DD1D) -> UInt64 {
        let product = (word ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    @inline(__always)
    static func fold(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word ^ (word >> 32)) }

    @inline(__always)
    static func of(_ number: Int64) -> UInt32 { fold(mix(UInt64(bitPattern: number))) }

    @inline(__always)
    static func of(_ number: Double) -> UInt32 { fold(mix(number.bitPattern, 0xA076_1D64_78BD_642F)) }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var hash = UInt64(bytes.count) &* 0xE703_7ED1_A0B4_28DB
        let count = bytes.count
        if count >= 8 {
            var offset = 0
            while offset &+ 8 < count {
                hash = mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), hash)
                offset &+= 8
            }
            // The last eight bytes, some of them once more.
            hash = mix(bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self), hash)
        } else if count >= 4 {
            let first = UInt64(bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
            let last = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            hash = mix(first << 32 | last, hash)
        } else if count > 0 {
            hash = mix(UInt64(bytes[0]) << 16 | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count &- 1]), hash)
        }
        return fold(mix(hash))
    }

    @inline(__always)
    static func of(_ text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    static func of(_ data: Data) -> UInt32 { data.withUnsafeBytes { of($0) } }

    static func of(_ value: SQLValue) -> UInt32 {
        switch value {
        case .null: null
        case .integer(let number): of(number)
        case .real(let number): of(number)
        case .text(let text): of(text)
        case .blob(let bytes): bytes.withUnsafeBytes { of($0) } ^ 0x5bd1_e995
        case .typed(let typed): of(typed.text) ^ of(typed.type)
        }
    }
}

/// Whether a text is JSON as PostgreSQL's type `json` takes it, or as MariaDB does: 31 levels deep at most, and the halves of
/// escaped characters in pairs.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>
struct JSONCheck {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    private var lists = 0
    private let isForMariaDB: Bool

    static func isValid(_ text: String, inMariaDB isForMariaDB: Bool = false) -> Bool {
        var check = JSONCheck(Array(text.utf8), isForMariaDB)
        check.skipSpace()
        guard check.value() else { return false }
        check.skipSpace()
        return check.position == check.bytes.count
    }

    private init(_ bytes: [UInt8], _ isForMariaDB: Bool) { (self.bytes, self.isForMariaDB) = (bytes, isForMariaDB) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func value() -> Bool {
        depth += 1
        defer { depth -= 1 }
        // The server's own stack ends somewhere, too.
        guard depth < 1_000, let byte = next else { return false }
        switch byte {
        case UInt8(ascii: "{"): return list(end: UInt8(ascii: "}"), hasNames: true)
        case UInt8(ascii: "["): return list(end: UInt8(ascii: "]"), hasNames: false)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
    }

    private mutating func list(end: UInt8, hasNames: Bool) -> Bool {
        lists += 1
        defer { lists -= 1 }
        if isForMariaDB, lists > 31 { return false }
        position += 1
        skipSpace()
        if take(end) { return true }
        while true {
            skipSpace()
            if hasNames {
                guard next == UInt8(ascii: "\""), string() else { return false }
                skipSpace()
                guard take(UInt8(ascii: ":")) else { return false }
                skipSpace()
            }
            guard value() else { return false }
            skipSpace()
            if take(end) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    private mutating func string() -> Bool {
        position += 1
        var hasHalf = false
        while let byte = next {
            position += 1
            var code: UInt16?
            if byte == UInt8(ascii: "\\") {
                guard let escape = next else { return false }
                position += 1
                if escape == UInt8(ascii: "u") {
                    guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy(Self.isHexadecimal)
                    else { return false }
                    code = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
                    position += 4
                } else if !"\"\\/bfnrt".utf8.contains(escape) {
                    return false
                }
            } else if byte < 0x20 {
                return false
            }
            let isLow = code.map { (0xDC00...0xDFFF).contains($0) } ?? false
            if isForMariaDB, isLow != hasHalf { return false }
            hasHalf = code.map { (0xD800...0xDBFF).contains($0) } ?? false
            if byte == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    private mutating func number() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { guard digits() else { return false } }
        if take(UInt8(ascii: ".")) { guard digits() else { return false } }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return false }
        }
        // 01 and 1a are no numbers.
        return next.map { !Self.isHexadecimal($0) } ?? true
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, byte &- 0x30 < 10 { position += 1 }
        return position > start
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { "0123456789abcdefABCDEF".utf8.contains(byte) }
}

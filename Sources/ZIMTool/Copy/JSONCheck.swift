/// Whether a text is JSON as PostgreSQL's type `json` takes it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>
struct JSONCheck {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    static func isValid(_ text: String) -> Bool {
        var check = JSONCheck(bytes: Array(text.utf8))
        check.skipSpace()
        guard check.value() else { return false }
        check.skipSpace()
        return check.position == check.bytes.count
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

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
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escape = next else { return false }
                position += 1
                if escape == UInt8(ascii: "u") {
                    guard position + 4 <= bytes.count, bytes[position..<position + 4].allSatisfy(Self.isHexadecimal)
                    else { return false }
                    position += 4
                } else if !"\"\\/bfnrt".utf8.contains(escape) {
                    return false
                }
            case 0..<0x20: return false
            default: break
            }
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

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension JSONCheck {
    /// Whether MariaDB takes a JSON text for one: 31 levels deep at most, and the halves of escaped characters in pairs.
    static func isValidInMariaDB(_ text: String) -> Bool {
        var depth = 0
        var isString = false
        var hasHalf = false
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            guard isString else {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "\""): isString = true
                default: break
                }
                if depth > 31 { return false }
                continue
            }
            var isLow = false
            if byte == UInt8(ascii: "\\") {
                if bytes.popFirst() == UInt8(ascii: "u") {
                    let code = UInt16(String(decoding: bytes.prefix(4), as: UTF8.self), radix: 16) ?? 0
                    bytes = bytes.dropFirst(4)
                    isLow = (0xDC00...0xDFFF).contains(code)
                    if isLow != hasHalf { return false }
                    hasHalf = (0xD800...0xDBFF).contains(code)
                    continue
                }
            } else if byte == UInt8(ascii: "\"") {
                isString = false
            }
            if hasHalf { return false }
        }
        return true
    }
}

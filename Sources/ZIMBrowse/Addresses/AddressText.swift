/// Any bytes as text that stands in an address, in a form's hidden field and in HTML as it is.
///
/// Letters, digits, `-`, `_` and `.` stand for themselves, every other byte is `~` and two hexadecimal digits. Nothing on
/// the way, neither a browser that tidies up addresses nor a form that turns line breaks into others, changes such a text.
enum AddressText {
    static func encode(_ text: String) -> String { encode(text.utf8) }

    /// - Parameter plain: what stands for itself besides.
    static func encode(
        _ bytes: some Sequence<UInt8>, mark: UInt8 = UInt8(ascii: "~"), plain: [UInt8] = []
    ) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) || plain.contains(byte) {
                result.append(byte)
            } else {
                result += [mark, digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes; nil where a `~` is followed by something else than two digits.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }

    /// The text; nil where it is none.
    static func decode(_ text: some StringProtocol) -> String? {
        bytes(of: text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + 0x30 : value + 0x37 }

    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}

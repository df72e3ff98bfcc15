import Foundation
import ZIMDb

extension SQLValue {
    /// A form that all values share which a database may take for one: the letters and digits of a text without case and accents,
    /// a number without zeros that do not count.
    ///
    /// It is rougher than collations are, so values of one form may be two to the database all the same. Only rules that
    /// somebody gave to a collation may go beyond it.
    var folded: SQLValue {
        switch self {
        case .null, .blob: self
        case .integer(let number): .text(String(number))
        case .real(let number): .text(Self.plain(DecimalNumber(number)) ?? String(number))
        case .text(let text): .text(Self.folded(text))
        case .typed(let typed):
            .text(Self.folded(typed.textBytes.map { String(decoding: $0, as: UTF8.self) } ?? typed.text))
        }
    }

    /// Whether other values may have its folded form.
    var hasSpellings: Bool {
        switch self {
        case .null, .integer, .blob: false
        case .real, .text, .typed: true
        }
    }

    private static func folded(_ text: String) -> String {
        // 1e5 is a word as well, of which 1é5 is another spelling.
        let isWord = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        return (isWord ? nil : plain(DecimalNumber(text))) ?? letters(text)
    }

    /// All digits of a number that a column can hold.
    private static func plain(_ number: DecimalNumber?) -> String? {
        number.flatMap { abs($0.exponent) < 400 ? $0.text : nil }
    }

    private static func letters(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            case 0x80...:
                return text.decomposedStringWithCompatibilityMapping
                    .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                    .unicodeScalars.map(letters(of:)).joined()
            default: break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What collations take a letter for which Unicode does not take apart.
    private static func letters(of scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "a"..."z", "0"..."9": return String(scalar)
        case "ø": return "o"
        case "ł": return "l"
        case "đ", "ð": return "d"
        case "ħ": return "h"
        case "æ": return "ae"
        case "œ": return "oe"
        // Katakana, which stand as far behind Hiragana in the whole table.
        case "\u{30A1}"..."\u{30F6}": return Unicode.Scalar(scalar.value - 0x60).map { String($0) } ?? ""
        default: break
        }
        let properties = scalar.properties
        if properties.numericType == .decimal, let digit = properties.numericValue { return String(Int(digit)) }
        return properties.isAlphabetic ? properties.lowercaseMapping : ""
    }
}

import ZIMDb

/// Keys as the text of a JSON array.
enum KeyJSON {
    /// `[[1,"a"],[2,"b"]]`, or `[1,2]` for keys of which one part differs; nil if a part has no exact form.
    ///
    /// - Parameters:
    ///   - constants: the parts that are left out.
    ///   - isTable: whether the engine makes columns with types of it: then all values have a form, bytes as hexadecimal
    ///     digits.
    static func json(of keys: KeyList, without constants: KeyParts, isTable: Bool = false) -> String? {
        let parts = (0..<keys.width).filter { !constants.contains($0) }
        var text: [UInt8] = []
        text.reserveCapacity(keys.count * 8 * parts.count)
        text.append(UInt8(ascii: "["))
        for index in 0..<keys.count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if parts.count != 1 { text.append(UInt8(ascii: "[")) }
            var isFirst = true
            for part in parts {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                switch keys.part(part, of: index) {
                case .integer(let number): append(number, to: &text)
                case .text(var string):
                    guard string.withUTF8({ append($0, to: &text, takesNUL: isTable) }) else { return nil }
                // What is no number equals nothing.
                case .real(let number) where isTable:
                    text.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
                case .blob(let bytes) where isTable:
                    text.append(contentsOf: ("\"" + SQLValue.hexadecimal(bytes) + "\"").utf8)
                // On an engine without types: a date with digits that its text has not.
                case .typed(let typed):
                    // What only another engine has is refused where it is bound.
                    guard typed.engine == nil else { return nil }
                    var string = typed.plainText
                    guard string.withUTF8({ append($0, to: &text) }) else { return nil }
                case .null, .real, .blob: return nil
                }
            }
            if parts.count != 1 { text.append(UInt8(ascii: "]")) }
        }
        text.append(UInt8(ascii: "]"))
        return String(decoding: text, as: UTF8.self)
    }

    /// A string of JSON; nil for a text with NUL.
    static func string(_ text: String) -> String? {
        var (text, json) = (text, [UInt8]())
        return text.withUTF8 { append($0, to: &json) } ? String(decoding: json, as: UTF8.self) : nil
    }

    private static func append(_ number: Int64, to text: inout [UInt8]) {
        if number < 0 { text.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = text.count
        repeat {
            text.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        text[start...].reverse()
    }

    /// Appends a string of JSON; false for one with NUL, where SQLite would end the text.
    private static func append(
        _ string: UnsafeBufferPointer<UInt8>, to text: inout [UInt8], takesNUL: Bool = false
    ) -> Bool {
        text.append(UInt8(ascii: "\""))
        defer { text.append(UInt8(ascii: "\"")) }
        if string.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text.append(contentsOf: string)
            return true
        }
        for byte in string {
            switch byte {
            case 0 where !takesNUL: return false
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0..<0x20:
                text.append(contentsOf: "\\u00".utf8)
                text.append(contentsOf: SQLValue.hexadecimal([byte]).utf8)
            default: text.append(byte)
            }
        }
        return true
    }
}

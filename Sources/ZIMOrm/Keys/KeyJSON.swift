import ZIMDb

/// Keys as the text of a JSON array.
enum KeyJSON {
    /// `[[1,"a"],[2,"b"]]`, or `[1,2]` for keys of which one part differs; nil if a part has no exact form.
    ///
    /// - Parameters:
    ///   - constants: the parts that are left out.
    ///   - isTable: whether the engine makes columns with types of it: then all values have a form, bytes as hexadecimal
    ///     digits.
    ///   - takesNull: whether NULL is a value.
    static func json(
        of keys: KeyList, without constants: KeyParts, isTable: Bool = false, takesNull: Bool = false
    ) -> String? {
        let parts = (0..<keys.width).filter { !constants.contains($0) }
        var text = SQLBuffer(capacity: keys.count * 16 * parts.count)
        text.append(UInt8(ascii: "["))
        for index in 0..<keys.count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if parts.count != 1 { text.append(UInt8(ascii: "[")) }
            var isFirst = true
            for part in parts {
                if !isFirst { text.append(UInt8(ascii: ",")) }
                isFirst = false
                switch keys.part(part, of: index) {
                case .integer(let number): text.append(number)
                case .text(let string):
                    guard string.withUTF8Bytes({ append($0, to: &text, takesNUL: isTable) }) else { return nil }
                // What is no number equals nothing. In quotes, since MySQL does not read all digits of a JSON number.
                case .real(let number) where isTable: text.append(number.isFinite ? "\"\(number)\"" : "null")
                case .blob(let bytes) where isTable: text.append("\"" + SQLValue.hexadecimal(bytes) + "\"")
                // As its text: a date with digits that its plain text has not, or a decimal.
                case .typed(let typed):
                    // What only another engine has is refused where it is bound.
                    guard typed.engine == nil else { return nil }
                    guard typed.plainText.withUTF8Bytes({ append($0, to: &text, takesNUL: isTable) }) else {
                        return nil
                    }
                case .null where takesNull: text.append("null")
                case .null, .real, .blob: return nil
                }
            }
            if parts.count != 1 { text.append(UInt8(ascii: "]")) }
        }
        text.append(UInt8(ascii: "]"))
        return text.text
    }

    /// A string of JSON; nil for a text with NUL.
    static func string(_ text: String) -> String? {
        var json = SQLBuffer(capacity: text.utf8.count + 2)
        return text.withUTF8Bytes { append($0, to: &json) } ? json.text : nil
    }

    /// Appends a string of JSON; false for one with NUL, where SQLite would end the text.
    @inline(__always)
    private static func append(
        _ string: UnsafeBufferPointer<UInt8>, to text: inout SQLBuffer, takesNUL: Bool = false
    ) -> Bool {
        text.append(quoted: string) { text, byte in
            guard byte != 0 || takesNUL else { return false }
            text.append("\\u00" + SQLValue.hexadecimal([byte]))
            return true
        }
    }
}

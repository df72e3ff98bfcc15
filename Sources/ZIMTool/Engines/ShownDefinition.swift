import ZIMOrm
import ZIMSql

extension ResultRow {
    /// What SHOW CREATE prints in its second column. MariaDB prints the default of a column of bytes as it is: where that is
    /// no UTF-8, it is written as `x'00FF'`.
    ///
    /// - Throws: `ValueMismatch` for other text that is no UTF-8.
    func shownDefinition() throws -> String {
        guard case .blob(let bytes) = self[1] else { return try get(1) }
        var text: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            let isString = byte == UInt8(ascii: "'")
            let end = isString || byte == UInt8(ascii: "`") ? Self.endOfQuotes(rest) : rest.startIndex + 1
            let piece = rest[..<end]
            let isText = !isString || String(validating: piece, as: UTF8.self) != nil
            text += isText ? Array(piece) : Self.hexadecimal(piece)
            rest = rest[end...]
        }
        return try String(validating: text, as: UTF8.self) ?? get(1)
    }

    /// Behind the quote that closes a string, or a name in backquotes.
    private static func endOfQuotes(_ bytes: ArraySlice<UInt8>) -> Int {
        let quote = bytes[bytes.startIndex]
        var position = bytes.startIndex + 1
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "\\"), quote == UInt8(ascii: "'") {
                position += 2
            } else if bytes[position] != quote {
                position += 1
            } else if position + 1 < bytes.endIndex, bytes[position + 1] == quote {
                position += 2
            } else {
                return position + 1
            }
        }
        return bytes.endIndex
    }

    /// `x'00FF'` for the bytes between quotes, whose escapes the server writes: `\0`, `\n`, `\r`, `\\` and `''`.
    private static func hexadecimal(_ piece: ArraySlice<UInt8>) -> [UInt8] {
        var digits = ""
        var rest = piece.dropFirst().dropLast()
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "'") { _ = rest.popFirst() }
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                switch escaped {
                case UInt8(ascii: "0"): byte = 0
                case UInt8(ascii: "n"): byte = 0x0A
                case UInt8(ascii: "r"): byte = 0x0D
                default: byte = escaped
                }
            }
            digits += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return Array("x'\(digits)'".utf8)
    }
}

extension String {
    /// A definition with what a server prints in comments, `/*!50100 PARTITION BY … */` and `/*M!100301 COMPRESSED*/`, in
    /// place of them: servers of that version take it, and it is looked at as the rest is.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/comments.html>
    var withoutVersionComments: String {
        SQLTokenizer(self, rules: .mySQL).tokens.map { token in
            guard token.kind == .comment, token.text.hasSuffix("*/"),
                let mark = ["/*!", "/*M!"].first(where: token.text.hasPrefix)
            else { return token.text }
            return String(token.text.dropFirst(mark.count).dropLast(2).drop(while: \.isNumber))
        }.joined()
    }
}

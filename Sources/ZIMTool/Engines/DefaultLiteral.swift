import ZIMOrm

/// The value of a new model for a column that declares a default, where it is a plain one.
enum DefaultLiteral {
    /// Swift text; nil where the default is none, or an expression that only the database computes.
    static func swift(_ sql: String?, for type: SwiftType) -> String? {
        guard let sql, let text = literal(sql) else { return nil }
        let word = text.uppercased()
        if word == "NULL" { return nil }
        if ["CURRENT_TIMESTAMP", "CURRENT_DATE", "LOCALTIMESTAMP", "NOW()"].contains(word) {
            return type.name == "Date" ? "Date()" : nil
        }
        let isText = text.hasPrefix("'")
        let plain = isText ? String(text.dropFirst().dropLast()).replacing("''", with: "'") : text
        switch type.name {
        case "Int": return Int(plain.trimmingSpaces).map(String.init)
        case "Double": return number(plain).map { String($0) }
        case "Decimal":
            guard number(plain) != nil else { return nil }
            return Int(plain.trimmingSpaces).map(String.init)
        case "Bool":
            switch plain.lowercased() {
            case "1", "true", "t": return "true"
            case "0", "false", "f": return "false"
            default: return nil
            }
        case "String":
            if isText { return SwiftName.literal(plain) }
            return number(plain) == nil ? nil : SwiftName.literal(plain)
        default: return nil
        }
    }

    /// Whether a default is the same value for each row.
    static func isPlain(_ sql: String) -> Bool {
        guard let text = literal(sql) else { return false }
        return text.hasPrefix("'") || number(text) != nil || ["NULL", "TRUE", "FALSE"].contains(text.uppercased())
    }

    /// The text without brackets around it and without a cast behind it; nil where there is more than one value.
    private static func literal(_ sql: String) -> String? {
        var text = sql.trimmingSpaces
        var shorter = text
        repeat {
            text = shorter
            if text.hasPrefix("("), let close = closing(text), close == text.index(before: text.endIndex) {
                shorter = String(text.dropFirst().dropLast()).trimmingSpaces
            } else if let cast = cast(in: text) {
                shorter = String(text[..<cast]).trimmingSpaces
            }
        } while shorter != text && !shorter.isEmpty
        guard text.hasPrefix("'") else { return text }
        return endOfText(text) == text.endIndex ? text : nil
    }

    /// Where `::numeric(8,2)` begins, if nothing else follows what stands before it.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-expressions.html#SQL-SYNTAX-TYPE-CASTS>
    private static func cast(in text: String) -> String.Index? {
        let end: String.Index?
        switch text.first {
        case "'": end = endOfText(text)
        case "(": end = closing(text).map { text.index(after: $0) }
        default: end = text.firstRange(of: "::")?.lowerBound
        }
        guard let end, text[end...].hasPrefix("::") else { return nil }
        let type = text[end...].dropFirst(2)
        let isType = type.allSatisfy { $0.isLetter || $0.isNumber || " _.\"[](),".contains($0) }
        return isType && !type.isEmpty ? end : nil
    }

    /// Behind the quotation mark that ends the text at the beginning.
    private static func endOfText(_ text: String) -> String.Index? {
        var position = text.index(after: text.startIndex)
        while position < text.endIndex {
            let next = text.index(after: position)
            if text[position] != "'" {
                position = next
            } else if next < text.endIndex, text[next] == "'" {
                position = text.index(after: next)
            } else {
                return next
            }
        }
        return nil
    }

    /// The bracket that closes the one at the beginning; text in quotation marks does not count.
    private static func closing(_ text: String) -> String.Index? {
        var depth = 0
        var isText = false
        for index in text.indices {
            if text[index] == "'" { isText.toggle() }
            if isText { continue }
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    private static func number(_ text: String) -> Double? {
        Double(text.trimmingSpaces).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

import ZIMOrm

/// The value of a new model for a column that declares a default, where it is a plain one.
enum DefaultLiteral {
    /// Swift text; nil where the default is none, or an expression that only the database computes.
    static func swift(_ sql: String?, for type: SwiftType) -> String? {
        guard var text = sql?.trimmingSpaces else { return nil }
        while text.hasPrefix("("), text.hasSuffix(")"), text.count > 2 {
            text = String(text.dropFirst().dropLast()).trimmingSpaces
        }
        let word = text.uppercased()
        if word == "NULL" { return nil }
        if ["CURRENT_TIMESTAMP", "CURRENT_DATE"].contains(word) { return type.name == "Date" ? "Date()" : nil }
        let isText = text.hasPrefix("'") && text.hasSuffix("'") && text.count >= 2
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

    private static func number(_ text: String) -> Double? {
        Double(text.trimmingSpaces).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String {
    var trimmingSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

import ZIMOrm

/// A value as a column holds it, which an address gives back exactly: kind, digits and bytes.
struct ExactValue: Sendable, Hashable {
    let value: SQLValue
    /// Whether it is text that is no UTF-8, of which ``value`` has the bytes.
    let isBrokenText: Bool

    init(_ value: SQLValue, isBrokenText: Bool = false) {
        self.value = value
        self.isBrokenText = isBrokenText
    }

    init(_ row: Row, at index: Int) {
        value = row.value(at: index)
        if case .blob = value { isBrokenText = row.storage(at: index) == .text } else { isBrokenText = false }
    }

    /// The value in a statement.
    var expression: SQLExpression {
        isBrokenText ? SQLExpression.value(value).cast(as: .text) : .value(value)
    }

    /// A letter for the kind and the value: `i42`, `tNorth`, `x00FF`, `n` for NULL.
    var text: String {
        switch value {
        case .null: "n"
        case .integer(let number): "i\(number)"
        case .real(let number): "r" + AddressText.encode("\(number)")
        case .text(let text): "t" + AddressText.encode(text)
        case .typed(let typed): "y" + AddressText.encode(typed.type) + "!" + AddressText.encode(typed.text)
        case .blob(let bytes): (isBrokenText ? "u" : "x") + SQLValue.hexadecimal(bytes)
        }
    }

    /// Nil where the text is no value.
    init?(text: some StringProtocol) {
        guard let kind = text.first else { return nil }
        let rest = text.dropFirst()
        switch kind {
        case "n" where rest.isEmpty: self.init(.null)
        case "i":
            guard let number = Int64(rest) else { return nil }
            self.init(.integer(number))
        case "r":
            guard let number = AddressText.decode(rest).flatMap(Double.init) else { return nil }
            self.init(.real(number))
        case "t":
            guard let text = AddressText.decode(rest) else { return nil }
            self.init(.text(text))
        case "y":
            let parts = rest.split(separator: "!", omittingEmptySubsequences: false)
            guard parts.count == 2, let type = AddressText.decode(parts[0]), let text = AddressText.decode(parts[1])
            else { return nil }
            self.init(.typed(SQLTypedText(text, type: type)))
        case "x", "u":
            guard let bytes = SQLValue.bytes(hexadecimal: rest) else { return nil }
            self.init(.blob(bytes), isBrokenText: kind == "u")
        default: return nil
        }
    }
}

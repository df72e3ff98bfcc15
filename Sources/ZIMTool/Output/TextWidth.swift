extension String {
    /// How many columns of a terminal the text takes: wide characters take two, combining ones none.
    var displayWidth: Int {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + $1.displayWidth }
    }

    /// The text filled up with spaces to a width.
    func padded(to width: Int, right: Bool = false) -> String {
        let missing = width - displayWidth
        guard missing > 0 else { return self }
        let spaces = String(repeating: " ", count: missing)
        return right ? spaces + self : self + spaces
    }

    /// The text cut to a width, with a sign that it was.
    func cut(to width: Int) -> String {
        guard displayWidth > width, width > 1 else { return self }
        var text = ""
        var used = 0
        for character in self {
            if used + character.displayWidth > width - 1 { break }
            used += character.displayWidth
            text.append(character)
        }
        return text + "…"
    }

    /// The text with control characters made visible, so that one value stays on one line and no escape sequence of a
    /// database reaches the terminal.
    package var printable: String {
        // Most text is plain, and needs no look at its characters.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isControl: text += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension String {
    /// The text for a terminal: lines stay lines, tabs and our own colours stay, and whatever else would steer the terminal is
    /// made visible. What a database holds must not move the cursor, write to the clipboard or hide what was printed.
    package var forTerminal: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) else { return self }
        // Colours begin and end with these, so that what lies between them has none.
        var text = ""
        var rest = Substring(self)
        while let start = rest.unicodeScalars.firstIndex(where: { $0.isControl }) {
            text += rest[..<start]
            rest = rest[start...]
            if let code = TextStyle.codes.first(where: { rest.unicodeScalars.starts(with: $0.unicodeScalars) }) {
                text += code
                rest = Substring(rest.unicodeScalars.dropFirst(code.unicodeScalars.count))
            } else {
                let scalar = rest.unicodeScalars.removeFirst()
                let isPlain = scalar == "\n" || scalar == "\t" || scalar == "\r" && rest.unicodeScalars.first == "\n"
                text += isPlain ? String(scalar) : String(scalar).printable
            }
        }
        return text + rest
    }
}

extension Character {
    fileprivate var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.generalCategory == .nonspacingMark { return 0 }
        return first.isWide || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
}

extension Unicode.Scalar {
    /// Control characters, and those that change the direction of text.
    fileprivate var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x61C || (0x200E...0x200F).contains(value)
            || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// Whether East Asian terminals give it two columns.
    ///
    /// Source: <https://www.unicode.org/reports/tr11/>
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

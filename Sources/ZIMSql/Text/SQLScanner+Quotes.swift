extension SQLScanner {
    /// Moves past `'text'`, in which two quotes are one.
    mutating func string(
        _ quote: UInt8 = UInt8(ascii: "'"), escapes: Bool = false
    ) throws(Broken) -> SQLToken.Kind {
        try quoted(quote, escapes: escapes || rules.hasBackslashes, "the string is not closed")
        return .string
    }

    /// Moves past a name between quotes.
    mutating func quotedName(_ quote: UInt8) throws(Broken) -> SQLToken.Kind {
        try quoted(quote, escapes: false, "the quoted name is not closed")
        return .identifier
    }

    private mutating func quoted(_ quote: UInt8, escapes: Bool, _ message: String) throws(Broken) {
        advance()
        while !isAtEnd {
            let byte = peek()
            if byte == quote, peek(1) == quote {
                advance(2)
            } else if byte == quote {
                return advance()
            } else if byte == UInt8(ascii: "\\"), escapes {
                advance(2)
            } else {
                advance()
            }
        }
        throw Broken(message: message)
    }

    /// Moves past `[name]`, which ends at the first closing bracket.
    mutating func bracketedName() throws(Broken) -> SQLToken.Kind {
        skip { $0 != UInt8(ascii: "]") }
        guard !isAtEnd else { throw Broken(message: "the bracketed name is not closed") }
        advance()
        return .identifier
    }

    /// Moves past a string or name that a letter precedes, or a dollar-quoted string; nil if there is none.
    mutating func prefixedString() throws(Broken) -> SQLToken.Kind? {
        let quote = UInt8(ascii: "'")
        let letter = peek() | 0x20
        if letter == UInt8(ascii: "x"), peek(1) == quote { return try hexadecimalBytes() }
        if rules.hasDollarQuotes, peek() == UInt8(ascii: "$"), try dollarQuoted() { return .string }
        guard rules.hasPrefixedStrings else { return nil }
        if peek(1) == quote {
            switch letter {
            case UInt8(ascii: "e"):
                advance()
                return try string(escapes: true)
            case UInt8(ascii: "n"):
                advance()
                return try string()
            case UInt8(ascii: "b"):
                advance()
                _ = try string()
                return .blob
            default: return nil
            }
        }
        guard letter == UInt8(ascii: "u"), peek(1) == UInt8(ascii: "&") else { return nil }
        if peek(2) == quote {
            advance(2)
            return try string()
        }
        guard peek(2) == UInt8(ascii: "\"") else { return nil }
        advance(2)
        return try quotedName(UInt8(ascii: "\""))
    }

    private mutating func hexadecimalBytes() throws(Broken) -> SQLToken.Kind {
        advance(2)
        let start = position
        skip { $0.isSQLHexadecimal }
        guard peek() == UInt8(ascii: "'") else { throw Broken(message: "the bytes are not hexadecimal digits") }
        // A bit string of PostgreSQL's may have any number of digits.
        guard (position - start) % 2 == 0 || rules.hasPrefixedStrings else {
            throw Broken(message: "the bytes have an odd number of digits")
        }
        advance()
        return .blob
    }

    /// Moves past `$tag$text$tag$` and reports whether there was one.
    private mutating func dollarQuoted() throws(Broken) -> Bool {
        let dollar = UInt8(ascii: "$")
        var length = 1
        if peek(1).isSQLNameStart {
            while peek(length).isSQLNameStart || peek(length).isSQLDigit { length += 1 }
        }
        guard peek(length) == dollar else { return false }
        let tag = Array(bytes[position...(position + length)])
        advance(tag.count)
        while !isAtEnd {
            if peek() == dollar, bytes[position...].starts(with: tag) {
                advance(tag.count)
                return true
            }
            advance()
        }
        throw Broken(message: "the string between dollars is not closed")
    }
}

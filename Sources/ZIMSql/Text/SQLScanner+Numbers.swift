extension SQLScanner {
    /// Moves past a number.
    mutating func number() throws(Broken) -> SQLToken.Kind {
        if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x"), peek(2).isSQLHexadecimal {
            advance(2)
            skip { $0.isSQLHexadecimal }
            return try ended(.hexadecimal)
        }
        var kind = SQLToken.Kind.integer
        skip { $0.isSQLDigit }
        // 1..2 is a range in PL/pgSQL, not two numbers.
        if peek() == UInt8(ascii: "."), !(rules.hasFreeOperators && peek(1) == UInt8(ascii: ".")) {
            kind = .real
            advance()
            skip { $0.isSQLDigit }
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            let hasSign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
            if peek(hasSign ? 2 : 1).isSQLDigit {
                kind = .real
                advance(hasSign ? 2 : 1)
                skip { $0.isSQLDigit }
            }
        }
        return try ended(kind)
    }

    private func ended(_ kind: SQLToken.Kind) throws(Broken) -> SQLToken.Kind {
        if peek().isSQLNamePart { throw Broken(message: "letters follow the number") }
        return kind
    }

    /// Moves past the position of a value; nil if there is none.
    mutating func parameter() throws(Broken) -> SQLToken.Kind? {
        switch peek() {
        case UInt8(ascii: "?") where rules.hasQuestionMarks:
            if rules.hasFreeOperators, peek(1) == UInt8(ascii: "|") || peek(1) == UInt8(ascii: "&") { return nil }
            advance()
            skip { $0.isSQLDigit }
            return .parameter
        case UInt8(ascii: "$") where peek(1).isSQLDigit && !rules.hasNamedDollars:
            advance()
            skip { $0.isSQLDigit }
            return .parameter
        case UInt8(ascii: ":"):
            // `:=`, `l1: LOOP`
            if rules.hasFreeOperators || rules.hasHashComments, !peek(1).isSQLNameStart { return nil }
            return try named()
        case UInt8(ascii: "@"), UInt8(ascii: "#"): return rules.hasNamedDollars ? try named() : nil
        case UInt8(ascii: "$"):
            guard rules.hasNamedDollars else { throw Broken(message: "a number must follow the dollar") }
            return try named()
        default: return nil
        }
    }

    /// Moves past `:name`, and in SQLite past `$name::part(suffix)`, as Tcl has variables.
    ///
    /// Source: `CC_VARALPHA` in SQLite's `src/tokenize.c`
    private mutating func named() throws(Broken) -> SQLToken.Kind {
        let isTcl = rules.hasTclNames || peek() == UInt8(ascii: "$")
        advance()
        var hasName = false
        while true {
            if peek().isSQLNamePart {
                hasName = true
                advance()
            } else if isTcl, peek() == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":") {
                advance(2)
            } else {
                break
            }
        }
        guard hasName else { throw Broken(message: "a name must follow the sign of a parameter") }
        if isTcl, peek() == UInt8(ascii: "(") {
            var length = 1
            while peek(length) != 0, peek(length) != UInt8(ascii: ")"), !peek(length).isSQLiteSpace { length += 1 }
            guard peek(length) == UInt8(ascii: ")") else {
                throw Broken(message: "a parameter's bracket is not closed")
            }
            advance(length + 1)
        }
        return .parameter
    }
}

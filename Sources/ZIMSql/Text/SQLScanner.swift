/// Walks over the bytes of a text, a token at a time.
struct SQLScanner {
    /// Why a token cannot be read.
    struct Broken: Error {
        let message: String
    }

    let bytes: [UInt8]
    let rules: SQLLexicalRules
    private(set) var position = 0

    init(_ text: String, rules: SQLLexicalRules) {
        bytes = Array(text.utf8)
        self.rules = rules
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func moveToEnd() { position = bytes.count }

    func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    /// The byte so many positions ahead, 0 past the end; no token holds a 0 outside its quotes.
    func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while !isAtEnd, condition(peek()) { advance() }
    }

    /// Moves past the next token and says what it is.
    mutating func next() throws(Broken) -> SQLToken.Kind {
        let byte = peek()
        if byte.isSQLSpace {
            if rules.hasByteOrderMarks { skip(while: \.isSQLiteSpace) } else { skip(while: \.isSQLSpace) }
            return .whitespace
        }
        if rules.hasByteOrderMarks, byte == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF {
            advance(3)
            return .whitespace
        }
        if try comment() { return .comment }
        switch byte {
        case UInt8(ascii: "'"): return try string()
        case UInt8(ascii: "\"") where rules.hasBackslashes: return try string(UInt8(ascii: "\""))
        case UInt8(ascii: "\""): return try quotedName(UInt8(ascii: "\""))
        case UInt8(ascii: "@") where rules.hasHashComments: return try variable()
        case UInt8(ascii: "`") where rules.hasBackquotes: return try quotedName(UInt8(ascii: "`"))
        case UInt8(ascii: "[") where rules.hasForeignQuotes: return try bracketedName()
        case UInt8(ascii: ";"):
            advance()
            return .terminal
        case UInt8(ascii: "."):
            if peek(1).isSQLDigit { return try number() }
            advance()
            return .operator
        default: break
        }
        if byte.isSQLDigit { return try number() }
        if let kind = try prefixedString() { return kind }
        if byte.isSQLNameStart { return word() }
        if let kind = try parameter() { return kind }
        return try sign()
    }

    /// Moves past a comment and reports whether there was one.
    private mutating func comment() throws(Broken) -> Bool {
        let isHash = rules.hasHashComments && peek() == UInt8(ascii: "#")
        if isHash || (peek() == UInt8(ascii: "-") && peek(1) == UInt8(ascii: "-") && isDashComment) {
            skip { $0 != UInt8(ascii: "\n") }
            return true
        }
        guard peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") else { return false }
        advance(2)
        var depth = 1
        while !isAtEnd {
            if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                advance(2)
                depth -= 1
                if depth == 0 { return true }
            } else if rules.hasNestedComments, peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                advance(2)
                depth += 1
            } else {
                advance()
            }
        }
        // SQLite takes the end of the text for the end of the comment.
        if rules.hasNestedComments { throw Broken(message: "the comment is not closed") }
        return true
    }

    /// `5--1` is a subtraction to MySQL.
    private var isDashComment: Bool { !rules.hasHashComments || position + 2 >= bytes.count || peek(2) <= 0x20 }

    /// `@name`, `@'name'`, `@@session.name`
    private mutating func variable() throws(Broken) -> SQLToken.Kind {
        skip { $0 == UInt8(ascii: "@") }
        switch peek() {
        case UInt8(ascii: "`"), UInt8(ascii: "'"), UInt8(ascii: "\""): _ = try quotedName(peek())
        default: skip { $0.isSQLNamePart || $0 == UInt8(ascii: ".") }
        }
        return .identifier
    }

    /// Moves past a word, which is a keyword or a name.
    private mutating func word() -> SQLToken.Kind {
        let start = position
        skip { $0.isSQLNamePart }
        return rules.keywords.contains(text(from: start).uppercasedASCII) ? .keyword : .identifier
    }

    /// Moves past an operator or another sign.
    private mutating func sign() throws(Broken) -> SQLToken.Kind {
        let free = rules.hasFreeOperators
        let candidates =
            free ? Self.postgreSQLSigns : rules.hasHashComments ? Self.mySQLSigns : Self.sqliteSigns
        let byte = peek()
        // Most begin with another byte, which is found out faster by itself.
        for sign in candidates where sign.first == byte && bytes[position...].starts(with: sign) {
            advance(sign.count)
            return .operator
        }
        if free, peek().isSQLOperator {
            freeOperator()
            return .operator
        }
        throw Broken(message: "the character cannot begin a token")
    }

    /// Moves past an operator of PostgreSQL's: it ends where a comment begins, and at a `+` or `-` unless it holds one
    /// of the signs that no standard operator has.
    private mutating func freeOperator() {
        let start = position
        while peek().isSQLOperator {
            let pair = (peek(), peek(1))
            if position > start,
                pair == (UInt8(ascii: "-"), UInt8(ascii: "-")) || pair == (UInt8(ascii: "/"), UInt8(ascii: "*"))
            {
                break
            }
            advance()
        }
        let isOwn = bytes[start..<position].contains { "~!@#%^&|`?".utf8.contains($0) }
        while !isOwn, position > start + 1, let last = bytes[start..<position].last,
            last == UInt8(ascii: "+") || last == UInt8(ascii: "-")
        {
            position -= 1
        }
    }

    private static let sqliteSigns: [[UInt8]] = [
        "->>", "->", "||", "<<", "<=", "<>", "<", ">>", ">=", ">", "==", "=", "!=", "|", "&", "~", "+", "-", "*", "/",
        "%",
        "(", ")", ",",
    ].map { Array($0.utf8) }

    private static let mySQLSigns: [[UInt8]] =
        ["<=>", "&&", ":=", "!="].map { Array($0.utf8) } + sqliteSigns
        + ["!", "^", "{", "}", ":"].map { Array($0.utf8) }

    private static let postgreSQLSigns: [[UInt8]] = ["::", ":=", ":", "(", ")", "[", "]", ",", "=>"].map {
        Array($0.utf8)
    }
}

extension UInt8 {
    /// With the vertical tab, which ends a word in SQLite and goes on with white space, but begins none.
    var isSQLiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isSQLSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }
    var isSQLDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isSQLHexadecimal: Bool { isSQLDigit || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x66) }
    var isSQLNameStart: Bool { self == 0x5F || self >= 0x80 || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A) }
    var isSQLNamePart: Bool { isSQLNameStart || isSQLDigit || self == 0x24 }
    var isSQLOperator: Bool { "+-*/<>=~!@#%^&|`?".utf8.contains(self) }
}

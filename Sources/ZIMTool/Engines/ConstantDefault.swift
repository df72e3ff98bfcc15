import ZIMOrm

/// What the default of a column stands for, where that is the same value for each row, or the time.
enum ConstantDefault: Hashable {
    case text(String)
    /// As it is written, with its sign.
    case number(String)
    /// The digits of `b'101'`.
    case bits(String)
    case bytes([UInt8])
    case truth(Bool)
    case null
    case now

    /// Nil for other expressions, which only the database computes.
    init?(_ sql: String, rules: SQLLexicalRules) { self.init(Self.bare(sql, rules: rules), rules: rules) }

    /// The tokens of a default without what does not change it: spaces, brackets around all of it, and the type that it has anyway.
    static func bare(_ sql: String, rules: SQLLexicalRules) -> ArraySlice<SQLToken> {
        var tokens = SQLTokenizer(sql, rules: rules).tokens.filter { !$0.isSpace }[...]
        var count: Int
        repeat {
            count = tokens.count
            tokens = withoutCast(withoutParentheses(tokens))
        } while tokens.count < count
        // MySQL writes _utf8mb4'sad' for the constant of an expression, ('sad').
        if rules == .mySQL, tokens.count == 2, tokens.first?.text.hasPrefix("_") == true,
            tokens.last?.kind == .string
        {
            tokens.removeFirst()
        }
        return tokens
    }

    /// - Parameter tokens: those of ``bare(_:rules:)``.
    init?(_ tokens: ArraySlice<SQLToken>, rules: SQLLexicalRules) {
        if Self.isNow(tokens) {
            self = .now
        } else if let sign = tokens.first?.text, sign == "-" || sign == "+", tokens.count == 2,
            case .number(let digits)? = tokens.last.flatMap({ Self(token: $0, rules) })
        {
            self = .number(sign == "-" ? "-" + digits : digits)
        } else if tokens.count == 2, tokens.first?.text.lowercased() == "b", let digits = tokens.last,
            digits.kind == .string
        {
            self = .bits(digits.unquotedName)
        } else if tokens.count == 1, let token = tokens.first, let own = Self(token: token, rules) {
            self = own
        } else {
            return nil
        }
    }

    private init?(token: SQLToken, _ rules: SQLLexicalRules) {
        switch token.kind {
        case .integer, .real: self = .number(token.text)
        case .hexadecimal where rules == .mySQL: self = .bytes(Self.bytes(token.text.dropFirst(2)))
        case .hexadecimal: self = .number(token.text)
        case .string where rules == .mySQL: self = .text(MySQLLiteral.text(of: token))
        case .string where token.text.hasPrefix("'"): self = .text(token.unquotedName)
        case .blob where token.text.lowercased().hasPrefix("b"):
            self = .bits(String(token.text.dropFirst(2).dropLast()))
        case .blob: self = .bytes(Self.bytes(token.text.dropFirst(2).dropLast()))
        case .keyword, .identifier:
            switch token.text.uppercased() {
            case "NULL": self = .null
            case "TRUE": self = .truth(true)
            case "FALSE": self = .truth(false)
            // SQLite takes "text" for 'text' where no column can be.
            default:
                guard token.text.hasPrefix("\"") else { return nil }
                self = .text(token.name)
            }
        default: return nil
        }
    }

    /// `current_timestamp`, with or without brackets and digits, and its other names.
    private static func isNow(_ tokens: ArraySlice<SQLToken>) -> Bool {
        let words = tokens.map { $0.text.lowercased() }
        if words == ["datetime", "(", "'now'", ")"] || words == ["date", "(", "'now'", ")"] { return true }
        let isCall = words.dropFirst().first == "(" && words.last == ")" && words.count <= 4
        guard let name = words.first, words.count == 1 || isCall else { return false }
        let names = ["current_timestamp", "current_date", "localtimestamp"]
        let functions = ["now", "curdate", "utc_timestamp", "utc_date"]
        return names.contains(name) || isCall && functions.contains(name)
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        SQLValue.bytes(hexadecimal: digits.count % 2 == 0 ? digits : "0" + digits) ?? []
    }

    private static func withoutParentheses(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
        guard tokens.first?.text == "(", tokens.last?.text == ")",
            Array(tokens).items(behind: 0).end == tokens.count
        else { return tokens }
        return tokens.dropFirst().dropLast()
    }

    /// Without `::numeric(8,2)`, if nothing else follows what stands before it.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-expressions.html#SQL-SYNTAX-TYPE-CASTS>
    private static func withoutCast(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
        guard let cast = tokens.lastIndex(where: { $0.text == "::" }) else { return tokens }
        let isType = tokens[(cast + 1)...].allSatisfy {
            [.keyword, .identifier, .integer].contains($0.kind)
                || ["(", ")", "[", "]", "[]", ",", "."].contains($0.text)
        }
        // The brackets of ('x'::text) hold the cast, too.
        let isClosed = tokens[cast...].count { $0.text == "(" } == tokens[cast...].count { $0.text == ")" }
        return isType && isClosed ? tokens[..<cast] : tokens
    }
}

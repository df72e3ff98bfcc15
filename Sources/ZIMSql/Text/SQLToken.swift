/// One token of a statement's text.
public struct SQLToken: Sendable, Hashable {
    /// The kind of a token.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Spaces, tabs, line ends.
        case whitespace
        /// `-- to the end of the line`, `/* between these */`
        case comment
        /// A keyword: `SELECT`.
        case keyword
        /// A name, quoted or not: `person`, `"phone call"`, `[b]`, one in backquotes.
        case identifier
        /// Text between quotes: `'Ada'`, `E'\n'`, `$tag$…$tag$`.
        case string
        /// Bytes or bits: `x'00ff'`, `B'01'`.
        case blob
        /// `42`
        case integer
        /// `0x2A`
        case hexadecimal
        /// `4.2`, `1e10`
        case real
        /// `+`, `<=`, `->>`, `(`
        case `operator`
        /// A placeholder: `?`, `?1`, `:name`, `@name`, `$name`, `$1`.
        case parameter
        /// `;`
        case terminal
        /// The rest of an invalid text; the tokenizer's `failure` says why.
        case error
    }

    /// The kind of token.
    public let kind: Kind
    /// The token as it is written, with its quotes.
    public let text: String
    /// Where the token begins, in bytes of UTF-8 from the start of the text.
    public let offset: Int

    /// Whether the token is white space or a comment.
    public var isSpace: Bool { kind == .whitespace || kind == .comment }

    /// The name of an identifier, without its quotes and with doubled quotes undone.
    public var name: String {
        guard kind == .identifier || kind == .keyword, let first = text.utf8.first else { return text }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return unquoted(text, String(decoding: [first], as: UTF8.self))
        case UInt8(ascii: "["): return String(text.dropFirst().dropLast())
        default: return text
        }
    }

    private func unquoted(_ text: String, _ quote: String) -> String {
        var result = String.UnicodeScalarView()
        var isSecond = false
        for scalar in text.unicodeScalars.dropFirst().dropLast() {
            isSecond = quote.unicodeScalars.contains(scalar) && !isSecond
            if !isSecond { result.append(scalar) }
        }
        return String(result)
    }
}

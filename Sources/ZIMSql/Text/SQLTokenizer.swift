public import Foundation

/// Divides a statement's text into tokens, by the rules of SQLite or of PostgreSQL.
///
/// ```swift
/// let tokenizer = SQLTokenizer("SELECT name -- who\nFROM \"phone call\" WHERE pk = ?")
/// for token in tokenizer where !token.isSpace { print(token.kind, token.text) }
/// let broken = SQLTokenizer("SELECT 'Ada")
/// print(broken.failure?.description ?? "")      // line 1, column 8: the string is not closed
/// ```
///
/// The texts of all tokens together are the original text. In an invalid text the last token has the kind `error`, and
/// `failure` says where and why the tokenizer stopped.
public struct SQLTokenizer: Sequence, Sendable {
    /// Where and why a text is invalid.
    public struct Failure: LocalizedError, Sendable, Hashable, CustomStringConvertible {
        /// Bytes of UTF-8 from the start of the text.
        public let offset: Int
        /// Counted from 1.
        public let line: Int
        /// In characters, counted from 1.
        public let column: Int
        /// What is wrong.
        public let message: String

        public var description: String { "line \(line), column \(column): \(message)" }
        public var errorDescription: String? { description }
    }

    /// The tokens in order.
    public let tokens: [SQLToken]
    /// Where and why the text is invalid; nil if it is valid.
    public let failure: Failure?

    /// Divides a text by an engine's rules.
    public init(_ text: String, rules: SQLLexicalRules = .sqlite) {
        var scanner = SQLScanner(text, rules: rules)
        var tokens: [SQLToken] = []
        var failure: Failure?
        while !scanner.isAtEnd {
            let start = scanner.position
            do {
                let kind = try scanner.next()
                tokens.append(SQLToken(kind: kind, text: scanner.text(from: start), offset: start))
            } catch {
                scanner.moveToEnd()
                tokens.append(SQLToken(kind: .error, text: scanner.text(from: start), offset: start))
                failure = SQLTokenizer.failure(at: start, in: text, error.message)
            }
        }
        self.tokens = tokens
        self.failure = failure
    }

    /// The number of tokens.
    public var count: Int { tokens.count }

    /// The token at an index, counted from 0; nil outside.
    public func token(at index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    public func makeIterator() -> IndexingIterator<[SQLToken]> { tokens.makeIterator() }

    private static func failure(at offset: Int, in text: String, _ message: String) -> Failure {
        let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return Failure(
            offset: offset, line: Swift.max(lines.count, 1), column: (lines.last?.count ?? 0) + 1, message: message)
    }
}

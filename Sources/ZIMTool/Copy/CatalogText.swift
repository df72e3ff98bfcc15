import ZIMOrm
import ZIMSql

/// A piece of SQL that a server's catalogue holds, and that becomes a part of a statement on another server.
///
/// A server writes such text itself, and it is one expression. Whoever pretends to be a server can say anything, so the
/// text is checked before it is put in: nothing in it ends the statement or closes a parenthesis that it has not opened.
struct CatalogText {
    private let tokens: [SQLToken]

    /// - Throws: ``ToolError`` with the object's name where the text would be more than a part of a statement.
    init(_ text: String, _ what: String) throws {
        tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        var depth = 0
        for token in tokens {
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            guard depth >= 0, token.kind != .terminal, token.kind != .error, token.kind != .comment else {
                throw Self.refusal(text, what)
            }
        }
        guard depth == 0, !tokens.allSatisfy(\.isSpace) else { throw Self.refusal(text, what) }
    }

    static func sql(_ text: String, _ what: String) throws -> SQL {
        _ = try CatalogText(text, what)
        return SQL(unsafe: text)
    }

    /// A text that begins with a word and goes on without a comma, which could begin another change of the table.
    static func clause(_ text: String, after word: String, _ what: String) throws -> String {
        var depth = 0
        let words = try CatalogText(text, what).tokens.filter { !$0.isSpace }
        for token in words {
            if token.text == "(" || token.text == "[" { depth += 1 }
            if token.text == ")" || token.text == "]" { depth -= 1 }
            if depth == 0, token.text == "," { throw refusal(text, what) }
        }
        guard words.first?.isWord(word) == true else { throw refusal(text, what) }
        return text
    }

    /// A name, which may stand behind that of its schema.
    static func name(_ text: String, _ what: String) throws -> String {
        for (index, token) in try CatalogText(text, what).tokens.enumerated() {
            let isName = token.kind == .identifier || token.kind == .keyword
            guard index % 2 == 0 ? isName : token.text == "." else { throw refusal(text, what) }
        }
        return text
    }

    private static func refusal(_ text: String, _ what: String) -> ToolError {
        ToolError(
            "nothing was copied: the catalogue of the source does not hold \(what) as a single expression: \(text.prefix(100))"
        )
    }

    /// The names that are called as functions, without their schemas.
    var functions: Set<String> {
        let words = tokens.filter { !$0.isSpace }
        var names: Set<String> = []
        for (index, token) in words.enumerated().dropLast() where words[index + 1].text == "(" {
            guard token.kind == .identifier || token.kind == .keyword else { continue }
            names.insert(token.text == token.name ? token.name.lowercased() : token.name)
        }
        return names
    }
}

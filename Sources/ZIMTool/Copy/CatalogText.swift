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

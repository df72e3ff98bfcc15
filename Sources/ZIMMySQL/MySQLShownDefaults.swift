#if MySQL
    import ZIMDb

    extension MySQLSchemaQueries {
        /// The defaults in a definition, as `SHOW CREATE TABLE` prints it, as the digits of their bytes: `0xFF0061`.
        ///
        /// Source: <https://dev.mysql.com/doc/refman/8.0/en/show-create-table.html>
        func defaults(shownIn definition: String) -> [(column: String, value: String)] {
            let tokens = SQLTokenizer(definition, rules: .mySQL).tokens.filter { !$0.isSpace }
            var found: [(column: String, value: String)] = []
            var depth = 0
            var column = ""
            for (token, next) in zip(tokens, tokens.dropFirst()) {
                depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
                guard depth == 1 else { continue }
                if token.text == "(" || token.text == "," {
                    column = next.name
                } else if token.kind != .identifier, token.word == "DEFAULT", let value = Self.bytes(of: next) {
                    found.append((column, value))
                }
            }
            return found
        }

        /// nil for what is neither a text nor bytes.
        private static func bytes(of constant: SQLToken) -> String? {
            switch constant.kind {
            case .hexadecimal: return constant.text
            case .string:
                let bytes = Array(MySQLLiteral.text(of: constant).utf8)
                return bytes.isEmpty ? "''" : "0x" + SQLValue.hexadecimal(bytes)
            default: return nil
            }
        }
    }
#endif

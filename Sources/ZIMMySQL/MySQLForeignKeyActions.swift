#if MySQL
    import ZIMDb

    extension ForeignKeyActions {
        /// What the foreign keys of a definition do, as `SHOW CREATE TABLE` prints it.
        ///
        /// Source: <https://mariadb.com/kb/en/show-create-table/>, <https://mariadb.com/kb/en/foreign-keys/>
        ///
        /// - Parameter usual: what the server does where nothing is said.
        static func shown(in definition: String, usual: String) -> [ForeignKeyActions] {
            let tokens = SQLTokenizer(definition, rules: .mySQL).tokens.filter { !$0.isSpace }
            var found: [ForeignKeyActions] = []
            for (index, token) in tokens.enumerated() where token.word == "CONSTRAINT" && token.kind != .identifier {
                let rest = tokens[(index + 1)...]
                guard let name = rest.first, rest.dropFirst().first?.word == "FOREIGN" else { continue }
                var actions = ForeignKeyActions(name: name.name, onUpdate: usual, onDelete: usual)
                var depth = 0
                for (place, token) in zip(rest.indices, rest) {
                    depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
                    // The end of the list of columns and keys, or of this one.
                    if depth < 0 || depth == 0 && token.text == "," { break }
                    guard depth == 0, token.kind != .identifier, token.word == "ON" else { continue }
                    let words = rest[place...].dropFirst().prefix(3).map { $0.kind == .identifier ? "" : $0.word }
                    guard let event = words.first, let action = Self.action(words.dropFirst()) else { continue }
                    if event == "UPDATE" { actions.onUpdate = action } else { actions.onDelete = action }
                }
                found.append(actions)
            }
            return found
        }

        private static func action(_ words: ArraySlice<String?>) -> String? {
            let text = words.map { $0 ?? "" }.joined(separator: " ")
            return ["NO ACTION", "SET NULL", "SET DEFAULT", "CASCADE", "RESTRICT"].first { text.hasPrefix($0) }
        }
    }
#endif

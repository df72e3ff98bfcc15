import ZIMOrm
import ZIMSql

/// Views and triggers between two files, which are made from their own definitions.
extension CopyPlan {
    /// Leaves out those that mention what is not in the copy, and those that mention these.
    ///
    /// - Returns: what is said of them.
    mutating func leaveOutDefinitions(lacking isLacking: (String) -> Bool) -> [CopyNote] {
        var notes: [CopyNote] = []
        var left: Set<[UInt8]> = []
        func isLeft(_ definition: CatalogDefinition) -> Bool {
            guard definition.kind != .index,
                let lacked = definition.mentions.first(where: { isLacking($0) || left.contains($0.foldedName) })
            else { return false }
            notes.add(
                definition.name,
                "the \(definition.kind.rawValue) is left out: it mentions \(lacked), which is not in the copy")
            if definition.kind == .view { left.insert(definition.name.foldedName) }
            return true
        }
        while true {
            let count = notes.count
            definitions.removeAll(where: isLeft)
            definitionsBehind.removeAll(where: isLeft)
            if notes.count == count { return notes }
        }
    }

    /// SQLite reads all views and triggers again where it renames a table, and refuses where there is one that it cannot
    /// change. Those that have nothing to do with such a table come behind that.
    mutating func deferDefinitions() {
        let renamed = Set(renaming?.list.map(\.table.foldedName) ?? [])
        var needed: Set<[UInt8]> = []
        var rest = definitions.filter { $0.kind != .index }
            .map { (definition: $0, names: Set($0.mentions.map(\.foldedName))) }
        var count = Int.max
        while rest.count < count {
            count = rest.count
            rest.removeAll { definition, names in
                let table = definition.table.foldedName
                guard
                    needed.contains(definition.name.foldedName) || renamed.contains(table)
                        || !renamed.isDisjoint(with: names)
                else { return false }
                // What it mentions must be there, too, or SQLite refuses.
                needed.formUnion(names)
                needed.insert(table)
                return true
            }
        }
        definitionsBehind = rest.map(\.definition)
        let behind = Set(definitionsBehind)
        definitions.removeAll { behind.contains($0) }
    }

    /// The view or trigger of which SQLite says that it cannot change it.
    func definition(refusedBy error: DatabaseError) -> CatalogDefinition? {
        definitions.filter { definition in
            let start = "error in \(definition.kind.rawValue) \(definition.name)"
            return error.message.hasPrefix(start + ":") || error.message.hasPrefix(start + " after ")
        }
        .max { $0.name.utf8.count < $1.name.utf8.count }
    }
}

extension CatalogDefinition {
    /// What may be the name of a table; a text is one only where nothing else can stand.
    fileprivate var mentions: [String] {
        let tokens = SQLTokenizer(sql).tokens.filter { !$0.isSpace && $0.kind != .comment }
        return tokens.enumerated().compactMap { index, token in
            switch token.kind {
            case .identifier, .keyword: return token.name
            case .string:
                let before = index > 0 ? tokens[index - 1] : token
                let isName = ["FROM", "JOIN", "INTO", "UPDATE"].contains { before.isWord($0) } || before.text == "."
                return isName ? token.unquotedName : nil
            default: return nil
            }
        }
    }
}

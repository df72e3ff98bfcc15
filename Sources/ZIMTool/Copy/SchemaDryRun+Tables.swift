import ZIMOrm
import ZIMSql

/// What a table can be without: what the engine does not take of it leaves the plan with a note.
extension SchemaDryRun {
    func keepAcceptedChecks(_ table: inout CopyTable, _ notes: inout [CopyNote], _ session: Session) {
        var kept: [CopyCheck] = []
        for check in table.checks {
            var alone = table
            alone.checks = [check]
            // They are tried later, one by one.
            for index in alone.columns.indices { alone.columns[index].defaultValue = nil }
            do {
                do { try tryOut(alone, session) } catch {
                    // The name may be one of another table's: those of MySQL share them.
                    let own =
                        MySQLConstraintName.isLong(table.name) ? MySQLConstraintName.other(for: check, of: table) : nil
                    guard check.name != nil || own != nil else { throw error }
                    alone.checks = [CopyCheck(name: own, condition: check.condition, definition: check.definition)]
                    try tryOut(alone, session)
                }
                kept += alone.checks
            } catch {
                notes.add(table, "the check (\(check.condition)) is left out: \(words(error))")
            }
        }
        table.checks = kept
    }

    /// Keys, checks and defaults that the server does not take: the statement that makes the table is another server's.
    func keepAcceptedItems(_ table: inout CopyTable, _ notes: inout [CopyNote], _ session: Session) {
        guard var definition = table.definition else { return }
        let counted = definition.items.first { $0.kind == .column && $0.has("AUTO_INCREMENT") }?.name
        let hasKey = definition.items.contains { $0.kind == .primaryKey && $0.keyParts.first == counted }
        func isNeeded(_ item: MySQLDefinitionItem) -> Bool {
            // What the server counts has to be in a key: on MyISAM at any place.
            if item.kind == .key, !hasKey, let counted { return item.keyParts.contains(counted) }
            return ![.key, .check].contains(item.kind)
        }
        func attempt(_ items: [MySQLDefinitionItem]) throws {
            var alone = table
            try alone.definition?.take(items, options: definition.options)
            try tryOut(alone, session)
        }
        // A column that is NOT NULL and that nobody sees has to have one.
        func withoutDefault(_ item: MySQLDefinitionItem) -> MySQLDefinitionItem? {
            item.has("INVISIBLE") ? nil : item.withoutDefault
        }
        let plain = definition.items.filter(isNeeded).map { withoutDefault($0) ?? $0 }
        // What is wrong is none of them: the error is that of the table.
        guard (try? attempt(plain)) != nil else { return }
        var kept: [MySQLDefinitionItem] = []
        for (position, item) in definition.items.enumerated() {
            var item = item
            var what = "\(item.text) is left out"
            do {
                if let bare = withoutDefault(item) {
                    what = "the default of \(item.name ?? "") is left out"
                    // At its place: what is computed from it stands behind it.
                    let others = definition.items.enumerated().filter { $0 == position || isNeeded($1) }
                        .map { $0 == position ? $1 : withoutDefault($1) ?? $1 }
                    do { try attempt(others) } catch {
                        item = bare
                        throw error
                    }
                } else if !isNeeded(item) {
                    do { try attempt(plain + [item]) } catch  where item.checkName != nil {
                        // The name may be one of another table's.
                        let mark = CopyState.digest([item.text, table.name]).prefix(8)
                        item.nameCheck(MySQLConstraintName.ofCheck(String(mark), of: table.name))
                        try attempt(plain + [item])
                    }
                }
                kept.append(item)
            } catch {
                if item.kind == .column { kept.append(item) }
                notes.add(table, "\(what): \(words(error))")
            }
        }
        // It was made with each of them.
        guard (try? definition.take(kept, options: definition.options)) != nil else { return }
        table.definition = definition
    }

    /// Collations of the operating system need not be there.
    func keepAcceptedCollations(_ table: inout CopyTable, _ notes: inout [CopyNote], _ session: Session) {
        for (column, collation) in table.collations.sorted(by: { $0.key < $1.key }) {
            do { try run("SELECT '' COLLATE \(unsafe: collation)" as SQL, session) } catch {
                table.collations[column] = nil
                notes.add(table, "the collation \(collation) of \(column) is left out: \(words(error))")
            }
        }
    }

    /// The sequence or function of a default need not be there.
    func keepAcceptedDefaults(_ table: inout CopyTable, _ notes: inout [CopyNote], _ session: Session) {
        for index in table.columns.indices where table.columns[index].defaultValue != nil {
            var alone = CopyTable(source: table.source)
            alone.newName = table.newName
            alone.columns = [table.columns[index]]
            do { try tryOut(alone, session) } catch {
                table.columns[index].defaultValue = nil
                notes.add(table, "the default of \(table.columns[index].name) is left out: \(words(error))")
            }
        }
    }
}

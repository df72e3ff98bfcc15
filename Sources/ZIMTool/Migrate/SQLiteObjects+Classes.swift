import ZIMOrm

extension SQLiteObjects {
    /// What a file must hold so that its tables are those that classes were generated from. Classes record columns, types,
    /// defaults, keys and foreign keys; everything else stays as it is in the file.
    ///
    /// - Parameters:
    ///   - classes: the tables as the classes record them.
    ///   - schema: the file's.
    ///   - notes: what cannot be made of classes.
    func fitting(_ classes: [TableSchema], in schema: DatabaseSchema, noting notes: inout [String]) -> SQLiteObjects {
        var wanted = self
        for table in classes {
            guard table.kind == .table else {
                if schema.table(table.name) == nil {
                    notes.append(
                        "the \(table.kind.rawValue) \"\(table.name)\" is missing: a class does not record its SQL")
                }
                continue
            }
            if table.columns.contains(where: {
                $0.isGenerated && schema.table(table.name)?.column($0.name)?.isGenerated != true
            }) {
                notes.append("\"\(table.name)\" has a computed column: a class does not record its SQL")
            }
            if let now = schema.table(table.name), let old = tables.like(now.name) {
                let new = old.changed(from: now, to: table)
                wanted.tables[now.name] = new
                if new.lostCheck(of: old) {
                    notes.append("a check of \"\(now.name)\" names a column that is dropped: it is dropped, too")
                }
                let gone = old.columns.map(\.name).filter { new.column($0) == nil }
                for index in indexes where index.value.table.foldedName == now.name.foldedName {
                    guard gone.contains(where: { SQLText.names($0, in: index.value.sql, rules: .sqlite) }) else {
                        continue
                    }
                    wanted.indexes[index.name] = nil
                    notes.append("the index \"\(index.name)\" names a column that is dropped: it is dropped, too")
                }
                notes += notesOfReaders(of: now.name, without: gone)
            } else {
                wanted.tables[table.name] = SQLiteDefinition(table)
                notes.append(
                    "\"\(table.name)\" is new: a class does not record checks, collations, AUTOINCREMENT, indexes and triggers"
                )
            }
            let keys = table.uniqueKeys.filter(\.isPlain).map(\.columns) + table.foreignKeys.map(\.columns)
            for key in keys where wanted.tables.like(table.name)?.has(key) == false {
                notes.append("the key \(key.sqlList) of \"\(table.name)\" has a computed column, and is left out")
            }
        }
        let known = Set(classes.map(\.name.foldedName))
        for table in schema.tables where table.kind == .table && tables[table.name] != nil {
            if !known.contains(table.name.foldedName) {
                notes.append("the table \"\(table.name)\" has no class, and stays")
            }
        }
        return wanted
    }

    /// Triggers and views stay as they are, and fail where they name a column that is gone.
    private func notesOfReaders(of table: String, without columns: [String]) -> [String] {
        if columns.isEmpty { return [] }
        func isBroken(_ sql: String) -> Bool {
            SQLText.names(table, in: sql, rules: .sqlite)
                && columns.contains { SQLText.names($0, in: sql, rules: .sqlite) }
        }
        let readers =
            triggers.filter { isBroken($0.value.sql) }.map { "the trigger \"\($0.name)\"" }
            + views.filter { isBroken($0.value.sql) }.map { "the view \"\($0.name)\"" }
        return readers.map {
            "\($0) seems to name a column of \"\(table)\" that is dropped, and would fail: drop it, or make it anew"
        }
    }
}

extension SQLiteDefinition {
    /// The definition of a table that only a class knows.
    init(_ table: TableSchema) {
        self.init()
        columns = table.columns.filter { !$0.isGenerated }.map { Column($0) }
        if !table.primaryKey.isEmpty { constraints.append(Part("PRIMARY KEY \(table.primaryKey.sqlList)")) }
        var uniques: Set<[String]> = []
        for key in table.uniqueKeys where key.isPlain && has(key.columns) && uniques.insert(key.columns).inserted {
            constraints.append(Part("UNIQUE \(key.columns.sqlList)"))
        }
        constraints += table.foreignKeys.filter { has($0.columns) }.map { Part($0.sql) }
        if table.isWithoutRowID { options.append("without rowid") }
        if table.isStrict { options.append("strict") }
    }

    /// The same table with what a class records otherwise.
    fileprivate func changed(from now: TableSchema, to table: TableSchema) -> SQLiteDefinition {
        var new = self
        let gone = now.columns.filter { !$0.isHidden && table.column($0.name) == nil }.map(\.name)
        new.columns.removeAll { column in gone.contains { $0.foldedName == column.name.foldedName } }
        new.constraints.removeAll { part in gone.contains { part.names($0) } }
        for column in table.columns where !column.isGenerated {
            guard let position = new.columns.firstIndex(where: { $0.name.foldedName == column.name.foldedName }),
                let old = now.column(column.name)
            else {
                new.columns.append(Column(column))
                continue
            }
            new.columns[position].change(from: old, to: column)
        }
        if now.primaryKey.map(\.foldedName) != table.primaryKey.map(\.foldedName) {
            new.removeParts { $0.word == "PRIMARY" }
            if !table.primaryKey.isEmpty {
                new.constraints.append(Part("PRIMARY KEY \(table.primaryKey.sqlList)"))
            }
        }
        let before = Set(now.foreignKeys.map(\.compared))
        let after = Set(table.foreignKeys.map(\.compared))
        for key in now.foreignKeys where !after.contains(key.compared) {
            new.columns = new.columns.map { column in
                var column = column
                let isOf = key.columns.map(\.foldedName) == [column.name.foldedName]
                if isOf { column.parts.removeAll { $0.word == "REFERENCES" && $0.names(key.table) } }
                return column
            }
            new.constraints.removeAll {
                $0.word == "FOREIGN" && $0.names(key.table)
                    && Set($0.columns.map(\.foldedName)) == Set(key.columns.map(\.foldedName))
            }
        }
        for key in table.foreignKeys where !before.contains(key.compared) && new.has(key.columns) {
            new.constraints.append(Part(key.sql))
        }
        for key in table.uniqueKeys where key.isPlain && new.has(key.columns) {
            let columns = Set(key.columns.map(\.foldedName))
            let isThere = now.uniqueKeys.contains {
                !$0.isPartial && !$0.hasExpression && Set($0.columns.map(\.foldedName)) == columns
            }
            if !isThere { new.constraints.append(Part("UNIQUE \(key.columns.sqlList)")) }
        }
        new.options = [table.isWithoutRowID ? "without rowid" : nil, table.isStrict ? "strict" : nil].compactMap { $0 }
            .sorted()
        return new
    }

    /// Whether no column of a key is missing, as computed ones may be.
    fileprivate func has(_ key: [String]) -> Bool { key.allSatisfy { column($0) != nil } }

    fileprivate func lostCheck(of old: SQLiteDefinition) -> Bool {
        constraints.count { $0.word == "CHECK" } < old.constraints.count { $0.word == "CHECK" }
    }

    private mutating func removeParts(_ isGone: (Part) -> Bool) {
        constraints.removeAll(where: isGone)
        for index in columns.indices { columns[index].parts.removeAll(where: isGone) }
    }
}

extension SQLiteDefinition.Column {
    fileprivate init(_ column: ColumnSchema) {
        self.init(name: column.name, type: column.type, parts: [])
        if column.isNotNull { parts.append(SQLiteDefinition.Part("NOT NULL")) }
        if let value = column.defaultValue { parts.append(SQLiteDefinition.Part("DEFAULT " + Self.defaultText(value))) }
    }

    fileprivate mutating func change(from old: ColumnSchema, to new: ColumnSchema) {
        if old.type.foldedName != new.type.foldedName { type = new.type }
        if old.isNotNull != new.isNotNull {
            parts.removeAll { $0.word == "NOT" || $0.word == "NULL" }
            if new.isNotNull { parts.append(SQLiteDefinition.Part("NOT NULL")) }
        }
        if old.defaultValue != new.defaultValue {
            parts.removeAll { $0.word == "DEFAULT" }
            if let value = new.defaultValue {
                parts.append(SQLiteDefinition.Part("DEFAULT " + Self.defaultText(value)))
            }
        }
    }

    /// PRAGMA table_xinfo tells an expression without its parentheses.
    private static func defaultText(_ value: String) -> String {
        let tokens = SQLTokenizer(value).tokens.filter { !$0.isSpace }
        let isSigned = tokens.count == 2 && ["+", "-"].contains(tokens[0].text)
        return tokens.count == 1 || isSigned ? value : "(\(value))"
    }
}

extension TableSchema.UniqueKey {
    /// Whether it is of whole columns and all rows, and not the primary key.
    var isPlain: Bool { !isPrimaryKey && !isPartial && !hasExpression }
}

extension TableSchema.ForeignKey {
    /// The columns with what they point to, whatever their order, and what changes of the parent do.
    var compared: [String] {
        let pairs = columns.enumerated().map { index, column in
            SQLText.key(column) + " " + (references.indices.contains(index) ? SQLText.key(references[index]) : "")
        }
        return [SQLText.key(table), onUpdate, onDelete, deferral?.rawValue ?? ""] + pairs.sorted()
    }

    /// `FOREIGN KEY ("a", "b") REFERENCES "parent" ("a", "b") ON DELETE CASCADE`
    var sql: String {
        let parent = identifier.parts.map(\.sqlName).joined(separator: ".")
        var text = "FOREIGN KEY \(columns.sqlList) REFERENCES \(parent)"
        if !references.isEmpty { text += " \(references.sqlList)" }
        if onDelete != "NO ACTION" { text += " ON DELETE " + onDelete }
        if onUpdate != "NO ACTION" { text += " ON UPDATE " + onUpdate }
        switch deferral {
        case .deferred: text += " DEFERRABLE INITIALLY DEFERRED"
        case .immediate: text += " DEFERRABLE"
        case nil: break
        }
        return text
    }
}

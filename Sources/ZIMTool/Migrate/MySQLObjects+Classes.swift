import ZIMOrm
import ZIMSql

extension MySQLObjects {
    /// What a server must hold so that its tables are those that classes were generated from. Classes record columns, types,
    /// defaults, keys and foreign keys; everything else stays as it is on the server.
    ///
    /// - Parameters:
    ///   - classes: the tables as the classes record them.
    ///   - schema: the server's.
    ///   - notes: what cannot be made of classes.
    func fitting(_ classes: [TableSchema], in schema: DatabaseSchema, noting notes: inout [String]) -> MySQLObjects {
        var wanted = self
        for table in classes where table.kind != .table && schema.exactly(table.name) == nil {
            notes.append(
                "the \(table.kind.rawValue) \"\(table.name)\" is missing: a class does not record its SQL")
        }
        for table in classes where table.kind == .table {
            let now = schema.exactly(table.name)
            for column in table.columns where column.isGenerated && column.expression == nil {
                if now?.exactly(column.name)?.isGenerated != true {
                    notes.append("\"\(table.name)\".\"\(column.name)\" is computed: the class does not record its SQL")
                }
            }
            wanted.tables[table.name] =
                tables[table.name]?.changed(from: now, to: table, noting: &notes)
                ?? MySQLTableText(table)
        }
        for table in schema.tables where table.kind == .table && tables[table.name] != nil {
            if !classes.contains(where: { $0.name.hasSameBytes(as: table.name) }) {
                notes.append("the table \"\(table.name)\" has no class, and stays")
            }
        }
        return wanted
    }
}

extension MySQLTableText {
    /// The definition of a table that only a class knows.
    fileprivate init(_ table: TableSchema) {
        self.init()
        columns = table.columns.compactMap { Column($0) }
        if !table.primaryKey.isEmpty { keys.append(.primary(table.primaryKey)) }
        keys += table.uniqueKeys.filter(\.isPlain).map { .unique($0) }
        foreignKeys = table.foreignKeys.map { ForeignKey($0) }
        if let engine = table.storageEngine { options.append(("ENGINE", engine)) }
    }

    /// The same table with what a class records otherwise.
    fileprivate func changed(
        from now: TableSchema?, to table: TableSchema, noting notes: inout [String]
    ) -> MySQLTableText {
        guard let now else { return self }
        var changed = self
        changed.columns = table.columns.compactMap { column in
            guard let was = now.exactly(column.name), let text = self.column(column.name) else { return Column(column) }
            return was.says(column) ? text : Column(column, like: text)
        }
        let gone = now.columns.map(\.name).filter { table.exactly($0) == nil }
        for key in changed.keys where !key.name.isEmpty {
            guard let column = key.columns.first(where: { name in gone.contains { $0.hasSameBytes(as: name) } }) else {
                continue
            }
            notes.append("the index \"\(key.name)\" of \"\(table.name)\" is dropped with the column \"\(column)\"")
        }
        changed.keys.removeAll { key in
            key.name.isEmpty
                ? now.primaryKey != table.primaryKey
                : key.columns.contains { name in gone.contains { $0.hasSameBytes(as: name) } }
        }
        if now.primaryKey != table.primaryKey, !table.primaryKey.isEmpty {
            changed.keys.insert(.primary(table.primaryKey), at: 0)
        }
        for key in table.uniqueKeys where key.isPlain {
            let isThere = now.uniqueKeys.contains { $0.isPlain && $0.columns == key.columns }
            if !isThere { changed.keys.append(.unique(key)) }
        }
        let (before, after) = (Set(now.foreignKeys.map(\.compared)), Set(table.foreignKeys.map(\.compared)))
        changed.foreignKeys.removeAll { key in
            now.foreignKeys.contains { $0.name == key.name && !after.contains($0.compared) }
        }
        changed.foreignKeys += table.foreignKeys.filter { !before.contains($0.compared) }.map { ForeignKey($0) }
        return changed
    }
}

extension MySQLTableText.Key {
    fileprivate static func primary(_ columns: [String]) -> Self {
        Self(kind: "PRIMARY KEY", name: "", text: columns.mySQLList, columns: columns)
    }

    fileprivate static func unique(_ key: TableSchema.UniqueKey) -> Self {
        Self(kind: "UNIQUE KEY", name: key.name, text: key.columns.mySQLList, columns: key.columns)
    }
}

extension MySQLTableText.Column {
    /// nil for a computed column whose expression the class does not record.
    ///
    /// - Parameter other: the server's, of which it keeps what a class does not record: character set, comment, checks.
    fileprivate init?(_ column: ColumnSchema, like other: Self? = nil) {
        if column.isGenerated, column.expression == nil { return nil }
        var text = column.type
        let kept = other.map { Attributes(of: $0) } ?? Attributes()
        if kept.characterSet != "", DeclaredType(column).family == .text { text += " " + kept.characterSet }
        if let expression = column.expression {
            text += " GENERATED ALWAYS AS (\(expression)) " + (kept.isVirtual ? "VIRTUAL" : "STORED")
        }
        if column.isNotNull, !column.isGenerated { text += " NOT NULL" }
        // Some servers take it for NOT NULL else.
        if !column.isNotNull, !column.isGenerated, column.type.lowercased().hasPrefix("timestamp") { text += " NULL" }
        if column.identity != nil {
            text += " AUTO_INCREMENT"
        } else if let value = column.defaultValue {
            text += " DEFAULT " + value
        }
        if !column.isGenerated { text += kept.update }
        text += kept.rest
        self.init(name: column.name, type: column.type, text: text)
        isGenerated = column.isGenerated
        isNotNull = column.isNotNull
        isCounted = column.identity != nil
        hasDefault = column.defaultValue != nil
    }
}

extension MySQLTableText.Column {
    /// What a server says of a column beyond what classes record.
    fileprivate struct Attributes {
        /// `CHARACTER SET latin1 COLLATE latin1_bin`
        var characterSet = ""
        var isVirtual = false
        /// ` ON UPDATE current_timestamp()`
        var update = ""
        /// ` INVISIBLE COMMENT 'in euros' CHECK (…)`
        var rest = ""

        init() {}

        init(of column: MySQLTableText.Column) {
            let pieces = SQLTokenizer(column.text, rules: .mySQL).tokens.pieces
            func value(_ words: String...) -> String? {
                guard
                    let start = pieces.indices.first(where: { start in
                        words.indices.allSatisfy {
                            start + $0 < pieces.count && pieces[start + $0].uppercased() == words[$0]
                        }
                    }), start + words.count < pieces.count
                else { return nil }
                return pieces[start + words.count]
            }
            characterSet = [
                value("CHARACTER", "SET").map { "CHARACTER SET " + $0 }, value("COLLATE").map { "COLLATE " + $0 },
            ].compactMap { $0 }.joined(separator: " ")
            isVirtual = pieces.contains { $0.uppercased() == "VIRTUAL" }
            update = value("ON", "UPDATE").map { " ON UPDATE " + $0 } ?? ""
            if pieces.contains(where: { $0.uppercased() == "INVISIBLE" }) { rest += " INVISIBLE" }
            if let comment = value("COMMENT") { rest += " COMMENT " + comment }
            if let check = value("CHECK") { rest += " CHECK " + check }
        }
    }
}

extension [SQLToken] {
    /// Words, each with the parentheses that stand right behind it; parentheses behind a space are a piece of their own.
    fileprivate var pieces: [String] {
        var pieces: [String] = []
        var depth = 0
        var isOpen = false
        for token in self {
            if token.isSpace, depth == 0 {
                isOpen = false
                continue
            }
            if isOpen { pieces[pieces.count - 1] += token.text } else { pieces.append(token.text) }
            isOpen = true
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
        }
        return pieces
    }
}

extension MySQLTableText.ForeignKey {
    fileprivate init(_ key: TableSchema.ForeignKey) {
        var text = "FOREIGN KEY \(key.columns.mySQLList) REFERENCES "
        text += key.identifier.parts.map(\.mySQLName).joined(separator: ".") + " " + key.references.mySQLList
        if !["NO ACTION", "RESTRICT"].contains(key.onDelete) { text += " ON DELETE " + key.onDelete }
        if !["NO ACTION", "RESTRICT"].contains(key.onUpdate) { text += " ON UPDATE " + key.onUpdate }
        self.init(
            name: key.name ?? "", text: text, columns: key.columns, parent: key.table, references: key.references)
    }
}

extension ColumnSchema {
    /// Whether a class that recorded another column would record the same of this one.
    fileprivate func says(_ other: Self) -> Bool {
        MySQLTypeName.withoutWidth(type) == MySQLTypeName.withoutWidth(other.type) && isNotNull == other.isNotNull
            && defaultValue == other.defaultValue
            && identity == other.identity && isGenerated == other.isGenerated
            && (other.expression == nil || expression == other.expression)
    }
}

extension [String] {
    fileprivate var mySQLList: String { "(" + map(\.mySQLName).joined(separator: ",") + ")" }
}

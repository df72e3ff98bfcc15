import ZIMOrm

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
            wanted.tables[table.name] = tables[table.name]?.changed(from: now, to: table) ?? MySQLTableText(table)
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
    fileprivate func changed(from now: TableSchema?, to table: TableSchema) -> MySQLTableText {
        guard let now else { return self }
        var changed = self
        changed.columns = table.columns.compactMap { column in
            guard let was = now.exactly(column.name), let text = self.column(column.name), was.says(column) else {
                return Column(column)
            }
            return text
        }
        let gone = now.columns.map(\.name).filter { table.exactly($0) == nil }
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
    fileprivate init?(_ column: ColumnSchema) {
        if column.isGenerated, column.expression == nil { return nil }
        var text = column.type
        if let expression = column.expression { text += " GENERATED ALWAYS AS (\(expression)) STORED" }
        if column.isNotNull, !column.isGenerated { text += " NOT NULL" }
        if column.identity != nil {
            text += " AUTO_INCREMENT"
        } else if let value = column.defaultValue {
            text += " DEFAULT " + value
        }
        self.init(name: column.name, type: column.type, text: text)
        isGenerated = column.isGenerated
        isNotNull = column.isNotNull
        isCounted = column.identity != nil
        hasDefault = column.defaultValue != nil
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
        type == other.type && isNotNull == other.isNotNull && defaultValue == other.defaultValue
            && identity == other.identity && isGenerated == other.isGenerated
            && (other.expression == nil || expression == other.expression)
    }
}

extension TableSchema.UniqueKey {
    fileprivate var isPlain: Bool { !isPrimaryKey && !isPartial && !hasExpression }
}

extension [String] {
    fileprivate var mySQLList: String { "(" + map(\.mySQLName).joined(separator: ",") + ")" }
}

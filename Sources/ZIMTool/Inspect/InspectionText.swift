import ZIMOrm

extension Inspection {
    /// The inspection for a terminal.
    package func text(_ style: TextStyle = .plain) -> String {
        var lines = [style.heading(name.printable) + ": " + summary]
        for table in tables {
            lines.append("")
            lines += self.lines(for: table, style)
        }
        // Indexes and the like, where all is shown.
        for failure in failures where tables.count == schema.tables.count && schema.table(failure.name) == nil {
            lines += [
                "", style.heading(failure.name.printable),
                "  " + style.warning("cannot be read: " + failure.value.printable),
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// "9 tables, 2 views, 3,857 rows"
    var summary: String {
        let views = self.tables.count { $0.kind == .view }
        let tables = self.tables.count - views
        var parts = [tables.counted("table")]
        if views > 0 { parts.append(views.counted("view")) }
        if !counts.isEmpty { parts.append(counts.values.reduce(0, +).counted("row")) }
        return parts.joined(separator: ", ")
    }

    private func lines(for table: TableSchema, _ style: TextStyle) -> [String] {
        var lines = [style.heading(table.name.printable) + "  " + style.faint(headline(of: table))]
        if let failure = failures[table.name] {
            lines.append("  " + style.warning("cannot be read: " + failure.printable))
        }
        let columns = visibleColumns(of: table)
        let rows = columns.map { cells(for: $0, of: table) }
        let widths = (0..<4).map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
        for (row, column) in zip(rows, columns) {
            var line = "  "
            for (index, cell) in row.enumerated() {
                let padded = index < 4 ? cell.padded(to: widths[index]) : cell
                if cell.isEmpty, index == 4 { continue }
                if index > 0 { line += "  " }
                switch index {
                case 0: line += column.keyPlace > 0 ? style.key(padded) : padded
                case 4: line += isUnexpected(column, of: table) ? style.warning(padded) : style.faint(padded)
                default: line += padded
                }
            }
            lines.append(line.trimmingEnd)
        }
        lines += details(of: table).map { "  " + $0.printable }
        return lines
    }

    /// The columns without those that a virtual table hides.
    func visibleColumns(of table: TableSchema) -> [ColumnSchema] {
        table.columns.filter { !$0.isHidden || $0.isGenerated }
    }

    /// "240 rows, without rowid"
    func headline(of table: TableSchema) -> String {
        var parts: [String] = []
        if table.kind != .table { parts.append(table.kind.rawValue) }
        if let count = counts[table.name] { parts.append(count.counted("row")) }
        parts += schema.traits.words(for: table)
        if let key = table.partitionKey {
            parts.append("partitioned by \(key.printable), \(table.partitions.count.counted("part"))")
        }
        if table.kind == .table, table.primaryKey.isEmpty { parts.append("no key") }
        return parts.joined(separator: ", ")
    }

    /// Name, type, nullability, position in the key, what is really there.
    func cells(for column: ColumnSchema, of table: TableSchema) -> [String] {
        var notes: [String] = []
        if column.keyPlace > 0 {
            notes.append(table.primaryKey.count == 1 ? "key" : "key \(column.keyPlace)")
        }
        if table.foreignKeys.contains(where: {
            $0.columns.compactMap { table.column($0)?.name }.containsName(column.name)
        }) {
            notes.append("→")
        }
        if column.isGenerated { notes.append("generated") }
        if column.identity != nil { notes.append("identity") }
        return [
            column.name.printable, column.type.isEmpty ? "–" : column.type.printable,
            column.isNotNull ? "not null" : "", notes.joined(separator: " "), actual(column, of: table),
        ]
    }

    /// What the rows that were checked hold, the kinds of value and how many NULLs, and what new rows get.
    func actual(_ column: ColumnSchema, of table: TableSchema) -> String {
        let profile = profiles[table.name].flatMap { $0.rows > 0 ? $0 : nil }
        var words = profile.map { held(column, $0[column.name]) } ?? [type(of: column)]
        if column.identity == nil, let value = column.defaultValue, value.uppercased() != "NULL",
            !value.hasPrefix("NULL::")
        {
            words.append("default \(value.printable)")
        }
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private func held(_ column: ColumnSchema, _ values: ColumnProfile) -> [String] {
        // Where the engine keeps to the types, they have said what the values are.
        var words = [schema.traits.enforcesTypes ? type(of: column) : values.kinds]
        if values.nulls > 0, values.count > 0 || schema.traits.enforcesTypes {
            words.append("\(values.nulls.grouped) null")
        }
        if values.invalidValues > 0, let example = values.invalidValue {
            words.append("\(values.invalidValues.grouped) invalid: \(example.value) at \(example.row)")
        }
        let forms = values.dates.keys.sorted {
            (values.dates[$0] ?? 0, $1.rawValue) > (values.dates[$1] ?? 0, $0.rawValue)
        }
        let type = DeclaredType(column)
        if !forms.isEmpty, values.dateCount * 10 >= values.count * 9 || type.family == .date,
            !(type.isEnforced && type.family == .date)
        {
            words.append("dates as " + forms.map { "“\($0.rawValue)”" }.joined(separator: " and "))
        }
        return words
    }

    /// What a type that somebody made comes down to.
    private func type(of column: ColumnSchema) -> String {
        if let base = column.baseType { return "as \(base.printable)" }
        guard let labels = schema.type(of: column)?.labels, !labels.isEmpty else { return "" }
        return "one of " + labels.prefix(6).map { SQLValue.quoted($0).printable }.joined(separator: ", ")
            + (labels.count > 6 ? ", …" : "")
    }

    private func isUnexpected(_ column: ColumnSchema, of table: TableSchema) -> Bool {
        profiles[table.name].map { $0[column.name].invalidValues > 0 || $0[column.name].dates.count > 1 } ?? false
    }

    /// Keys, indexes and relationships in words.
    func details(of table: TableSchema) -> [String] {
        var lines: [String] = []
        if !table.primaryKey.isEmpty { lines.append("key " + table.primaryKey.listed) }
        let indexes = schema.indexes(of: table.name)
        lines += indexes.filter { $0.isUnique && $0.origin != .primaryKey }.map { "unique " + $0.words }
        lines += indexes.filter { !$0.isUnique }.map { "index " + $0.words }
        lines += (dangling[table.name] ?? []).map {
            let missing = schema.traits.tellsOfHiddenTables ? "does not exist or may not be read" : "does not exist"
            return "foreign key \($0.words), which \(schema.isWithin($0) ? missing : "was not read")"
        }
        lines += (relationships[table.name] ?? []).map { words(for: $0) }
        lines += table.checks.map { "check " + $0.condition }
        if let comment = table.comment { lines.append("comment " + comment) }
        return lines
    }

    /// The relationship in words, with how many there may be.
    func words(for relationship: RelationshipSchema) -> String {
        relationship.description + (relationship.kind == .belongsTo && relationship.isOptional ? ", optional" : "")
    }
}

extension LinkSchema {
    /// Whether it is the foreign key of a table.
    func isOf(_ key: TableSchema.ForeignKey, _ table: TableSchema) -> Bool {
        child.name.hasSameBytes(as: table.name)
            && Set(columns.map(\.foldedName)) == Set(key.columns.map(\.foldedName))
            && parent.name.foldedName == key.table.foldedName
    }
}

extension IndexSchema {
    /// `idx_customer (c_w_id, c_last DESC) where c_last IS NOT NULL`
    var words: String {
        let list = parts.map { part in
            var text = part.column ?? part.expression ?? "?"
            if let collation = part.collation, collation != "BINARY" { text += " COLLATE \(collation)" }
            return part.isDescending ? text + " DESC" : text
        }
        let name = origin == .index ? name + " " : ""
        return name + "(" + list.joined(separator: ", ") + ")" + (condition.map { " where " + $0 } ?? "")
    }
}

extension String {
    var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

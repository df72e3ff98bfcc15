import ZIMOrm
import ZIMSql

/// Keys, checks, indexes and defaults.
extension CopyPlanner {
    mutating func complete(_ table: inout CopyTable, among parents: CopyParents) throws {
        let schema = table.source
        // Its own definition says all.
        if hasDefinitions {
            noteForeignKeys(of: table, among: parents)
            return keepForeignKeys(of: &table, among: parents)
        }
        if isSameEngine {
            table.collations = details[schema.name].collations
            table.computed = schema.columns.filter { $0.isGenerated && $0.expression != nil }
            for column in table.computed {
                _ = try CatalogText(column.expression ?? "", "the computed column \(table.name).\(column.name)")
            }
        }
        let left = isSameEngine ? [] : schema.columns.filter { $0.isGenerated }.map(\.name)
        for name in left { note(table, "the computed column \(name) is left out") }
        let text = SQLiteTableText(source.schema.definitions[schema.name] ?? "")
        noteCollations(text, table)
        if !isSameEngine { noteConstraints(of: table) }
        if let identity = table.identity, !isSameEngine,
            let reason = target.traits.objection(toNumbering: identity.column, of: table)
        {
            note(table, "\(identity.column) is \(reason)")
            table.identity = nil
        }
        if let identity = table.identity, identity.step != 1 {
            note(table, "\(identity.column) counts by \(identity.step) in \(source.engine.rawValue) only, here by 1")
        }
        for column in schema.columns where !isSameEngine && column.identity != nil {
            guard let identity = source.engine.traits.identity(of: schema, in: source), identity.column != column.name
            else { continue }
            note(
                table, "\(column.name) is autoincremented in \(source.engine.rawValue) only, beside \(identity.column)")
        }
        try addDefaults(&table)
        addUniqueKeys(&table, text, left)
        addForeignKeys(&table, text, left, among: parents)
        try addChecks(&table, text)
        try addIndexes(&table, left)
    }

    mutating func note(_ table: CopyTable, _ text: String) { notes.add(table, text) }

    /// Between two files, foreign keys are part of the definition and stay.
    private mutating func noteForeignKeys(of table: CopyTable, among parents: CopyParents) {
        guard isBetweenFiles else { return }
        for key in table.source.foreignKeys where parents[key.table] == nil && source.schema.table(key.table) != nil {
            note(
                table,
                "the foreign key \(key.columns.listed) → \(key.table.printable) \(key.references.listed) stays, but references a table that is not in the copy"
            )
        }
    }

    private mutating func noteCollations(_ text: SQLiteTableText, _ table: CopyTable) {
        for (column, collation) in text.collations.sorted(by: { $0.key < $1.key })
        where collation.uppercased() != "BINARY" {
            note(
                table, "\(column) uses the collation \(collation) in SQLite; \(target.traits.comparison)"
            )
        }
    }

    private mutating func addDefaults(_ table: inout CopyTable) throws {
        for index in table.columns.indices {
            let column = table.columns[index]
            guard table.identity?.column != column.name, column.source.identity == nil else { continue }
            let (found, isExact) = try source.engine.traits.defaultValue(
                of: column.source, in: table.source, source.session)
            guard let text = found else { continue }
            if !isExact { note(table, MySQLDefinition.doubt("the default of \(column.name), \(text),")) }
            if isSameEngine {
                table.columns[index].defaultValue = .expression(
                    .sql(try CatalogText.sql(text, "the default of \(table.name).\(column.name)")))
                continue
            }
            do {
                let (value, spelling) = try PortableDefault.value(
                    text, from: source.engine, to: target, reader: column.reader)
                table.columns[index].defaultValue = value
                // A file's rows are spelled in one way or the other; a server's dates have none.
                if let spelling, source.engine.traits.holdsAnything {
                    note(table, "the default of \(column.name), \(text), becomes '\(spelling)'")
                }
            } catch {
                note(table, "the default of \(column.name), \(text), is left out: it \(error.reason)")
            }
        }
    }

    private mutating func addUniqueKeys(_ table: inout CopyTable, _ text: SQLiteTableText, _ left: [String]) {
        let isPlain: (CopyKey) -> Bool = { $0.columns.allSatisfy { !left.contains($0) } }
        var keys: [CopyKey] = []
        for index in source.schema.indexes(of: table.name) where index.origin != .index {
            guard let columns = index.columns else {
                if !index.isPartial, index.origin == .unique {
                    note(table, "the unique key \(index.name) is left out: it is not of whole columns")
                }
                continue
            }
            let name = source.engine.traits.name(of: index, in: table.source, text)
            let definition = constraint(name, of: table)?.text
            if index.origin == .primaryKey {
                table.primaryKeyName = name
                table.primaryKeyDefinition = definition
            } else {
                keys.append(CopyKey(name: name, columns: columns, definition: definition))
            }
            if index.parts.contains(where: { source.engine.traits.ignoresCase($0, of: table.source) }) {
                note(table, "the key \(columns.listed) is case-sensitive in \(target.rawValue)")
            }
        }
        if let name = text.keyNames[table.primaryKey] { table.primaryKeyName = name }
        table.uniqueKeys = keys.filter(isPlain)
        for key in keys where !isPlain(key) {
            note(table, "the unique key \(key.columns.listed) is left out: a column of it is computed")
        }
        if !table.primaryKey.allSatisfy({ !left.contains($0) }) {
            note(table, "the primary key \(table.primaryKey.listed) is left out: a column of it is computed")
            table.primaryKey = []
        }
    }

    private mutating func addForeignKeys(
        _ table: inout CopyTable, _ text: SQLiteTableText, _ left: [String], among parents: CopyParents
    ) {
        let declared = table.source.foreignKeys
        let areDeferred = text.areDeferred.count == declared.count ? text.areDeferred : []
        for (number, key) in declared.enumerated() {
            let words = "the foreign key \(key.columns.listed) → \(key.table.printable) \(key.references.listed)"
            guard let parent = parents[key.table] else {
                note(table, "\(words) is left out: there is no such table\(options.isWhole ? "" : " in the copy")")
                continue
            }
            let references = key.references.compactMap { parent.column($0)?.name }
            let columns = key.columns.compactMap { table.source.column($0)?.name }
            guard references.count == key.columns.count, columns.count == references.count, !columns.isEmpty else {
                note(table, "\(words) is left out: the columns do not match")
                continue
            }
            guard !columns.contains(where: { left.contains($0) }) else {
                note(table, "\(words) is left out: a column of it is computed")
                continue
            }
            guard isSameEngine || !references.contains(where: { parent.column($0)?.isGenerated == true }) else {
                note(table, "\(words) is left out: a column that it references is computed")
                continue
            }
            let isKey = parent.uniqueKeys.contains {
                !$0.isPartial && !$0.hasExpression && Set($0.columns) == Set(references)
                    && $0.columns.count == references.count
            }
            guard isKey else {
                note(table, "\(words) is left out: the referenced columns are not a key")
                continue
            }
            table.foreignKeys.append(
                CopyForeignKey(
                    name: text.keyNames[key.columns + ["→"]] ?? key.name, columns: columns, parent: parent.name,
                    references: references, onDelete: action(key.onDelete, words, "DELETE"),
                    onUpdate: action(key.onUpdate, words, "UPDATE"), isDeferred: isDeferred(key, words, number),
                    definition: constraint(key.name, of: table)?.reference))
        }

        /// nil for what is so anyway.
        func action(_ text: String, _ words: String, _ event: String) -> SQLForeignKeyAction? {
            let action = SQLForeignKeyAction(rawValue: text.uppercased())
            if action == .setDefault, !target.traits.hasSetDefault {
                note(table, "\(words) restricts ON \(event): \(target.rawValue) has no SET DEFAULT")
                return nil
            }
            return action == .noAction || (source.engine.traits.restrictsAnyway && action == .restrict) ? nil : action
        }

        func isDeferred(_ key: TableSchema.ForeignKey, _ words: String, _ number: Int) -> Bool {
            guard key.deferral == .deferred || areDeferred.indices.contains(number) && areDeferred[number] else {
                return false
            }
            if target.traits.hasDeferredKeys { return true }
            note(table, "\(words) is checked at once, not at the end of the transaction")
            return false
        }
    }

    private mutating func addChecks(_ table: inout CopyTable, _ text: SQLiteTableText) throws {
        for check in try source.engine.traits.checks(of: table.source, text, in: source.session) {
            if isSameEngine {
                let condition = try CatalogText.sql(check.text, "the check \(check.name ?? "") of \(table.name)")
                let definition = constraint(check.name, of: table)?.text
                table.checks.append(CopyCheck(name: check.name, condition: condition, definition: definition))
                continue
            }
            let named = "the check \(check.name.map { $0 + " " } ?? "")(\(check.text))"
            guard check.isExact else {
                note(table, "\(named) is left out: \(MySQLDefinition.inexact)")
                continue
            }
            let condition: SQL
            do throws(PortableExpression.Failure) { condition = try portable(check.tokens, table) } catch {
                note(table, "\(named) is left out: it \(error.reason)")
                continue
            }
            // Checks may have been off, or been added without a look at the rows.
            switch try isViolated(SQL(unsafe: check.text), in: table) {
            case true?: note(table, "\(named) is left out: there are rows that violate it")
            case false?: table.checks.append(CopyCheck(name: check.name, condition: condition))
            case nil: note(table, "\(named) is left out: there are rows for which it cannot be computed")
            }
        }
        guard !isSameEngine else { return }
        // To MariaDB it is a check again, to PostgreSQL the type.
        for check in table.source.checks where target == .sqlite {
            guard let column = table.columns.first(where: { MySQLOrigins.isJSON(check, $0.source) }) else { continue }
            let name: SQL = "\(identifier: column.name)"
            // To older releases of SQLite, NULL is not valid.
            table.checks.append(CopyCheck(name: check.name, condition: "\(name) IS NULL OR json_valid(\(name))"))
        }
        for column in table.columns { try addLabels(of: column, to: &table) }
    }

    /// Whether a row of the source is not what a condition demands; nil where the source cannot compute it.
    private func isViolated(_ condition: SQL, in table: CopyTable) throws -> Bool? {
        let rows = SelectStatement().column(1).from(source.engine.traits.ownRows(of: table.source))
            .where(!SQLExpression.sql("(\(condition))")).limit(1)
        do {
            return try !source.engine.traits.attempt(source.session) { try $0.rows(rows).isEmpty }
        } catch let error as DatabaseError where ![.interrupted, .connection, .outOfMemory].contains(error.code) {
            return nil
        }
    }

    /// An enumeration becomes text with a check.
    private mutating func addLabels(of column: CopyColumn, to table: inout CopyTable) throws {
        var (labels, areExact) = try source.engine.traits.labels(of: column.source, in: table.source, source)
        guard !labels.isEmpty else { return }
        guard areExact else {
            note(table, "the check of the labels of \(column.name) is left out: \(MySQLDefinition.inexact)")
            return
        }
        let isEmpty = SQL(segments: [.identifier(column.source.name), .sql(" <> ''")])
        if source.engine.traits.storesNoLabel, !labels.contains(""), try isViolated(isEmpty, in: table) == true {
            labels.append("")
            note(table, "\(column.name) may also be '', which the server has stored for what is no label")
        }
        let list = try labels.map { SQL(unsafe: try target.traits.dialect.literal(.text($0))) }.commaSeparated
        table.checks.append(CopyCheck(name: nil, condition: "\(identifier: column.name) IN (\(list))"))
    }

    private mutating func addIndexes(_ table: inout CopyTable, _ left: [String]) throws {
        let columns = table.columns.map(\.name)
        for index in source.schema.indexes(of: table.name) where index.origin == .index {
            if isSameEngine {
                try addIndex(index, to: &table)
                continue
            }
            if let exclusion = exclusion(index, of: table) {
                note(table, "the constraint \(exclusion.name) is left out: \(exclusion.text)")
                continue
            }
            if let method = index.method, method != "btree" {
                note(table, "the index \(index.name) is left out: its method is \(method)")
                continue
            }
            do {
                var parts: [CopyIndex.Part] = []
                for part in index.parts {
                    if !index.isUnique, let column = source.engine.traits.column(ofBeginning: part) {
                        parts.append(CopyIndex.Part(column: column, isDescending: part.isDescending))
                        continue
                    }
                    parts.append(
                        CopyIndex.Part(
                            column: part.column, sql: try computed(part, columns, table, isUnique: index.isUnique),
                            isDescending: part.isDescending))
                    if source.engine == .sqlite, source.engine.traits.ignoresCase(part, of: table.source) {
                        note(table, "the index \(index.name) uses the collation \(part.collation ?? "") in SQLite only")
                    }
                }
                let condition = try index.condition.map { try portable(text: $0, table) }
                if index.isPartial, condition == nil {
                    throw PortableExpression.Failure(reason: "has a condition that cannot be read")
                }
                table.indexes.append(
                    CopyIndex(
                        name: name(of: index, table), isUnique: index.isUnique, parts: parts, condition: condition))
            } catch let failure as PortableExpression.Failure {
                note(table, "the index \(index.name) is left out: it \(failure.reason)")
            } catch { note(table, "the index \(index.name) is left out: \(error)") }
        }
    }

    /// Two tables of MySQL may have indexes of one name, which stand beside the tables elsewhere.
    private mutating func name(of index: IndexSchema, _ table: CopyTable) -> String {
        let schema = table.source.schema
        let own = QualifiedName.table(of: index.name, schema: schema)
        guard isTaken(own, besides: table) else { return own }
        return [target.traits.hasSchemas ? nil : schema, table.source.ownName, own].compactMap { $0 }.joined(
            separator: "_")
    }

    /// Whether a table, or an index of another table, has the name, as far as they meet in one schema of the target.
    private mutating func isTaken(_ name: String, besides table: CopyTable) -> Bool {
        let isOneSchema = !target.traits.hasSchemas
        if takenNames == nil {
            var names: [String: [String: Set<String>]] = [:]
            let tables = source.schema.tables
            if source.engine.traits.hasIndexNamesByTable || (isOneSchema && tables.contains { $0.schema != nil }) {
                for table in tables {
                    let place = isOneSchema ? "" : table.schema ?? ""
                    names[place, default: [:]][table.ownName.lowercased(), default: []].insert("")
                    for index in source.schema.indexes(of: table.name) {
                        let own = QualifiedName.table(of: index.name, schema: table.schema).lowercased()
                        names[place, default: [:]][own, default: []].insert(table.name)
                    }
                }
            }
            takenNames = names
        }
        let others = takenNames?[isOneSchema ? "" : table.source.schema ?? ""]?[name.lowercased()] ?? []
        return others.contains { $0 != table.source.name }
    }

    /// What a part of an index computes; nil where it is a column.
    private func computed(
        _ part: IndexSchema.Part, _ columns: [String], _ table: CopyTable, isUnique: Bool
    ) throws -> SQL? {
        if let column = part.column {
            guard columns.contains(column) else {
                throw PortableExpression.Failure(reason: "is on the column \(column), which is left out")
            }
            return nil
        }
        return try portable(text: part.expression ?? "", table, isUnique: isUnique, isHint: !isUnique)
    }
}

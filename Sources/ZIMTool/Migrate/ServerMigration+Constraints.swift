import ZIMOrm

/// Keys, checks, indexes and foreign keys.
extension ServerMigration {
    /// Those that are no part of a view that is made again.
    func indexes(of schema: DatabaseSchema) -> [IndexSchema] {
        schema.indexes.filter { index in schema.exactly(index.table).map { $0.kind != .virtual } ?? false }
    }

    mutating func dropConstraints(_ views: ServerViews) {
        for pair in pairs {
            for check in pair.old.checks where isOwn(check, of: pair, in: from) {
                if !isHeldUp(check, of: pair), to.has(check, of: pair.new, in: from) { continue }
                draft.add(pair.old.alter("DROP CONSTRAINT \(check.name.sqlName)"))
            }
        }
        for index in indexes(of: base) where !views.isRenewed(index.table) {
            guard let table = base.exactly(index.table), wanted.exactly(index.table) != nil,
                isHeldUp(index) || !has(to, from.key(of: index), of: index.table)
            else { continue }
            let name = index.ownName(in: table).sqlName
            if index.origin == .index, from.constraint(of: index) == nil {
                draft.add("DROP INDEX \(table.schema.map { $0.sqlName + "." } ?? "")\(name)")
            } else {
                draft.add(table.alter("DROP CONSTRAINT \(name)"))
            }
        }
    }

    mutating func addConstraints(_ views: ServerViews) {
        for index in indexes(of: wanted) where !views.isRenewed(index.table) {
            if isLeftOut(index.table) { continue }
            if isHeldUp(index) || !has(from, to.key(of: index), of: index.table) {
                draft.add(to.sql(of: index))
            }
        }
        for pair in pairs {
            for check in pair.new.checks where isOwn(check, of: pair, in: to) {
                if !isHeldUp(check, of: pair), from.has(check, of: pair.old, in: to) { continue }
                // Classes do not record all that a check says which stays.
                let twin = to.isOfClasses ? pair.old.checks.first { $0.condition == check.condition } : nil
                let text = twin.map { from.text(of: $0, in: pair.old) } ?? to.text(of: check, in: pair.new)
                draft.add(pair.old.alter("ADD CONSTRAINT \(check.name.sqlName) \(text)"))
            }
        }
    }

    private func pair(_ table: String) -> Pair? { pairs.first { $0.old.name.hasSameBytes(as: table) } }

    /// Whether an index names a column that is dropped and added, which would take it along.
    private func isHeldUp(_ index: IndexSchema) -> Bool {
        pair(index.table)?.again.contains { column in
            index.parts.contains { part in
                part.column.map { $0.hasSameBytes(as: column.name) }
                    ?? SQLText.names(column.name, in: part.expression ?? "", rules: .postgreSQL)
            } || index.included.contains { $0.hasSameBytes(as: column.name) }
                || SQLText.names(column.name, in: index.condition ?? "", rules: .postgreSQL)
        } ?? false
    }

    private func isHeldUp(_ check: TableSchema.Check, of pair: Pair) -> Bool {
        pair.again.contains { SQLText.names($0.name, in: check.condition, rules: .postgreSQL) }
    }

    private func has(_ schema: ServerSchema, _ key: String, of table: String) -> Bool {
        schema.schema.indexes.contains { $0.table.hasSameBytes(as: table) && schema.key(of: $0) == key }
    }

    // MARK: Foreign keys

    /// The foreign keys that go before anything else changes, and that come when all of it has: also those that stay, but
    /// whose columns or parents' keys are made again.
    func foreignKeys() -> (
        dropped: [(TableSchema, TableSchema.ForeignKey)], added: [(TableSchema, TableSchema.ForeignKey)]
    ) {
        func changed(_ tables: [TableSchema], _ schema: ServerSchema, _ other: ServerSchema) -> [(
            TableSchema, TableSchema.ForeignKey
        )] {
            tables.filter { $0.kind == .table }.flatMap { table in
                table.foreignKeys.map { (table, $0) }
            }.filter { other.twin(of: $1, of: $0, in: schema) == nil || isHeldUp($1, of: $0) }
        }
        return (
            changed(base.tables, from, to),
            changed(wanted.tables.filter { !isLeftOut($0.name) }, to, from).filter { !isLeftOut($0.1.table) }
        )
    }

    /// Whether a table is partitioned and missing, so that a person makes it, and what belongs to it.
    func isLeftOut(_ table: String) -> Bool {
        wanted.exactly(table)?.partitionKey != nil && base.exactly(table) == nil
    }

    /// Whether a foreign key stands in the way: of a change of its columns, or of the key that it points to.
    private func isHeldUp(_ key: TableSchema.ForeignKey, of table: TableSchema) -> Bool {
        func changes(_ table: String, _ columns: [String]) -> Bool {
            guard let pair = pair(table) else { return false }
            return columns.contains { name in
                pair.old.exactly(name)?.type != pair.new.exactly(name)?.type
                    || pair.again.contains { $0.name.hasSameBytes(as: name) }
            }
        }
        if changes(table.name, key.columns) || changes(key.table, key.references) { return true }
        if isMoved(table.name) || isMoved(key.table) { return true }
        guard let parent = pair(key.table) else { return false }
        return !from.keys(of: parent.old).isSubset(of: to.keys(of: parent.new))
    }
}

/// What a table inherits: ALTER TABLE of its parents reaches it, and refuses its own.
extension ServerMigration {
    private func parents(of pair: Pair) -> [Pair] {
        (from.parents[pair.old.name] ?? []).compactMap { self.pair($0) }
    }

    private func ancestors(of pair: Pair) -> [Pair] { parents(of: pair).flatMap { [$0] + ancestors(of: $0) } }

    /// SET DEFAULT of a parent reaches those that have one of their own.
    mutating func keepDefaults(_ pair: Pair) {
        var known: Set<ExactName> = []
        for parent in ancestors(of: pair) {
            for column in pair.new.columns where !column.isGenerated && column.identity == nil {
                guard let was = parent.old.exactly(column.name), let now = parent.new.exactly(column.name),
                    was.defaultValue != now.defaultValue, column.defaultValue != now.defaultValue,
                    known.insert(ExactName(column.name)).inserted
                else { continue }
                let value = wanted.defaultText(of: column).map { "SET DEFAULT \($0)" } ?? "DROP DEFAULT"
                draft.add("ALTER TABLE ONLY \(pair.old.sqlName) ALTER COLUMN \(column.name.sqlName) \(value)")
            }
        }
    }

    /// The names of the columns that change with those of the parents.
    mutating func led(_ pair: Pair) -> Set<ExactName> {
        var led: Set<ExactName> = []
        for parent in parents(of: pair) {
            for name in Set((parent.old.columns + parent.new.columns).map { ExactName($0.name) }).sorted().map(\.text) {
                let (was, now) = (parent.old.exactly(name), parent.new.exactly(name))
                let isAgain = parent.again.contains { $0.name.hasSameBytes(as: name) }
                if !isAgain, Self.inherited(was) == Self.inherited(now) { continue }
                led.insert(ExactName(name))
                let own = pair.new.exactly(name)
                // Its own default is set behind the parent's.
                let keepsDefault =
                    own?.defaultValue == now?.defaultValue || was?.defaultValue != now?.defaultValue
                    || own?.defaultValue == pair.old.exactly(name)?.defaultValue
                if Self.inherited(own)?.dropLast() == Self.inherited(now)?.dropLast(), keepsDefault { continue }
                draft.note(
                    "\"\(pair.old.name)\".\"\(name)\" is inherited, and changes as that of \"\(parent.old.name)\" does")
            }
        }
        return led
    }

    /// What ALTER TABLE changes in the tables that inherit, too.
    private static func inherited(_ column: ColumnSchema?) -> [String?]? {
        column.map {
            [
                $0.type, $0.collation, $0.isNotNull.description, $0.expression,
                $0.identity == nil ? $0.defaultValue : nil,
            ]
        }
    }

    /// Whether a check is none of the parents'.
    private func isOwn(_ check: TableSchema.Check, of pair: Pair, in server: ServerSchema) -> Bool {
        !parents(of: pair).compactMap { server.schema.exactly($0.old.name) }.contains { parent in
            parent.checks.contains {
                $0.name.hasSameBytes(as: check.name) && $0.condition == check.condition
                    && !PostgresConstraint.says("NO INHERIT", in: server.text(of: $0, in: parent))
            }
        }
    }
}

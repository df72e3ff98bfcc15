import ZIMOrm

/// The statements that make one schema of PostgreSQL of another. Constraints and indexes are compared by what they say, not
/// by their names.
///
/// Source: <https://www.postgresql.org/docs/15/sql-altertable.html>
struct ServerMigration: MigrationPlan {
    /// A table that both have.
    struct Pair {
        let old: TableSchema
        let new: TableSchema
        /// The columns that are dropped and added.
        let again: [ColumnSchema]
    }

    let from: ServerSchema
    let to: ServerSchema
    var base: DatabaseSchema { from.schema }
    var wanted: DatabaseSchema { to.schema }
    var draft = MigrationDraft()
    let pairs: [Pair]
    /// The new values of enumerations.
    private var labels: [String] = []
    private var labelSteps = MigrationDraft()

    init(from base: ServerSchema, to wanted: ServerSchema) {
        (from, to) = (base, wanted)
        pairs = wanted.schema.tables.filter { $0.kind == .table }.compactMap { table in
            base.schema.exactly(table.name).flatMap {
                $0.kind == .table ? Pair(old: $0, new: table, again: $0.madeAgain(table)) : nil
            }
        }
    }

    mutating func plan() {
        let created = wanted.tables.filter { $0.kind == .table && base.exactly($0.name) == nil }
        let dropped = base.tables.filter { $0.kind == .table && wanted.exactly($0.name) == nil }
        let views = ServerViews(
            from: base, to: wanted, changing: pairs.filter { $0.old.blocksViews($0.new) }.map(\.old) + dropped)
        needs()
        collations()
        types()
        sequences()
        for view in views.dropped {
            draft.add("DROP \(view.isMaterialized ? "MATERIALIZED " : "")VIEW \(view.sqlName)", note: views.note(view))
        }
        let keys = foreignKeys()
        for (table, key) in keys.dropped { draft.add(table.alter("DROP CONSTRAINT \((key.name ?? "").sqlName)")) }
        dropConstraints(views)
        for table in created { create(table) }
        for pair in pairs {
            columns(pair)
            storage(pair.old, pair.new)
        }
        for pair in pairs { keepDefaults(pair) }
        addConstraints(views)
        for (table, key) in keys.added {
            // Classes do not record all that a key says which stays.
            let twin = from.twin(of: key, of: table, in: to).flatMap { from.text(of: $0, in: table) }
            let text = to.text(of: key, in: table) ?? twin ?? key.sql
            draft.add(table.alter("ADD \(key.name.map { "CONSTRAINT \($0.sqlName) " } ?? "")\(text)"))
        }
        for table in dropped {
            draft.add(
                "DROP TABLE \(table.sqlName)", note: "drops the table \"\(table.name.printable)\" with its rows",
                loses: true)
        }
        for view in views.created { draft.add(wanted.definitions[view.name] ?? "") }
        for view in views.created { attach(view) }
        for index in indexes(of: wanted) where views.isRenewed(index.table) { draft.add(to.sql(of: index)) }
        for type in base.types ?? [] where wanted.type(type.name) == nil { draft.add("DROP \(type.kind) \(type.name)") }
        for collation in from.collations where !to.collations.contains(where: { $0.name == collation.name }) {
            draft.add("DROP COLLATION \(collation.name)")
        }
        for table in wanted.tables where table.kind == .virtual && base.exactly(table.name) == nil {
            draft.note("the foreign table \"\(table.name)\" is missing")
        }
        for schema in Set(from.otherSchemas + to.otherSchemas).sorted() {
            draft.note(
                "the tables of the schema \"\(schema)\" are not compared, unless both URLs choose it: ?options=-csearch_path%3D\(schema.searchPath)"
            )
        }
        if let label = labels.first(where: isUsed) { keepLabelsOnly(label) }
    }

    /// The server takes a new value only when the transaction that added it has ended.
    private mutating func keepLabelsOnly(_ label: String) {
        labelSteps.note(
            "all other changes, since one of them uses the new value \(SQLText.string(label)): run this migration, then call zim migrate new again"
        )
        for note in draft.notes { labelSteps.note(note) }
        draft = labelSteps
    }

    private func isUsed(_ label: String) -> Bool {
        let text = SQLText.string(label)
        return draft.steps.contains { step in
            !step.sql.hasPrefix("ALTER TYPE ") && !step.sql.hasPrefix("CREATE TYPE ")
                && SQLTokenizer(step.sql, rules: .postgreSQL).tokens.contains { $0.kind == .string && $0.text == text }
        }
    }

    // MARK: Types

    /// Types and functions that a person makes first.
    private mutating func needs() {
        for need in to.needs {
            guard let old = from.needs.first(where: { $0.name.hasSameBytes(as: need.name) }) else {
                draft.note("the \(need.words) is missing" + (need.sql.map { ": " + $0 } ?? ""))
                continue
            }
            if let sql = need.sql, old != need { draft.note("the \(need.words) differs: \(sql)") }
        }
    }

    private mutating func collations() {
        for collation in to.collations {
            guard let old = from.collations.first(where: { $0.name == collation.name }) else {
                draft.add(collation.sql)
                continue
            }
            if old.sql != collation.sql { draft.note("the collation \(collation.name) differs: \(collation.sql)") }
        }
    }

    private mutating func types() {
        for type in wanted.types ?? [] {
            guard let old = base.type(type.name) else {
                draft.add(type.sql)
                continue
            }
            if type.labels.isEmpty || old.labels.isEmpty {
                if old != type { draft.note("the domain \(type.name) differs: \(type.sql)") }
                continue
            }
            if old.labels.contains(where: { !type.labels.contains($0) }) {
                draft.note("the enumeration \(type.name) has values that PostgreSQL cannot remove: \(type.sql)")
            }
            for (index, label) in type.labels.enumerated() where !old.labels.contains(label) {
                let before =
                    index > 0
                    ? " AFTER " + SQLText.string(type.labels[index - 1]) : " BEFORE " + SQLText.string(old.labels[0])
                let sql = "ALTER TYPE \(type.name) ADD VALUE \(SQLText.string(label))\(before)"
                let note = "the new value cannot be used before this migration has ended"
                draft.add(sql, note: note)
                labelSteps.add(sql, note: note)
                labels.append(label)
            }
        }
    }

    // MARK: Views

    /// What is no part of a view's query: it goes with the view, and is not compared.
    private mutating func attach(_ view: TableSchema) {
        guard let old = base.exactly(view.name), old.kind == .view else {
            for statement in to.viewParts[view.name] ?? [] {
                draft.note("of the new view \"\(view.name)\": \(statement)")
            }
            return
        }
        for column in old.columns where view.exactly(column.name) != nil {
            guard let value = base.defaultText(of: column) else { continue }
            draft.add("ALTER VIEW \(view.sqlName) ALTER COLUMN \(column.name.sqlName) SET DEFAULT \(value)")
        }
        for statement in from.viewParts[view.name] ?? [] { draft.add(statement) }
    }

    // MARK: Tables and columns

    private mutating func create(_ table: TableSchema) {
        noteRowSecurity(table.name)
        guard table.partitionKey == nil else {
            draft.note("the partitioned table \"\(table.name)\" is missing: \(table.partitionKey ?? "")")
            for child in wanted.tables where child.partitionKey == nil || base.exactly(child.name) != nil {
                for key in child.foreignKeys where key.table.hasSameBytes(as: table.name) {
                    draft.note("the foreign key \(key.columns.sqlList) of \"\(child.name)\" to it is missing, too")
                }
            }
            return
        }
        var items = table.columns.map { to.sql(of: $0, in: table) }
        let checks = table.checks.map { "CONSTRAINT \($0.name.sqlName) \(to.text(of: $0, in: table))" }
        // A new table's checks are valid, whatever stands there.
        let isLate = { (check: String) in PostgresConstraint.says("NOT VALID", in: check) }
        items += checks.filter { !isLate($0) }
        let kind = to.details[table.name].isUnlogged ? "UNLOGGED TABLE" : "TABLE"
        draft.add("CREATE \(kind) \(table.sqlName) (\n    \(items.joined(separator: ",\n    "))\n)")
        for check in checks where isLate(check) { draft.add(table.alter("ADD \(check)")) }
        for column in table.columns { ownSequence(column, table) }
    }

    private mutating func columns(_ pair: Pair) {
        let (old, new) = (pair.old, pair.new)
        let led = led(pair)
        func isOwn(_ column: ColumnSchema) -> Bool { !led.contains(ExactName(column.name)) }
        let gained = new.columns.filter { old.exactly($0.name) == nil && isOwn($0) }
        let gone = old.columns.filter { new.exactly($0.name) == nil && isOwn($0) }
        let again = pair.again.filter(isOwn)
        for column in old.columns where column.isGenerated && new.exactly(column.name)?.isGenerated == false {
            if isOwn(column) { draft.add(old.alter("ALTER COLUMN \(column.name.sqlName) DROP EXPRESSION")) }
        }
        // What is computed goes before what it is computed of, and comes behind it.
        for column in (again + gone).computed(first: true) {
            let name = column.name.printable
            var note: String?
            if new.exactly(column.name) == nil {
                let twin = gained.first { $0.type == column.type }
                note =
                    "drops the values of \"\(name)\""
                    + (twin.map { "; if \"\($0.name.printable)\" is its new name, write RENAME COLUMN for both" } ?? "")
            } else if !column.isGenerated {
                note = "drops the values of \"\(name)\": it is computed now"
            }
            draft.add(old.alter("DROP COLUMN \(column.name.sqlName)"), note: note, loses: !column.isGenerated)
            makeSequence(behind: column, old)
        }
        for column in new.columns
        where isOwn(column) && !again.contains(where: { $0.name.hasSameBytes(as: column.name) }) {
            if let was = old.exactly(column.name) { change(was, column, of: old) }
        }
        for column in (gained + again.compactMap { new.exactly($0.name) }).computed(first: false) {
            add(column, of: old)
        }
    }

    /// How a table is kept.
    private mutating func storage(_ old: TableSchema, _ new: TableSchema) {
        if isMoved(old.name) {
            draft.add(old.alter(to.details[old.name].isUnlogged ? "SET UNLOGGED" : "SET LOGGED"))
        }
        guard !to.isOfClasses else { return }
        if old.partitionKey != new.partitionKey {
            draft.note(
                "the table \"\(old.name)\" is \(Self.words(old)) and should be \(Self.words(new)): it must be made again"
            )
        }
        noteRowSecurity(old.name)
    }

    /// Who may read which rows is for a person to decide.
    private mutating func noteRowSecurity(_ table: String) {
        let now = to.details[table].rowSecurity
        if from.details[table].rowSecurity == now { return }
        let sql = now.isEmpty ? "it should have none" : now.joined(separator: "; ")
        draft.note("the row level security of \"\(table)\" differs: \(sql)")
    }

    private static func words(_ table: TableSchema) -> String {
        table.partitionKey.map { "partitioned by \($0)" } ?? "a plain table"
    }

    /// Whether a table becomes one that is logged, or is no longer.
    func isMoved(_ table: String) -> Bool {
        wanted.exactly(table) != nil && from.details[table].isUnlogged != to.details[table].isUnlogged
    }

    private mutating func add(_ column: ColumnSchema, of table: TableSchema) {
        let isFilled =
            !column.isNotNull || column.defaultValue != nil || column.identity != nil || column.isGenerated
        // A domain refuses NULL as soon as it is the column's type.
        let isDomains = wanted.type(of: column)?.isNotNull == true
        let type = !isFilled && isDomains ? column.baseType : nil
        draft.add(table.alter("ADD COLUMN \(to.sql(of: column, in: table, as: type, isNotNull: isFilled))"))
        if !isFilled {
            let change = isDomains ? "TYPE \(to.type(of: column, in: table))" : "SET NOT NULL"
            draft.add(
                table.alter("ALTER COLUMN \(column.name.sqlName) \(change)"),
                note:
                    "\"\(column.name.printable)\" is NOT NULL and has no default: write an UPDATE before this, if there are rows"
            )
        }
        ownSequence(column, table)
    }

    private mutating func change(_ old: ColumnSchema, _ new: ColumnSchema, of table: TableSchema) {
        let name = new.name.sqlName
        var was = old.isGenerated ? nil : base.defaultText(of: old)
        let value = new.isGenerated ? nil : wanted.defaultText(of: new)
        if old.identity != nil, new.identity == nil {
            draft.add(table.alter("ALTER COLUMN \(name) DROP IDENTITY"))
            makeSequence(behind: old, table)
        }
        if old.type != new.type || old.collation != new.collation {
            if was != nil {
                draft.add(table.alter("ALTER COLUMN \(name) DROP DEFAULT"))
                was = nil
            }
            let change = PostgresTypeChange(from: old.baseType ?? old.type, to: new.baseType ?? new.type)
            let cast = old.type == new.type || change.isAssigned(by: from.casts) ? "" : " USING \(name)::\(new.type)"
            draft.add(
                table.alter("ALTER COLUMN \(name) TYPE \(to.type(of: new, in: table))\(cast)"),
                note: change.keepsValues ? nil : "\"\(new.name.printable)\" \(change.loss(old.type, new.type))",
                loses: !change.keepsValues)
        }
        // An identity has a sequence, too, which comes and goes with it.
        let had = old.identity == nil ? old.sequence : nil
        let wants = new.identity == nil ? new.sequence : nil
        if was != value {
            draft.add(table.alter("ALTER COLUMN \(name) " + (value.map { "SET DEFAULT " + $0 } ?? "DROP DEFAULT")))
            if had != wants, wants != nil {
                ownSequence(new, table)
                continueSequence(new, table)
            }
        }
        if let had, had != wants, !isAsked(had) { draft.add("DROP SEQUENCE \(had)") }
        if old.isNotNull != new.isNotNull {
            draft.add(
                table.alter("ALTER COLUMN \(name) \(new.isNotNull ? "SET" : "DROP") NOT NULL"),
                note: new.isNotNull
                    ? "\"\(new.name.printable)\" becomes NOT NULL: rows that hold NULL there stop the migration" : nil)
        }
        guard let identity = new.identity else { return }
        guard let was = old.identity else {
            draft.add(table.alter("ALTER COLUMN \(name) ADD GENERATED \(to.words(of: identity, new, in: table))"))
            return continueSequence(new, table)
        }
        if was != identity {
            let words = identity == .always ? "ALWAYS" : "BY DEFAULT"
            draft.add(table.alter("ALTER COLUMN \(name) SET GENERATED \(words)"))
        }
        changeIdentity(old, new, of: table)
    }
}

extension [ColumnSchema] {
    /// Those that are computed before or behind the others.
    fileprivate func computed(first: Bool) -> [ColumnSchema] {
        filter { $0.isGenerated == first } + filter { $0.isGenerated != first }
    }
}

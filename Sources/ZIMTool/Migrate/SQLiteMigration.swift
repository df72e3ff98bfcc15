import ZIMOrm

/// The statements that make one file's schema of another's: ALTER TABLE where it can, otherwise the table is made again.
///
/// Source: <https://www.sqlite.org/lang_altertable.html>
struct SQLiteMigration: MigrationPlan {
    let base: SQLiteObjects
    let wanted: SQLiteObjects
    var draft = MigrationDraft()
    /// The tables whose indexes and triggers are gone with them.
    private var renewed: Set<[UInt8]> = []

    init(from base: SQLiteObjects, to wanted: SQLiteObjects) {
        self.base = base
        self.wanted = wanted
    }

    mutating func plan() {
        let changes = wanted.tables.compactMap {
            table -> (name: String, old: SQLiteDefinition, new: SQLiteDefinition)? in
            guard let old = base.tables.like(table.name), !old.isSame(as: table.value) else { return nil }
            return (table.name, old, table.value)
        }
        let rebuilt = changes.filter { Self.added(to: $0.old, for: $0.new) == nil }
        let dropped = base.tables.filter { wanted.tables.like($0.name) == nil }
        renewed = Set((rebuilt.map(\.name) + dropped.map(\.name)).map(\.foldedName))
        draft.isRebuilding = !rebuilt.isEmpty || !dropped.isEmpty
        drop()
        // What takes the name of another kind of table can be made when that is gone.
        for table in dropped where wanted.virtual.like(table.name) != nil { drop(table.name, "table") }
        for table in base.virtual where wanted.tables.like(table.name) != nil { drop(table.name, "virtual table") }
        for table in wanted.tables where base.tables.like(table.name) == nil {
            draft.add(table.value.sql(table.name))
        }
        for table in wanted.virtual where base.virtual.like(table.name) == nil { draft.add(table.value.sql) }
        for table in wanted.virtual {
            guard let old = base.virtual.like(table.name), old.key != table.value.key else { continue }
            draft.note("the virtual table \"\(table.name)\" differs: \(table.value.sql)")
        }
        for change in changes {
            guard let added = Self.added(to: change.old, for: change.new) else { continue }
            for column in added { draft.add("ALTER TABLE \(change.name.sqlName) ADD COLUMN \(column.text)") }
        }
        for change in rebuilt { rebuild(change.name, change.old, change.new) }
        for table in dropped where wanted.virtual.like(table.name) == nil { drop(table.name, "table") }
        for table in base.virtual where wanted.virtual.like(table.name) == nil && wanted.tables.like(table.name) == nil
        {
            drop(table.name, "virtual table")
        }
        create()
    }

    private mutating func drop(_ name: String, _ kind: String) {
        let rows = kind == "table" ? " with its rows" : ""
        draft.add("DROP TABLE \(name.sqlName)", note: "drops the \(kind) \"\(name.printable)\"\(rows)", loses: true)
    }

    /// The columns that ALTER TABLE can add to make one table of another; nil if it must be made again.
    private static func added(to old: SQLiteDefinition, for new: SQLiteDefinition) -> [SQLiteDefinition.Column]? {
        let added = new.columns.filter { old.column($0.name) == nil }
        guard added.allSatisfy(\.canBeAdded) else { return nil }
        var grown = old
        grown.columns += added
        return grown.isSame(as: new) ? added : nil
    }

    // MARK: Making a table again

    private mutating func rebuild(_ name: String, _ old: SQLiteDefinition, _ new: SQLiteDefinition) {
        var temporary = "zim_new_" + name
        while isTaken(temporary) { temporary += "_" }
        let (table, copy) = (name.sqlName, temporary.sqlName)
        let lost = old.columns.filter { new.column($0.name)?.isGenerated != false && !$0.isGenerated }
        let gained = new.columns.filter { old.column($0.name) == nil && !$0.isGenerated }
        let kept = new.columns.filter { old.column($0.name) != nil && !$0.isGenerated }
        let unfilled = gained.filter { $0.isNotNull && $0.part("DEFAULT") == nil }
        draft.add(
            new.sql(temporary), note: "\(name.printable) is made again, with its rows: ALTER TABLE cannot change it so")
        var notes = unfilled.map {
            "\"\($0.name.printable)\" is NOT NULL and has no default: write its value in place of NULL"
        }
        // Of the rows' own numbers one is given in place of NULL, whatever the column says.
        let numbered = new.rowID.flatMap { key -> String? in
            guard let was = old.column(key.name), old.rowID?.name != was.name, !old.refusesNull(in: was) else {
                return nil
            }
            return key.name
        }
        if let numbered { notes.append("\"\(numbered.printable)\" numbers the rows now: NULL becomes a new number") }
        notes += kept.filter {
            $0.isNotNull && $0.name != numbered && old.column($0.name)?.isNotNull == false
        }.map {
            "\"\($0.name.printable)\" becomes NOT NULL: rows that hold NULL there stop the migration"
        }
        notes += lost.map { column in
            let twin = gained.first { $0.type.foldedName == column.type.foldedName }
            return "drops the values of \"\(column.name.printable)\""
                + (twin.map { "; if \"\($0.name.printable)\" is its new name, copy it" } ?? "")
        }
        // What goes by row identifiers, such as a full-text index of the table, still finds the rows.
        let identities = old.hidesRowID && new.hidesRowID ? ["_rowid_"] : []
        let targets = kept.map(\.name) + unfilled.map(\.name) + identities
        let sources =
            kept.map { (old.column($0.name)?.name ?? $0.name).sqlName } + unfilled.map { _ in "NULL" }
            + identities.map(\.sqlName)
        let converted = kept.compactMap { column in
            old.column(column.name).flatMap { was in
                column.loss(from: was, old.affinity(of: was), new.affinity(of: column), isWhole: old.isWhole(was))
            }.map { "\"\(column.name.printable)\" \($0)" }
        }
        notes += converted
        if kept.isEmpty {
            notes.append("copies no row: \"\(name.printable)\" shares no column with what it was")
        } else {
            draft.add(
                // Whatever the definition does with rows in conflict, none is left out here.
                "INSERT OR ABORT INTO \(copy) \(targets.sqlList)\nSELECT \(sources.joined(separator: ", ")) FROM \(table)",
                note: notes.isEmpty ? nil : notes.joined(separator: "\n"),
                loses: !lost.isEmpty || !converted.isEmpty || numbered != nil)
            notes = []
        }
        if new.counts, old.counts {
            draft.add("DELETE FROM sqlite_sequence WHERE name = \(SQLText.string(temporary))")
            draft.add(
                "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(SQLText.string(temporary)), seq FROM sqlite_sequence "
                    + "WHERE name = \(SQLText.string(name)) COLLATE NOCASE")
        }
        refuseUnknown(of: name, old)
        draft.add("DROP TABLE \(table)", note: notes.isEmpty ? nil : notes.joined(separator: "\n"), loses: kept.isEmpty)
        // Otherwise views and triggers that name the table would be looked into while it is gone.
        draft.add("PRAGMA legacy_alter_table = ON")
        draft.add("ALTER TABLE \(copy) RENAME TO \(table)")
        draft.add("PRAGMA legacy_alter_table = OFF")
    }

    private func isTaken(_ name: String) -> Bool {
        [base, wanted].contains { objects in
            objects.tables.like(name) != nil
                || [objects.virtual, objects.views, objects.indexes].contains { $0.like(name) != nil }
        }
    }

    /// What another program has added to the table since would be lost with it.
    private mutating func refuseUnknown(of table: String, _ old: SQLiteDefinition) {
        let dependents = [("index", base.indexes), ("trigger", base.triggers)].flatMap { kind, objects in
            objects.filter { $0.value.table.foldedName == table.foldedName }.map { "\(kind) \($0.name)" }
        }
        let known = (old.columns.map { "column \($0.name)" } + dependents).map(SQLText.string).joined(separator: ", ")
        let (name, reason) = (SQLText.string(table), "\(table) has a column, index or trigger that is not known here")
        draft.add(
            "CREATE TEMP TABLE zim_known (\n"
                + "    name CONSTRAINT \(reason.sqlName) CHECK (name COLLATE NOCASE IN (\(known)))\n)",
            note: "stops where \(table.printable) has columns, indexes or triggers that would be lost without a word")
        draft.add(
            "INSERT INTO temp.zim_known\nSELECT 'column ' || name FROM pragma_table_xinfo(\(name))\n"
                + "UNION ALL SELECT type || ' ' || name FROM sqlite_schema\n"
                + "WHERE tbl_name = \(name) COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL")
        draft.add("DROP TABLE temp.zim_known")
    }

    // MARK: Indexes, triggers, views

    private mutating func drop() {
        for view in base.views where wanted.views.like(view.name)?.key != view.value.key {
            draft.add("DROP VIEW \(view.name.sqlName)")
        }
        for trigger in base.triggers where wanted.triggers.like(trigger.name)?.key != trigger.value.key {
            if !isGone(trigger.value) { draft.add("DROP TRIGGER \(trigger.name.sqlName)") }
        }
        for index in base.indexes where wanted.indexes.like(index.name)?.key != index.value.key {
            if !isGone(index.value) { draft.add("DROP INDEX \(index.name.sqlName)") }
        }
    }

    private mutating func create() {
        for index in wanted.indexes where isNew(index.value, base.indexes.like(index.name)) {
            draft.add(index.value.sql)
        }
        for view in wanted.views where base.views.like(view.name)?.key != view.value.key { draft.add(view.value.sql) }
        for trigger in wanted.triggers where isNew(trigger.value, base.triggers.like(trigger.name)) {
            draft.add(trigger.value.sql)
        }
    }

    private func isNew(_ object: SQLiteObjects.Object, _ old: SQLiteObjects.Object?) -> Bool {
        old?.key != object.key || isGone(object)
    }

    /// Whether its table or view is dropped or made again, and so are all indexes and triggers of it.
    private func isGone(_ object: SQLiteObjects.Object) -> Bool {
        if renewed.contains(object.table.foldedName) { return true }
        guard let view = base.views.like(object.table) else { return false }
        return wanted.views.like(object.table)?.key != view.key
    }
}

extension SQLiteDefinition {
    /// Whether it has row identifiers, and no column that shows them.
    fileprivate var hidesRowID: Bool {
        !options.contains("without rowid") && column("_rowid_") == nil && rowID == nil
    }

    /// The column that shows the row identifiers.
    fileprivate var rowID: Column? {
        if options.contains("without rowid") { return nil }
        guard let only = primaryKey.first.flatMap(column), primaryKey.count == 1 else { return nil }
        // Behind its column, a key that descends is none of the row's.
        let descends = only.part("PRIMARY")?.tokens.contains { $0.isWord("DESC") } == true
        return only.type.uppercased() == "INTEGER" && !descends ? only : nil
    }

    fileprivate func affinity(of column: Column) -> ColumnAffinity {
        ColumnAffinity(column.type, isStrict: options.contains("strict"))
    }

    /// Whether it holds no numbers but whole ones: a column of integers takes others as they are.
    fileprivate func isWhole(_ column: Column) -> Bool {
        affinity(of: column) == .integer && (options.contains("strict") || rowID?.name == column.name)
    }

    private var primaryKey: [String] {
        columns.first { $0.part("PRIMARY") != nil }.map { [$0.name] }
            ?? constraints.first { $0.word == "PRIMARY" }?.columns ?? []
    }

    /// Whether a column cannot hold NULL: without row identifiers, that of the key does not.
    fileprivate func refusesNull(in column: Column) -> Bool {
        column.isNotNull
            || options.contains("without rowid") && primaryKey.contains { $0.foldedName == column.name.foldedName }
    }

    /// Whether AUTOINCREMENT numbers its rows.
    fileprivate var counts: Bool {
        columns.contains { $0.part("PRIMARY")?.tokens.contains { $0.isWord("AUTOINCREMENT") } == true }
    }
}

extension SQLiteDefinition.Column {
    /// What SQLite takes from the values of a column that it stores in this one, in words that go on from its name.
    fileprivate func loss(
        from old: Self, _ was: ColumnAffinity, _ now: ColumnAffinity, isWhole: Bool
    ) -> String? {
        switch (was, now) {
        case (.text, .integer), (.text, .numeric), (.text, .real), (.blob, .integer), (.blob, .numeric), (.blob, .real):
            "was \(old.type.isEmpty ? "of any type" : old.type): texts that look like numbers become numbers, '007' becomes 7"
        case (.real, .text), (.numeric, .text), (.blob, .text):
            "was \(old.type.isEmpty ? "of any type" : old.type): numbers become texts of 15 digits"
        case (.integer, .text) where !isWhole:
            "was \(old.type): numbers with a fraction or beyond 64 bits become texts of 15 digits"
        case (.integer, .real), (.numeric, .real):
            "was \(old.type): integers above 9007199254740992 are rounded"
        default: nil
        }
    }

    /// Whether ALTER TABLE can add it.
    ///
    /// Source: <https://www.sqlite.org/lang_altertable.html#altertabaddcol>
    fileprivate var canBeAdded: Bool {
        if part("PRIMARY") != nil || part("UNIQUE") != nil { return false }
        if part("GENERATED")?.tokens.last?.isWord("STORED") == true { return false }
        guard let value = part("DEFAULT") else { return !isNotNull || isGenerated }
        let first = value.tokens.dropFirst().first?.text.uppercased() ?? ""
        if first == "(" || first.hasPrefix("CURRENT_") { return false }
        return first == "NULL" ? !isNotNull : part("REFERENCES") == nil
    }
}

extension NameMap {
    /// The value of a name, whatever its case: an exact match comes first.
    func like(_ name: String) -> Value? {
        self[name] ?? first { $0.name.foldedName == name.foldedName }?.value
    }
}

import ZIMOrm
import ZIMSql

/// The statements that make one schema of MySQL or MariaDB of another. The server commits each, so each table has as few as it
/// can.
///
/// Foreign keys and checks are compared by what they say, indexes by their names as well.
///
/// Source: <https://mariadb.com/kb/en/alter-table/>
struct MySQLMigration: MigrationPlan {
    private struct Pair {
        let name: String
        let old: MySQLTableText
        let new: MySQLTableText
    }

    private let base: MySQLObjects
    private let wanted: MySQLObjects
    private let pairs: [Pair]
    var draft = MigrationDraft()

    init(from base: MySQLObjects, to wanted: MySQLObjects) {
        self.base = base
        self.wanted = wanted
        pairs = wanted.tables.compactMap { table in
            base.tables[table.name].map { Pair(name: table.name, old: $0, new: table.value) }
        }
    }

    mutating func plan() {
        for name in wanted.askedSequences.subtracting(base.sequences).subtracting(base.askedSequences).sorted() {
            draft.note("the sequence \"\(name)\" is missing: write a CREATE SEQUENCE before what asks it")
        }
        for view in base.views where wanted.views[view.name] == nil { draft.add("DROP VIEW \(view.name.mySQLName)") }
        // What of the foreign keys stays in place, by their text.
        let kept = pairs.map { pair in
            Set(pair.old.foreignKeys.map(\.text)).intersection(pair.new.foreignKeys.map(\.text))
                .subtracting(pair.old.foreignKeys.filter { isHeldUp($0, of: pair) }.map(\.text))
        }
        func drop(_ key: MySQLTableText.ForeignKey) -> String { "DROP FOREIGN KEY " + key.name.mySQLName }
        for (pair, kept) in zip(pairs, kept) {
            alter(pair.name, pair.old.foreignKeys.filter { !kept.contains($0.text) }.map(drop))
        }
        let dropped = base.tables.filter { wanted.tables[$0.name] == nil }
        for table in dropped { alter(table.name, table.value.foreignKeys.map(drop)) }
        let created = wanted.tables.filter { base.tables[$0.name] == nil }
        for table in created { draft.add(table.value.sql(table.name)) }
        for pair in pairs { alter(pair) }
        for table in created { alter(table.name, table.value.foreignKeys.map { "ADD " + $0.sql(of: table.name) }) }
        for (pair, kept) in zip(pairs, kept) {
            let new = pair.new.foreignKeys.filter { !kept.contains($0.text) }
            alter(pair.name, new.map { "ADD " + $0.sql(of: pair.name) })
        }
        for table in dropped {
            draft.add(
                "DROP TABLE \(table.name.mySQLName)", note: "drops the table \"\(table.name.printable)\" with its rows",
                loses: true)
        }
        for (name, view) in sortedViews() where base.views[name]?.text != view.text {
            draft.add(view.sql, note: "its definer is who runs this")
        }
    }

    /// Whether a foreign key stands in the way: of a change of its columns, or of an index that it needs.
    private func isHeldUp(_ key: MySQLTableText.ForeignKey, of pair: Pair) -> Bool {
        func changes(_ pair: Pair, _ columns: [String]) -> Bool {
            columns.contains { name in
                let (old, new) = (pair.old.column(name), pair.new.column(name))
                guard let old, let new else { return (old == nil) != (new == nil) }
                return !old.isSame(as: new)
            }
                || pair.old.keys.contains { old in
                    Set(old.columns.prefix(columns.count)) == Set(columns) && !pair.new.keys.contains(old)
                }
        }
        if changes(pair, key.columns) { return true }
        guard let parent = pairs.first(where: { $0.name.hasSameBytes(as: key.parent) }) else { return false }
        return changes(parent, key.references)
    }

    // MARK: Tables

    private mutating func alter(_ table: String, _ clauses: [String], note: String? = nil, loses: Bool = false) {
        if clauses.isEmpty { return }
        // The server changes the rows of the past only when told so.
        let isVersioned = base.tables[table]?.isVersioned == true || wanted.tables[table]?.isVersioned == true
        draft.add(
            (isVersioned ? "SET STATEMENT system_versioning_alter_history = KEEP FOR\n" : "")
                + "ALTER TABLE \(table.mySQLName)\n    " + clauses.joined(separator: ",\n    "), note: note,
            loses: loses)
    }

    /// One ALTER TABLE, and one before it for columns to which somebody has to give values, or in which NULL has to stop it.
    private mutating func alter(_ pair: Pair) {
        let change = MySQLTableChange(from: pair.old, to: pair.new)
        alter(pair.name, change.before)
        let isStopped = !change.stops.isEmpty
        let rest = isStopped ? change.notes.filter { !change.nullNotes.contains($0) } : change.notes
        alter(pair.name, change.stops, note: change.nullNotes.isEmpty ? nil : change.nullNotes.joined(separator: "\n"))
        alter(pair.name, change.clauses, note: rest.isEmpty ? nil : rest.joined(separator: "\n"), loses: change.loses)
        for difference in change.differences { draft.note("the table \"\(pair.name)\" differs: " + difference) }
    }

    // MARK: Views

    private func sortedViews() -> [(name: String, view: MySQLObjects.View)] {
        let views = wanted.views.map { (name: $0.name, view: $0.value) }
        return ReadingOrder.sorted(views.map { ($0.name, Set($0.view.names.exactNames)) }).map { views[$0] }
    }
}

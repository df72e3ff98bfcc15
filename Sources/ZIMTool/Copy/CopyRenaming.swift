import ZIMOrm
import ZIMSql

/// The names that somebody chose for tables, by the names that they have.
struct CopyRenaming {
    typealias Step = (table: String, statement: AlterTableStatement)

    /// In the order in which they were asked for; then those of tables whose schemas the target does not have.
    private(set) var list: [(table: String, name: String)] = []
    /// What is said of tables that nobody gave a name.
    private(set) var notes: [CopyNote] = []
    private var names: [String: String] = [:]

    /// - Parameter schemas: all that is copied.
    /// - Throws: ``ToolError`` for a table that is not among them, for two of one name, and for a name that the target
    ///   cannot have.
    init(_ options: CopyOptions, among schemas: [TableSchema], from source: CopySource, to target: CopyEngine) throws {
        let tables = schemas.map(\.name)
        func key(_ name: String, _ engine: CopyEngine) -> [UInt8] {
            engine.traits.key(ofName: name)
        }
        for rename in options.renames {
            let isCaseless = source.engine.traits.isCaseless
            guard
                let table = tables.first(where: { $0 == rename.table })
                    ?? tables.first(where: { isCaseless && $0.foldedName == rename.table.foldedName })
                    ?? source.table(named: rename.table).map(\.name).flatMap({ tables.contains($0) ? $0 : nil })
            else { throw ToolError("--rename names the table \"\(rename.table)\", which is not copied") }
            if let other = list.first(where: { $0.table == table }) {
                throw ToolError(
                    "--rename gives the table \"\(table)\" two names: \"\(other.name)\" and \"\(rename.name)\"")
            }
            if let reason = target.traits.objection(toName: rename.name) {
                throw ToolError("--rename \(table)=\(rename.name): the name \(reason)")
            }
            let schema = target.traits.hasSchemas ? schemas.first { $0.name == table }?.schema : nil
            list.append((table, QualifiedName.text(schema: schema, table: rename.name)))
        }
        names = Dictionary(list.map { ($0.table, $0.name) }) { first, _ in first }
        let asked = Set(names.keys)
        for table in schemas where !target.traits.hasSchemas && names[table.name] == nil {
            guard let schema = table.schema else { continue }
            let name = schema + "_" + table.ownName
            notes.add(table.name, "is called \(name): \(target.rawValue) gets no schemas")
            list.append((table.name, name))
            names[table.name] = name
        }
        guard !list.isEmpty else { return }
        var taken: [[UInt8]: String] = [:]
        for table in tables {
            guard let other = taken.updateValue(table, forKey: key(self[table], target)) else { continue }
            guard names[table] != nil || names[other] != nil else { continue }
            if !asked.contains(table), !asked.contains(other) {
                throw ToolError(
                    "the tables \"\(other)\" and \"\(table)\" would both be called \"\(self[table])\"",
                    "--rename gives one of them another name")
            }
            throw ToolError("--rename would give two tables the name \"\(self[table])\": \"\(other)\" and \"\(table)\"")
        }
    }

    /// What a table is called at the other end.
    subscript(table: String) -> String { names[table] ?? table }

    func apply(to tables: inout [CopyTable]) {
        guard !list.isEmpty else { return }
        for index in tables.indices {
            let table = tables[index]
            let name = self[table.source.name]
            if name != table.name { tables[index].newName = name }
            for key in table.foreignKeys.indices {
                tables[index].foreignKeys[key].parent = self[table.foreignKeys[key].parent]
            }
            tables[index].definition?.renameParents { parent in
                names[parent]
                    ?? list.first { $0.table.lowercased() == parent.lowercased() }?.name ?? parent
            }
        }
    }

    /// The statements that rename the tables of a file, whose definitions make them under the names that they have: SQLite
    /// changes all that refers to them, too.
    ///
    /// A name that another table has had goes the way of a third.
    ///
    /// Source: <https://www.sqlite.org/lang_altertable.html>, section 2
    func statements(among tables: [String]) -> [Step] {
        let changed = list.filter { $0.table != $0.name }
        let taken = Set(tables.map(\.foldedName))
        var (away, directly, back): ([Step], [Step], [Step]) = ([], [], [])
        for (number, (table, name)) in changed.enumerated() {
            guard taken.contains(name.foldedName) else {
                directly.append((table, AlterTableStatement(SQLIdentifier(table)).rename(name)))
                continue
            }
            var third = "zim_rename_\(number + 1)"
            while taken.contains(third.foldedName) { third += "_" }
            away.append((table, AlterTableStatement(SQLIdentifier(table)).rename(third)))
            back.append((table, AlterTableStatement(SQLIdentifier(third)).rename(name)))
        }
        return away + directly + back
    }
}

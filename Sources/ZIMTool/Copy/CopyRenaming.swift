import ZIMOrm
import ZIMSql

/// The names that somebody chose for tables, by the names that they have.
struct CopyRenaming {
    typealias Step = (table: String, statement: AlterTableStatement)

    /// In the order in which they were asked for.
    private(set) var list: [(table: String, name: String)] = []

    /// - Parameter tables: the names of all that is copied.
    /// - Throws: ``ToolError`` for a table that is not among them, for two of one name, and for a name that the target
    ///   cannot have.
    init(_ options: CopyOptions, among tables: [String], from source: CopyEngine, to target: CopyEngine) throws {
        func key(_ name: String, _ engine: CopyEngine) -> [UInt8] {
            engine == .sqlite ? name.foldedName : Array(name.utf8)
        }
        for rename in options.renames {
            guard
                let table = tables.first(where: { $0 == rename.table })
                    ?? tables.first(where: {
                        source.traits.isCaseless && key($0, .sqlite) == key(rename.table, .sqlite)
                    })
            else { throw ToolError("--rename names the table \"\(rename.table)\", which is not copied") }
            if let other = list.first(where: { $0.table == table }) {
                throw ToolError(
                    "--rename gives the table \"\(table)\" two names: \"\(other.name)\" and \"\(rename.name)\"")
            }
            if let reason = target.traits.objection(toName: rename.name) {
                throw ToolError("--rename \(table)=\(rename.name): the name \(reason)")
            }
            list.append((table, rename.name))
        }
        guard !list.isEmpty else { return }
        var taken: [[UInt8]: String] = [:]
        for table in tables {
            guard let other = taken.updateValue(table, forKey: key(self[table], target)) else { continue }
            guard list.contains(where: { $0.table == table || $0.table == other }) else { continue }
            throw ToolError("--rename would give two tables the name \"\(self[table])\": \"\(other)\" and \"\(table)\"")
        }
    }

    /// What a table is called at the other end.
    subscript(table: String) -> String { list.first { $0.table == table }?.name ?? table }

    func apply(to tables: inout [CopyTable]) {
        guard !list.isEmpty else { return }
        for place in tables.indices {
            let table = tables[place]
            let name = self[table.source.name]
            if name != table.name { tables[place].newName = name }
            for key in table.foreignKeys.indices {
                tables[place].foreignKeys[key].parent = self[table.foreignKeys[key].parent]
            }
            tables[place].definition?.renameParents { parent in
                list.first { $0.table == parent }?.name
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

extension Session {
    /// Gives a table of SQLite another definition, which ALTER TABLE cannot do, by the twelve steps of SQLite's manual.
    ///
    /// ```swift
    /// Migration("0003 key of three columns") { session in
    ///     try session.rebuild(
    ///         table: "stock",
    ///         as: CreateTableStatement("stock").column("warehouse", type: .integer, .notNull)
    ///             .column("item", type: .integer, .notNull).column("lot", type: .text, .notNull)
    ///             .column("place", type: .text).primaryKey(["warehouse", "item", "lot"]),
    ///         renaming: ["shelf": "place"], values: ["lot": "-"], dropping: ["note"])
    /// }.rebuildingTables()
    /// // CREATE TABLE "zim_new_stock" (…); INSERT INTO "zim_new_stock" (…) SELECT … FROM "stock"; DROP TABLE "stock";
    /// // ALTER TABLE "zim_new_stock" RENAME TO "stock"; and its indexes and triggers once more
    /// ```
    ///
    /// Columns of the same name are copied, generated ones where they become plain; those that stay generated are computed
    /// again. Rows keep their row identifiers and are counted before and after. Indexes and triggers are created again as they
    /// were: first drop those that no longer apply. The counter of AUTOINCREMENT continues.
    ///
    /// - Parameters:
    ///   - table: the table's name, in which a dot is a dot.
    ///   - definition: the new definition, under any name.
    ///   - renaming: the new names of columns, by their old ones.
    ///   - values: expressions over the old columns for other columns, by their new names.
    ///   - dropping: the old columns to drop. A column, generated or not, that the new definition lacks and that is not
    ///     listed here is an error, so that none is lost by oversight.
    /// - Throws: ``DatabaseError`` with code misuse on a server, outside a transaction, if foreign keys are enforced,
    ///   or if a column would be lost; with code constraint if a row violates the new definition; with code value if the new
    ///   type of a column would make other values of those that it takes over, such as 7 of `'007'`.
    ///
    /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>
    public func rebuild(
        table: String, as definition: CreateTableStatement, renaming: [String: String] = [:],
        values: [String: SQLExpression] = [:], dropping: [String] = []
    ) throws {
        try requireRebuild(of: table)
        let old = try columns(of: table)
        guard !old.isEmpty else { throw DatabaseError(.sql, "there is no table \"\(table)\" to rebuild") }
        let new = "zim_new_" + table
        let dependents = try rows(
            """
            SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = \(table) COLLATE NOCASE \
            AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid
            """)
        let counter = try counter(of: table)
        let count = try value("SELECT count(*) FROM \(identifier: table)", as: Int.self)
        try execute(definition.table(SQLIdentifier(new)))
        let columns = try copy(old, of: table, to: new, renaming, values, dropping)
        let copied = try value("SELECT count(*) FROM \(identifier: new)", as: Int.self)
        guard copied == count else {
            throw DatabaseError(
                .migration, "\"\(table)\" had \(count ?? 0) rows, and has \(copied ?? 0) after it was rebuilt")
        }
        try requireSameValues(columns, of: table, in: new)
        try execute(DropTableStatement(SQLIdentifier(table)))
        // Views and triggers that name the table would be looked into, and not find it while it is gone.
        let isLegacy = try value("PRAGMA legacy_alter_table", as: Bool.self) ?? false
        try execute("PRAGMA legacy_alter_table = ON")
        let renaming = Swift.Result { try execute(AlterTableStatement(SQLIdentifier(new)).rename(table)) }
        if !isLegacy { try execute("PRAGMA legacy_alter_table = OFF") }
        _ = try renaming.get()
        for row in dependents {
            let (type, name, sql) = (
                try row.get(0, as: String.self), try row.get(1, as: String.self), try row.get(2, as: String.self)
            )
            guard let kind = CatalogDefinition.Kind(rawValue: type) else { continue }
            try define(CatalogDefinition(kind, name, on: table, sql: sql))
        }
        if let counter { try restore(counter, of: table) }
    }

    private func requireRebuild(of table: String) throws {
        guard dialect.features.contains(.pragma) else {
            throw DatabaseError(
                .misuse, "only a table of SQLite is rebuilt, and \"\(table)\" is on a server",
                hint: "ALTER TABLE can do it there")
        }
        guard connection.engine.isInTransaction else {
            throw DatabaseError(.misuse, "\"\(table)\" can be rebuilt in a transaction only", hint: "Use a Migration")
        }
        guard try value("PRAGMA foreign_keys", as: Bool.self) != true else {
            throw DatabaseError(
                .misuse,
                "\"\(table)\" cannot be rebuilt while foreign keys are enforced: dropping it would delete or "
                    + "orphan the rows that refer to it",
                hint: "Migration(…).rebuildingTables() switches them off")
        }
    }

    /// The columns of a table that take values, or those that are generated.
    private func columns(of table: String, generated isGenerated: Bool = false) throws -> [String] {
        try rows(
            "SELECT name FROM pragma_table_xinfo(\(table)) WHERE hidden \(unsafe: isGenerated ? "IN (2, 3)" : "= 0")"
        )
        .map { try $0.get(0, as: String.self) }
    }

    /// - Returns: the columns whose values were taken over, with their new names.
    private func copy(
        _ old: [String], of table: String, to new: String, _ renaming: [String: String],
        _ values: [String: SQLExpression], _ dropping: [String]
    ) throws -> [(target: String, source: String)] {
        func isSame(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
        let columns = try columns(of: new)
        let (computed, computedNow) =
            (try self.columns(of: table, generated: true), try self.columns(of: new, generated: true))
        let old = old + computed
        var sources = values.map { (target: $0.key, source: $0.value) }
        var taken: [(target: String, source: String)] = []
        for name in old where !dropping.contains(where: { isSame($0, name) }) {
            let target = renaming.first { isSame($0.key, name) }?.value ?? name
            // What was computed stays where it is a plain column from here on, and else is computed again.
            if computed.contains(name), computedNow.contains(where: { isSame($0, target) }) { continue }
            if sources.contains(where: { isSame($0.target, target) }) {
                guard isSame(target, name) else { throw filledTwice(target, of: table) }
                continue
            }
            guard columns.contains(where: { isSame($0, target) }) else {
                throw DatabaseError(
                    .misuse,
                    "the values of \"\(table)\".\"\(name)\" would be lost: the new definition has no column "
                        + "\"\(target)\" that takes them",
                    hint: "Name it in renaming or dropping")
            }
            sources.append((target, .column(name)))
            taken.append((target, name))
        }
        for name in renaming.keys where !old.contains(where: { isSame($0, name) }) {
            throw DatabaseError(.misuse, "\"\(table)\" has no column \"\(name)\" to rename")
        }
        for source in sources where !columns.contains(where: { isSame($0, source.target) }) {
            throw DatabaseError(
                .misuse, "the new definition of \"\(table)\" has no column \"\(source.target)\" to fill")
        }
        guard !sources.isEmpty else { return [] }
        sources.sort { $0.target < $1.target }
        // What goes by it, such as a full-text index of the table, still finds the rows.
        if try hasHiddenRowID(table), try hasHiddenRowID(new) { sources.append(("_rowid_", .name("_rowid_"))) }
        let select = sources.reduce(SelectStatement().from(SQLIdentifier(table))) { $0.column($1.source) }
        // The definition may say ON CONFLICT IGNORE, which would leave rows out.
        try execute(InsertStatement(into: SQLIdentifier(new)).or(.abort).columns(sources.map(\.target)).select(select))
        return taken
    }

    /// Whether a table has row identifiers, and no column that shows them.
    private func hasHiddenRowID(_ table: String) throws -> Bool {
        guard try value("SELECT wr FROM pragma_table_list(\(table))", as: Bool.self) == false else { return false }
        // The one primary key that needs no index is the row identifier.
        let shown = try value(
            """
            SELECT EXISTS (SELECT 1 FROM pragma_table_xinfo(\(table)) WHERE name = '_rowid_' COLLATE NOCASE)
                OR EXISTS (SELECT 1 FROM pragma_table_xinfo(\(table)) WHERE pk > 0)
                AND NOT EXISTS (SELECT 1 FROM pragma_index_list(\(table)) WHERE origin = 'pk')
            """, as: Bool.self)
        return shown == false
    }

    private func filledTwice(_ column: String, of table: String) -> DatabaseError {
        DatabaseError(.misuse, "the column \"\(column)\" of the new definition of \"\(table)\" is filled twice")
    }

    /// How far AUTOINCREMENT has counted; nil for a table without.
    private func counter(of table: String) throws -> Int64? {
        guard try value("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'", as: Int.self) != nil else {
            return nil
        }
        return try value("SELECT seq FROM sqlite_sequence WHERE name = \(table) COLLATE NOCASE", as: Int64.self)
    }

    private func restore(_ counter: Int64, of table: String) throws {
        // A definition without AUTOINCREMENT has no use for it.
        let counts = try value(
            "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_schema WHERE name = \(table) COLLATE NOCASE", as: Bool.self)
        guard counts == true else { return }
        try execute("DELETE FROM sqlite_sequence WHERE name = \(table) COLLATE NOCASE")
        try execute("INSERT INTO sqlite_sequence (name, seq) VALUES (\(table), \(counter))")
    }
}

import TestServer
import ZIMOrm

/// Makes a whole case from a seed.
enum RandomCase {
    static func make(
        _ kind: CaseKind, on engine: ServedEngine, form: MappingForm, shares: CaseShares = CaseShares(), seed: UInt64
    )
        throws -> OracleCase
    {
        var schema = RandomSchema(
            engine: engine, form: form, shares: shares, random: SeededGenerator(seed: seed &* 3))
        schema.make()
        var tables = schema.tables
        // A row is known by its key where it is changed.
        if kind == .locks || kind == .watches { tables = tables.map(\.withPrimaryKey) }
        if kind == .changes {
            tables = tables.map(\.withPrimaryKey)
            RandomForeignKeys.add(to: &tables, schema.links, on: engine, seed: seed)
            RandomDefaults.add(to: &tables, schema.links, on: engine, seed: seed)
        }
        if kind == .locks, seed % 3 == 2 { tables = tables.map(\.withVersion) }
        var rows = RandomRows(
            engine: engine, tables: tables, links: schema.links, random: SeededGenerator(seed: seed &* 3 &+ 1))
        rows.make()
        rows.setVersions()
        // A change of a hidden row by its key is none of a default filter's business.
        var choice = SeededGenerator(seed: seed &* 11)
        if kind != .changes, kind != .locks, kind != .watches, choice.chance(30) { rows.hide() }
        var subject = try CaseRunner.prepared(
            OracleCase(
                engine: engine, kind: kind, seed: seed, form: form, tables: tables, links: schema.links,
                rows: rows.rows, steps: []))
        var program = RandomProgram(subject, random: SeededGenerator(seed: seed &* 3 &+ 2))
        subject.steps = program.steps()
        return subject
    }
}

extension TableSpec {
    fileprivate var withPrimaryKey: TableSpec {
        var table = self
        table.constraint = .primaryKey
        for index in key { table.columns[index].isNotNull = true }
        return table
    }
}

extension TableSpec {
    /// The table with a column that counts a row's versions, where a property of whole numbers is free.
    fileprivate var withVersion: TableSpec {
        let used = Set(columns.map(\.property))
        guard let free = PropertyType.int.names.last(where: { !used.contains($0) }) else { return self }
        var table = self
        table.columns.append(
            ColumnSpec(name: free, type: "INTEGER", family: .integer, property: free, isNotNull: true, isVersion: true))
        return table
    }
}

/// Foreign keys that the database enforces: those that point to a whole key by columns of the same types.
enum RandomForeignKeys {
    static func add(to tables: inout [TableSpec], _ links: [LinkSpec], on engine: ServedEngine, seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 7)
        guard random.chance(40) else { return }
        for (index, link) in links.enumerated() where link.kind == .belongsTo && random.chance(60) {
            let key = tables[link.target].key
            // PostgreSQL asks for a unique key of exactly these columns.
            guard (link.references ?? key) == key,
                link.foreignKey.map({ tables[link.source].columns[$0].type })
                    == key.map({ tables[link.target].columns[$0].type })
            else { continue }
            let actions = [
                "", "", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE",
                " ON UPDATE CASCADE ON DELETE CASCADE",
            ]
            let action = random.pick(actions)
            // MariaDB refuses a table whose key could not be set to NULL.
            let isMandatory = link.foreignKey.contains { tables[link.source].columns[$0].isNotNull }
            if engine == .mariaDB, isMandatory, action.hasSuffix("SET NULL") { continue }
            tables[link.source].foreignKeys.append((index, action))
        }
    }
}

import ZIMOrm
import ZIMSql

/// What is particular to a source of PostgreSQL.
extension CopyPlanner {
    /// Between two servers: the types that the tables use. To a file: what a server has besides.
    mutating func takePostgresRest(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        if isSameEngine { try takeTypes(into: &plan) } else { noteDomainChecks(plan) }
        try takeSequences(into: &plan, choice)
        noteOtherSchemas()
        notePartitions(of: plan)
        try noteInheritance(of: plan)
        let triggers: SQL = """
            SELECT c.relname, t.tgname FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid \
            WHERE NOT t.tgisinternal AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2
            """
        for row in (try? source.session.rows(triggers)) ?? [] {
            guard let table = try? row.get(0, as: String.self), let name = try? row.get(1, as: String.self),
                plan.tables.contains(where: { $0.source.name == table })
            else { continue }
            notes.append(CopyNote(table, "the trigger \(name) is left out"))
        }
    }

    /// A table of its own has its own rows; who reads the parent reads the child's no more.
    private mutating func noteInheritance(of plan: CopyPlan) throws {
        let list: SQL = """
            SELECT c.relname::text, string_agg(p.relname, ', ' ORDER BY i.inhseqno) FROM pg_catalog.pg_inherits AS i \
            JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid AND pg_table_is_visible(c.oid) \
            JOIN pg_catalog.pg_class AS p ON p.oid = i.inhparent AND p.relkind = 'r' AND c.relkind IN ('r', 'p') \
            GROUP BY 1 ORDER BY 1
            """
        for row in try source.session.rows(list) {
            let name = try row.get(0, as: String.self)
            guard let table = plan.tables.first(where: { $0.source.name == name }) else { continue }
            note(
                table,
                "no longer inherits from \(try row.get(1, as: String.self)): each table has its own rows only")
        }
    }

    /// Sequences go over with what they count for; those that no table asks, with the whole database.
    private mutating func takeSequences(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        let sequences = try PostgresSequences(source.session).all
        let copied = Set(plan.tables.map(\.source.name))
        for sequence in sequences where !sequence.isIdentity {
            let isWanted =
                sequence.owner.map { copied.contains($0.table) }
                ?? (choice.isWhole || !sequence.users.isDisjoint(with: copied))
            guard isWanted || !sequence.users.isDisjoint(with: copied) else { continue }
            if isSameEngine {
                plan.sequences.append(sequence)
                guard sequence.last == nil else { continue }
                notes.append(
                    CopyNote(sequence.name, "is a sequence whose last number cannot be read without GRANT SELECT"))
            } else if sequence.owner == nil {
                notes.append(CopyNote(sequence.name, "is a sequence, which is left out"))
            }
        }
        guard isSameEngine else { return }
        for place in plan.tables.indices {
            let table = plan.tables[place].source
            plan.tables[place].counters = table.columns.compactMap { column in
                guard let identity = column.identity else { return nil }
                let owner = CopySequence.Owner(table: table.name, column: column.name)
                let sequence = sequences.first { $0.isIdentity && $0.owner == owner }
                if sequence?.last == nil {
                    notes.append(
                        CopyNote(
                            "\(table.name).\(column.name)",
                            "goes on after its largest number: the last one given cannot be read without GRANT SELECT"))
                }
                return CopyCounter(column: column.name, isAlways: identity == .always, sequence: sequence)
            }
        }
    }

    private mutating func noteDomainChecks(_ plan: CopyPlan) {
        for table in plan.tables {
            for column in table.columns {
                guard let type = source.schema.type(of: column.source) else { continue }
                for check in type.checks {
                    note(
                        table, "the check of the domain \(type.name) on \(column.name) (\(check.condition)) is left out"
                    )
                }
            }
        }
    }

    /// One schema is copied into one; the others can be, one by one.
    private mutating func noteOtherSchemas() {
        guard options.only.isEmpty else { return }
        let others: SQL = """
            SELECT n.nspname, count(*) FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT pg_catalog.pg_table_is_visible(c.oid) \
            AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' GROUP BY 1 ORDER BY 1
            """
        for row in (try? source.session.rows(others)) ?? [] {
            guard let schema = try? row.get(0, as: String.self), let count = try? row.get(1, as: Int.self) else {
                continue
            }
            notes.append(
                CopyNote(
                    schema, "has \(count.counted("table")) outside of the URL's search_path, left out"
                ))
        }
    }

    private func takeTypes(into plan: inout CopyPlan) throws {
        let used = Set(
            plan.tables.flatMap { $0.columns.map(\.source) + $0.source.columns.filter(\.isGenerated) }.compactMap {
                source.schema.type(of: $0)?.name
            })
        for type in source.schema.types ?? [] where used.contains(type.name) {
            let texts =
                [type.name] + [type.baseType, type.defaultValue].compactMap { $0 } + type.checks.map(\.condition)
            for text in texts { _ = try CatalogText(text, "the type \(type.name)") }
            if let base = type.baseType {
                var sql = "CREATE DOMAIN \(type.name) AS \(base)"
                if let value = type.defaultValue { sql += " DEFAULT \(value)" }
                if type.isNotNull { sql += " NOT NULL" }
                for check in type.checks { sql += " CHECK (\(check.condition))" }
                plan.types.append(CopyType(name: type.name, sql: sql, checks: type.checks.map(\.condition)))
            } else {
                let labels = type.labels.map { SQLValue.text($0).description }.joined(separator: ", ")
                plan.types.append(CopyType(name: type.name, sql: "CREATE TYPE \(type.name) AS ENUM (\(labels))"))
            }
        }
    }
}

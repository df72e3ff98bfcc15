import ZIMOrm
import ZIMSql

/// What is particular to a source of PostgreSQL.
extension CopyPlanner {
    /// The type whose values a column holds: that below a domain.
    func postgresType(of column: TableSchema.Column) -> String { column.baseType ?? column.type }

    /// The column that a sequence counts for.
    func serverIdentity(of schema: TableSchema) -> CopyIdentity? {
        guard let column = schema.columns.first(where: { $0.identity != nil || $0.sequence != nil }) else { return nil }
        var identity = CopyIdentity(column: column.name, isAlways: column.identity == .always)
        if let sequence = column.sequence {
            // Asked in one go: an error would end the snapshot that everything is read from.
            identity.last =
                try? source.session.value(
                    """
                    SELECT CASE WHEN has_sequence_privilege(to_regclass(\(sequence)), 'SELECT, USAGE') \
                    THEN pg_sequence_last_value(to_regclass(\(sequence))) END
                    """, as: Int64?.self) ?? nil
        }
        return identity
    }

    func name(of key: TableSchema.ForeignKey, _ text: SQLiteTableText) -> String? {
        source.engine == .sqlite ? text.keyNames[key.columns + ["→"]] : key.name
    }

    /// nil where the engine does not say.
    func isDeferred(_ key: TableSchema.ForeignKey) -> Bool? {
        source.engine == .postgreSQL ? key.deferral == .deferred : nil
    }

    mutating func addServerChecks(_ table: inout CopyTable, _ columns: [String]) throws {
        for check in table.source.checks {
            if isSameEngine {
                let condition = try CatalogText.sql(check.condition, "the check \(check.name) of \(table.name)")
                table.checks.append(CopyCheck(name: check.name, condition: condition))
                continue
            }
            do {
                let condition = try PortableExpression(check.condition, from: .postgreSQL, columns: columns).sql
                table.checks.append(CopyCheck(name: check.name, condition: condition))
            } catch {
                note(table, "the check \(check.name) (\(check.condition)) is left out: it \(error.reason)")
            }
        }
        guard !isSameEngine else { return }
        for column in table.columns {
            guard let type = source.schema.type(of: column.source), !type.labels.isEmpty else { continue }
            let labels = type.labels.map { SQL.Segment.sql(SQLValue.text($0).description) }
            let list = labels.map { [$0] }.joined(separator: [SQL.Segment.sql(", ")])
            table.checks.append(
                CopyCheck(
                    name: nil,
                    condition: SQL(segments: [.identifier(column.name), .sql(" IN (")] + Array(list) + [.sql(")")])))
        }
        for column in table.columns {
            guard let type = source.schema.type(of: column.source), !type.checks.isEmpty else { continue }
            for check in type.checks {
                note(table, "the check of the domain \(type.name) on \(column.name) (\(check.condition)) is left out")
            }
        }
    }

    /// Between two servers: the types that the tables use. To a file: what a server has besides.
    mutating func takeServerRest(into plan: inout CopyPlan) throws {
        guard source.engine == .postgreSQL else { return }
        if isSameEngine { try takeTypes(into: &plan) }
        noteOtherSchemas()
        for table in plan.tables where !table.source.partitions.isEmpty {
            note(table, "is copied as one table, without its \(table.source.partitions.count.counted("partition"))")
        }
        let triggers: SQL = """
            SELECT c.relname, t.tgname FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid \
            WHERE NOT t.tgisinternal AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1, 2
            """
        for row in (try? source.session.rows(triggers)) ?? [] {
            guard let table = try? row.get(0, as: String.self), let name = try? row.get(1, as: String.self),
                plan.tables.contains(where: { $0.name == table })
            else { continue }
            notes.append(CopyNote(table, "the trigger \(name) is left out"))
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

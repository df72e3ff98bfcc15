import ZIMOrm
import ZIMSql

/// What is particular to a source of PostgreSQL.
extension CopyPlanner {
    /// Between two servers: the types that the tables use. To a file: what a server has besides.
    mutating func takePostgresRest(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        if isSameEngine { try takeTypes(into: &plan) } else { noteDomainChecks(plan) }
        try takeSequences(into: &plan, choice)
        noteOtherSchemas()
        try noteLargeObjects()
        noteGuards(of: plan)
        notePartitions(of: plan)
        try notePartitionParts(of: plan)
        try takePartitionKeys(into: &plan)
        try takeInheritance(into: &plan)
        if options.copiesDefinitions { return try takeObjects(into: &plan, choice) }
        let triggers: SQL = """
            SELECT \(CatalogSQL.schema()), c.relname::text, 'the trigger ' || t.tgname || ' is left out' \
            FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid \
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace WHERE NOT t.tgisinternal \
            ORDER BY 1, 2, t.tgname::text
            """
        let copied = Set(plan.tables.map(\.source.name))
        try noteEach(triggers) { table, _ in copied.contains(table) }
    }

    /// Between two servers, tables inherit as they did. Elsewhere, a table of its own has its own rows; who reads the parent
    /// reads the child's no more.
    private mutating func takeInheritance(into plan: inout CopyPlan) throws {
        let list: SQL = """
            SELECT \(CatalogSQL.schema()), c.relname::text, \
            \(CatalogSQL.schema("p", "m")), p.relname::text \
            FROM pg_catalog.pg_inherits AS i JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid \
            JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
            JOIN pg_catalog.pg_class AS p ON p.oid = i.inhparent AND p.relkind = 'r' AND c.relkind IN ('r', 'p') \
            JOIN pg_catalog.pg_namespace AS m ON m.oid = p.relnamespace ORDER BY 1, 2, i.inhseqno
            """
        for row in try source.session.rows(list) {
            let name = QualifiedName.text(schema: try row.get(0), table: try row.get(1))
            let parent = QualifiedName.text(schema: try row.get(2), table: try row.get(3))
            guard let table = plan.tables.first(where: { $0.source.name == name }) else { continue }
            if isSameEngine, let other = plan.tables.first(where: { $0.source.name == parent }) {
                plan.inheritance.append((table.name, other.name))
            } else {
                note(table, CopyDDL.loss(ofInheritance: parent))
            }
        }
    }

    /// Functions, views, rules and triggers, as far as what they are about is in the copy.
    private mutating func takeObjects(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        let read = try PostgresObjects(source.session)
        let views = Set(source.schema.tables.filter { $0.kind == .view }.map(\.name))
        let tables = Set(plan.tables.map(\.source.name))
        plan.objects = read.all.filter { object in
            switch object.kind {
            case .function, .procedure, .aggregate: source.schemas.takes(object.schema)
            case .view, .materializedView: views.contains(object.name) && choice.takes(object.name)
            case .rule, .trigger: object.uses.isSubset(of: tables.union(views))
            case .event, .sequence, .default: false
            }
        }
        plan.leaveOutObjects()
        notes += plan.notes
        plan.notes = []
        let kept = Set(plan.objects.map(\.name))
        let known = Set(read.all.map(\.name))
        notes += read.notes.filter { kept.contains($0.object) || !known.contains($0.object) }
        plan.needSchemas(plan.objects.map(\.schema))
    }

    /// Sequences go over with what they count for; those that no table asks, with the whole database.
    private mutating func takeSequences(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        let sequences = try PostgresSequences(source.session).all
        let copied = Set(plan.tables.map(\.source.name))
        for sequence in sequences where !sequence.isIdentity {
            let isWanted =
                sequence.owner.map { copied.contains($0.table) }
                ?? (choice.isWhole && source.schemas.takes(sequence.schema) || !sequence.users.isDisjoint(with: copied))
            guard isWanted || !sequence.users.isDisjoint(with: copied) else { continue }
            if isSameEngine {
                let sequence = try sequence.standing(source.session)
                plan.sequences.append(sequence)
                plan.needSchemas([sequence.schema])
                guard sequence.last == nil else { continue }
                notes.add(sequence.name, "is a sequence whose last number cannot be read without GRANT SELECT")
            } else if sequence.owner == nil {
                notes.add(sequence.name, "is a sequence, which is left out")
            }
        }
        guard isSameEngine else { return }
        for index in plan.tables.indices {
            let table = plan.tables[index].source
            plan.tables[index].counters = try table.columns.compactMap { column in
                guard let identity = column.identity else { return nil }
                let owner = CopySequence.Owner(table: table.name, column: column.name)
                let sequence = try sequences.first { $0.isIdentity && $0.owner == owner }?.standing(source.session)
                if sequence?.last == nil {
                    notes.add(
                        "\(table.name).\(column.name)",
                        "goes on after its largest number: the last one given cannot be read without GRANT SELECT")
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

    /// The tables that the URL's search path, or the choice of schemas, leaves out.
    private mutating func noteOtherSchemas() {
        guard options.only.isEmpty else { return }
        let taken = Set(source.schema.tables.compactMap(\.schema))
        let others: SQL = """
            SELECT n.nspname, count(*) FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND NOT pg_catalog.pg_table_is_visible(c.oid) \
            AND \(CatalogSQL.isOwnSchema) GROUP BY 1 ORDER BY 1
            """
        for row in (try? source.session.rows(others)) ?? [] {
            guard let schema = try? row.get(0, as: String.self), let count = try? row.get(1, as: Int.self) else {
                continue
            }
            guard !taken.contains(schema) else { continue }
            notes.add(
                schema,
                "has \(count.counted("table")) \(options.schemas.isEmpty ? "outside of the URL's search_path, left out" : "that \(count == 1 ? "is" : "are") left out")"
            )
        }
    }

    /// They belong to no table; a column may hold their numbers.
    ///
    /// Source: <https://www.postgresql.org/docs/15/catalog-pg-largeobject-metadata.html>
    private mutating func noteLargeObjects() throws {
        guard options.only.isEmpty else { return }
        let count =
            try source.session.value(
                "SELECT count(*) FROM pg_catalog.pg_largeobject_metadata", as: Int.self) ?? 0
        guard count > 0 else { return }
        notes.add(source.location, "has \(count.counted("large object")), which \(count == 1 ? "is" : "are") left out")
    }

    private func takeTypes(into plan: inout CopyPlan) throws {
        plan.types = try PostgresCopyTypes(source.session).needed(by: plan.tables.map(\.source.name))
        plan.needSchemas(plan.types.map(\.schema))
    }
}

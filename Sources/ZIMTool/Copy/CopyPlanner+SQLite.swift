import ZIMOrm
import ZIMSql

/// What is particular to a source, and what is no table.
extension CopyPlanner {
    /// Views, triggers and virtual tables.
    mutating func takeRest(into plan: inout CopyPlan, _ choice: CopyChoice) throws {
        if plan.isBetweenFiles { return takeDefinitions(into: &plan, choice) }
        for table in source.schema.tables where choice.takesViews && choice.takes(table) {
            switch table.kind {
            case .view where options.copiesDefinitions: break
            case .view: notes.add(table.name, "is a view, which is left out")
            case .virtual:
                notes.add(table.name, "is \(source.engine.traits.virtualWords), which is left out")
            case .shadow, .table: break
            }
        }
        try source.engine.traits.takeRest(&self, into: &plan, choice)
    }

    mutating func notePartitions(of plan: CopyPlan) {
        for table in plan.tables where !table.source.partitions.isEmpty {
            note(table, "is copied as one table, without its \(table.source.partitions.count.counted("partition"))")
        }
    }

    mutating func noteSQLiteTriggers(_ choice: CopyChoice) {
        let triggers: SQL = """
            SELECT NULL, tbl_name, 'the trigger ' || name || ' is left out' FROM sqlite_schema \
            WHERE type = 'trigger' ORDER BY name
            """
        try? noteEach(triggers) { table, _ in choice.takes(table) }
    }

    /// Between two files all that has a definition is made from it.
    private mutating func takeDefinitions(into plan: inout CopyPlan, _ choice: CopyChoice) {
        let list =
            (try? source.session.rows(
                "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
            )) ?? []
        for row in list {
            guard let type = try? row.get(0, as: String.self), let name = try? row.get(1, as: String.self),
                let table = try? row.get(2, as: String.self), let sql = try? row.get(3, as: String.self)
            else {
                notes.add(row[1].description, "is left out: its definition in the file is not text")
                continue
            }
            guard let kind = CatalogDefinition.Kind(rawValue: type) else { continue }
            if kind == .view, !choice.takesViews {
                notes.add(name, "the view is left out: --only copies tables")
                continue
            }
            guard choice.takes(table) else { continue }
            if kind == .table || kind == .index, let problem = source.schema.problems[name] {
                notes.add(name, "is left out: \(problem)")
                continue
            }
            let definition = CatalogDefinition(kind, name, on: table, sql: sql)
            switch kind {
            case .table where source.schema.table(name)?.kind == .shadow: break
            case .table: plan.tableDefinitions.append(definition)
            case .index, .trigger, .view: plan.definitions.append(definition)
            }
        }
        if !choice.isWhole { notes += plan.leaveOutDefinitions { choice.leaves($0) } }
        takePragmas(into: &plan)
    }

    private func takePragmas(into plan: inout CopyPlan) {
        for name in ["page_size", "encoding", "auto_vacuum", "user_version", "application_id"] {
            guard let row = try? source.session.rows(SQL(unsafe: "PRAGMA \(name)")).first else { continue }
            let value = row[0]
            plan.pragmas.append("PRAGMA \(name) = \(value.isNull ? "0" : value.description)")
        }
    }
}

import ZIMOrm
import ZIMSql

/// Makes all that a plan holds at the target, without a row, and takes it back: what the engine refuses is known before
/// anything is written.
struct SchemaDryRun {
    private struct Over: Error {}

    let ddl: CopyDDL

    /// Checks and indexes that the engine does not take leave the plan with a note; foreign keys, too.
    ///
    /// - Throws: ``ToolError`` where the engine refuses a table or a key.
    func run(_ plan: inout CopyPlan, on database: Database) throws {
        guard ddl.plan.target.traits.undoesDDL else {
            return try database.withoutTransaction { session in
                try session.execute("SET SESSION default_storage_engine = InnoDB")
                let result = Swift.Result { try dryRun(&plan, session) }
                try ddl.home.drop(in: session)
                try result.get()
            }
        }
        do {
            try database.write { session in
                try dryRun(&plan, session)
                throw Over()
            }
        } catch is Over {}
    }

    private func dryRun(_ plan: inout CopyPlan, _ session: Session) throws {
        if plan.isBetweenFiles { return try define(&plan, session) }
        for schema in plan.schemas { try demand(CopyDDL.create(schema: schema), "the schema \(schema)", session) }
        try dryRun(.beforeTypes, &plan, session)
        try dryRunTypes(&plan, session)
        try dryRun(.beforeTables, &plan, session)
        for sequence in plan.sequences { try demand(sequence.create(ddl.home), sequence.name, session) }
        for index in plan.creationOrder {
            if !plan.target.traits.addsChecksLast { keepAcceptedChecks(&plan.tables[index], &plan.notes, session) }
            if succeeds(ddl.create(plan.tables[index]), session) { continue }
            keepAcceptedItems(&plan.tables[index], &plan.notes, session)
            keepAcceptedCollations(&plan.tables[index], &plan.notes, session)
            keepAcceptedDefaults(&plan.tables[index], &plan.notes, session)
            try demand(ddl.create(plan.tables[index]), plan.tables[index].name, session)
        }
        try dryRun(.beforeKeys, &plan, session)
        for position in plan.tables.indices {
            let table = plan.tables[position]
            var kept: [CopyIndex] = []
            for index in table.indexes {
                let what = "the index \(index.name)"
                if attempt(ddl.index(index, table), what, table, &plan.notes, session) { kept.append(index) }
            }
            plan.tables[position].indexes = kept
        }
        switch plan.target {
        case .sqlite: break
        case .postgreSQL: try dryRunPostgres(&plan, session)
        case .mySQL: try dryRunMySQL(&plan, session)
        }
    }

    /// A collation need not be known to the other server's operating system.
    private func dryRunTypes(_ plan: inout CopyPlan, _ session: Session) throws {
        for type in plan.types {
            guard type.kind == .collation else {
                try demand(type.create(), type.name, session)
                continue
            }
            do { try run(type.create(), session) } catch {
                plan.notes.add(type.name, "the collation is left out: \(words(error))")
                plan.types.removeAll { $0 == type }
            }
        }
    }

    private func dryRunMySQL(_ plan: inout CopyPlan, _ session: Session) throws {
        for index in plan.tables.indices { try dryRunUniqueKeys(&plan.tables[index], session) }
        for index in plan.tables.indices {
            let table = plan.tables[index]
            plan.tables[index].foreignKeys = table.foreignKeys.compactMap { key in
                if key.name != nil, succeeds(ddl.add(key, table), session) { return key }
                // The name may be one of another table's: they share them.
                let nameless = key.named(nil)
                if succeeds(ddl.add(nameless, table), session) { return nameless }
                let other = key.named(MySQLConstraintName.other(for: key, of: table.name))
                let isTaken = attempt(
                    ddl.add(other, table), "the foreign key \(key.text)", table, &plan.notes, session)
                return isTaken ? other : nil
            }
            guard var definition = table.definition else { continue }
            definition.mapForeignKeys { key in
                if succeeds(ddl.add([key.clause(ddl)], to: table.name), session) { return key }
                // The name may be one of another database's.
                let nameless = key.nameless
                let statement = ddl.add([nameless.clause(ddl)], to: table.name)
                return attempt(statement, key.text, table, &plan.notes, session) ? nameless : nil
            }
            plan.tables[index].definition = definition
        }
    }

    private func dryRunPostgres(_ plan: inout CopyPlan, _ session: Session) throws {
        for index in plan.tables.indices { try dryRunKeys(&plan.tables[index], session) }
        if plan.source == .postgreSQL { try leaveOutHarmfulChecks(&plan, session) }
        for index in plan.tables.indices {
            let table = plan.tables[index]
            plan.tables[index].exclusions = table.exclusions.compactMap { key in
                if succeeds(ddl.add(key, table), session) { return key }
                var nameless = key
                nameless.name = nil
                let what = "the constraint \(key.name ?? "")"
                return attempt(ddl.add(nameless, table), what, table, &plan.notes, session) ? nameless : nil
            }
            plan.tables[index].checks = table.checks.filter { check in
                let what = "the check \(check.name.map { $0 + " " } ?? "")(\(check.condition))"
                return attempt(ddl.add(check, table), what, table, &plan.notes, session)
            }
            plan.tables[index].foreignKeys = table.foreignKeys.filter { key in
                attempt(ddl.add(key, table), "the foreign key \(key.text)", table, &plan.notes, session)
            }
        }
        plan.inheritance.removeAll { tables in
            do { try run(ddl.inherit(tables), session) } catch {
                let loss = CopyDDL.loss(ofInheritance: tables.parent)
                plan.notes.add(tables.child, "\(loss): \(words(error))")
                return true
            }
            return false
        }
        try dryRun(.last, &plan, session)
        try noteBrokenFunctions(&plan, session)
    }

    /// What is made from its own definition was made of that once, unless somebody wrote another text in its place. A view or
    /// trigger in which SQLite cannot rename a table leaves the plan with a note.
    private func define(_ plan: inout CopyPlan, _ session: Session) throws {
        while true {
            let ddl = CopyDDL(plan)
            do {
                return try session.transaction { session in
                    for step in ddl.before() + ddl.after() + ddl.last() { try step.run(in: session) }
                }
            } catch let error as DatabaseError {
                guard let refused = plan.definition(refusedBy: error) else {
                    throw ToolError(
                        "nothing was copied: \(error.message)",
                        "--only TABLE copies a single table without the other definitions")
                }
                plan.definitions.removeAll { $0 == refused }
                plan.notes.add(
                    refused.name,
                    "the \(refused.kind.rawValue) is left out: SQLite cannot rename a table in it: \(error.message)"
                )
                guard refused.kind == .view else { continue }
                let name = refused.name.foldedName
                plan.notes += plan.leaveOutDefinitions { $0.foldedName == name }
            }
        }
    }

    /// A check runs for every row, with the rights of whoever copies. What the target itself calls volatile may change
    /// data or reach other servers, as `query_to_xml` and `dblink_exec` do; functions that the target's own people have
    /// made are theirs to judge.
    private func leaveOutHarmfulChecks(_ plan: inout CopyPlan, _ session: Session) throws {
        for index in plan.tables.indices {
            let table = plan.tables[index]
            plan.tables[index].checks = try table.checks.filter { check in
                let text = check.definition ?? "\(check.condition)"
                let names = try CatalogText(text, "a check of \(table.name)").functions
                guard let name = try harmful(names, session) else { return true }
                plan.notes.add(
                    table,
                    "the check (\(check.condition)) is left out: it calls \(name), which may change data")
                return false
            }
        }
        for type in plan.types {
            let names = try type.checks.map { try CatalogText($0, "the type \(type.name)").functions }
            guard let name = try harmful(Set(names.joined()), session) else { continue }
            throw ToolError("the type \(type.name) cannot be created: its check calls \(name), which may change data")
        }
    }

    private func harmful(_ names: Set<String>, _ session: Session) throws -> String? {
        if names.isEmpty { return nil }
        let list = names.sorted().map { "\($0)" as SQL }.commaSeparated
        let question: SQL = """
            SELECT p.proname::text FROM pg_catalog.pg_proc AS p WHERE p.provolatile = 'v' \
            AND (p.pronamespace = 'pg_catalog'::regnamespace OR EXISTS (SELECT FROM pg_catalog.pg_depend AS d \
            WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')) \
            AND p.proname IN (\(list)) ORDER BY 1 LIMIT 1
            """
        return try session.value(question, as: String.self)
    }

    /// A name that is taken is the server's to choose.
    private func dryRunKeys(_ table: inout CopyTable, _ session: Session) throws {
        if !table.primaryKey.isEmpty {
            if let name = table.primaryKeyName, !succeeds(ddl.primaryKey(table, name: name), session) {
                table.primaryKeyName = nil
            }
            if table.primaryKeyName == nil { try demand(ddl.primaryKey(table, name: nil), table.name, session) }
        }
        try dryRunUniqueKeys(&table, session)
    }

    private func dryRunUniqueKeys(_ table: inout CopyTable, _ session: Session) throws {
        for index in table.uniqueKeys.indices {
            let key = table.uniqueKeys[index]
            if key.name != nil {
                if succeeds(ddl.add(key, table), session) { continue }
                table.uniqueKeys[index].name = nil
            }
            try demand(ddl.add(table.uniqueKeys[index], table), table.name, session)
        }
    }

    /// Makes a table and takes it back.
    func tryOut(_ table: CopyTable, _ session: Session) throws {
        guard ddl.plan.target.traits.undoesDDL else {
            try session.execute(one: ddl.create(table))
            try session.execute(DropTableStatement(ddl.identifier(table.name)))
            return
        }
        do {
            try session.transaction { session in
                try session.execute(one: ddl.create(table))
                throw Over()
            }
        } catch is Over {}
    }

    /// Runs one statement of which nothing is left where it fails.
    func run(_ statement: any SQLRenderable, _ session: Session) throws {
        guard ddl.plan.target.traits.undoesDDL else { return try session.execute(one: statement) }
        try session.transaction { try $0.execute(one: statement) }
    }

    private func demand(_ statement: any SQLRenderable, _ object: String, _ session: Session) throws {
        do { try run(statement, session) } catch let error as DatabaseError
            where error.code != .connection
        {
            // An undefined function; without the option, none was asked for.
            let isLeftOut = error.sqlState == "42883" && ddl.plan.source == ddl.plan.target && ddl.plan.objects.isEmpty
            let help = isLeftOut ? " (--definitions copies functions, too)" : ""
            throw ToolError(
                "\(object) cannot be created: \(words(error))\(help)" + (error.sql.map { "\n  SQL: \($0)" } ?? ""))
        }
    }

    private func succeeds(_ statement: any SQLRenderable, _ session: Session) -> Bool {
        (try? run(statement, session)) != nil
    }

    private func attempt(
        _ statement: any SQLRenderable, _ what: String, _ table: CopyTable, _ notes: inout [CopyNote],
        _ session: Session
    ) -> Bool {
        do {
            try run(statement, session)
            return true
        } catch {
            notes.add(table, "\(what) is left out: \(words(error))")
            return false
        }
    }

    func words(_ error: any Error) -> String { Self.words(error) }

    /// The engine's words, without the position in a statement that nobody sees.
    static func words(_ error: any Error) -> String {
        guard let message = (error as? DatabaseError)?.message else { return "\(error)" }
        return message.firstRange(of: " (at character ").map { String(message[..<$0.lowerBound]) } ?? message
    }
}

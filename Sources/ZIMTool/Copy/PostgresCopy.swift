import ZIMOrm
import ZIMSql

/// A copy to a PostgreSQL server: all in one transaction, unless it shall be resumable.
struct PostgresCopy {
    let run: CopyRun
    let database: Database

    /// The schema that tables are made in.
    static func schema(_ session: Session) throws -> String {
        guard let schema = try session.value("SELECT current_schema()", as: String?.self) ?? nil else {
            throw ToolError(
                "\(session.database.location) has no schema to create tables in",
                "Name one that exists: ?options=-csearch_path=…")
        }
        return schema
    }

    /// - Throws: ``ToolError`` where tables are there that are not wanted, or in the way.
    static func checkTarget(_ database: Database, _ plan: CopyPlan, _ options: CopyOptions) throws {
        if let reason = options.stagingReason, let schema = plan.schemas.first {
            throw ToolError(
                "\(reason) copies into one schema of PostgreSQL, but \(plan.schemas.count > 1 ? plan.schemas.listed + " are" : "\"\(schema)\" is") copied, too",
                "?options=-csearch_path%3DNAME in the URL of the source copies one schema")
        }
        try database.read { session in
            let home = try schema(session)
            try checkNames(plan, home, database)
            // Types that are there are no tables.
            let filled = Set(plan.tables.compactMap(\.schema) + plan.sequences.compactMap(\.schema)).subtracting([home])
            for schema in [home] + filled.sorted() {
                try checkSchema(schema, home, plan, options, session)
            }
        }
    }

    /// Two schemas of the source may be one at the target, where that calls its own by another name.
    private static func checkNames(_ plan: CopyPlan, _ home: String, _ database: Database) throws {
        var taken: [CopyHome.Place: String] = [:]
        for table in plan.tables {
            let place = CopyHome.Place(schema: table.schema ?? home, name: table.ownName)
            guard let other = taken.updateValue(table.source.name, forKey: place) else { continue }
            throw ToolError(
                "the tables \"\(other)\" and \"\(table.source.name)\" would both be \"\(place.name)\" in the schema \(place.schema) of \(database.location)",
                "--rename gives one of them another name")
        }
    }

    private static func checkSchema(
        _ schema: String, _ home: String, _ plan: CopyPlan, _ options: CopyOptions, _ session: Session
    ) throws {
        let there = try session.rows(
            """
            SELECT c.relname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
            WHERE n.nspname = \(schema) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') \
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1
            """
        ).map { try $0.get(0, as: String.self) }
        guard !there.isEmpty else { return }
        let names = Set(there)
        let place = "the schema \(schema) of \(session.database.location)"
        if let taken = plan.tables.first(where: { $0.schema ?? home == schema && names.contains($0.ownName) }) {
            throw ToolError("\(place) has a table \"\(taken.ownName)\" already")
        }
        if let taken = plan.sequences.first(where: { $0.schema ?? home == schema && names.contains($0.ownName) }) {
            throw ToolError(
                "\(place) has a sequence or table \"\(taken.ownName)\" already",
                "ALTER SEQUENCE … RENAME TO … gives one of them another name")
        }
        guard options.intoExisting else { throw ToolError.isNotEmpty(place, there) }
    }

    /// The server chooses the name of an identity column's sequence where that of the source is taken.
    static func chooseNames(_ plan: inout CopyPlan, _ database: Database) throws {
        guard
            plan.tables.contains(where: { table in table.counters.contains { $0.sequenceName(in: table.source) != nil }
            })
        else { return }
        let (home, there) = try database.read { session in
            (
                try schema(session),
                try session.rows(
                    """
                    SELECT n.nspname::text, c.relname::text FROM pg_catalog.pg_class AS c \
                    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
                    """
                ).map { CopyHome.Place(schema: try $0.get(0), name: try $0.get(1)) }
            )
        }
        var taken = Set(there)
        for sequence in plan.sequences {
            taken.insert(CopyHome.Place(schema: sequence.schema ?? home, name: sequence.ownName))
        }
        for table in plan.tables {
            let own =
                [table.ownName]
                + table.counters.filter { $0.sequenceName(in: table.source) == nil }
                .map { "\(table.ownName)_\($0.column)_seq" }
            for name in own { taken.insert(CopyHome.Place(schema: table.schema ?? home, name: name)) }
        }
        for index in plan.tables.indices {
            let table = plan.tables[index]
            for (position, counter) in table.counters.enumerated() {
                guard let name = counter.sequenceName(in: table.source),
                    !taken.insert(CopyHome.Place(schema: table.schema ?? home, name: name)).inserted
                else { continue }
                plan.tables[index].counters[position].keepsName = false
                plan.notes.add(
                    "\(table.name).\(counter.column)", "its sequence gets another name, since \"\(name)\" is taken")
            }
        }
    }

    func perform() throws -> CopyReport {
        if run.options.stagingReason != nil { return try staged() }
        return try database.write { session in
            let home = CopyHome(schema: try Self.schema(session)).holding(run.plan)
            let ddl = CopyDDL(run.plan, in: home)
            for step in ddl.before() { try step.run(in: session) }
            run.meter.begin(.copying, total: run.plan.rows)
            let began = ContinuousClock.now
            var loaded = 0
            for table in run.plan.tables {
                loaded += try run.loader(to: .postgreSQL).load(table, into: session, home)
            }
            let loading = ContinuousClock.now - began
            var done = run
            try complete(session, home, &done.plan.notes)
            let sums = try run.verification(of: .postgreSQL).run(run.plan, on: session, home)
            try analyze(session, home)
            try perform(CopyDDL(run.plan, in: home).last(), session, &done.plan.notes)
            return done.report(sums, loading: loading, loaded: loaded)
        }
    }

    /// Keys, indexes and sequences.
    func complete(_ session: Session, _ home: CopyHome, _ notes: inout [CopyNote]) throws {
        try session.staysOpenWhileIdle()
        let steps = CopyDDL(run.plan, in: home).after()
        run.meter.begin(.indexing, total: steps.count)
        try perform(steps, session, &notes)
        for table in run.plan.tables { try setSequence(of: table, session, home) }
        try setSequences(session, home)
    }

    /// The planner's statistics.
    func analyze(_ session: Session, _ home: CopyHome) throws {
        for table in run.plan.tables { try session.execute("ANALYZE \(home.identifier(table.name))") }
    }

    /// Runs some steps. What fails and may fail is left out with a note, and what belongs to it.
    func perform(_ steps: [CopyDDL.Step], _ session: Session, _ notes: inout [CopyNote]) throws {
        var lost: Set<String> = []
        for step in steps where !lost.contains(step.object) {
            try run.meter.say(step.object)
            guard let loss = step.loss else {
                do { try step.run(in: session) } catch let error as DatabaseError where error.code == .tooBig {
                    throw ToolError(
                        "\(step.object): \(SchemaDryRun.words(error)): \(error.sql ?? "")",
                        "PostgreSQL's keys have room for 2,704 bytes; --except copies the other tables")
                }
                continue
            }
            do { try session.transaction { try step.run(in: $0) } } catch let error as DatabaseError
                where step.isAlone ? Self.isOfRows(error.code) : error.code != .connection
            {
                notes.add(step.object, "\(loss): \(SchemaDryRun.words(error))")
                if !step.isAlone { lost.insert(step.object) }
            }
        }
    }

    /// Whether a statement failed by what the rows hold.
    private static func isOfRows(_ code: DatabaseError.Code) -> Bool {
        [.constraint, .value, .tooBig].contains(code)
    }

    /// The next number is one more than the largest, or than the last that the source has given.
    private func setSequence(of table: CopyTable, _ session: Session, _ home: CopyHome) throws {
        guard let identity = table.identity, table.column(identity.column) != nil else { return }
        let largest = try last(of: identity.column, home.identifier(table.name), isUpwards: true, session)
        let last = max(largest ?? 0, identity.last ?? 0)
        let name = try Self.text(home.identifier(table.name))
        try session.execute(
            "SELECT setval(pg_get_serial_sequence(\(name), \(identity.column)), \(max(last, 1)), \(last >= 1))")
    }

    /// The sequences of a server stand where they stand there, or behind the numbers of the rows.
    private func setSequences(_ session: Session, _ home: CopyHome) throws {
        for table in run.plan.tables {
            let name = try Self.text(home.identifier(table.name))
            for counter in table.counters {
                guard let sequence = counter.sequence else { continue }
                let largest = try last(
                    of: counter.column, home.identifier(table.name), isUpwards: sequence.increment > 0, session)
                guard let state = sequence.state(after: largest) else { continue }
                try session.execute(
                    "SELECT setval(pg_get_serial_sequence(\(name), \(counter.column)), \(state.number), \(state.isCalled))"
                )
            }
        }
        for sequence in run.plan.sequences {
            var largest: Int64?
            if let owner = sequence.owner, let table = run.plan.tables.first(where: { $0.source.name == owner.table }),
                table.column(owner.column)?.isCountable == true
            {
                largest = try last(
                    of: owner.column, home.identifier(table.name), isUpwards: sequence.increment > 0, session)
            }
            guard let state = sequence.state(after: largest) else { continue }
            let name = try Self.text(home.identifier(sequence.name))
            try session.execute("SELECT setval(\(name)::regclass, \(state.number), \(state.isCalled))")
        }
    }

    /// The number of a column that a sequence has reached.
    private func last(
        of column: String, _ table: SQLIdentifier, isUpwards: Bool, _ session: Session
    ) throws -> Int64? {
        try session.value(
            "SELECT \(unsafe: isUpwards ? "max" : "min")(\(identifier: column)) FROM \(table)", as: Int64?.self) ?? nil
    }

    private static func text(_ identifier: SQLIdentifier) throws -> String {
        var writer = SQLWriter(for: PostgreSQLDialect())
        try identifier.write(to: &writer)
        return try writer.finish().sql
    }
}

extension CopyColumn {
    /// Whether it holds whole numbers, on the server that it comes from.
    fileprivate var isCountable: Bool {
        if case .integer = CopyOrigin.kind(postgres: source.baseType ?? source.type) { return true }
        return false
    }
}

import ZIMOrm
import ZIMSql

/// Where a copy goes, as far as it differs from one engine to the other.
protocol CopyTarget {
    var engine: CopyEngine { get }
    /// - Throws: ``ToolError`` where tables are there that are not wanted, or in the way.
    func check(_ plan: CopyPlan, _ options: CopyOptions) throws
    /// What only the target itself knows of a plan.
    func complete(_ plan: inout CopyPlan) throws
    /// Makes everything without rows and takes it back, and leaves out of the plan what is not taken.
    func dryRun(_ plan: inout CopyPlan) throws
    func perform(_ run: CopyRun) throws -> CopyReport
}

extension CopyTarget {
    func complete(_ plan: inout CopyPlan) throws {}
}

extension CopyDestination {
    /// - Throws: ``ToolError`` for an engine that nothing can be copied to.
    func target() throws -> any CopyTarget {
        switch self {
        case .file(let path): return FileTarget(path: path)
        case .server(let database):
            switch try CopyEngine(of: database) {
            case .sqlite: throw ToolError("a copy to SQLite needs the path of a file")
            case .postgreSQL: return PostgresTarget(database: database)
            case .mySQL: return MySQLTarget(database: database)
            }
        }
    }
}

private struct FileTarget: CopyTarget {
    let engine = CopyEngine.sqlite
    let path: String

    func check(_ plan: CopyPlan, _ options: CopyOptions) throws { try FileCopy.checkTarget(path, plan, options) }

    func dryRun(_ plan: inout CopyPlan) throws {
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        options.valuesInMessages = true
        options.connectionSetup = SchemaTrust.setup
        let database = try Database.inMemory(options: options)
        defer { database.close() }
        try SchemaDryRun(ddl: CopyDDL(plan)).run(&plan, on: database)
    }

    func perform(_ run: CopyRun) throws -> CopyReport { try FileCopy(run: run, path: path).perform() }
}

private struct PostgresTarget: CopyTarget {
    let engine = CopyEngine.postgreSQL
    let database: Database

    func check(_ plan: CopyPlan, _ options: CopyOptions) throws {
        try PostgresCopy.checkTarget(database, plan, options)
    }

    func complete(_ plan: inout CopyPlan) throws { try PostgresCopy.chooseNames(&plan, database) }

    func dryRun(_ plan: inout CopyPlan) throws {
        try PostgresKnownTypes(database: database).remove(from: &plan)
        try SchemaDryRun(ddl: CopyDDL(plan)).run(&plan, on: database)
    }

    func perform(_ run: CopyRun) throws -> CopyReport { try PostgresCopy(run: run, database: database).perform() }
}

extension CopyPlan {
    /// MySQL before 8.0.16 reads checks, and forgets them.
    mutating func leaveOutChecks() {
        for index in tables.indices {
            for check in tables[index].checks { notes.add(tables[index], "\(check.loss): \(Self.noChecks)") }
            tables[index].checks = []
            guard let items = tables[index].definition?.items else { continue }
            for item in items where item.has("CHECK") {
                notes.add(
                    tables[index].source.name,
                    "the check of \(item.name ?? item.text) is left out: \(Self.noChecks)")
            }
        }
    }

    private static var noChecks: String { "this MySQL has none" }
}

private struct MySQLTarget: CopyTarget {
    let engine = CopyEngine.mySQL
    let database: Database

    func check(_ plan: CopyPlan, _ options: CopyOptions) throws { try MySQLCopy.checkTarget(database, plan, options) }

    func complete(_ plan: inout CopyPlan) throws {
        plan.collation = try MySQLCopy.collation(of: database)
        plan.longestRow = try database.read { try $0.value("SELECT @@max_allowed_packet", as: Int.self) }
            .map { $0 / 16 * 15 }
        let server = try database.read { try MySQLTargetServer(of: $0) }
        plan.isMariaDB = server.isMariaDB
        if !server.hasChecks { plan.leaveOutChecks() }
        if plan.tables.contains(where: { $0.definition != nil }) {
            var fitting = MySQLDefinitionFitting(server)
            try fitting.run(&plan, to: database.location)
        }
        try MySQLCopy.checkObjects(&plan, database)
    }

    func dryRun(_ plan: inout CopyPlan) throws {
        let staging = MySQLStaging(plan, id: MySQLStaging.newID())
        do { try SchemaDryRun(ddl: CopyDDL(plan, in: staging.home)).run(&plan, on: database) } catch {
            throw staging.named(error, database)
        }
    }

    func perform(_ run: CopyRun) throws -> CopyReport { try MySQLCopy(run: run, database: database).perform() }
}

import ZIMOrm
import ZIMSql

/// A copy to a MySQL or MariaDB server: into tables of other names, which get theirs with one statement when all is there.
struct MySQLCopy {
    let run: CopyRun
    let database: Database

    /// The collation by which two texts are equal if they have the same characters: of those that the server has, the one
    /// that takes spaces at the end seriously.
    static func collation(of database: Database) throws -> String {
        let names = try database.read { session in
            try session.rows(
                """
                SELECT COLLATION_NAME FROM information_schema.COLLATIONS \
                WHERE COLLATION_NAME IN ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')
                """
            ).map { try $0.get(0, as: String.self) }
        }
        return names.first ?? "utf8mb4_bin"
    }

    /// - Throws: ``ToolError`` where tables are there that are not wanted, or in the way.
    static func checkTarget(_ database: Database, _ plan: CopyPlan, _ options: CopyOptions) throws {
        try database.read { session in
            guard let home = try session.value("SELECT DATABASE()", as: String?.self) ?? nil else {
                throw ToolError("\(database.location) names no database", "mysql://HOST/DATABASE")
            }
            if options.isResumable, !options.restarts,
                try MySQLStaging(resuming: plan, into: home).isRenamed(plan, session)
            {
                return
            }
            let ignoresCase = try session.value("SELECT @@lower_case_table_names", as: Int.self) != 0
            let there = try session.rows(
                "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1"
            ).map { try $0.get(0, as: String.self) }.filter { !MySQLStaging.isStaged($0) }
            func key(_ name: String) -> String { ignoresCase ? name.lowercased() : name }
            var names: [String: String] = [:]
            for table in plan.tables {
                guard let other = names.updateValue(table.name, forKey: key(table.name)) else { continue }
                throw ToolError(
                    "the tables \"\(other)\" and \"\(table.name)\" would be one: \(database.location) ignores case in their names",
                    "--rename gives one of them another name")
            }
            guard !there.isEmpty else { return }
            let taken = Set(there.map(key))
            if let table = plan.tables.first(where: { taken.contains(key($0.name)) }) {
                throw ToolError("\(database.location) has a table \"\(table.name)\" already")
            }
            guard options.intoExisting else { throw ToolError.isNotEmpty(database.location, there) }
        }
    }

    func perform() throws -> CopyReport {
        do { return try copy() } catch let error as DatabaseError {
            return try MySQLCopy(run: run.withoutCheck(violatedIn: error), database: database).perform()
        }
    }

    private func copy() throws -> CopyReport {
        if run.options.isResumable { return try resumable() }
        let staging = MySQLStaging(run.plan, id: MySQLStaging.newID())
        do {
            try create(staging)
            let (loading, loaded, _) = try StagedLoad(run: run, target: .mySQL, state: nil)
                .run(database, staging.home)
            let (sums, done) = try finish(staging)
            return done.report(sums, loading: loading, loaded: loaded)
        } catch { throw staging.afterFailure(error, database) }
    }

    func create(_ staging: MySQLStaging) throws {
        try database.withoutTransaction { session in
            // The engine that has foreign keys, whatever else the server prefers.
            try session.execute("SET SESSION default_storage_engine = InnoDB")
            for step in CopyDDL(run.plan, in: staging.home).before() { try step.run(in: session) }
        }
    }

    /// Indexes, keys, numbers, the comparison, and the names at last; then what refers to them.
    ///
    /// - Returns: the checksums, and the run with what could not be made.
    func finish(_ staging: MySQLStaging) throws -> ([String: TableChecksum], CopyRun) {
        try database.withoutTransaction { session in
            try complete(staging, session)
            for table in run.plan.tables {
                // The server itself goes on behind the largest number, and gives none below 1.
                guard let last = table.identity?.last, 0 < last, last < .max, table.definition == nil else { continue }
                try session.execute(
                    "ALTER TABLE \(staging.home.identifier(table.name)) AUTO_INCREMENT = \(unsafe: String(last + 1))")
            }
        }
        let sums = try run.verification(of: .mySQL).run(run, on: database, staging.home)
        try database.withoutTransaction { session in
            for table in run.plan.tables {
                _ = try session.rows("ANALYZE TABLE \(staging.home.identifier(table.name))")
            }
            let names = run.plan.tables.map { table -> SQL in
                "\(staging.home.identifier(table.name)) TO \(identifier: table.name)"
            }
            try session.execute("RENAME TABLE \(names.commaSeparated)")
        }
        var done = run
        done.plan.notes += make(run.plan.objects)
        return (sums, done)
    }
}

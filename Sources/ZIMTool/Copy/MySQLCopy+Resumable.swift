import ZIMOrm

/// A copy that commits as it goes; what is there stays under its other names until the copy is complete.
extension MySQLCopy {
    func resumable() throws -> CopyReport {
        let home = try database.read { try $0.value("SELECT DATABASE()", as: String.self) } ?? ""
        let staging = MySQLStaging(resuming: run.plan, into: home)
        let state = CopyState(home: CopyHome(), table: staging.progress)
        if run.options.restarts { try discard(staging) }
        if try database.read({ try $0.tableNames().contains(staging.progress) }) {
            let isRenamed = try database.read { session in
                try state.check(run.plan, run.options, session)
                return try staging.isRenamed(run.plan, session)
            }
            if isRenamed { return try end(state) }
        } else {
            try discard(staging)
            try create(staging)
            try database.withoutTransaction { try state.create(run.plan, run.options, $0) }
        }
        let (loading, loaded, resumed) = try StagedLoad(run: run, target: .mySQL, state: state)
            .run(database, staging.home)
        let (sums, done) = try finish(staging)
        try database.withoutTransaction { try state.drop($0) }
        return done.report(sums, loading: loading, loaded: loaded, resumed: resumed)
    }

    /// Makes the keys and indexes; of a resumable copy those that an interrupted run has not made.
    func complete(_ staging: MySQLStaging, _ session: Session) throws {
        guard run.options.isResumable else { return try run.complete(session, staging.home) }
        // The server ends the statement of a program that was killed, and only then gives its lock back.
        let seconds = max(1, Int(database.options.busyTimeout.components.seconds))
        guard try session.value("SELECT GET_LOCK(\(staging.progress), \(seconds))", as: Int?.self) == 1 else {
            throw ToolError(
                "another copy of the same database is running, or the server is still busy with an index of an interrupted one",
                "Run the same command again later")
        }
        defer { _ = try? session.value("SELECT RELEASE_LOCK(\(staging.progress))", as: Int?.self) }
        var rest = run
        for index in rest.plan.tables.indices { try leaveMadeKeys(of: &rest.plan.tables[index], staging, session) }
        try rest.complete(session, staging.home)
    }

    /// Each statement of the copy is made as a whole, or not: all unique keys of a table are one, and all its foreign keys.
    private func leaveMadeKeys(of table: inout CopyTable, _ staging: MySQLStaging, _ session: Session) throws {
        let name = staging.home.place(table.name).name
        let indexes = try session.rows(
            """
            SELECT DISTINCT INDEX_NAME, NON_UNIQUE FROM information_schema.STATISTICS \
            WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = \(name) AND INDEX_NAME <> 'PRIMARY'
            """
        ).map { (name: try $0.get(0, as: String.self), isUnique: try $0.get(1, as: Int.self) == 0) }
        let own = Set(table.indexes.map(\.name))
        table.indexes.removeAll { index in indexes.contains { $0.name == index.name } }
        if indexes.contains(where: { $0.isUnique && !own.contains($0.name) }) { table.uniqueKeys = [] }
        let foreignKeys: Int? = try session.value(
            """
            SELECT COUNT(*) FROM information_schema.REFERENTIAL_CONSTRAINTS \
            WHERE CONSTRAINT_SCHEMA = DATABASE() AND TABLE_NAME = \(name)
            """)
        guard foreignKeys != 0 else { return }
        table.foreignKeys = []
        table.definition?.keepForeignKeys { _ in false }
    }

    /// An interrupted run had compared everything and given the tables their names.
    private func end(_ state: CopyState) throws -> CopyReport {
        try database.withoutTransaction { try state.drop($0) }
        let sums = try run.verification(of: .mySQL).run(run, on: database, CopyHome())
        return run.report(sums, loading: .zero, loaded: 0, resumed: sums.values.reduce(0) { $0 + $1.rows })
    }

    /// The progress first: without it, the next run discards the tables, too.
    private func discard(_ staging: MySQLStaging) throws {
        try database.withoutTransaction { session in
            try session.execute("DROP TABLE IF EXISTS \(identifier: staging.progress)")
            try staging.home.drop(in: session)
        }
    }
}

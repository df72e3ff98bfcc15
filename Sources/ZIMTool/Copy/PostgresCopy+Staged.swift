import Foundation
import ZIMOrm
import ZIMSql

extension PostgresCopy {
    /// Commits as it goes, in a schema of its own; at the end the tables are moved into their place at once.
    func staged() throws -> CopyReport {
        let home = try database.read { try Self.schema($0) }
        let id =
            run.options.isResumable
            ? CopyState.digest([run.source.location, home]) : UUID().uuidString.prefix(8).lowercased()
        let staging = CopyHome(schema: "zim_copy_" + id)
        guard run.options.isResumable else {
            try create(staging, home, nil)
            do { return try fill(staging, home, nil) } catch { throw afterFailure(error, staging) }
        }
        let state = CopyState(home: staging)
        if run.options.restarts { try drop(staging) }
        let isThere = try database.read { session in
            try session.value(
                "SELECT pg_catalog.to_regnamespace(quote_ident(\(staging.schema))) IS NOT NULL", as: Bool.self)
                ?? false
        }
        if isThere {
            try database.read { try state.check(run.plan, run.options, $0) }
        } else {
            try create(staging, home, state)
        }
        return try fill(staging, home, state)
    }

    private func create(_ staging: CopyHome, _ home: String, _ state: CopyState?) throws {
        try database.write { session in
            let schema = staging.schema ?? home
            try session.execute("CREATE SCHEMA \(identifier: schema)")
            // Who finds it years later shall know what it is. Statements about the schema take no parameters.
            let words =
                "What an interrupted zim copy of \(run.source.location) into the schema \(home) has copied so far"
            try session.execute(
                "COMMENT ON SCHEMA \(identifier: schema) IS \(unsafe: SQLValue.text(words).description)")
            try session.execute("SET LOCAL search_path TO \(identifier: schema), \(identifier: home)")
            for step in CopyDDL(run.plan, in: staging).before() { try step.run(in: session) }
            try state?.create(run.plan, run.options, session)
        }
    }

    private func fill(_ staging: CopyHome, _ home: String, _ state: CopyState?) throws -> CopyReport {
        let (loading, loaded, resumed) = try StagedLoad(run: run, target: .postgreSQL, state: state)
            .run(database, staging)
        let sums = try run.verification(of: .postgreSQL).run(run, on: database, staging)
        let schema = staging.schema ?? home
        return try database.write { session in
            try session.execute("SET LOCAL search_path TO \(identifier: schema), \(identifier: home)")
            var done = run
            try complete(session, staging, &done.plan.notes)
            try analyze(session, staging)
            for table in run.plan.tables {
                try session.execute("ALTER TABLE \(staging.identifier(table.name)) SET SCHEMA \(identifier: home)")
            }
            // Those that belong to a column have gone with its table.
            for sequence in run.plan.sequences
            where !run.plan.tables.contains(where: { $0.source.name == sequence.owner?.table }) {
                try session.execute(
                    "ALTER SEQUENCE \(staging.identifier(sequence.name)) SET SCHEMA \(identifier: home)")
            }
            for type in run.plan.types {
                try session.execute(
                    "ALTER \(unsafe: type.kind.rawValue) \(unsafe: type.name) SET SCHEMA \(identifier: home)"
                )
            }
            try session.execute("DROP SCHEMA \(identifier: schema) CASCADE")
            try perform(CopyDDL(run.plan, in: CopyHome(schema: home)).last(), session, &done.plan.notes)
            return done.report(sums, loading: loading, loaded: loaded, resumed: resumed)
        }
    }

    private func drop(_ staging: CopyHome) throws {
        guard let schema = staging.schema else { return }
        try database.write { try $0.execute("DROP SCHEMA IF EXISTS \(identifier: schema) CASCADE") }
    }

    /// Drops what a copy that has failed has made.
    ///
    /// - Returns: the failure, with what remains where that could not be dropped.
    private func afterFailure(_ failure: any Error, _ staging: CopyHome) -> any Error {
        do {
            try drop(staging)
            return failure
        } catch {
            return ToolError(
                "\(failure)", "What was made could not be dropped: DROP SCHEMA \(staging.schema ?? "") CASCADE")
        }
    }
}

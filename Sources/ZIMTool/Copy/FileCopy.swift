import Foundation
import ZIMOrm
import ZIMSql

/// A copy to a SQLite file: made beside it under another name, which it loses when all is there. Into a file that holds other
/// tables it is one transaction.
struct FileCopy {
    let run: CopyRun
    let path: String

    static func isSameFile(_ one: String, _ other: String) -> Bool {
        func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        return resolved(one) == resolved(other)
    }

    /// - Throws: ``ToolError`` where the file is there and holds something.
    static func checkTarget(_ path: String, _ plan: CopyPlan, _ options: CopyOptions) throws {
        guard options.jobs <= 1 else {
            throw ToolError("--jobs copies several tables to a server at once; \(path) is a file, which one writes to")
        }
        var isFolder: ObjCBool = false
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            guard FileManager.default.isWritableFile(atPath: folder) else {
                throw ToolError("\(path) cannot be written: its folder does not exist or is not writable")
            }
            return try checkRemains(of: path)
        }
        if isFolder.boolValue { throw ToolError("\(path) is a folder") }
        let there = try tables(of: path)
        let taken = Set(there.map(\.foldedName))
        for name in plan.tableNames where taken.contains(name.foldedName) {
            throw ToolError("\(path) has a table \"\(name)\" already")
        }
        // Between two files, a table gets its other name at the end only.
        if let table = plan.tables.first(where: { taken.contains($0.name.foldedName) }) {
            throw ToolError(
                "\(path) has a table \"\(table.name)\" already, which the copy needs until \"\(plan.finalName(of: table))\" gets its name",
                "Copy into a new file")
        }
        guard there.isEmpty || options.intoExisting else { throw ToolError.isNotEmpty(path, there) }
        // It would be made beside the file, which others may write to between the runs.
        if options.isResumable, !there.isEmpty {
            throw ToolError(
                "\(path) has other tables, and a copy with --resumable makes a new file",
                "Leave --resumable out, or copy into a new file")
        }
    }

    /// SQLite takes what a crash has left of another file of that name for a part of the new one.
    private static func checkRemains(of path: String) throws {
        for suffix in ["-wal", "-journal"] {
            let size = (try? FileManager.default.attributesOfItem(atPath: path + suffix))?[.size] as? Int
            guard let size, size > 0 else { continue }
            throw ToolError(
                "\(path)\(suffix) is there: it belongs to another file of that name, or to one that is in use",
                "Copy to another name, or remove it if nobody needs it")
        }
    }

    private static func tables(of path: String) throws -> [String] {
        let file = try InspectedDatabase(path: path)
        // What cannot be read there would be lost.
        if let damage = file.damage { throw ToolError("\(path) is damaged, so nothing is copied into it: \(damage)") }
        return try file.database.read { try $0.tableNames() }
    }

    func perform() throws -> CopyReport {
        do { return try copy() } catch let error as DatabaseError {
            return try FileCopy(run: run.withoutCheck(violatedIn: error), path: path).perform()
        }
    }

    private func copy() throws -> CopyReport {
        if run.options.intoExisting, !run.options.isResumable, FileManager.default.fileExists(atPath: path) {
            return try writeBeside()
        }
        let partial = path + (run.options.isResumable ? ".zim-partial" : ".zim-\(UUID().uuidString.prefix(8))")
        if run.options.isResumable, run.options.restarts { Self.remove(partial) }
        let isFresh = !FileManager.default.fileExists(atPath: partial)
        if !run.options.isResumable { Leftovers.add(partial) }
        defer { Leftovers.forget(partial) }
        do {
            let report = try write(to: partial, isFresh: isFresh)
            try publish(partial)
            return report
        } catch {
            if !run.options.isResumable { Self.remove(partial) }
            throw error
        }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// What is in the file already stays in it; whoever else writes to it waits.
    private func writeBeside() throws -> CopyReport {
        var options = connection
        // All is lost if somebody still reads at the end.
        options.busyTimeout = .seconds(60)
        let database = try Database(path: path, options: options)
        defer { database.close() }
        return try database.write { try direct($0) }
    }

    private func write(to partial: String, isFresh: Bool) throws -> CopyReport {
        if run.options.isResumable { return try resumable(partial, isFresh: isFresh) }
        let database = try open(partial, isFresh: isFresh)
        defer { database.close() }
        return try database.write { try direct($0) }
    }

    private var connection: DatabaseOptions {
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        options.label = path
        options.valuesInMessages = true
        options.connectionSetup = ["PRAGMA cache_size = -65536"] + SchemaTrust.setup
        // Rows that break a check are copied as they are, as those with broken keys.
        if run.plan.isBetweenFiles { options.connectionSetup.append("PRAGMA ignore_check_constraints = ON") }
        return options
    }

    /// - Parameter isFresh: whether what belongs to the file itself must be said, which is possible at its start only.
    private func open(_ partial: String, isFresh: Bool) throws -> Database {
        var options = connection
        if isFresh, !FileManager.default.fileExists(atPath: partial) { options.connectionSetup += run.plan.pragmas }
        if run.options.isResumable {
            // What is to be gone on from must stand the end of the process.
            options.connectionSetup.append("PRAGMA synchronous = NORMAL")
        } else {
            // Nobody else sees the file before it is done, and then it is written through to the disk at once.
            options.connectionSetup += ["PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF"]
        }
        return try Database(path: partial, options: options)
    }

    private func direct(_ session: Session) throws -> CopyReport {
        for step in CopyDDL(run.plan).before() { try step.run(in: session) }
        try emptyShadows(session)
        run.meter.begin(.copying, total: run.plan.rows)
        let began = ContinuousClock.now
        var loaded = 0
        for table in run.plan.tables {
            loaded += try run.loader(to: .sqlite).load(table, into: session, CopyHome())
        }
        let loading = ContinuousClock.now - began
        return run.report(try finish(session), loading: loading, loaded: loaded)
    }

    private func resumable(_ partial: String, isFresh: Bool) throws -> CopyReport {
        let state = CopyState(home: CopyHome())
        if run.plan.tables.contains(where: { $0.name.lowercased() == CopyState.table }) {
            throw ToolError("a table called \(CopyState.table) cannot be copied with --resumable")
        }
        if try isFresh || Self.tables(of: partial).contains(CopyState.table) == false {
            // Statements that belong to the file run on this connection only.
            let database = try open(partial, isFresh: true)
            defer { database.close() }
            try database.write { session in
                for step in CopyDDL(run.plan).before() { try step.run(in: session) }
                try emptyShadows(session)
                try state.create(run.plan, run.options, session)
            }
        }
        let database = try open(partial, isFresh: false)
        defer { database.close() }
        try database.read { try state.check(run.plan, run.options, $0) }
        let (loading, loaded, resumed) = try StagedLoad(run: run, target: .sqlite, state: state)
            .run(database, CopyHome())
        return try database.write { session in
            let sums = try finish(session)
            try state.drop(session)
            return run.report(sums, loading: loading, loaded: loaded, resumed: resumed)
        }
    }

    /// A virtual table fills the tables that it keeps its rows in with a first few of its own.
    private func emptyShadows(_ session: Session) throws {
        for table in run.plan.tables where table.source.kind == .shadow {
            try session.execute("DELETE FROM \(identifier: table.name)")
        }
    }

    private func finish(_ session: Session) throws -> [String: TableChecksum] {
        try run.complete(session, CopyHome())
        try setSequences(session)
        let sums = try run.verification(of: .sqlite).run(run.plan, on: session, CopyHome())
        for step in CopyDDL(run.plan).last() { try step.run(in: session) }
        // Between two files broken keys are copied as they are; a server has none.
        if run.plan.isBetweenFiles {
            let statistics: SQL = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
            if try run.source.session.value(statistics, as: Int.self) == 1 { try session.execute("ANALYZE") }
            return sums
        }
        for table in run.plan.tables {
            guard
                let row = try session.rows("SELECT \"table\", parent FROM pragma_foreign_key_check(\(table.name))")
                    .first
            else { continue }
            throw ToolError("\(row[0]): a row references no row of \(row[1]), which the source should not allow")
        }
        try session.execute("ANALYZE")
        return sums
    }

    private func setSequences(_ session: Session) throws {
        let counted = run.plan.tables.filter { $0.identity != nil }
        guard try session.value("SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'", as: Int.self) == 1
        else { return }
        for table in counted {
            guard let last = table.identity?.last else { continue }
            let changed = try session.execute(
                "UPDATE sqlite_sequence SET seq = max(seq, \(last)) WHERE name = \(table.name)"
            ).changes
            if changed == 0 {
                try session.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (\(table.name), \(last))")
            }
        }
    }

    /// Gives the file its name, once its bytes are on the disk.
    private func publish(_ partial: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: partial))
        try file.synchronize()
        try file.close()
        let taken = ToolError("\(path) was created in the meantime; the copy did not replace it")
        guard Self.isEmpty(path) else { throw taken }
        try Self.checkRemains(of: path)
        // A second name is given only where there is none, whoever else wants it at the same time.
        if !FileManager.default.fileExists(atPath: path) {
            if link(partial, path) == 0 {
                unlink(partial)
                return synchronizeFolder()
            }
            if errno == EEXIST { throw taken }
        }
        guard rename(partial, path) == 0 else {
            throw ToolError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        synchronizeFolder()
    }

    /// The name, too, is to stand a failure of the power.
    private func synchronizeFolder() {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileHandle(forReadingAtPath: folder)?.synchronize()
    }

    private static func isEmpty(_ path: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        return (try? tables(of: path).isEmpty) ?? false
    }
}

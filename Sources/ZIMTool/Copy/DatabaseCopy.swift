import Foundation
import ZIMOrm
import ZIMSql

/// A copy of a whole database, from one engine to another or to the same.
///
/// ```swift
/// let copy = DatabaseCopy(from: file.database, to: .server(server))
/// let report = try copy.run()
/// print(report.rows)
/// ```
///
/// The source is read in one snapshot: what is checked, what is written and what is compared in the end are the same.
package final class DatabaseCopy {
    private let source: Database
    private let destination: CopyDestination
    private let options: CopyOptions

    package init(from source: Database, to destination: CopyDestination, options: CopyOptions = CopyOptions()) {
        self.source = source
        self.destination = destination
        self.options = options
    }

    /// What a copy would do. The target is asked what it takes, and left as it is.
    package struct Preview {
        package let plan: CopyPlan
        package let invalidValues: CopyRefusal?
        /// The statements that make the tables, keys and indexes.
        package let statements: [String]
    }

    /// Plans and checks, and writes nothing.
    ///
    /// - Throws: ``ToolError``, `DatabaseError`.
    package func preview() throws -> Preview {
        try reading { source in
            let prepared = try prepare(source)
            let ddl = CopyDDL(prepared.plan)
            let statements = try (ddl.before() + ddl.after()).map { step in
                try step.statement.render(with: dialect).sql + ";"
            }
            return Preview(plan: prepared.plan, invalidValues: prepared.refusal, statements: statements)
        }
    }

    /// Copies.
    ///
    /// - Throws: ``CopyRefusal`` where values do not fit, ``ToolError``, `DatabaseError`; then the target is as it was,
    ///   but for what a resumable copy keeps aside.
    package func run() throws -> CopyReport {
        let started = ContinuousClock.now
        return try reading { source in
            let prepared = try prepare(source)
            if let refusal = prepared.refusal { throw refusal }
            let run = CopyRun(
                source: prepared.source, plan: prepared.plan, options: options, invalidValues: prepared.invalidValues,
                started: started)
            switch destination {
            case .server(let database): return try ServerCopy(run, to: database).perform()
            case .file(let path): return try FileCopy(run, to: path).perform()
            }
        }
    }

    private var dialect: any SQLDialect {
        destination.engine == .sqlite ? SQLiteDialect() : PostgreSQLDialect()
    }

    /// What is read of the schema is limited in time; the rows take as long as they take.
    private func reading<T>(_ body: (CopySource) throws -> T) throws -> T {
        try source.read { session in
            let source = try CopySource(session)
            return try session.limiting(to: nil) { _ in try body(source) }
        }
    }

    private struct Prepared {
        let source: CopySource
        let plan: CopyPlan
        let refusal: CopyRefusal?
        let invalidValues: Int
    }

    private func prepare(_ source: CopySource) throws -> Prepared {
        let list = InvalidValueList(limit: options.shownInvalidValues, sink: options.onInvalid)
        var planner = CopyPlanner(source, to: destination.engine, options, list)
        var plan = try planner.plan()
        guard !plan.tables.isEmpty || !plan.tableDefinitions.isEmpty else {
            throw ToolError("there is no table to copy in \(source.location)")
        }
        try checkTarget(plan)
        let named = list.count
        let check = ValueCheck(source, to: destination.engine, options, list)
        try check.run(&plan)
        if named == 0 { try rehearse(&plan) }
        let isRefused = named > 0 || check.refused > 0
        let refusal = CopyRefusal(
            count: list.count, first: list.first,
            byColumn: list.byColumn.map { CopyRefusal.Place(name: $0.place, count: $0.count) })
        return Prepared(source: source, plan: plan, refusal: isRefused ? refusal : nil, invalidValues: list.count)
    }

    private func checkTarget(_ plan: CopyPlan) throws {
        switch destination {
        case .server(let database): try ServerCopy.checkTarget(database, plan, options)
        case .file(let path):
            if source.dialect.name == "SQLite", FileCopy.isSameFile(source.location, path) {
                throw ToolError("\(path) is the source itself")
            }
            try FileCopy.checkTarget(path, plan, options)
        }
    }

    private func rehearse(_ plan: inout CopyPlan) throws {
        switch destination {
        case .server(let database):
            try ServerCopy.removeKnownTypes(&plan, database)
            try SchemaDryRun(ddl: CopyDDL(plan)).run(&plan, on: database)
        case .file:
            var options = DatabaseOptions()
            options.enforcesForeignKeys = false
            options.valuesInMessages = true
            options.connectionSetup = ["PRAGMA trusted_schema = OFF"]
            let database = try Database.inMemory(options: options)
            defer { database.close() }
            try SchemaDryRun(ddl: CopyDDL(plan)).run(&plan, on: database)
        }
    }
}

/// What both kinds of target need to run a plan.
struct CopyRun {
    let source: CopySource
    var plan: CopyPlan
    let options: CopyOptions
    let invalidValues: Int
    let started: ContinuousClock.Instant

    func report(
        _ sums: [String: TableChecksum], loading: Duration, loaded: Int, resumed: Int = 0
    ) -> CopyReport {
        CopyReport(
            tables: plan.tables.map { table in
                CopyReport.Table(
                    name: table.name, rows: sums[table.name]?.rows ?? 0, checksum: sums[table.name]?.text ?? "")
            }, notes: plan.notes, invalidValues: invalidValues,
            skippedRows: plan.tables.reduce(0) { $0 + $1.rows - (sums[$1.name]?.rows ?? 0) }, loading: loading,
            loadedRows: loaded, resumedRows: resumed, elapsed: .now - started)
    }
}

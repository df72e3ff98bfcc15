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
            let target = try destination.target()
            let prepared = try prepare(source, target)
            let ddl = CopyDDL(prepared.plan)
            let statements = try (ddl.before() + ddl.after() + ddl.last()).map { step in
                try step.statement.render(with: target.engine.traits.dialect).sql + ";"
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
            // They begin before the values are checked: then hardly anything can be written in between.
            let readers = try CopyReaders(options.jobs, of: self.source, first: source)
            defer { readers.end() }
            let target = try destination.target()
            let prepared = try prepare(source, target)
            if let refusal = prepared.refusal { throw refusal }
            let run = CopyRun(
                source: prepared.source, readers: readers, plan: prepared.plan, options: options,
                invalidValues: prepared.invalidValues, started: started, meter: CopyMeter(options))
            return try target.perform(run)
        }
    }

    /// What is read of the schema is limited in time; the rows take as long as they take.
    private func reading<T>(_ body: (CopySource) throws -> T) throws -> T {
        try source.read { session in
            let source = try CopySource(session, schemas: options.schemas)
            return try session.limiting(to: nil) { _ in try body(source) }
        }
    }

    private struct Prepared {
        let source: CopySource
        let plan: CopyPlan
        let refusal: CopyRefusal?
        let invalidValues: Int
    }

    private func prepare(_ source: CopySource, _ target: any CopyTarget) throws -> Prepared {
        if case .file(let path) = destination, source.engine == .sqlite, FileCopy.isSameFile(source.location, path) {
            throw ToolError("\(path) is the source itself")
        }
        let list = InvalidValueList(limit: options.shownInvalidValues, sink: options.onInvalid)
        var planner = CopyPlanner(source: source, target: target.engine, options: options, invalidValues: list)
        var plan = try planner.plan()
        guard !plan.tables.isEmpty || !plan.tableDefinitions.isEmpty else {
            throw ToolError("there is no table to copy in \(source.location)")
        }
        try target.check(plan, options)
        try target.complete(&plan)
        let check = ValueCheck(source, to: target.engine, options, list)
        let planned = plan
        let before = list.refused
        try check.run(&plan)
        plan.leaveOutChecks(ofColumnsWidenedSince: planned)
        let checked = list.refused
        if source.engine != target.engine { try target.engine.traits.adaptToValues(&plan, source, list) }
        // What is wrong with names and lengths would end the dry run with the first of them.
        if before == 0, list.refused == checked { try target.dryRun(&plan) }
        let refusal = CopyRefusal(
            count: list.count, refused: list.refused, first: list.first,
            byColumn: list.byColumn.map { CopyRefusal.Place(name: $0.place, count: $0.count) })
        return Prepared(
            source: source, plan: plan, refusal: list.refused > 0 ? refusal : nil, invalidValues: list.count)
    }
}

/// What all targets need to run a plan.
struct CopyRun {
    let source: CopySource
    let readers: CopyReaders
    var plan: CopyPlan
    let options: CopyOptions
    let invalidValues: Int
    let started: ContinuousClock.Instant
    let meter: CopyMeter

    func loader(to target: CopyEngine) -> TableLoader {
        TableLoader(source: source, target: target, options: options, meter: meter)
    }

    func verification(of target: CopyEngine) -> CopyVerification {
        CopyVerification(source: source, target: target, options: options, meter: meter)
    }

    /// Makes the keys and indexes of the tables, when all rows are there.
    func complete(_ session: Session, _ home: CopyHome) throws {
        let steps = CopyDDL(plan, in: home).after()
        meter.begin(.indexing, total: steps.count)
        for step in steps {
            try meter.say(step.object)
            try step.run(in: session)
        }
    }

    func report(
        _ sums: [String: TableChecksum], loading: Duration, loaded: Int, resumed: Int = 0
    ) -> CopyReport {
        CopyReport(
            tables: plan.tables.map { table in
                CopyReport.Table(
                    name: plan.finalName(of: table), rows: sums[table.name]?.rows ?? 0,
                    checksum: sums[table.name]?.text ?? "")
            }, notes: plan.notes, invalidValues: invalidValues,
            skippedRows: plan.tables.reduce(0) { $0 + $1.rows - (sums[$1.name]?.rows ?? 0) }, loading: loading,
            loadedRows: loaded, resumedRows: resumed, elapsed: .now - started)
    }
}

import Foundation
import TestServer
import ZIMOrm

/// Several programs commit while queries are observed: after each commit the newest value is what a plain read gives, each
/// value is what some commit left, and every table that a commit changed is in an event.
final class WatchRun {
    /// For how many seconds an answer may be wrong: more where many tests run at once.
    @TaskLocal static var timeLimit = 15.0

    private struct Undo: Error {}

    /// An observation and what it should come to.
    private final class Observed {
        let watched: Watched
        let values = WatchedValues()
        /// What plain reads gave after each commit that was not judged yet, the first one judged before.
        var truths: [String?] = []
        /// What a snapshot shows that is older than a TRUNCATE: its tables are empty, the others as they were.
        var truncated: Set<String?> = []
        var latest: String??

        init(_ watched: Watched) { self.watched = watched }
    }

    private let subject: OracleCase
    private let own: Database
    private let other: Database
    private let observed: [Observed]
    private let events = WatchedValues()
    private let eventTables: [Int]
    private var tasks: [Task<Void, Never>] = []
    private var comparisons = 0
    /// The tables whose events may still come: written since the last call that waited for one, that call included.
    private var writtenBefore: Set<Int> = []

    private init(_ subject: OracleCase, _ own: Database, _ other: Database) {
        self.subject = subject
        self.own = own
        self.other = other
        var random = SeededGenerator(seed: subject.seed &* 13)
        let tables = subject.tables.indices.flatMap {
            [Watched.rows(table: $0), .largest(table: $0), .models(table: $0)]
        }
        let all = tables + subject.links.indices.map { .related(link: $0) }
        observed = all.shuffled(using: &random).prefix(5).map { Observed($0) }
        eventTables = Array(subject.tables.indices.shuffled(using: &random).prefix(2))
    }

    static func run(_ subject: OracleCase) throws -> CaseRunner.Outcome {
        try OracleDatabase.withShared(subject.engine, seed: subject.seed) { own, other in
            try own.write { session in try CaseRunner.fill(subject, session) }
            let run = WatchRun(subject, own, other)
            defer { run.tasks.forEach { $0.cancel() } }
            var outcome = CaseRunner.Outcome()
            do {
                try run.start()
                for (index, step) in subject.steps.enumerated() {
                    guard case .commits(let commits) = step else { continue }
                    do { try run.run(commits) } catch let disagreement as Disagreement {
                        outcome.failure = (index, disagreement)
                        break
                    }
                }
            } catch let disagreement as Disagreement { outcome.failure = (0, disagreement) }
            outcome.comparisons = run.comparisons
            return outcome
        }
    }

    // MARK: What is observed

    private static func mappings(_ subject: OracleCase) throws -> SessionMappings {
        let mappings = SessionMappings()
        for index in subject.tables.indices {
            let type = subject.type(index)
            mappings.mappings[ObjectIdentifier(type)] = try MappingRegistry.newMapping(of: type)
        }
        return mappings
    }

    private func start() throws {
        for observed in observed {
            // A server does not compare all types with each other.
            do { observed.truths = [try truth(observed.watched)] } catch is DatabaseError { continue }
            let (subject, watched, values, own) = (subject, observed.watched, observed.values, own)
            // A server does not compare all types with each other.
            do { observed.truths = [try truth(observed.watched)] } catch is DatabaseError { continue }
            // Made here, and read by one closure that runs again only after it has ended.
            nonisolated(unsafe) let mappings = try Self.mappings(subject)
            tasks.append(
                Task.detached(executorPreference: QueueExecutor.shared) {
                    let observation = own.observe { session in
                        try TableLayout.$current.withValue(subject.layouts) {
                            try watched.read(subject, mappings, session)
                        }
                    }
                    do { for try await value in observation { values.append(value) } } catch { values.fail(error) }
                })
        }
        let (own, names, events) = (own, eventTables.map { subject.tables[$0].name }, events)
        let hasStarted = WatchedValues()
        tasks.append(
            Task.detached(executorPreference: QueueExecutor.shared) {
                do {
                    let changes = try await own.changes(in: names)
                    hasStarted.append("")
                    for try await change in changes {
                        events.append((change.isExact ? "=" : "~") + change.tables.sorted().joined(separator: "\u{1}"))
                    }
                } catch {
                    events.fail(error)
                    hasStarted.append("")
                }
            })
        try wait("changes(in: \(names))", "it starts") { hasStarted.take().values.isEmpty ? "it does not" : nil }
        try judge("the start", written: [], changed: [])
    }

    private func truth(_ watched: Watched) throws -> String? {
        let mappings = try Self.mappings(subject)
        return try other.read { try watched.read(subject, mappings, $0) }
    }

    // MARK: Commits

    private func run(_ commits: [Commit]) throws {
        let before = try cells()
        var written: Set<Int> = []
        for (index, commit) in commits.enumerated() {
            try noteTruncated(by: commits[index...])
            // What a constraint forbids is taken back as a whole.
            do {
                try (commit.isOwn ? own : other).write { session in
                    if !commit.undone.isEmpty {
                        do {
                            try session.transaction { session in
                                for change in commit.undone { try session.execute(subject.sql(change)) }
                                throw Undo()
                            }
                        } catch is Undo {} catch is DatabaseError {}
                    }
                    for change in commit.changes { try session.execute(subject.sql(change)) }
                    if commit.isUndone { throw Undo() }
                }
                written.formUnion(commit.tables)
            } catch is Undo {} catch is DatabaseError {}
            for observed in observed where !observed.truths.isEmpty {
                observed.truths.append(try truth(observed.watched))
            }
        }
        let after = try cells()
        let changed = subject.tables.indices.filter { before[$0] != after[$0] }
        try judge("the commits \(commits)", written: written, changed: changed)
    }

    /// To a transaction that began before, PostgreSQL shows a table that is emptied as empty at once.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-truncate.html>, "MVCC-safe"
    private func noteTruncated(by commits: ArraySlice<Commit>) throws {
        guard subject.engine == .postgreSQL else { return }
        var emptied: [RowChange] = []
        for commit in commits where !commit.isUndone {
            let more = commit.changes.filter { if case .empty = $0 { true } else { false } }
            if more.isEmpty { continue }
            emptied += more
            // A watch that reads at the same time may have locked the tables in another order.
            do {
                try other.write(retrying: 9) { session in
                    for change in emptied { try session.execute(subject.sql(change)) }
                    for observed in observed where !observed.truths.isEmpty {
                        observed.truncated.insert(
                            try observed.watched.read(subject, Self.mappings(subject), session))
                    }
                    throw Undo()
                }
            } catch is Undo {}
        }
    }

    private func cells() throws -> [String] {
        try other.read { session in
            try subject.tables.map { table in
                let sql = SQL(unsafe: "SELECT * FROM \(table.quotedName)")
                return try session.rows(sql).map { "\($0.values)" }.sorted().joined(separator: "\n")
            }
        }
    }

    // MARK: Judgement

    private func judge(_ call: String, written: Set<Int>, changed: [Int]) throws {
        for observed in observed { try judge(observed, call) }
        let watched = Set(eventTables).intersection(changed)
        var missing = Set(watched.map { subject.tables[$0].name })
        var isFirst = true
        let late = written.union(writtenBefore)
        writtenBefore = missing.isEmpty ? late : written
        try wait("changes(in:) after \(call)", "an event that names \(missing.sorted())") {
            let (values, failure) = events.take()
            if let failure { return failure }
            for case let value? in values {
                let names = Set(value.dropFirst().split(separator: "\u{1}").map(String.init))
                missing.subtract(names)
                let wrong = names.subtracting(late.map { subject.tables[$0].name })
                if value.hasPrefix("="), !wrong.isEmpty { return "an exact event that names \(wrong.sorted())" }
            }
            comparisons += isFirst ? 1 : 0
            isFirst = false
            return missing.isEmpty ? nil : "none that names \(missing.sorted())"
        }
    }

    private func judge(_ observed: Observed, _ call: String) throws {
        let truths = observed.truths
        guard let truth = truths.last else { return }
        let truncated = observed.truncated
        observed.truths = [truth]
        observed.truncated = []
        var reached = 0
        try wait("observe { \(observed.watched) } after \(call)", truth ?? "nothing that is judged") {
            let (values, failure) = observed.values.take()
            if let failure { return failure }
            for value in values {
                // What classes cannot read is nil, and so may follow itself.
                // To Swift two texts are the same that differ in how an accent is written.
                if let value, let latest = observed.latest, let latest, latest.utf8.elementsEqual(value.utf8),
                    case .rows = observed.watched
                {
                    return "the value before once more: \(value)"
                }
                observed.latest = .some(value)
                guard let position = truths[reached...].firstIndex(of: value) else {
                    if truncated.contains(value) { continue }
                    return "a value that no commit left: \(value ?? "none")"
                }
                // What an older snapshot shows may be what a later commit leaves, too.
                if !truncated.contains(value) { reached = position }
            }
            guard let latest = observed.latest else { return "no value" }
            return latest == truth ? nil : (latest ?? "none that can be read")
        }
        comparisons += 1
    }

    /// Asks until an answer is right; a wrong one that may still change is one after some seconds.
    private func wait(_ call: String, _ expected: String, _ found: () -> String?) throws {
        let end = Date(timeIntervalSinceNow: Self.timeLimit)
        while let wrong = found() {
            let isFinal = ["a value that", "the value before", "an exact event"].contains { wrong.hasPrefix($0) }
            if isFinal || Date() > end { throw Disagreement(call: call, expected: expected, found: wrong) }
            Thread.sleep(forTimeInterval: 0.002)
        }
    }
}

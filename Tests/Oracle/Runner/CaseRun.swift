import TestServer
import ZIMOrm

/// A case while it runs: the session under test, and plain SQL on the same connection beside it.
final class CaseRun {
    let subject: OracleCase
    let session: Session
    /// What plain SQL is asked in: the same session, or one without the rows that default filters hide.
    private let reference: Session
    /// The models in memory, and the twin of the database, of a program that changes something.
    var changes: ChangeState?
    /// How many calls were compared.
    var comparisons = 0

    init(_ subject: OracleCase, _ session: Session, reference: Session) throws {
        self.subject = subject
        self.session = session
        self.reference = reference
        let mappings = SessionMappings()
        for index in subject.tables.indices {
            let type = subject.type(index)
            mappings.mappings[ObjectIdentifier(type)] = try MappingRegistry.newMapping(of: type)
        }
        session.attachment = mappings
    }

    func query(_ table: Int) throws -> Query<OracleRow> { try session.query(subject.type(table)) }

    /// Runs plain SQL; what it refuses is not judged.
    func plain(_ sql: SQL) throws -> [ResultRow] {
        do { return try reference.transaction { try $0.rows(sql) } } catch is DatabaseError { throw Unjudged() }
    }

    /// The numbers of rows that plain SQL finds.
    func numbers(_ sql: SQL) throws -> [Int] { try plain(sql).map { try $0.get(0, as: Int.self) } }

    /// Compares, and throws where the two differ.
    func expect<T: Equatable>(_ found: T, _ expected: T, _ call: @autoclosure () -> String) throws {
        comparisons += 1
        if found != expected {
            throw Disagreement(call: call(), expected: "\(expected)", found: "\(found)")
        }
    }

    /// Runs a step behind a savepoint, so that PostgreSQL goes on after an error; changes have their own.
    func guarded(_ step: Step) throws {
        if case .change = step { return try run(step) }
        try session.transaction { _ in try run(step) }
    }

    func run(_ step: Step) throws {
        switch step {
        case .follow(let link, let way, let options):
            try follow(subject.links[link], way, options)
        case .path(let link, let number): try path(subject.links[link], number)
        case .find(let table, let row): try find(table, row)
        case .findKeys(let table, let rows, let way): try findKeys(table, rows, way)
        case .filter(let table, let condition, let asText): try filter(table, condition, asText: asText)
        case .filterRow(let table, let first, let second): try filterRow(table, first, second)
        case .page(let table, let orders, let size): try page(table, orders, size)
        case .order(let links, let column, let isAscending, let limit): try order(links, column, isAscending, limit)
        case .findMany(let table, let count, let way): try findMany(table, count, way)
        case .findRaw(let table, let rows, let isOne): try findRaw(table, rows, isOne: isOne)
        case .aggregate(let table, let function, let column): try aggregate(table, function, column)
        case .change(let change): try run(change)
        case .race(let table, let row, let first, let second, let isDeletion):
            try race(table, row, first, second, isDeletion: isDeletion)
        // These need a database that others can open.
        case .commits: throw Unjudged()
        }
    }

}

/// Runs one case from the first statement to the last.
enum CaseRunner {
    struct Outcome {
        var comparisons = 0
        var refusals = 0
        var failure: (step: Int, disagreement: Disagreement)?
    }

    private struct Undo: Error {}

    static func run(_ subject: OracleCase) throws -> Outcome {
        try NameQuote.$current.withValue(NameQuote.for(subject.engine)) { try runQuoted(subject) }
    }

    private static func runQuoted(_ subject: OracleCase) throws -> Outcome {
        try TableLayout.$current.withValue(subject.layouts) {
            if subject.kind == .watches { return try WatchRun.run(subject) }
            let database = try OracleDatabase.open(subject.engine)
            defer { OracleDatabase.close(database) }
            guard subject.kind == .changes || subject.hidesRows else {
                return try run(subject, on: database, twin: nil)
            }
            let twin = try OracleDatabase.open(subject.engine)
            defer { OracleDatabase.close(twin) }
            var outcome = Outcome()
            try undone(twin) { session in
                try fill(subject, session, hidden: false)
                outcome = try run(subject, on: database, twin: session)
            }
            return outcome
        }
    }

    /// Runs in a transaction that is taken back.
    private static func undone(_ database: Database, _ body: (Session) throws -> Void) throws {
        do {
            try database.write { session in
                try body(session)
                throw Undo()
            }
        } catch is Undo {}
    }

    static func fill(_ subject: OracleCase, _ session: Session, hidden: Bool = true) throws {
        for definition in subject.definitions { try session.execute(SQL(unsafe: definition)) }
        for table in subject.tables.indices {
            for row in subject.rows[table] where hidden || !row.isHidden {
                try session.execute(subject.insertion(of: row, into: table))
            }
        }
    }

    private static func run(_ subject: OracleCase, on database: Database, twin: Session?) throws -> Outcome {
        var outcome = Outcome()
        try undone(database) { session in
            try fill(subject, session)
            let isChange = subject.kind == .changes
            let run = try CaseRun(subject, session, reference: isChange ? session : twin ?? session)
            if isChange { run.changes = twin.map { ChangeState(twin: $0) } }
            for (index, step) in subject.steps.enumerated() {
                do { try run.guarded(step) } catch is CaseEnded { break } catch is Unjudged {
                } catch let disagreement as Disagreement {
                    outcome.failure = (index, disagreement)
                    break
                } catch let error where Refusals.isExpected(error, step, in: subject) {
                    outcome.refusals += 1
                } catch {
                    let thrown = Disagreement(call: "\(step)", expected: "an answer", found: "thrown: \(error)")
                    outcome.failure = (index, thrown)
                    break
                }
            }
            outcome.comparisons = run.comparisons
        }
        return outcome
    }

    /// Leaves out the rows that the tables do not take, and gives columns whose values a property cannot read one that
    /// reads anything.
    static func prepared(_ original: OracleCase) throws -> OracleCase {
        try NameQuote.$current.withValue(NameQuote.for(original.engine)) { try preparedQuoted(original) }
    }

    private static func preparedQuoted(_ original: OracleCase) throws -> OracleCase {
        var subject = original
        let database = try OracleDatabase.open(subject.engine)
        defer { OracleDatabase.close(database) }
        try undone(database) { session in
            for definition in subject.definitions { try session.execute(SQL(unsafe: definition)) }
            for table in subject.tables.indices {
                subject.rows[table] = subject.rows[table].filter { row in
                    (try? session.transaction { try $0.execute(subject.insertion(of: row, into: table)) }) != nil
                }
                try chooseProperties(&subject, table, session)
            }
        }
        return subject
    }

    private static func chooseProperties(_ subject: inout OracleCase, _ table: Int, _ session: Session) throws {
        for column in subject.tables[table].columns.indices {
            let spec = subject.tables[table]
            let property = spec.property(column)
            guard property.type != .any else { continue }
            let cells = try session.rows(
                SQL(unsafe: "SELECT \(spec.quoted(column)) FROM \(spec.quotedName)"))
            let form = spec.columns[column].form
            let isReadable = cells.allSatisfy { row in
                guard let canonical = try? property.canonical(row[0]) else { return false }
                // A column may make another spelling of it.
                if case .typed = row[0] { return true }
                return form == nil || row[0].isNull || canonical.isExactly(row[0])
            }
            if isReadable { continue }
            let used = Set(spec.columns.map(\.property))
            guard let free = PropertyType.any.names.first(where: { !used.contains($0) }) else { continue }
            subject.tables[table].columns[column].property = free
            subject.tables[table].columns[column].form = nil
            if subject.form == .reflected { subject.tables[table].columns[column].name = free }
        }
    }
}

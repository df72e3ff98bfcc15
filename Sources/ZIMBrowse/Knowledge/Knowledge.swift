import Foundation
import Synchronization
import ZIMOrm
import ZIMTool

/// What takes longer to find out than a page may take: numbers of rows, likely relationships, names of classes, what
/// the doctor says. A thread of its own finds it out, and pages show what is known by then.
final class Knowledge: Sendable {
    struct State: Sendable {
        var counts: [ExactName: RowCount] = [:]
        /// Relationships that nobody declared; nil as long as nobody has looked.
        var likely: [LinkSchema]?
        var plan: ModelsPlan?
        var findings: [Finding] = [] {
            didSet { findingsOfTables = Dictionary(grouping: findings) { ExactName($0.table) } }
        }
        private(set) var findingsOfTables: [ExactName: [Finding]] = [:]
        var doctor = Doctor.waiting
        /// Whether all has been found out that nobody needs to ask for.
        var isDone = false
    }

    enum Doctor: Sendable, Hashable {
        /// Only the schema was checked.
        case waiting
        case running(table: String, rows: Int)
        case done
        case failed(String)
    }

    private let file: InspectedDatabase
    private let schema: DatabaseSchema
    private let state = Mutex(State())
    private let isStopped = Atomic<Bool>(false)

    /// Databases of more rows are examined when somebody asks for it.
    static let small = 300_000

    init(_ file: InspectedDatabase, _ schema: DatabaseSchema) {
        self.file = file
        self.schema = schema
        state.withLock { $0.findings = Self.worst(SchemaFindings(schema: schema, tables: schema.tables).all) }
    }

    var current: State { state.withLock { $0 } }

    /// Begins to look; returns at once.
    func begin() {
        Thread.detachNewThread { [self] in
            count()
            look()
            if total <= Self.small { examine() }
            state.withLock { $0.isDone = true }
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Examines all rows, unless that is done or under way.
    func beginExamination() {
        let isFirst = state.withLock { state in
            guard state.isDone, state.doctor == .waiting else { return false }
            state.doctor = .running(table: "", rows: 0)
            return true
        }
        if isFirst { Thread.detachNewThread { [self] in examine() } }
    }

    /// What a page has counted takes the place of what was counted at the start.
    func note(_ count: RowCount, of table: TableSchema) {
        state.withLock { $0.counts[ExactName(table.name)] = count }
    }

    private var isOver: Bool { isStopped.load(ordering: .relaxed) }

    private var total: Int {
        current.counts.values.reduce(0) { sum, count in
            switch count {
            case .exactly(let number): sum + number
            case .moreThan(let number): sum + number
            case .unknown: sum + Self.small
            }
        }
    }

    private func count() {
        for table in schema.tables where table.kind == .table && schema.problems[table.name] == nil && !isOver {
            let statement = SelectStatement().column(.count()).from(table.identifier)
            let count: RowCount
            do {
                count = .exactly(
                    try file.database.read { session in
                        try session.inBox(file.timeAllowance.time(for: table)) {
                            try $0.rows(statement).first?.get(0) ?? 0
                        }
                    })
            } catch { count = .unknown("\(error)") }
            note(count, of: table)
        }
    }

    private func look() {
        guard !isOver else { return }
        let observation = try? Observation(of: file, schema: schema, rows: 5_000, guesses: true)
        let likely = observation?.likely ?? []
        let plan = try? ModelsPlan(
            schema: schema, observation: observation ?? Observation(), likely: likely, settings: GeneratorSettings())
        state.withLock { state in
            state.likely = likely
            state.plan = plan
        }
    }

    private func examine() {
        guard !isOver else { return }
        state.withLock { $0.doctor = .running(table: "", rows: 0) }
        do {
            let examination = try Examination(of: file) { table, rows in
                if isOver { throw CancellationError() }
                state.withLock { $0.doctor = .running(table: table.name, rows: rows) }
            }
            state.withLock { state in
                state.findings = examination.findings
                state.doctor = .done
            }
        } catch { state.withLock { $0.doctor = .failed("\(error)") } }
    }

    private static func worst(_ findings: [Finding]) -> [Finding] {
        findings.sorted { !$1.kind.isSerious && $0.kind.isSerious }
    }
}

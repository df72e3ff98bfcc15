import Synchronization

/// Counts rows over all tables of a phase, and tells of them now and then.
final class CopyMeter: Sendable {
    private struct State {
        var phase = CopyProgress.Phase.copying
        var total = 0
        var rows = 0
        var isStopped = false
    }

    private let tell: (@Sendable (CopyProgress) throws -> Void)?
    private let state = Mutex(State())

    init(_ options: CopyOptions) { tell = options.onProgress }

    func begin(_ phase: CopyProgress.Phase, total: Int, from rows: Int = 0) {
        state.withLock { $0 = State(phase: phase, total: total, rows: rows) }
    }

    /// What is being made; rows are counted by ``table(_:)``.
    func say(_ object: String) throws { try add(0, object, tableRows: 0, isDone: false) }

    /// Counts the rows of one table.
    func table(_ name: String) -> TableMeter { TableMeter(self, name) }

    /// Has those who count at the same time fail: one of them has failed.
    func stop() { state.withLock { $0.isStopped = true } }

    fileprivate func add(_ rows: Int, _ table: String, tableRows: Int, isDone: Bool) throws {
        let state = state.withLock { state in
            state.rows += rows
            return state
        }
        if state.isStopped { throw CancellationError() }
        try tell?(
            CopyProgress(
                phase: state.phase, table: table, tableRows: tableRows, rows: state.rows, total: state.total,
                isTableDone: isDone))
    }
}

/// Counts the rows of one table, for one thread.
final class TableMeter {
    private let meter: CopyMeter
    private let name: String
    private var rows = 0
    private var told = 0

    fileprivate init(_ meter: CopyMeter, _ name: String) {
        self.meter = meter
        self.name = name
    }

    func count() throws {
        rows += 1
        if rows - told == 512 { try tell() }
    }

    /// The last row was counted.
    func done() throws { try tell(isDone: true) }

    func tell(isDone: Bool = false) throws {
        let new = rows - told
        told = rows
        try meter.add(new, name, tableRows: rows, isDone: isDone)
    }
}

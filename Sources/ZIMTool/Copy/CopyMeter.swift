/// Counts rows over all tables of a phase, and tells of them now and then.
final class CopyMeter {
    private let tell: (@Sendable (CopyProgress) throws -> Void)?
    private var phase = CopyProgress.Phase.copying
    private var total = 0
    private(set) var rows = 0

    init(_ options: CopyOptions) { tell = options.onProgress }

    func begin(_ phase: CopyProgress.Phase, total: Int, from rows: Int = 0) {
        self.phase = phase
        self.total = total
        self.rows = rows
    }

    func count(_ table: String) throws {
        rows += 1
        if rows % 2_048 == 0 { try say(table) }
    }

    func say(_ table: String, isDone: Bool = false) throws {
        try tell?(CopyProgress(phase: phase, table: table, rows: rows, total: total, isTableDone: isDone))
    }
}

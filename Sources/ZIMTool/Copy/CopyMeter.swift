/// Counts rows over all tables of a phase, and tells of them now and then.
final class CopyMeter {
    private let tell: (@Sendable (CopyProgress) throws -> Void)?
    private var phase = CopyProgress.Phase.copying
    private var total = 0
    private(set) var rows = 0
    private var table = ""
    private var tableStart = 0

    init(_ options: CopyOptions) { tell = options.onProgress }

    func begin(_ phase: CopyProgress.Phase, total: Int, from rows: Int = 0) {
        self.phase = phase
        self.total = total
        self.rows = rows
        table = ""
    }

    func count(_ table: String) throws {
        if self.table != table { begin(table) }
        rows += 1
        if rows % 2_048 == 0 { try say(table) }
    }

    func say(_ table: String, isDone: Bool = false) throws {
        if self.table != table { begin(table) }
        try tell?(
            CopyProgress(
                phase: phase, table: table, tableRows: rows - tableStart, rows: rows, total: total, isTableDone: isDone)
        )
    }

    private func begin(_ table: String) {
        self.table = table
        tableStart = rows
    }
}

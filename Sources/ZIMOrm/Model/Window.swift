import ZIMDb

/// How many models are read ahead while a query is gone through.
enum Window {
    static let size = 1_000
    /// How many rows are read at once where nobody followed a relationship of the window before: few enough that their memory
    /// is used again while the processor still has it near.
    private static let fewest = 32

    /// Hands the models of a statement to a closure, a window of them at a time.
    ///
    /// - Parameter load: reads at most so many rows.
    static func forEach<M: Model>(
        _ statement: Statement, in session: Session, _ load: (inout WindowRows, Int) throws -> Void,
        _ body: (M) throws -> Void
    ) throws {
        statement.readInBatches()
        var window = WindowRows()
        var most = size
        while true {
            try load(&window, most)
            let isLast = window.models.count < most
            window.models.reverse()
            // Each is freed right behind its call, not with a thousand others: 4 % of the clock in the workload my-scan.
            while let model = window.models.popLast() {
                try body(unsafeDowncast(model, to: M.self))
                try session.checkCancellation()
            }
            if isLast { return }
            most = window.hasRelated ? size : fewest
        }
    }
}

import Synchronization
import ZIMOrm

/// What the log says of a statement.
enum StatementLog {
    /// How many transactions are open that the program itself began.
    static let transactions = Atomic<Int>(0)

    /// The statement with its values in place of the placeholders; nil for a BEGIN or COMMIT that nobody has asked for.
    static func text(of trace: StatementTrace) -> String? {
        if trace.isTransactionControl, transactions.load(ordering: .relaxed) == 0 { return nil }
        if trace.parameters.isEmpty { return trace.sql }
        var statement = PreparedStatement(trace.sql)
        for (index, value) in trace.parameters.enumerated() { statement = statement.setValue(value, at: index) }
        return (try? statement.text(for: .sqlite)) ?? trace.description
    }
}

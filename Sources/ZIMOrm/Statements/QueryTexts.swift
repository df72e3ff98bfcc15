import ZIMDb

/// The texts of queries of one table that were sent before: programs ask the same with other values. Without them the
/// workload orderstatus spends 5 % more.
///
/// 16 of them at most are kept, the first ones, since each keeps a compiled statement on each connection.
struct QueryTexts {
    private static let most = 16
    private var known: [(statement: SelectStatement, text: CachedSQL)] = []

    /// How many there are.
    var count: Int { known.count }

    /// The text of a statement that differs from one of them in its values only, and these values, which are not yet what is bound.
    func text(of statement: SelectStatement) -> (text: CachedSQL, parameters: [SQLValue])? {
        var parameters: [SQLValue] = []
        for index in known.indices {
            if statement.appendValues(to: &parameters, asWrittenIn: known[index].statement) {
                return (known[index].text, parameters)
            }
            parameters.removeAll(keepingCapacity: true)
        }
        return nil
    }

    /// Keeps the text of a statement, unless what tells it from others is not known.
    mutating func keep(_ text: String, of statement: SelectStatement) {
        var values: [SQLValue] = []
        guard known.count < Self.most, statement.appendValues(to: &values, asWrittenIn: statement) else { return }
        known.append((statement, CachedSQL(text)))
    }
}

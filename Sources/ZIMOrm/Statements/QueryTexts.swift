import ZIMDb

/// The texts of queries of one table that were sent before: programs ask the same with other values.
///
/// 16 of them at most are kept, the first ones, since each keeps a compiled statement on each connection.
struct QueryTexts {
    private static let most = 16
    private var known: [(statement: SelectStatement, text: CachedSQL)] = []

    /// How many there are.
    var count: Int { known.count }

    /// The text of a statement that differs from one of them in its values only, and these values.
    func text(of statement: SelectStatement) -> (text: CachedSQL, parameters: [SQLValue])? {
        for index in known.indices {
            if let parameters = statement.parameters(asWrittenIn: known[index].statement) {
                return (known[index].text, parameters)
            }
        }
        return nil
    }

    /// Keeps the text of a statement, unless what tells it from others is not known.
    mutating func keep(_ text: String, of statement: SelectStatement) {
        guard known.count < Self.most, statement.parameters(asWrittenIn: statement) != nil else { return }
        known.append((statement, CachedSQL(text)))
    }
}

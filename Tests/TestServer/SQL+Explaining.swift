import ZIMSql

extension SQL {
    /// A statement that was sent, with its values, behind a word: asks what the engine does for it.
    ///
    /// - Parameters:
    ///   - sent: with its parameters as `?`.
    ///   - values: one for each of them.
    public init(explaining sent: String, _ values: [SQLValue], by word: String = "EXPLAIN") {
        var segments: [Segment] = [.sql(word + " ")]
        for (index, piece) in sent.split(separator: "?", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { segments.append(.binding(values[index - 1])) }
            segments.append(.sql(String(piece)))
        }
        self.init(segments: segments)
    }
}

import ZIMOrm

extension TableSchema {
    /// The table as SQL text, with its schema where it needs that.
    var sqlName: String { identifier.parts.map(\.sqlName).joined(separator: ".") }
}

extension String {
    /// The name as SQL text.
    var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

extension Array where Element == String {
    /// `("a", "b")`
    var sqlList: String { "(" + map(\.sqlName).joined(separator: ", ") + ")" }
}

import ZIMOrm

/// Which row of a table is meant, in a form that stands in an address.
enum RowAddress: Sendable, Hashable {
    /// The values of the key's columns, in key order.
    case key([ExactValue])
    /// The row's place, where there is no key or the key holds NULL: SQLite's rowid, PostgreSQL's ctid.
    case place(ExactValue)

    /// Addresses longer than this are not made: servers and browsers cut them.
    static let longest = 4_000

    var text: String {
        switch self {
        case .key(let values): values.map(\.text).joined(separator: ",")
        case .place(let value): "!" + value.text
        }
    }

    /// Nil where the text is no address.
    init?(text: String) {
        if text.hasPrefix("!") {
            guard let value = ExactValue(text: text.dropFirst()) else { return nil }
            self = .place(value)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = parts.compactMap { ExactValue(text: $0) }
        guard values.count == parts.count, !values.isEmpty else { return nil }
        self = .key(values)
    }

    /// The address for a person: `(1, 2, 'North')`.
    var words: String {
        switch self {
        case .key(let values):
            let texts = values.map(\.words)
            return "(" + texts.joined(separator: ", ") + ")"
        case .place(let value): return "at " + value.words
        }
    }
}

extension ExactValue {
    /// The value for a person, long ones cut.
    var words: String {
        switch value {
        case .text(let text) where text.count > 40: SQLValue.quoted(String(text.prefix(40)) + "…")
        case .blob(let bytes) where bytes.count > 12:
            "x'" + SQLValue.hexadecimal(Array(bytes.prefix(12))) + "…'"
        case .typed(let typed): typed.text.count > 40 ? String(typed.text.prefix(40)) + "…" : typed.text
        default: value.description
        }
    }
}

/// A text of SQLite whose bytes are not UTF-8. No `String` holds it, and bound as a blob it would be another value: each of its
/// kind comes behind all texts.
extension SQLValue {
    /// The text of some bytes, which only SQLite takes.
    package static func text(bytes: [UInt8]) -> SQLValue {
        .typed(
            SQLTypedText(
                textStart + hexadecimal(bytes) + textEnd, type: "text", engine: SQLTypedText.textBytesEngine))
    }

    /// What a property reads of the value: the bytes of such a text.
    package var asRead: SQLValue {
        guard case .typed(let typed) = self, let bytes = typed.textBytes else { return self }
        return .blob(bytes)
    }

    fileprivate static let textStart = "CAST(x'"
    fileprivate static let textEnd = "' AS TEXT)"
}

extension SQLTypedText {
    fileprivate static let textBytesEngine = "SQLite"

    /// The bytes of a text that is not UTF-8, whose ``text`` is SQL; nil for every other value.
    package var textBytes: [UInt8]? {
        guard engine == Self.textBytesEngine else { return nil }
        return SQLValue.bytes(
            hexadecimal: text.dropFirst(SQLValue.textStart.count).dropLast(SQLValue.textEnd.count))
    }
}

/// Whether the values of parameters and rows stand in the texts of errors and logs: ``DatabaseOptions/valuesInMessages``
/// of the database whose session is open here.
package enum MessageValues {
    /// What new options begin with, and what holds outside of sessions; on in tests that read such texts.
    @TaskLocal package static var byDefault = false
}

extension SQLValue {
    /// The value for an error's text, `…` where none may stand in it.
    package var shown: String { isNull || MessageValues.areShown ? description : "…" }

    /// The same with long values cut and the kind before them; the kind alone where values are not shown.
    package var shownAbbreviated: String { MessageValues.areShown ? abbreviated : hidden }

    /// The kind of the value, for a text in which the value itself may not stand.
    var hidden: String {
        switch self {
        case .null: description
        case .integer: "integer …"
        case .real: "real …"
        case .text: "text …"
        case .blob(let bytes): "blob … of \(bytes.count) bytes"
        case .typed(let typed): "\(typed.type) …"
        }
    }
}

extension String {
    /// An engine's text without what it quotes: a syntax error of JSON or of a full-text query repeats the parameter.
    package var withoutQuotations: String {
        var text = ""
        var quote: Character?
        for character in self {
            if let open = quote {
                if character == open {
                    text += "…"
                    text.append(character)
                    quote = nil
                }
            } else {
                text.append(character)
                if character == "\"" || character == "'" { quote = character }
            }
        }
        return quote == nil ? text : text + "…"
    }

    /// SQLite's text on a statement that runs, without what may be a part of a parameter: what it quotes, and the word
    /// that a full-text query was taken to name a column by.
    var withoutParameters: String {
        // The tables of a foreign key are the schema's.
        if hasPrefix("foreign key mismatch") { return self }
        for start in ["no such column: ", "unknown special query: "] where hasPrefix(start) { return start + "…" }
        return withoutQuotations
    }
}

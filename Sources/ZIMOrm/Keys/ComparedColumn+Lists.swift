import ZIMDb

extension ComparedColumn {
    /// Whether values of a list that differ may be one to the column: 'a' and 'A' where it ignores case, 7 and '7' where it
    /// holds texts.
    func takesForOne(in values: some Sequence<SQLValue>) throws -> Bool {
        // SQLite compares whole numbers as what they are, but makes texts of them for a column of texts.
        var holdsWhole = false
        var holdsOther = false
        for value in values {
            if try mayEqualOthers(value) { return true }
            if case .integer = value { holdsWhole = true } else { holdsOther = true }
        }
        return affinity == .text && holdsWhole && holdsOther
    }

    /// Whether the column may take a value for one that is another of the same kind.
    private func mayEqualOthers(_ value: SQLValue) throws -> Bool {
        if let type {
            switch value {
            case .integer: return false
            case .blob: return type != "bytea"
            // The texts of a list are distinct by the usual collation, and those of a UUID or of char(n) may be one.
            case .text: return mergingCollation != nil || type != "text" && type != "character varying"
            case .null, .real, .typed: return true
            }
        }
        // The server's table has converted the values that are of the column's kind, and holds each once.
        if server != nil { return try held?.isNumber != KeyValues(value).isNumber }
        switch value {
        case .integer, .blob: return false
        case .text: return affinity != .text && affinity != .blob || collation?.isSameName(as: "BINARY") != true
        case .null, .real, .typed: return true
        }
    }
}

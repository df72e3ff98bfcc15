import CSQLite

extension Row {
    /// What kind of value a column holds, whatever its type was declared as.
    package enum Storage: Sendable { case null, integer, real, text, blob }

    /// The kind of a column's value; the value itself is not read, which for a large blob takes its time.
    package func storage(at index: Int) -> Storage {
        guard let cell = cell(index) else {
            switch value(at: index) {
            case .null: return .null
            case .integer: return .integer
            case .real: return .real
            case .text, .typed: return .text
            case .blob: return .blob
            }
        }
        switch cell.type {
        case SQLITE_INTEGER: return .integer
        case SQLITE_FLOAT: return .real
        case SQLITE_TEXT: return .text
        case SQLITE_BLOB: return .blob
        default: return .null
        }
    }
}

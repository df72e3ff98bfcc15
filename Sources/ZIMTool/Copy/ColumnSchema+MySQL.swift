import ZIMOrm

extension ColumnSchema {
    /// Whether MySQL may store `''` in it for what is none of its labels.
    var isEnumWithoutEmptyLabel: Bool {
        type.lowercased().hasPrefix("enum(") && !MySQLLiteral.labels(of: type).contains("")
    }

    /// The collation of a column of texts on MySQL.
    var collationName: String? {
        guard let listType, let mark = listType.firstRange(of: " COLLATE ") else { return nil }
        return String(listType[mark.upperBound...])
    }
}

import ZIMOrm

/// The abbreviation that some tables put before the name of each of their columns.
enum ColumnPrefix {
    /// `ol` where all columns are `ol_…`; nil where there is none.
    static func of(_ table: TableSchema) -> String? {
        let words = table.columns.filter { !$0.isHidden }.map { NameWords($0.name).words }
        guard words.count > 1, let first = words.first?.first, first.count <= 4,
            words.allSatisfy({ $0.count > 1 && $0.first == first })
        else { return nil }
        return first
    }
}

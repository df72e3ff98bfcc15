import ZIMDb

/// Which keys of a table a user sees whole: MySQL tells one who may read some columns the parts of a key that are these, and
/// all parts of an index.
struct SeenKeys {
    private let columns: [ColumnSchema]
    private let names: Set<String>

    init(_ columns: [ColumnSchema]) {
        self.columns = columns
        names = Set(columns.map(\.name))
    }

    /// Whether all columns of an index are seen.
    ///
    /// - Parameter rows: those of the catalogue.
    func holds(_ rows: [ResultRow]) throws -> Bool {
        try rows.allSatisfy { try $0.get(7, as: String?.self).map(names.contains) ?? true }
    }

    /// The columns of the primary key; none where one of them is not seen.
    func primaryKey(_ indexes: [[ResultRow]]) throws -> [String] {
        let key = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
        guard key.map(\.keyPlace) == Array(1..<(key.count + 1)) else { return [] }
        let index = try indexes.first { try $0.first?.get(3, as: Bool.self) == true }
        return try index.map { try holds($0) } ?? true ? key.map(\.name) : []
    }

    /// Whether a foreign key, of whose columns the first are seen, has no others: one that begins an index goes on where that
    /// does.
    func isWhole(_ key: TableSchema.ForeignKey, _ indexes: [[ResultRow]]) throws -> Bool {
        var isCut = false
        for rows in indexes {
            let parts = try rows.map { try $0.get(7, as: String?.self) }
            guard Array(parts.prefix(key.columns.count)) == key.columns else { continue }
            let next = parts.dropFirst(key.columns.count).first.flatMap(\.self)
            guard let next, !names.contains(next) else { return true }
            isCut = true
        }
        return !isCut
    }
}

extension SelectStatement {
    /// Whether values in the columns of an INSERT … SELECT take the types of the table's columns.
    var feedsColumns: Bool {
        guard !clauses.distinct else { return false }
        guard let rare = clauses.rare?.value else { return true }
        return rare.compounds.isEmpty
            && (rare.values == nil || clauses.ordering.isEmpty && clauses.limit == nil && clauses.offset == nil)
    }

    /// The rows of expressions that become one column each: those of a VALUES, and of the members of a UNION.
    private var resultRows: [[SQLExpression]] {
        guard let rare = clauses.rare?.value else { return [clauses.columns.map(\.expression)] }
        return (rare.values ?? [clauses.columns.map(\.expression)]) + rare.compounds.flatMap(\.statement.resultRows)
    }

    private var isCompound: Bool { clauses.rare?.value.compounds.isEmpty == false }

    /// Which of the columns have values only, to which the writer gives types; nil where each is one of its own.
    func typedColumns(in place: QueryPlace, _ writer: borrowing SQLWriter) -> [Bool]? {
        switch place {
        case .alone where isCompound && (writer.typesParameters || writer.features.contains(.rowidTables)),
            .recursive where isCompound && writer.features.contains(.rowidTables):
            writer.typedColumns(of: resultRows)
        case .alone: nil
        case .recursive: nil
        case .inserted, .unread: []
        case .member(let types) where isCompound && writer.typesParameters:
            writer.typedColumns(of: resultRows, or: types)
        case .member(let types): types
        }
    }
}

extension SQLWriter {
    /// The same of rows that are members of others, where some columns get types in any case.
    func typedColumns(of rows: [[SQLExpression]], or types: [Bool]) -> [Bool] {
        let own = typedColumns(of: rows)
        return types.isEmpty ? own : zip(types, own).map { $0 || $1 }
    }

    /// Which columns of some rows have values only, to which the writer gives types.
    func typedColumns(of rows: [[SQLExpression]]) -> [Bool] {
        guard let width = rows.first?.count else { return [] }
        if features.contains(.rowidTables) {
            return rows.contains { $0.contains(where: \.isDecimal) } ? Array(repeating: true, count: width) : []
        }
        guard typesParameters, rows.allSatisfy({ $0.count == width && !$0.contains(where: \.isAll) }) else { return [] }
        return (0..<width).map { column in needTypes(rows.lazy.map { $0[column] }) }
    }
}

extension SQLExpression {
    /// Whether it is `*` or `"t".*`, which stands for any number of columns.
    var isAll: Bool {
        switch node {
        case .star: true
        case .name(let path): path.hasSuffix("*")
        default: false
        }
    }
}

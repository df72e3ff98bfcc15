import ZIMOrm

/// The comparisons that a form offers for one column; they become a condition in the predicate language.
enum FilterChoice: String, CaseIterable {
    case equal, differs, contains, begins, more, less, null, notNull, empty

    var title: String {
        switch self {
        case .equal: "="
        case .differs: "≠"
        case .contains: "contains"
        case .begins: "begins with"
        case .more: "≥"
        case .less: "≤"
        case .null: "is NULL"
        case .notNull: "is not NULL"
        case .empty: "is ''"
        }
    }

    /// Whether the language reads it as the very number; the column converts the text of others.
    private static func isExactNumber(_ value: String) -> Bool {
        if Int64(value) != nil { return value.utf8.first != 0x2B }
        let digits = value.utf8.filter { (0x30...0x39).contains($0) }.count
        return digits <= 15 && value.contains(".") && value.first != "." && value.last != "."
            && value.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E } && Double(value) != nil
    }

    /// The condition as text: numbers for columns of numbers, texts for others.
    func condition(_ column: ColumnSchema, _ value: String) -> String {
        let name = "\"" + column.name.replacing("\"", with: "\"\"") + "\""
        let text = SQLValue.quoted(value)
        let families: [DeclaredType.Family] = [.integer, .real, .decimal, .boolean]
        let literal = families.contains(DeclaredType(column).family) && Self.isExactNumber(value) ? value : text
        return switch self {
        case .equal: "\(name) = \(literal)"
        case .differs: "\(name) <> \(literal)"
        case .contains: "\(name) CONTAINS[c] \(text)"
        case .begins: "\(name) BEGINSWITH \(text)"
        case .more: "\(name) >= \(literal)"
        case .less: "\(name) <= \(literal)"
        case .null: "\(name) IS NULL"
        case .notNull: "\(name) IS NOT NULL"
        case .empty: "\(name) = ''"
        }
    }
}

extension TablePage {
    /// The address for a form whose fields say a condition; nil where none of them does.
    static func built(_ world: World) throws -> Address? {
        let request = world.request
        guard let text = request[.filterColumn] else { return nil }
        var selection = try Selection(request, in: world.catalog)
        if !text.isEmpty {
            guard let column = AddressText.decode(text).flatMap({ selection.table.column($0) }),
                let choice = request[.filterOperator].flatMap(FilterChoice.init)
            else { throw PageProblem("the form names no column of \(selection.table.name.printable)", .badRequest) }
            let condition = choice.condition(column, request[.filterValue] ?? "")
            let old = selection.filter
            selection.filter = old.allSatisfy(\.isWhitespace) ? condition : "(\(old)) AND \(condition)"
        }
        return TablePage(world: world).address(selection, try Sort(request, of: selection.table))
    }
}

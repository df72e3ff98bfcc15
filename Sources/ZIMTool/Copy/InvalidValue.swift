import ZIMOrm

/// A value, a key or a name that does not fit the target.
package struct InvalidValue: Sendable, Hashable, Codable {
    package let table: String
    /// nil where it is about the table itself.
    package let column: String?
    /// The row: `year = 1998, number = 7`.
    package let row: String
    /// The value as a person reads it.
    package let value: String
    /// Why, in words that go on from the value.
    package let reason: String

    package init(table: String, column: String?, row: String, value: String, reason: String) {
        self.table = table
        self.column = column
        self.row = row
        self.value = value
        self.reason = reason
    }

    /// `orders.placed: 'soon' is not a date in a known format (year = 1998, number = 7)`
    package var text: String {
        let place = column.map { table.printable + "." + $0.printable } ?? table.printable
        let shown = value.count > 80 ? String(value.prefix(80)) + "…" : value
        let words = [shown.printable, reason].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(place): \(words)" + (row.isEmpty ? "" : " (\(row.printable))")
    }
}

extension InvalidValue {
    /// The foreign key of a row that finds no parent.
    ///
    /// - Parameter columns: those of the key, by the names that they get.
    init(_ table: CopyTable, key columns: [String], of row: Row, _ words: String, reason: String) {
        let own = columns.map { table.sourceName(of: $0) }
        let values = columns.map { name in
            table.columns.firstIndex { $0.name == name }.map { row.value(at: $0).abbreviatedPlain } ?? "?"
        }
        let value =
            own.count == 1 ? values.joined() : zip(own, values).map { "\($0) = \($1)" }.joined(separator: ", ")
        self.init(
            table: table.source.name, column: own.count == 1 ? own.first : nil, row: words, value: value, reason: reason
        )
    }
}

/// All invalid values that were found: counted, the first of them kept, each handed on.
package final class InvalidValueList {
    package private(set) var count = 0
    /// How many of them the options do not resolve.
    package private(set) var refused = 0
    /// The first of them; before all others, those that the options do not resolve.
    package var first: [InvalidValue] { Array((unresolved + resolved).prefix(limit)) }
    private var unresolved: [InvalidValue] = []
    private var resolved: [InvalidValue] = []
    /// How many there are of each table and column, in the order in which they were met.
    package private(set) var byColumn: [(place: String, count: Int)] = []
    private var places: [String: Int] = [:]
    private let limit: Int
    private let sink: (@Sendable (InvalidValue) throws -> Void)?

    init(limit: Int, sink: (@Sendable (InvalidValue) throws -> Void)?) {
        self.limit = limit
        self.sink = sink
    }

    func add(_ invalidValue: InvalidValue, isRefused: Bool = true) throws {
        count += 1
        let place = invalidValue.column.map { invalidValue.table + "." + $0 } ?? invalidValue.table
        if let index = places[place] {
            byColumn[index].count += 1
        } else {
            places[place] = byColumn.count
            byColumn.append((place, 1))
        }
        if isRefused {
            refused += 1
            if unresolved.count < limit { unresolved.append(invalidValue) }
        } else if resolved.count < limit {
            resolved.append(invalidValue)
        }
        try sink?(invalidValue)
    }
}

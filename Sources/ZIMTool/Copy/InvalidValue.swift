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

/// All invalid values that were found: counted, the first of them kept, each handed on.
package final class InvalidValueList {
    package private(set) var count = 0
    package private(set) var first: [InvalidValue] = []
    /// How many there are of each table and column, in the order in which they were met.
    package private(set) var byColumn: [(place: String, count: Int)] = []
    private var places: [String: Int] = [:]
    private let limit: Int
    private let sink: (@Sendable (InvalidValue) throws -> Void)?

    init(limit: Int, sink: (@Sendable (InvalidValue) throws -> Void)?) {
        self.limit = limit
        self.sink = sink
    }

    func add(_ invalidValue: InvalidValue) throws {
        count += 1
        let place = invalidValue.column.map { invalidValue.table + "." + $0 } ?? invalidValue.table
        if let index = places[place] {
            byColumn[index].count += 1
        } else {
            places[place] = byColumn.count
            byColumn.append((place, 1))
        }
        if first.count < limit { first.append(invalidValue) }
        try sink?(invalidValue)
    }
}

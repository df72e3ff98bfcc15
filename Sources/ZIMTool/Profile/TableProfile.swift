import ZIMOrm

/// What a table's columns really hold, found in one pass over its rows.
package struct TableProfile: Sendable, Hashable, Codable {
    /// How many rows were checked.
    package internal(set) var rows = 0
    /// Whether these are all.
    package internal(set) var isComplete = true
    /// The profiles by column.
    package internal(set) var columns: NameMap<ColumnProfile> = [:]

    package init() {}

    package subscript(column: String) -> ColumnProfile { columns[column] ?? ColumnProfile() }

    /// Reads rows and profiles each column.
    ///
    /// - Parameters:
    ///   - limit: how many rows at most; nil for all.
    ///   - tick: called now and then with the number of rows so far; throwing ends the pass.
    package init(
        of table: TableSchema, in session: Session, limit: Int? = nil, tick: (Int) throws -> Void = { _ in }
    ) throws {
        var answers: [Probe.Answer] = []
        try self.init(of: table, in: session, limit: limit, probes: [], answers: &answers, tick: tick)
    }

    /// Reads rows, profiles each column, and asks each row some questions besides.
    init(
        of table: TableSchema, in session: Session, limit: Int? = nil, probes: [Probe],
        answers: inout [Probe.Answer], tick: (Int) throws -> Void = { _ in }
    ) throws {
        // What an extension hides is an argument, or costs a computation.
        let columns = table.columns.filter { !$0.isHidden || $0.isGenerated }
        var profilers = columns.map { ColumnProfiler($0) }
        var found = [Probe.Answer](repeating: Probe.Answer(), count: probes.count)
        defer { answers = found }
        guard !profilers.isEmpty else { return }
        let positions = probes.map { probe in
            probe.columns.compactMap { name in columns.firstIndex { $0.name.hasSameBytes(as: name) } }
        }
        let keys = table.primaryKey.compactMap { name in columns.firstIndex { $0.name.hasSameBytes(as: name) } }
        var statement = SelectStatement()
        for column in columns { statement = statement.column(.column(column.name, of: "zim_child")) }
        for probe in probes { statement = statement.column(probe.expression) }
        statement = statement.from(table.identifier, alias: "zim_child")
        if let limit { statement = statement.limit(limit) }
        var count = 0
        try session.forEachRow(statement) { row in
            count += 1
            if count % 4096 == 0 { try tick(count) }
            for index in profilers.indices {
                profilers[index].take(row, at: index) { Self.words(for: row, keys, columns, count) }
            }
            for index in found.indices {
                guard case .integer(let answer) = row.value(at: profilers.count + index) else { continue }
                if answer != 0 {
                    found[index].yes += 1
                    continue
                }
                found[index].no += 1
                if found[index].example == nil {
                    found[index].example = ColumnProfile.Example(
                        value: Self.pairs(for: row, positions[index], columns),
                        row: Self.words(for: row, keys, columns, count)
                    )
                }
            }
        }
        rows = count
        isComplete = limit.map { count < $0 } ?? true
        self.columns = NameMap(profilers.map { ($0.name, $0.profile) })
    }

    /// Which row it is: `pk = 7`, or its number where there is no key.
    private static func words(
        for row: Row, _ keys: [Int], _ columns: [ColumnSchema], _ number: Int
    ) -> String {
        if keys.isEmpty { return "row \(number.grouped) of the table" }
        return pairs(for: row, keys, columns)
    }

    private static func pairs(for row: Row, _ positions: [Int], _ columns: [ColumnSchema]) -> String {
        positions.map { "\(columns[$0].name.printable) = \(row.value(at: $0).abbreviatedPlain)" }
            .joined(separator: ", ")
    }
}

extension SQLValue {
    /// The value for a reader, long ones cut, control characters visible.
    var abbreviatedPlain: String {
        switch self {
        case .text(let text) where text.count > 40: SQLValue.quoted(String(text.prefix(40)) + "…").printable
        case .blob(let bytes) where bytes.count > 12:
            "x'" + SQLValue.hexadecimal(Array(bytes.prefix(12))) + "…'"
        default: description.printable
        }
    }
}

import ZIMOrm
import ZIMSql

/// Fits a plan to what MySQL asks of keys and rows, when all values are known.
///
/// A column of a key has a length, and a key no more than 3,072 bytes; the VARCHAR columns of a row have 65,535 bytes
/// together; a foreign key lists its columns as the key does that it references.
///
/// Source: <https://mariadb.com/kb/en/innodb-limitations/>
struct MySQLFitting {
    private(set) var plan: CopyPlan
    let source: CopySource
    let invalidValues: InvalidValueList
    private static let longestKey = 3_072
    private static let longestRow = 65_000

    mutating func run() throws {
        for index in plan.tables.indices {
            var table = plan.tables[index]
            leaveOutIndexes(&table)
            orderForeignKeys(&table)
            try fitKeys(&table)
            fitRow(&table)
            plan.tables[index] = table
        }
    }

    private mutating func leaveOutIndexes(_ table: inout CopyTable) {
        var kept: [CopyIndex] = []
        for index in table.indexes {
            let reason: String
            if index.condition != nil {
                reason = "MySQL has no index of some rows only"
            } else if index.parts.contains(where: { $0.column == nil }) {
                reason = "MySQL indexes columns only"
            } else {
                kept.append(index)
                continue
            }
            plan.notes.add(table, "the index \(index.name) is left out: \(reason)")
        }
        table.indexes = kept
    }

    private func orderForeignKeys(_ table: inout CopyTable) {
        for index in table.foreignKeys.indices {
            let key = table.foreignKeys[index]
            guard let parent = plan.tables.first(where: { $0.name == key.parent }) else { continue }
            let keys = keys(of: parent)
            if keys.contains(key.references) { continue }
            if let ordered = keys.compactMap({ key.ordered(by: $0) }).first { table.foreignKeys[index] = ordered }
        }
    }

    /// The keys that rows are found by: of whole columns, unique.
    private func keys(of table: CopyTable) -> [[String]] {
        (table.primaryKey.isEmpty ? [] : [table.primaryKey]) + table.uniqueKeys.map(\.columns)
            + table.indexes.filter(\.isUnique).map { $0.parts.compactMap(\.column) }
    }

    // MARK: Keys

    private mutating func fitKeys(_ table: inout CopyTable) throws {
        let keys = keys(of: table) + table.foreignKeys.map(\.columns)
        let positions = Set(keys.joined()).compactMap { name in table.columns.firstIndex { $0.name == name } }
            .filter { Self.isLong(table.columns[$0].typing) }.sorted()
        guard !positions.isEmpty else { return }
        let measured = try lengths(of: positions, table)
        for (position, length) in measured where table.columns[position].limit == nil {
            // What an index holds in any row format, or what the values need.
            resize(&table.columns[position], to: max(length, min(255, Self.share(of: table.columns[position], keys))))
        }
        for key in keys where bytes(of: key, table) > Self.longestKey {
            for (index, length) in measured where key.contains(table.columns[index].name) {
                let before = table.columns[index].typing
                resize(&table.columns[index], to: max(length, 1))
                guard before != table.columns[index].typing else { continue }
                note(table, index)
            }
            let found = bytes(of: key, table)
            guard found > Self.longestKey else { continue }
            try invalidValues.add(
                InvalidValue(
                    table: table.source.name, column: key.count == 1 ? key.first : nil, row: "", value: "",
                    reason: "the key \(key.listed) needs \(found.grouped) bytes, MySQL's keys hold 3,072"))
        }
    }

    private mutating func note(_ table: CopyTable, _ position: Int) {
        let column = table.columns[position]
        plan.notes.add(
            "\(table.source.name).\(column.source.name)",
            "becomes \(column.typing.name(in: .mySQL)), the length of its longest value: a key holds 3,072 bytes")
    }

    private static func isLong(_ typing: CopyTyping) -> Bool {
        switch typing.kind {
        case .text, .printed, .bytes, .anyBytes, .json: true
        default: false
        }
    }

    /// How many characters of a column fit in the keys that it is part of, beside as many of the others.
    private static func share(of column: CopyColumn, _ keys: [[String]]) -> Int {
        let most = keys.filter { $0.contains(column.name) }.map(\.count).max() ?? 1
        return longestKey / 4 / most
    }

    private func resize(_ column: inout CopyColumn, to length: Int) {
        switch column.kind {
        case .bytes, .anyBytes: column.typing.type = SQLDataType("VARBINARY(\(length))")
        default: column.typing.type = .varchar(length)
        }
    }

    private func bytes(of key: [String], _ table: CopyTable) -> Int {
        key.reduce(0) { sum, name in
            guard let column = table.column(name) else { return sum }
            switch column.kind {
            case .text, .printed, .json: return sum + (column.limit ?? Self.longestKey) * 4
            case .bytes, .anyBytes: return sum + (column.limit ?? Self.longestKey)
            case .uuid: return sum + 144
            case .decimal: return sum + 30
            default: return sum + 8
            }
        }
    }

    /// The characters of the longest value of some columns, or its bytes.
    private func lengths(of positions: [Int], _ table: CopyTable) throws -> [Int: Int] {
        var statement = SelectStatement().from(source.engine.traits.ownRows(of: table.source))
        for index in positions { statement = statement.column(.column(table.columns[index].source.name)) }
        var longest = Dictionary(uniqueKeysWithValues: positions.map { ($0, 0) })
        try source.session.forEachRow(statement) { row in
            for (number, index) in positions.enumerated() {
                guard let meaning = try? table.columns[index].reader.meaning(of: row.value(at: number)) else {
                    continue
                }
                switch meaning {
                case .text(let text): longest[index] = max(longest[index] ?? 0, text.unicodeScalars.count)
                case .bytes(let bytes): longest[index] = max(longest[index] ?? 0, bytes.count)
                default: break
                }
            }
        }
        return longest
    }

    // MARK: Rows

    /// The longest columns outside of keys become LONGTEXT where a row would be too long.
    private mutating func fitRow(_ table: inout CopyTable) {
        let keys = Set((keys(of: table) + table.foreignKeys.map(\.columns)).joined())
        while true {
            let sizes = table.columns.map { ($0.limit ?? 0) * 4 + 12 }
            guard sizes.reduce(0, +) > Self.longestRow,
                let position = table.columns.indices.filter({
                    table.columns[$0].limit != nil && !keys.contains(table.columns[$0].name)
                }).max(by: { sizes[$0] < sizes[$1] })
            else { return }
            table.columns[position].typing.type = .text
            plan.notes.add(
                "\(table.source.name).\(table.columns[position].source.name)",
                "becomes LONGTEXT: the VARCHAR columns of a row hold 65,535 bytes")
        }
    }
}

extension CopyColumn {
    /// The characters or bytes that its type has room for; nil for any number.
    fileprivate var limit: Int? {
        guard let type = typing.type, type.name.hasPrefix("VAR") else { return nil }
        return CopyOrigin.numbers(in: type.name).first
    }
}

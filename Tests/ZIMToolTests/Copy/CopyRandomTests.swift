import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// Databases that chance made: keys of up to four columns, foreign keys in circles, to the same table and with shared
/// columns, hostile names and values. There and back, compared row for row.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyRandomTests {
    @Test(arguments: 1...12) func thereAndBack(_ seed: Int) throws {
        var chance = Chance(seed: UInt64(seed))
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = scratch.path("random.sqlite")
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        let database = try Database(path: path, options: options)
        var random = RandomSchema(&chance)
        try database.write { try random.make($0, &chance) }
        database.close()
        #expect(try path.isIntact)
        let isResumable = seed % 2 == 0
        let there = try CopyBench.copy(path, to: server) {
            $0.isResumable = isResumable
            $0.rowsPerTransaction = 7
        }
        #expect(there.rows == random.rowCount)
        #expect(there.invalidValues == 0)
        let back = try CopyBench.copy(server, to: scratch.path("back.sqlite")) {
            $0.isResumable = isResumable
            $0.rowsPerTransaction = 7
        }
        #expect(back.rows == there.rows)
        #expect(try scratch.path("back.sqlite").isIntact)
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(path), "seed \(seed)")
        let (before, after) = (try CopyBench.schema(path), try CopyBench.schema(scratch.path("back.sqlite")))
        #expect(CopyBench.foreignKeys(after) == CopyBench.foreignKeys(before))
        #expect(CopyBench.primaryKeys(after) == CopyBench.primaryKeys(before))
        #expect(CopyBench.foreignKeys(try CopyBench.schema(server)) == CopyBench.foreignKeys(before))
        // The same by definition, from file to file.
        _ = try CopyBench.copy(path, to: scratch.path("same.sqlite"))
        #expect(try CopyBench.schema(scratch.path("same.sqlite")) == before)
        #expect(try CopyBench.rows(scratch.path("same.sqlite")) == CopyBench.rows(path))
    }
}

/// Numbers that are the same for the same seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// Source: Sebastiano Vigna, SplitMix64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func often(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}

/// Tables, their keys and their rows.
private struct RandomSchema {
    struct Column {
        let name: String
        let type: String
        var isKey = false
    }
    struct Table {
        let name: String
        var columns: [Column]
        var key: [String]
        var foreignKeys: [(columns: [String], parent: Int)] = []
        var rows: [[SQLValue]] = []
        var isWithoutRowID = false
    }

    private(set) var tables: [Table] = []
    var rowCount: Int { tables.reduce(0) { $0 + $1.rows.count } }

    private static let strange = [
        "order", "2B", "year.key", "sub-type", "%_x", "a \"quoted\" name", "Straße", "a b", "Größe", "select", "💾",
        "tab\tname", "'", "--", ";",
        "UPPER", "lower", "x'00'", "ａ", " ", "$1", ":p", "?", "\\", "NULL", "user", "rowid", "a]b", "`c`",
    ]
    private static let keyTypes = ["INTEGER", "TEXT", "VARCHAR(60)", "SMALLINT", "DATE", "BIGINT"]
    private static let types =
        keyTypes + [
            "REAL", "NUMERIC(12,3)", "NUMERIC", "BLOB", "BOOLEAN", "TIMESTAMP", "TIME", "UUID", "", "CHAR(40)",
            "DOUBLE", "TIMESTAMPTZ",
        ]

    init(_ chance: inout Chance) {
        let count = 2 + chance.below(6)
        var names = Self.strange.shuffled(using: &chance)
        for _ in 0..<count {
            let keyCount = 1 + chance.below(4)
            let total = keyCount + chance.below(6)
            var columnNames = Self.strange.shuffled(using: &chance)
            var columns: [Column] = []
            for index in 0..<total {
                columns.append(
                    Column(
                        name: columnNames.removeLast(),
                        type: chance.pick(index < keyCount ? Self.keyTypes : Self.types),
                        isKey: index < keyCount))
            }
            let key = columns.filter(\.isKey).map(\.name).shuffled(using: &chance)
            tables.append(Table(name: names.removeLast(), columns: columns.shuffled(using: &chance), key: key))
            tables[tables.count - 1].isWithoutRowID = chance.often(25)
        }
        for child in tables.indices {
            for _ in 0..<chance.below(3) { addForeignKey(child, chance.below(count), &chance) }
        }
    }

    /// The columns of a foreign key are new ones, or in part those of the key or of another foreign key.
    private mutating func addForeignKey(_ child: Int, _ parent: Int, _ chance: inout Chance) {
        var own: [String] = []
        for name in tables[parent].key {
            guard let column = tables[parent].columns.first(where: { $0.name == name }) else { return }
            let shared = tables[child].columns.filter { $0.type == column.type && !$0.isKey && !own.contains($0.name) }
            if chance.often(40), let reused = shared.randomElement(using: &chance) {
                own.append(reused.name)
            } else {
                let fresh = "fk \(tables[child].columns.count) \(name)"
                tables[child].columns.append(Column(name: fresh, type: column.type))
                own.append(fresh)
            }
        }
        tables[child].foreignKeys.append((own, parent))
    }

    mutating func make(_ session: Session, _ chance: inout Chance) throws {
        for index in tables.indices { fill(index, &chance) }
        for table in tables {
            var statement = CreateTableStatement(SQLIdentifier(table.name))
            for column in table.columns {
                statement = statement.column(
                    column.name, type: column.type.isEmpty ? nil : SQLDataType(column.type),
                    constraints: column.isKey ? [.notNull] : [])
            }
            statement = statement.primaryKey(table.key)
            for key in table.foreignKeys {
                // Declared in another order than that of the key.
                let order = key.columns.indices.shuffled(using: &chance)
                statement = statement.foreignKey(
                    order.map { key.columns[$0] }, references: SQLIdentifier(tables[key.parent].name),
                    order.map { tables[key.parent].key[$0] },
                    onDelete: chance.pick([nil, .cascade, .setNull, .restrict]), onUpdate: chance.pick([nil, .cascade]))
            }
            if table.isWithoutRowID { statement = statement.withoutRowid() }
            try session.execute(statement)
            for row in table.rows {
                _ = try session.bulkInsert(into: table.name, columns: table.columns.map(\.name), rows: [row])
            }
            if chance.often(60), let column = table.columns.last {
                try session.execute(
                    CreateIndexStatement(SQLIdentifier("i " + table.name), on: SQLIdentifier(table.name)).column(
                        column.name, descending: chance.often(50)))
            }
        }
    }

    private mutating func fill(_ place: Int, _ chance: inout Chance) {
        let table = tables[place]
        var keys: Set<[SQLValue]> = []
        for number in 0..<(5 + chance.below(40)) {
            let row = table.columns.map { value($0.type, isKey: $0.isKey, number, &chance) }
            let key = table.key.map { name in row[table.columns.firstIndex { $0.name == name } ?? 0] }
            if keys.insert(key).inserted { tables[place].rows.append(row) }
        }
        // Foreign keys: those of a parent that is there already, or NULL in a part. Columns that two keys share must fit
        // both, so that mostly they become NULL.
        for row in tables[place].rows.indices {
            var taken: Set<String> = []
            for key in table.foreignKeys {
                let parent = tables[key.parent]
                let isFree = taken.isDisjoint(with: key.columns)
                let found =
                    key.parent <= place && isFree && chance.often(80) ? parent.rows.randomElement(using: &chance) : nil
                for (column, reference) in zip(key.columns, parent.key) {
                    guard let own = table.columns.firstIndex(where: { $0.name == column }) else { continue }
                    let other = parent.columns.firstIndex { $0.name == reference } ?? 0
                    tables[place].rows[row][own] = found?[other] ?? .null
                }
                // What became NULL here is NULL for the other key too, which is allowed.
                taken.formUnion(key.columns)
            }
        }
    }

    private func value(_ type: String, isKey: Bool, _ number: Int, _ chance: inout Chance) -> SQLValue {
        if !isKey, chance.often(15) { return .null }
        switch type {
        case "INTEGER", "BIGINT":
            return .integer(chance.often(70) ? Int64(chance.below(1000)) : chance.pick([.min, .max, -1, 1 << 53 + 1]))
        case "SMALLINT": return .integer(Int64(chance.below(65_536)) - 32_768)
        case "TEXT", "VARCHAR(60)", "CHAR(40)", "":
            return .text(
                chance.often(50)
                    ? "text \(number)"
                    : chance.pick([
                        "", "\\N", "a\tb\nc\\d\r", "'", "ä", "a\u{308}", "💾", "NULL", "0", "\\.", "\u{1}", " x ",
                    ]))
        case "DATE": return .text(CopyRandom.date(&chance))
        case "TIMESTAMP":
            return .text(
                CopyRandom.date(&chance) + " 12:\(10 + chance.below(50)):03" + chance.pick(["", ".5", ".123456"]))
        case "TIMESTAMPTZ": return .text(CopyRandom.date(&chance) + " 12:\(10 + chance.below(50)):03Z")
        case "TIME": return .text("\(10 + chance.below(14)):05:06")
        case "REAL", "DOUBLE":
            return .real(
                chance.pick([
                    0.1, -1.5, 1e300, 2.2250738585072014e-308, .infinity, -.infinity, 3,
                    Double(chance.below(1_000_000)) / 7,
                ]))
        case "NUMERIC(12,3)": return .real(Double(chance.below(1_000_000)) / 8)
        case "NUMERIC":
            return chance.often(50)
                ? .integer(Int64(chance.below(100_000))) : .real(chance.pick([0.1, 1e20, 1.5e-7, 123.456]))
        case "BLOB": return .blob((0..<chance.below(20)).map { _ in UInt8(chance.below(256)) })
        case "BOOLEAN": return .integer(Int64(chance.below(2)))
        case "UUID": return .text("c2a8e3b0-0000-4000-8000-0000000000\(10 + chance.below(90))")
        default: return .null
        }
    }
}

private enum CopyRandom {
    static func date(_ chance: inout Chance) -> String {
        "\(chance.pick(["0001", "1582", "1899", "1970", "2000", "2024", "9999"]))-0\(1 + chance.below(9))-\(10 + chance.below(18))"
    }
}

import ZIMOrm
import ZIMSql

/// What a column holds, as far as its type depends on it.
struct ColumnFacts: Hashable, Sendable {
    var integers = 0
    /// Integers that a real number does not hold exactly.
    var wideIntegers = 0
    var reals = 0
    var texts = 0
    /// Texts that are dates and say their zone.
    var zonedTexts = 0
    var blobs = 0

    /// How many values are not NULL.
    var count: Int { integers + reals + texts + blobs }

    /// `3 integers and 2 texts`
    var words: String {
        let found = [(integers, "integer"), (reals, "real"), (texts, "text"), (blobs, "blob")].filter { $0.0 > 0 }
        let parts = found.map { $0.0.counted($0.1) }
        return parts.count < 2
            ? parts.joined() : parts.dropLast().joined(separator: ", ") + " and " + (parts.last ?? "")
    }

    mutating func take(_ row: Row, at index: Int, isDate: Bool) {
        switch row.content(at: index) {
        case .null: break
        case .integer(let number):
            integers += 1
            if Double(exactly: number) == nil { wideIntegers += 1 }
        case .real: reals += 1
        case .text(let text):
            texts += 1
            guard isDate, Self.mayNameZone(text), case .timestamp(let timestamp) = CopyTimestampText.timestamp(text),
                timestamp.zone != nil
            else { return }
            zonedTexts += 1
        // A file's numbers are integers and reals.
        case .other, .decimal, .days, .instant: blobs += 1
        }
    }

    /// Whether a text has what every zone has: a sign behind the day, or the letter.
    private static func mayNameZone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.dropFirst(8).contains {
            $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
    }

    /// The facts of those columns of a table whose declared type does not say all, in one pass over it.
    static func survey(
        _ table: TableSchema, in session: Session, tick: (Int) throws -> Void
    ) throws -> [String: ColumnFacts] {
        let open = table.columns.filter { column in
            guard !column.isHidden else { return false }
            switch DeclaredType(column.type).family {
            case .any, .blob: return true
            case .date: return !DeclaredType(column.type).isDay
            default: return false
            }
        }
        guard !open.isEmpty else { return [:] }
        let areDates = open.map { DeclaredType($0.type).family == .date }
        var facts = [ColumnFacts](repeating: ColumnFacts(), count: open.count)
        var statement = SelectStatement().from(table.identifier)
        for column in open { statement = statement.column(.column(column.name)) }
        var rows = 0
        try session.forEachRow(statement) { row in
            for index in facts.indices { facts[index].take(row, at: index, isDate: areDates[index]) }
            rows += 1
            if rows % 4_096 == 0 { try tick(rows) }
        }
        return Dictionary(zip(open.map(\.name), facts)) { first, _ in first }
    }
}

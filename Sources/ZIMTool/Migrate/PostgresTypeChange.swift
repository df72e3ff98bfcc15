import ZIMOrm
import ZIMSql

/// What a change of a column's type makes of the values on PostgreSQL.
///
/// Without `USING` the server converts as for an assignment, and refuses texts that are too long and numbers that are too large.
/// A cast that somebody wrote cuts them. Fractions and times of day are lost in both cases.
///
/// Source: <https://www.postgresql.org/docs/15/sql-createcast.html>
struct PostgresTypeChange {
    private let old: PostgresType
    private let new: PostgresType

    /// - Parameters: the types below their domains.
    init(from old: String, to new: String) {
        self.old = PostgresType(old)
        self.new = PostgresType(new)
    }

    /// Whether the server converts the values by itself.
    func isAssigned(by casts: Set<PostgresCast>) -> Bool {
        if new.kind == .string, old.isList || !new.isList { return true }
        return old.isList == new.isList
            && (old.name == new.name || casts.contains(PostgresCast(source: old.name, target: new.name)))
    }

    /// Whether each value stays what it is or is refused.
    var keepsValues: Bool {
        if old == new { return true }
        if new.kind == .string, !new.isList, old.isList { return true }
        guard old.isList == new.isList else { return false }
        switch (old.kind, new.kind) {
        case (.string, .string):
            // The spaces that fill up a character(n) are no part of its value.
            if old.name == "character" { return true }
            return new.name != "character" && new.limit >= old.limit
        case (_, .string), (.integer, .integer), (.bits, .bits): return true
        case (.integer, .decimal), (.decimal, .decimal), (.decimal, .integer): return new.scale >= old.scale
        case (.integer, .real): return old.name == "smallint" || (old.name == "integer" && new.name != "real")
        case (.real, .real): return old.name == "real"
        case (.moment, .moment):
            return old.name == new.name
                ? new.limit >= old.limit : old.name == "date" && new.name == "timestamp without time zone"
        case (.other, .other): return old.name == new.name && new.modifiers.isEmpty
        default: return false
        }
    }

    /// What is lost, in words that go on from the column's name.
    func loss(_ oldType: String, _ newType: String) -> String {
        "was \(oldType): " + words(newType)
    }

    private func words(_ newType: String) -> String {
        if old.kind == .string, new.kind == .string {
            return "spaces at the end that \(newType) does not keep are lost"
        }
        if old.kind == .moment, new.kind == .moment, old.isZoned != new.isZoned {
            return "the time zone of the session decides which \(newType) it becomes"
        }
        let isMeasured = old.kind.isMeasure && new.kind.isMeasure
        return isMeasured
            ? "digits and times of day that \(newType) does not have are lost"
            : "what \(newType) does not say of a value is lost"
    }
}

/// A conversion that PostgreSQL does by itself when a value is assigned.
struct PostgresCast: Hashable {
    let source: String
    let target: String

    static func all(_ session: Session) throws -> Set<PostgresCast> {
        let list: SQL = """
            SELECT pg_catalog.format_type(castsource, NULL), pg_catalog.format_type(casttarget, NULL) FROM pg_catalog.pg_cast \
            WHERE castcontext IN ('a', 'i')
            """
        return Set(try session.rows(list).map { PostgresCast(source: try $0.get(0), target: try $0.get(1)) })
    }
}

/// A type as `format_type` writes it: `timestamp(3) without time zone[]`.
private struct PostgresType: Equatable {
    enum Kind {
        case integer, decimal, real, string, bits, moment, other

        /// Whether its values have digits or times of day.
        var isMeasure: Bool { [.integer, .decimal, .real, .moment].contains(self) }
    }

    let name: String
    /// `6, 3` of `numeric(6,3)`.
    let modifiers: [Int]
    let isList: Bool
    let kind: Kind

    init(_ text: String) {
        isList = text.hasSuffix("[]")
        let item = isList ? String(text.dropLast(2)) : text
        let open = item.firstIndex(of: "(") ?? item.endIndex
        let close = item[open...].firstIndex(of: ")") ?? item.endIndex
        let numbers = item[open..<close].dropFirst().split(separator: ",").map { Int($0.filter { $0 != " " }) }
        // A name in quotes may hold anything.
        let isPlain = !item.hasPrefix("\"") && !numbers.isEmpty && !numbers.contains(nil)
        modifiers = isPlain ? numbers.compactMap { $0 } : []
        name = isPlain ? String(item[..<open] + item[close...].dropFirst()) : item
        kind = Self.kinds[name] ?? .other
    }

    private static let kinds: [String: Kind] = [
        "smallint": .integer, "integer": .integer, "bigint": .integer, "numeric": .decimal, "real": .real,
        "double precision": .real, "text": .string, "character varying": .string, "character": .string,
        "bit": .bits, "bit varying": .bits, "date": .moment, "timestamp without time zone": .moment,
        "timestamp with time zone": .moment, "time without time zone": .moment, "time with time zone": .moment,
    ]

    var isZoned: Bool { name.hasSuffix(" with time zone") }

    /// The characters that a text may have, the digits of a second.
    var limit: Int { modifiers.first ?? (kind == .moment ? 6 : .max) }

    /// The digits behind the point.
    var scale: Int {
        switch kind {
        case .decimal: modifiers.isEmpty ? .max : modifiers.dropFirst().first ?? 0
        default: 0
        }
    }
}

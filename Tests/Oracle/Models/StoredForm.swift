import Foundation
import TestServer
import ZIMOrm

/// A form that a column of a case declares: what such a column holds, and what its values mean.
enum StoredForm: String, CaseIterable {
    case day, dateTime, isoTime, iso, seconds, milliseconds, julian, germanDay
    case lowerUUID, upperUUID, byteUUID
    case number01, tf, germanWords
    case number, twoDigits, plainText

    static func all(of family: ValueFamily) -> [StoredForm] {
        switch family {
        case .date: [.day, .dateTime, .isoTime, .iso, .seconds, .milliseconds, .julian, .germanDay]
        case .uuid: [.lowerUUID, .upperUUID, .byteUUID]
        case .flag: [.number01, .tf, .germanWords]
        case .decimal: [.number, .twoDigits, .plainText]
        default: []
        }
    }

    /// The declaration, and how Swift writes it.
    var declaration: (form: ColumnForm, swift: String) {
        switch self {
        case .day: (.date(.date), ".date(.date)")
        case .dateTime: (.date(.dateTime), ".date(.dateTime)")
        case .isoTime: (.date(.isoDateTime), ".date(.isoDateTime)")
        case .iso: (.date(.iso8601), ".date(.iso8601)")
        case .seconds: (.date(.unixSeconds), ".date(.unixSeconds)")
        case .milliseconds: (.date(.unixMilliseconds), ".date(.unixMilliseconds)")
        case .julian: (.date(.julianDay), ".date(.julianDay)")
        case .germanDay: (.date(.pattern("dd.MM.yyyy")), ".date(.pattern(\"dd.MM.yyyy\"))")
        case .lowerUUID: (.uuid(.lowerText), ".uuid(.lowerText)")
        case .upperUUID: (.uuid(.upperText), ".uuid(.upperText)")
        case .byteUUID: (.uuid(.bytes), ".uuid(.bytes)")
        case .number01: (.bool(.integer), ".bool(.integer)")
        case .tf: (.bool(.words("t", "f")), ".bool(.words(\"t\", \"f\"))")
        case .germanWords: (.bool(.words("ja", "nein")), ".bool(.words(\"ja\", \"nein\"))")
        case .number: (.decimal(.number), ".decimal(.number)")
        case .twoDigits: (.decimal(.text(scale: 2)), ".decimal(.text(scale: 2))")
        case .plainText: (.decimal(.text(scale: nil)), ".decimal(.text(scale: nil))")
        }
    }

    /// Whether stored values lie in the order of what they mean.
    func isOrdered(in type: String) -> Bool {
        switch self {
        case .germanDay, .germanWords, .twoDigits, .plainText: false
        case .seconds, .milliseconds, .julian: !["TEXT", "CHAR"].contains { type.contains($0) }
        default: true
        }
    }

    func types(on engine: ServedEngine) -> [String] {
        switch (engine, self) {
        case (.sqlite, .day), (.sqlite, .dateTime), (.sqlite, .isoTime), (.sqlite, .iso): ["TEXT", "DATETIME", ""]
        case (.sqlite, .seconds), (.sqlite, .milliseconds): ["INTEGER", "", "NUMERIC", "TEXT"]
        case (.sqlite, .julian): ["REAL", "", "NUMERIC"]
        case (.sqlite, .lowerUUID), (.sqlite, .upperUUID): ["TEXT", "", "CHAR(36)"]
        case (.sqlite, .byteUUID): ["BLOB", ""]
        case (.sqlite, .number01): ["INTEGER", "BOOLEAN", ""]
        case (.sqlite, .number): ["DECIMAL(8,2)", "", "REAL"]
        case (.sqlite, _): ["TEXT", "", "VARCHAR(20)"]
        case (.mariaDB, .day): ["VARCHAR(40)", "DATE"]
        case (.mariaDB, .iso): ["VARCHAR(40)", "DATETIME(6)"]
        case (.mariaDB, .julian): ["DOUBLE"]
        case (.mariaDB, .byteUUID): ["BINARY(16)", "VARBINARY(16)"]
        case (.mariaDB, .number): ["NUMERIC(8,2)"]
        case (.mariaDB, .seconds), (.mariaDB, .milliseconds), (.mariaDB, .number01): ["BIGINT"]
        case (.mariaDB, _): ["VARCHAR(40)", "VARCHAR(40) COLLATE \(MySQLProduct.exactCollation)"]
        case (_, .day): ["TEXT", "DATE"]
        case (_, .dateTime): ["TEXT", "VARCHAR(30)"]
        case (_, .iso): ["TEXT", "TIMESTAMPTZ", "TIMESTAMP"]
        case (_, .seconds), (_, .milliseconds), (_, .number01): ["BIGINT"]
        case (_, .julian): ["DOUBLE PRECISION"]
        case (_, .byteUUID): ["BYTEA"]
        case (_, .number): ["NUMERIC(8,2)", "NUMERIC"]
        case (_, _): ["TEXT", "VARCHAR(40)"]
        }
    }

    var values: [SQLValue] {
        let upper = ["9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C", "00000000-0000-0000-0000-00000000000A"]
        return switch self {
        case .day: ["2024-01-01", "2023-12-31", "2024-02-29"]
        case .dateTime: ["2024-01-01 00:00:00", "2023-12-31 23:59:59", "2024-02-29 12:30:00"]
        case .isoTime: ["2024-01-01T00:00:00", "2023-12-31T23:59:59", "2024-02-29T12:30:00"]
        case .iso: ["2024-01-01T00:00:00.000Z", "2023-12-31T23:59:59.500Z", "2024-02-29T12:30:00.000Z"]
        case .seconds: [1_704_067_200, 1_703_980_799, 1_709_209_800]
        case .milliseconds: [1_704_067_200_000, 1_703_980_799_500, 1_709_209_800_000]
        case .julian: [2460310.5, 2460309.5, 2460370.25]
        case .germanDay: ["01.01.2024", "31.12.2023", "29.02.2024"]
        case .upperUUID: upper.map { .text($0) }
        case .lowerUUID: upper.map { .text($0.lowercased()) }
        case .byteUUID:
            upper.compactMap { UUID(uuidString: $0) }.map { .blob(withUnsafeBytes(of: $0.uuid) { Array($0) }) }
        case .number01: [1, 0]
        case .tf: ["t", "f"]
        case .germanWords: ["ja", "nein"]
        case .number: [12.5, 7, 0.25, -3]
        case .twoDigits: ["12.50", "7.00", "0.25", "-3.00"]
        case .plainText: ["12.5", "7", "0.25", "-3"]
        }
    }

    private var dateFormat: DateFormat? {
        switch self {
        case .day: .date
        case .dateTime: .dateTime
        case .isoTime: .isoDateTime
        case .iso: .iso8601
        case .seconds: .unixSeconds
        case .milliseconds: .unixMilliseconds
        case .julian: .julianDay
        case .germanDay: .pattern("dd.MM.yyyy")
        default: nil
        }
    }

    /// What a stored value means, as the property's type would store it by itself.
    func meaning(of stored: SQLValue) -> SQLValue {
        switch (self, stored) {
        case (_, .null): return stored
        case (.germanWords, .text("ja")), (.tf, .text("t")): return 1
        case (.germanWords, .text("nein")), (.tf, .text("f")): return 0
        default: break
        }
        return dateFormat?.date(from: stored)?.sqlValue ?? stored
    }

    /// The stored value of what a property's type would store by itself.
    func stored(_ meaning: SQLValue) -> SQLValue {
        if meaning.isNull { return meaning }
        if let dateFormat { return (try? Date(column: meaning)).map { dateFormat.sqlValue(of: $0) } ?? meaning }
        switch self {
        case .tf: return (try? Bool(column: meaning)).map { $0 ? "t" : "f" } ?? meaning
        case .germanWords: return (try? Bool(column: meaning)).map { $0 ? "ja" : "nein" } ?? meaning
        case .upperUUID: return (try? UUID(column: meaning)).map { .text($0.uuidString) } ?? meaning
        case .byteUUID:
            return (try? UUID(column: meaning)).map { .blob(withUnsafeBytes(of: $0.uuid) { Array($0) }) } ?? meaning
        case .twoDigits:
            guard let number = try? Decimal(column: meaning) else { return meaning }
            let parts = number.description.split(separator: ".")
            let digits = parts.count > 1 ? parts[1] : ""
            return .text(parts[0] + "." + digits + String(repeating: "0", count: Swift.max(0, 2 - digits.count)))
        case .plainText: return (try? Decimal(column: meaning)).map { .text($0.description) } ?? meaning
        case .number:
            guard case .text = meaning else { return meaning }
            if let whole = try? Int64(column: meaning) { return .integer(whole) }
            return (try? Double(column: meaning)).map { .real($0) } ?? meaning
        default: return meaning
        }
    }
}

import TestServer
import ZIMOrm

/// What the values of a column are about: few of them, so that random rows meet, and in all their spellings.
enum ValueFamily: String, CaseIterable {
    case integer, real, numberText, word, date, uuid, flag, decimal, blob, mixed

    /// The families that a column of a server can hold.
    static func all(on engine: ServedEngine) -> [ValueFamily] {
        engine == .sqlite ? allCases : allCases.filter { $0 != .mixed }
    }

    /// Declared types that inherited tables give such columns.
    func types(on engine: ServedEngine) -> [String] {
        switch (engine, self) {
        case (.sqlite, .integer): ["INTEGER", "BIGINT", "NUMERIC", "", "REAL", "TEXT"]
        case (.sqlite, .real): ["REAL", "DOUBLE", "NUMERIC", "", "TEXT"]
        case (.sqlite, .numberText): ["TEXT", "TEXT", "VARCHAR(10)", "", "NUMERIC", "TEXT COLLATE NOCASE"]
        case (.sqlite, .word): ["TEXT", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "", "BLOB", "VARCHAR(20)"]
        case (.sqlite, .date): ["TEXT", "DATETIME", "", "NUMERIC"]
        case (.sqlite, .uuid): ["TEXT", "BLOB", "", "CHAR(36)"]
        case (.sqlite, .flag): ["INTEGER", "TEXT", "BOOLEAN", ""]
        case (.sqlite, .decimal): ["DECIMAL(8,2)", "TEXT", "", "REAL"]
        case (.sqlite, .blob): ["BLOB", "", "TEXT"]
        case (.sqlite, .mixed): ["", "BLOB", "NUMERIC", "TEXT", "INTEGER", "REAL"]
        case (.mariaDB, .integer): ["BIGINT", "INTEGER", "NUMERIC(20,0)", "BIGINT UNSIGNED"]
        case (.mariaDB, .real): ["DOUBLE"]
        case (.mariaDB, .numberText): ["VARCHAR(10)", "VARCHAR(20) COLLATE utf8mb4_bin"]
        case (.mariaDB, .word):
            [
                "VARCHAR(20)", "VARCHAR(20) COLLATE \(MySQLProduct.exactCollation)", "VARCHAR(20) COLLATE utf8mb4_bin",
                "VARCHAR(20) COLLATE utf8mb4_unicode_ci", "CHAR(8)",
            ]
        case (.mariaDB, .date): ["DATETIME(6)", "DATETIME(6)", "DATE"]
        case (.mariaDB, .uuid): ["BINARY(16)", "CHAR(36)", MySQLProduct.isMariaDB ? "UUID" : "VARCHAR(36)"]
        case (.mariaDB, .decimal): ["NUMERIC(20,4)", "NUMERIC(8,2)"]
        case (.mariaDB, .blob): ["VARBINARY(20)"]
        case (_, .integer): ["BIGINT", "INTEGER", "NUMERIC", "BIGINT"]
        case (_, .real): ["DOUBLE PRECISION"]
        case (_, .numberText): ["TEXT", "VARCHAR(10)"]
        case (_, .word): ["TEXT", "VARCHAR(20)", "CHAR(8)"]
        case (_, .date): ["TIMESTAMPTZ", "TIMESTAMP", "DATE"]
        case (_, .uuid): ["UUID"]
        case (_, .flag): ["BOOLEAN"]
        case (_, .decimal): ["NUMERIC", "NUMERIC(8,2)"]
        case (_, .blob): ["BYTEA"]
        case (_, .mixed): ["TEXT"]
        }
    }

    func values(on engine: ServedEngine) -> [SQLValue] {
        switch (engine, self) {
        case (.sqlite, .integer): [1, 2, 3, 7, -1, .integer(.max), .integer(9_007_199_254_740_993)]
        case (.mariaDB, .integer): [1, 2, 3, 7, -1, .integer(2_147_483_647), .integer(9_007_199_254_740_993)]
        case (.mariaDB, .word): ["abc", "ABC", "abc ", "", "\u{e9}", "e\u{301}", "O'Brien", "a\\b", "Ünï", "uni", "7"]
        case (_, .integer): [1, 2, 3, 7, -1, .integer(2_147_483_647)]
        case (_, .real): [1.5, 7.0, -0.5, 0.1, 1e300, .real(9_007_199_254_740_992)]
        case (.sqlite, .numberText): ["1", "01", " 1", "1.0", "7", "007", "1e0", "2"]
        case (_, .numberText): ["1", "01", "7", "007", "2"]
        case (.sqlite, .word):
            ["abc", "ABC", "abc ", "", "\u{e9}", "e\u{301}", "O'Brien", "a\u{0}b", "Ünï", "7"]
        case (_, .word): ["abc", "ABC", "abc ", "", "\u{e9}", "e\u{301}", "O'Brien", "Ünï", "7"]
        case (.sqlite, .date):
            [
                "2024-01-01", "2024-01-01 00:00:00", "2024-01-01T00:00:00Z", "2024-01-01 00:00:00.000", 1_704_067_200,
                2460310.5, "2023-12-31 23:59:59.5", "2024-02-29 12:30:00",
            ]
        case (_, .date):
            [
                "2024-01-01 00:00:00", "2024-01-01 00:00:00.5", "2023-12-31 23:59:59.123456", "2024-02-29 12:30:00",
                "1969-07-20 20:17:40.000001",
            ]
        case (.sqlite, .uuid):
            [
                "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C", "9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c",
                .blob([
                    0x9d, 0x6f, 0x0f, 0x0e, 0x5b, 0x1c, 0x4d, 0x5b, 0x8f, 0x43, 0x0c, 0x7f, 0x3f, 0x1a, 0x2b, 0x3c,
                ]), "00000000-0000-0000-0000-00000000000A", "00000000-0000-0000-0000-00000000000b",
            ]
        case (_, .uuid):
            [
                "9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c", "00000000-0000-0000-0000-00000000000a",
                "00000000-0000-0000-0000-00000000000b",
            ]
        case (.sqlite, .flag): [1, 0, "t", "f", "T", "true", "FALSE"]
        case (_, .flag): [1, 0]
        case (.sqlite, .decimal): ["12.50", "12.5", 12.5, "0.10", "0.1", 7, "7.0", "-3"]
        case (_, .decimal): ["12.50", "12.5", "0.10", "0.1", 7, "7.0", "-3"]
        case (_, .blob): [.blob([]), .blob([0x37]), .blob([0, 255]), .blob(Array("abc".utf8))]
        case (.sqlite, .mixed):
            [1, 7, "7", "07", "abc", "ABC", 7.0, 7.5, .blob([0x37]), "a\u{0}b", "e\u{301}", ""]
        case (_, .mixed): ["1", "7"]
        }
    }

    /// The types of properties that such columns are read into, beside SQLValue.
    var properties: [PropertyType] {
        switch self {
        case .integer: [.int, .int, .text]
        case .real: [.real]
        case .numberText: [.text, .text, .int]
        case .word: [.text]
        case .date: [.date, .date, .text]
        case .uuid: [.uuid]
        case .flag: [.flag]
        case .decimal: [.decimal, .real]
        case .blob: [.data]
        case .mixed: [.text]
        }
    }

    /// Another family whose values may mean the same, as where a text column refers to a number.
    func kin(on engine: ServedEngine) -> [ValueFamily] {
        guard engine == .sqlite else { return [self] }
        return switch self {
        case .integer: [.numberText, .real, .mixed]
        case .real: [.integer, .numberText, .decimal]
        case .numberText: [.integer, .mixed, .decimal]
        case .word: [.word, .mixed]
        case .decimal: [.real, .numberText]
        case .blob: [.mixed]
        case .mixed: [.integer, .numberText, .word]
        default: [self]
        }
    }
}

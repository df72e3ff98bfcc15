import Foundation
import Testing
import ZIMDb

/// The strings that break programs, as values and as names.
@Suite struct HostileStringTests {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../shared/data/hostile-strings.json").standardized.path

    static let strings: [String] = {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return (try? JSONDecoder().decode([String].self, from: data)) ?? []
    }()

    @Test(.enabled(if: !strings.isEmpty, "../shared/data/hostile-strings.json is not here"))
    func asValuesTheyComeBackByteForByte() throws {
        let database = try Database.holding("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT UNIQUE)")
        try database.write { session throws in
            for (number, text) in Self.strings.enumerated() {
                try session.execute("INSERT OR IGNORE INTO t VALUES (\(number), \(text))")
                let back = try session.value("SELECT v FROM t WHERE v = \(text)", as: String.self)
                #expect(back.map { Array($0.utf8) } == Array(text.utf8))
            }
        }
        #expect(try database.count("t") == Set(Self.strings.map { Array($0.utf8) }).count)
    }

    @Test(.enabled(if: !strings.isEmpty, "../shared/data/hostile-strings.json is not here"))
    func asNamesTheyAreTablesAndColumns() throws {
        let database = try Database.inMemory()
        try database.write { session throws in
            for text in Self.strings where !text.isEmpty && !text.lowercased().hasPrefix("sqlite_") {
                let table = "t" + text
                do {
                    try session.execute("CREATE TABLE \(identifier: table) (\(identifier: text) UNIQUE, other)")
                    try session.execute("INSERT INTO \(identifier: table) (\(identifier: text)) VALUES (\(text))")
                    let row = try session.rows("SELECT \(identifier: text) FROM \(identifier: table)").first
                    #expect(row?.columns.first.map { Array($0.utf8) } == Array(text.utf8))
                    #expect(row?[0] == .text(text))
                    let error = failure {
                        try session.execute("INSERT INTO \(identifier: table) (\(identifier: text)) VALUES (\(text))")
                    }
                    #expect(error?.constraint?.table == table)
                    #expect(error?.constraint?.columns == [text])
                    try session.execute("DROP TABLE \(identifier: table)")
                } catch let error as DatabaseError {
                    Issue.record("\(text.debugDescription): \(error)")
                }
            }
        }
    }

    @Test func aNameWithNULIsRefused() throws {
        let error = #expect(throws: SQLBuildError.self) {
            try Database.inMemory().execute("CREATE TABLE \(identifier: "a\u{0}b") (v)")
        }
        #expect(error?.message == "a name holds the character NUL")
    }

    @Test func aKeyOfSixtyColumns() throws {
        let columns = (0..<60).map { "column \($0) \"quoted\"" }
        let names = columns.dropFirst().reduce(SQL("\(identifier: columns[0])")) { $0 + ", \(identifier: $1)" }
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE wide (\(names), PRIMARY KEY (\(names))) WITHOUT ROWID")
        let values = (1..<60).reduce(SQL("\(0)")) { $0 + ", \($1)" }
        try database.execute("INSERT INTO wide VALUES (\(values))")
        let error = failure { try database.execute("INSERT INTO wide VALUES (\(values))") }
        #expect(error?.constraint == ConstraintViolation(kind: .primaryKey, table: "wide", columns: columns))
        #expect(try database.read { try $0.rows("SELECT * FROM wide").first?.columns } == columns)
    }
}

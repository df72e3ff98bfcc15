import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// The databases of others, to the server and back, compared row for row.
@Suite(
    .enabled(if: CopyData.isPresent, CopyData.absence), .enabled(if: ServerScratch.isAvailable, ServerScratch.absence))
struct CopyLegacyTests {
    /// Values and their storage classes are the same after both ways; so are keys and foreign keys, column by column.
    @Test(arguments: [("chinook", 15_607), ("northwind", 3_308), ("tpcc", 3_857)])
    func thereAndBack(_ name: String, _ rows: Int) throws {
        let original = CopyData.folder + "/\(name).sqlite"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: original))
        let (server, scratch) = (try ServerScratch(), try ToolScratch())
        let there = try CopyBench.copy(original, to: server)
        #expect(there.rows == rows)
        let back = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(back.rows == rows)
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(original))
        let (before, between, after) = (
            try CopyBench.schema(original), try CopyBench.schema(server),
            try CopyBench.schema(scratch.path("back.sqlite"))
        )
        #expect(CopyBench.foreignKeys(between) == CopyBench.foreignKeys(before))
        #expect(CopyBench.foreignKeys(after) == CopyBench.foreignKeys(before))
        let isTable: (TableSchema) -> Bool = { $0.kind == .table }
        #expect(CopyBench.primaryKeys(between) == CopyBench.primaryKeys(before.keeping(isTable)))
        #expect(CopyBench.primaryKeys(after) == CopyBench.primaryKeys(before.keeping(isTable)))
        let indexes: (DatabaseSchema) -> [String] = { schema in
            schema.indexes.filter { $0.origin == .index }.map { "\($0.name) \($0.table) \($0.parts.map(\.column))" }
                .sorted()
        }
        #expect(indexes(between) == indexes(before))
        #expect(indexes(after) == indexes(before))
        #expect(try scratch.path("back.sqlite").isIntact)
        #expect(try Data(contentsOf: URL(fileURLWithPath: original)) == bytes)
    }

    /// The same rows from the dumps of PostgreSQL, to a file and to another schema.
    @Test(arguments: [("chinook", 11), ("tpcc", 9)])
    func dumps(_ name: String, _ tables: Int) throws {
        let (server, second, third, scratch) = (
            try ServerScratch(), try ServerScratch(), try ServerScratch(), try ToolScratch()
        )
        try server.load(dump: CopyData.folder + "/postgresql/\(name).sql")
        let file = scratch.path("file.sqlite")
        let down = try CopyBench.copy(server, to: file)
        #expect(down.tables.count == tables)
        let up = try CopyBench.copy(file, to: second)
        #expect(up.rows == down.rows)
        let across = try DatabaseCopy(from: server.database, to: .server(third.database)).run()
        #expect(across.rows == down.rows)
        for table in down.tables {
            let list: (ServerScratch) throws -> [[SQLValue]] = { scratch in
                try scratch.rows("SELECT t::text FROM \"\(table.name)\" AS t ORDER BY t::text COLLATE \"C\"")
            }
            #expect(try list(second) == list(server), "\(table.name)")
            #expect(try list(third) == list(server), "\(table.name)")
        }
        #expect(
            CopyBench.foreignKeys(try CopyBench.schema(file)) == CopyBench.foreignKeys(try CopyBench.schema(server)))
        #expect(
            CopyBench.foreignKeys(try CopyBench.schema(third)) == CopyBench.foreignKeys(try CopyBench.schema(server)))
    }

    /// Strings that programs stumble over, as values and as names.
    @Test func namesAndValuesOfStrangers() throws {
        let url = URL(fileURLWithPath: CopyData.folder + "/hostile-strings.json")
        let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
        let (server, scratch) = (try ServerScratch(), try ToolScratch())
        let path = scratch.path("hostile.sqlite")
        let database = try Database(path: path)
        try database.write { session in
            try session.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, c VARCHAR(20000), b BLOB)")
            for string in strings {
                try session.execute("INSERT INTO t (s, c, b) VALUES (\(string), \(string), \(Array(string.utf8)))")
            }
            // And as names, where both engines can have them.
            for (number, name) in strings.enumerated()
            where (1...63).contains(name.utf8.count) && !name.utf8.contains(0) {
                let isTaken = try session.tableNames().contains { $0.lowercased() == name.lowercased() }
                guard !isTaken, !name.lowercased().hasPrefix("sqlite_"), number % 5 == 0 else { continue }
                try session.execute(
                    CreateTableStatement(SQLIdentifier(name)).column(name, type: .text).column(
                        "k", type: .integer, .primaryKey))
                try session.execute("INSERT INTO \(identifier: name) VALUES (\(name), \(number))")
            }
        }
        database.close()
        let report = try CopyBench.copy(path, to: server)
        #expect(report.rows > strings.count)
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(path))
    }
}

enum CopyData {
    static var folder: String {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/data").path
    }
    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder) }
    static let absence: Comment = "../shared/data is not there: the legacy databases are not in the repository"
}

extension String {
    /// Whether SQLite finds nothing wrong with the file of this name.
    var isIntact: Bool {
        get throws {
            let file = try InspectedDatabase(path: self)
            return try file.database.read { session in
                try session.value("PRAGMA integrity_check", as: String.self) == "ok"
                    && session.rows("PRAGMA foreign_key_check").isEmpty
            }
        }
    }
}

extension ServerScratch {
    /// Runs a dump of pg_dump in this schema.
    func load(dump: String) throws {
        let text = try String(contentsOfFile: dump, encoding: .utf8).replacingOccurrences(
            of: "public.", with: "\(name).")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("zim-\(UUID().uuidString).sql")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let psql = Process()
        psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        psql.arguments = ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", file.path, url]
        psql.standardOutput = FileHandle.nullDevice
        try psql.run()
        psql.waitUntilExit()
        try #require(psql.terminationStatus == 0)
    }
}

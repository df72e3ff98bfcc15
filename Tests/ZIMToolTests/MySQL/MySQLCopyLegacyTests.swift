#if MySQL
    import Foundation
    import Testing
    import ZIMOrm
    import ZIMTool

    /// The databases of others, to MariaDB and back, compared row for row.
    @Suite(.enabled(if: CopyData.isPresent, CopyData.absence), .mySQLServer) struct MySQLCopyLegacyTests {
        /// Values and their storage classes are the same after both ways; so are keys and foreign keys, column by column.
        @Test(arguments: [("chinook", 15_607), ("northwind", 3_308), ("tpcc", 3_857)])
        func thereAndBack(_ name: String, _ rows: Int) throws {
            let original = CopyData.folder + "/\(name).sqlite"
            let (server, second, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            let there = try CopyBench.copy(original, to: server)
            #expect(there.rows == rows)
            #expect(try server.contents.contains { $0.hasPrefix("zim_copy_") } == false)
            let across = try CopyBench.copy(server, to: second.url)
            #expect(across.rows == rows && across.notes.isEmpty)
            for (source, file) in [(server, "back.sqlite"), (second, "second.sqlite")] {
                let back = try CopyBench.copy(source, to: scratch.path(file))
                #expect(back.rows == rows)
                #expect(try CopyBench.rows(scratch.path(file)) == CopyBench.rows(original))
                let (before, between, after) = (
                    try CopyBench.schema(original), try source.schema, try CopyBench.schema(scratch.path(file))
                )
                #expect(CopyBench.columnPairs(after) == CopyBench.columnPairs(before))
                let isTable: (TableSchema) -> Bool = { $0.kind == .table }
                #expect(CopyBench.primaryKeys(between) == CopyBench.primaryKeys(before.keeping(isTable)))
                #expect(CopyBench.primaryKeys(after) == CopyBench.primaryKeys(before.keeping(isTable)))
                let indexes: (DatabaseSchema) -> Set<String> = { schema in
                    Set(
                        schema.indexes.filter { $0.origin == .index }.map {
                            "\($0.name) \($0.table) \($0.parts.map(\.column))"
                        })
                }
                // The server adds an index for each foreign key that has none.
                #expect(indexes(after).isSuperset(of: indexes(before)))
                #expect(try scratch.path(file).isIntact)
            }
        }

        /// Strings that programs stumble over, as values, in keys and as names.
        @Test func namesAndValuesOfStrangers() throws {
            let url = URL(fileURLWithPath: CopyData.folder + "/hostile-strings.json")
            let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
            let (server, scratch) = (try MySQLScratch(), try ToolScratch())
            let path = scratch.path("hostile.sqlite")
            let database = try Database(path: path)
            try database.write { session in
                try session.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT, c VARCHAR(20000), b BLOB)")
                try session.execute("CREATE TABLE k (s TEXT, n INT, PRIMARY KEY (s, n))")
                for string in Set(strings) {
                    try session.execute("INSERT INTO t (s, c, b) VALUES (\(string), \(string), \(Array(string.utf8)))")
                    guard string.unicodeScalars.count < 700 else { continue }
                    try session.execute("INSERT INTO k VALUES (\(string), 1), (\(string), 2)")
                }
                for (number, name) in strings.enumerated()
                where (1...64).contains(name.unicodeScalars.count) && number % 5 == 0 {
                    let isTaken = try session.tableNames().contains { $0.lowercased() == name.lowercased() }
                    let isFit = name.unicodeScalars.allSatisfy { $0.value > 0 && $0.value <= 0xFFFF }
                    guard !isTaken, isFit, !name.hasSuffix(" "), !name.lowercased().hasPrefix("sqlite_") else {
                        continue
                    }
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
#endif

import Foundation
import Testing
import ZIMDb

/// Rows without models and statements together, on SQLite, where both are loops.
@Suite struct BulkInsertTests {
    @Test func rowsAreInsertedByOneCompiledStatement() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE \"odd table\" (a INTEGER, \"b c\" TEXT, d BLOB, PRIMARY KEY (a, \"b c\"))")
        try database.write { session in
            let rows: [[SQLValue]] = [[1, "x", .blob([0, 1])], [1, "y", nil], [2, "x", nil]]
            let count = try session.bulkInsert(into: "odd table", columns: ["a", "b c", "d"], rows: rows)
            #expect(count == 3)
            #expect(try session.rows("SELECT * FROM \"odd table\"").map(\.values) == rows)
            let short = #expect(throws: DatabaseError.self) {
                try session.bulkInsert(into: "odd table", columns: ["a", "d"], rows: [[3, nil], [4]])
            }
            #expect(short?.message == "row 2 for \"odd table\" has 1 values for 2 columns")
            #expect(throws: DatabaseError.self) { try session.bulkInsert(into: "odd table", columns: [], rows: [[]]) }
        }
        #expect(throws: DatabaseError.self) {
            try database.read { try $0.bulkInsert(into: "odd table", columns: ["a"], rows: [[9]]) }
        }
    }

    /// The rows of a closure: what it throws ends the insert.
    @Test func rowsOfAClosure() throws {
        struct Broken: Error {}
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (a INTEGER, b TEXT)")
        var rows: [[SQLValue]] = [[3, "c"], [2, "b"], [1, "a"]]
        #expect(try database.write { try $0.bulkInsert(into: "t", columns: ["a", "b"]) { rows.popLast() } } == 3)
        var number = 0
        #expect(throws: Broken.self) {
            try database.write { session in
                try session.bulkInsert(into: "t", columns: ["a", "b"]) {
                    number += 1
                    if number > 2 { throw Broken() }
                    return [9, nil]
                }
            }
        }
        #expect(
            try database.read { try $0.rows("SELECT a, b FROM t").map(\.values) } == [[1, "a"], [2, "b"], [3, "c"]])
    }

    /// Rows given value by value.
    @Test func rowsThatAreFilledIn() throws {
        struct Broken: Error {}
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (a INTEGER, b TEXT, c TEXT, d BLOB, e REAL, PRIMARY KEY (a, b))")
        let now = Date(timeIntervalSince1970: 1_795_264_623.25)
        let columns = ["a", "b", "c", "d", "e"]
        try database.write { session in
            var number = 0
            let count = try session.bulkInsert(into: "t", columns: columns) { row in
                guard number < 3 else { return false }
                number += 1
                row.append(number)
                row.append("b")
                row.append(now)
                row.append(number == 2 ? nil : Data([0, 1]))
                row.append(number == 3 ? nil : 0.5)
                #expect(row.count == 5)
                return true
            }
            #expect(count == 3)
            let short = #expect(throws: DatabaseError.self) {
                try session.bulkInsert(into: "t", columns: columns) { row in
                    row.append(9)
                    return true
                }
            }
            #expect(short?.message == "row 1 for \"t\" has 1 values for 5 columns")
            #expect(short?.parameters == [9])
        }
        #expect(throws: Broken.self) {
            try database.write { session in
                try session.bulkInsert(into: "t", columns: ["a", "b"]) { row in
                    row.append(7)
                    guard row.count > 7 else { throw Broken() }
                    return true
                }
            }
        }
        #expect(
            try database.read { try $0.rows("SELECT * FROM t ORDER BY a").map(\.values) } == [
                [1, "b", now.sqlValue, .blob([0, 1]), 0.5], [2, "b", now.sqlValue, nil, 0.5],
                [3, "b", now.sqlValue, .blob([0, 1]), nil],
            ])
    }

    /// Rows handed from one file to another as they are stored.
    @Test func transferredRows() throws {
        let (source, target) = (try Database.inMemory(), try Database.inMemory())
        try source.execute(
            "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, CAST(x'ff61' AS TEXT)), (1.0, x''), ('1', ''), (NULL, 9e999)"
        )
        try target.execute("CREATE TABLE u (a, b)")
        let query = RenderedSQL(sql: "SELECT a, b, rowid FROM t WHERE rowid > ?", parameters: [1])
        var places: [SQLValue] = []
        let count = try source.read { reading in
            try target.write { writing in
                try writing.transfer(query, from: reading, into: "INSERT INTO u (a, b) VALUES (?, ?)") { row, count in
                    places.append(row.value(at: 2))
                    return count < 2
                }
            }
        }
        #expect(count == 2)
        #expect(places == [2, 3])
        _ = try source.read { reading in
            try target.write { writing in
                try writing.transfer(
                    RenderedSQL(sql: "SELECT * FROM t", parameters: []), from: reading,
                    into: "INSERT INTO u (a, b) VALUES (?, ?)"
                ) { _, _ in true }
            }
        }
        let stored: SQL = "SELECT typeof(a), quote(a), typeof(b), hex(b) FROM u"
        #expect(
            try target.read { try $0.rows(stored).map(\.values) } == [
                ["real", "1.0", "blob", ""], ["text", "'1'", "text", ""], ["integer", "1", "text", "FF61"],
                ["real", "1.0", "blob", ""], ["text", "'1'", "text", ""], ["null", "NULL", "real", "496E66"],
            ])
    }

    @Test func statementsTogetherGiveTheirChanges() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, n INTEGER)")
        try database.write { session in
            let inserts = (1...300).map { SQL("INSERT INTO t VALUES (\($0), \(0))") }
            let inserted = try session.execute(together: inserts)
            #expect(inserted == Array(repeating: 1, count: 300))
            let changes: [SQL] = [
                "UPDATE t SET n = 1 WHERE a <= \(7)", "DELETE FROM t WHERE n = \(0)", "DELETE FROM t WHERE n = 9",
            ]
            #expect(try session.execute(together: changes) == [7, 293, 0])
            #expect(throws: DatabaseError.self) {
                try session.execute(together: ["INSERT INTO t VALUES (900, 0)", "INSERT INTO t VALUES (1, 0)"])
            }
            #expect(throws: DatabaseError.self) {
                try session.execute(together: [SQL(unsafe: "DELETE FROM t WHERE a = ?")])
            }
        }
        #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 8)
    }

    @Test func urlsOfFilesAndOthers() throws {
        let database = try Database(url: "sqlite::memory:")
        #expect(try database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        let unknown = #expect(throws: DatabaseError.self) {
            try Database(url: "oracle://me:secret@db/legacy?password=too")
        }
        #expect(unknown?.message == "no engine is known for \"oracle://me:…@db/legacy?password=…\"")
        #if !PostgreSQL
            let missing = #expect(throws: DatabaseError.self) { try Database(url: "postgres://me:secret@db/legacy") }
            #expect(missing?.code == .cannotOpen)
            #expect(
                missing?.message
                    == "postgres://me:…@db/legacy needs PostgreSQL, and this program was built without it")
        #endif
    }
}

#if MySQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMOrm

    /// Changes that MariaDB makes for many sets of parameters with one message.
    @Suite(.mariaDB) struct ParameterSetTests {
        private static let table = """
            CREATE TABLE `odd table` (a INT, `b c` VARCHAR(40), d VARBINARY(40), e DATETIME(3), f DOUBLE,
                g DECIMAL(30, 10), h BIGINT UNSIGNED, PRIMARY KEY (a, `b c`));
            """
        private static let columns = ["a", "b c", "d", "e", "f", "g", "h"]
        private static let insert =
            "INSERT INTO `odd table` (`a`, `b c`, `d`, `e`, `f`, `g`, `h`) VALUES (?, ?, ?, ?, ?, ?, ?)"

        private final class Log: Sendable {
            private let traces = Mutex<[StatementTrace]>([])
            func add(_ trace: StatementTrace) { traces.withLock { $0.append(trace) } }
            func take(_ prefix: String) -> [StatementTrace] {
                traces.withLock { all in
                    defer { all = [] }
                    return all.filter { $0.sql.hasPrefix(prefix) }
                }
            }
        }

        private func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }

        private func row(_ number: Int) -> [SQLValue] {
            [
                .integer(Int64(number)), .text(number % 5 == 0 ? "" : "é'\\\(number)"),
                number % 3 == 0 ? .null : .blob(number % 4 == 0 ? [] : [0, 92, 39, 255]),
                number % 7 == 0 ? .null : typed("2026-02-28T12:34:56.789Z", "datetime"),
                number % 2 == 0 ? .null : .real(Double(number) / 3),
                typed("1234567890123456789.\(number)", "decimal"), typed("18446744073709551615", "bigint unsigned"),
            ]
        }

        private func stored(_ database: Database) throws -> [[SQLValue]] {
            try database.read { session in
                try session.rows("SELECT a, `b c`, d, e, f, g, h FROM `odd table` ORDER BY a, `b c`").map(\.values)
            }
        }

        /// What a row of ``row(_:)`` is read as.
        private func read(_ number: Int) -> [SQLValue] {
            var row = row(number)
            if !row[3].isNull { row[3] = typed("2026-02-28 12:34:56.789", "datetime") }
            let digits = "\(number)".padding(toLength: 10, withPad: "0", startingAt: 0)
            row[5] = typed("1234567890123456789.\(digits)", "decimal")
            return row
        }

        /// Whole rows, and rows value by value.
        @Test(arguments: [true, false])
        func rowsShareAMessage(_ areArrays: Bool) throws {
            let database = try Server.database(Self.table)
            let log = Log()
            let token = database.trace { log.add($0) }
            defer { token.cancel() }
            var numbers = (0..<2_400).makeIterator()
            let count = try database.write { session in
                try session.bulkInsert(into: "odd table", columns: Self.columns) { filled in
                    guard let number = numbers.next() else { return false }
                    if areArrays {
                        filled.append(contentsOf: row(number))
                    } else {
                        row(number).forEach { filled.append($0) }
                    }
                    return true
                }
            }
            #expect(count == 2_400)
            let sent = log.take("INSERT")
            #expect(sent.map(\.sql) == Array(repeating: Self.insert, count: 3))
            #expect(sent.map { $0.parameters.count } == [7 * 1_024, 7 * 1_024, 7 * 352])
            #expect(sent.last?.parameters.suffix(7) == row(2_399)[...])
            #expect(try stored(database) == (0..<2_400).map(read))
        }

        /// A parameter has one type in a message: each other type begins another, until there are too many.
        @Test func typesThatChangeAreSentAsTheyAre() throws {
            let database = try Server.database("CREATE TABLE t (a INT PRIMARY KEY, b DOUBLE, c VARCHAR(20));")
            let log = Log()
            let token = database.trace { log.add($0) }
            defer { token.cancel() }
            // NULL has any type, so that the first two share one with those behind them.
            let few: [[SQLValue]] = [
                [1, .null, .null], [2, 7, "x"], [3, .null, "y"], [4, 7.5, "z"], [5, .real(-0.0), .null], [6, 2, 3],
            ]
            try database.write { (session: Session) throws -> Void in
                #expect(try session.bulkInsert(into: "t", columns: ["a", "b", "c"], rows: few) == 6)
            }
            #expect(log.take("INSERT").map { $0.parameters.count } == [9, 6, 3])
            let read = { (first: Int) in
                try database.read { try $0.rows("SELECT b, c FROM t WHERE a >= \(first) ORDER BY a").map(\.values) }
            }
            #expect(
                try read(1) == [
                    [.null, .null], [7.0, "x"], [.null, "y"], [7.5, "z"], [.real(-0.0), .null], [2.0, "3"],
                ])
            // Eleven messages of a row each, then statements of several rows.
            let many: [[SQLValue]] = (10..<410).map {
                [.integer($0), $0 % 2 == 0 ? .integer($0) : .real(Double($0)), "m"]
            }
            try database.write { (session: Session) throws -> Void in
                #expect(try session.bulkInsert(into: "t", columns: ["a", "b", "c"], rows: many) == 400)
            }
            let counts = log.take("INSERT").map { $0.parameters.count / 3 }
            #expect(counts.reduce(0, +) == 400)
            #expect(counts == [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 256, 64, 64, 4, 1])
            #expect(try read(10) == (10..<410).map { [.real(Double($0)), "m"] })
        }

        /// A message has at most 4 MB, and half of the packet that the server takes.
        @Test func noMessageIsTooLarge() throws {
            let database = try Server.database("CREATE TABLE large (a INT PRIMARY KEY, b LONGTEXT);")
            let log = Log()
            let token = database.trace { log.add($0) }
            defer { token.cancel() }
            let text = SQLValue.text(String(repeating: "x", count: 1 << 20))
            try database.write { (session: Session) throws -> Void in
                let rows: [[SQLValue]] = (1...9).map { [.integer($0), $0 == 5 ? "small" : text] }
                #expect(try session.bulkInsert(into: "large", columns: ["a", "b"], rows: rows) == 9)
                #expect(try session.bulkInsert(into: "large", columns: ["a", "b"], rows: []) == 0)
            }
            let sizes = log.take("INSERT").map { trace in trace.parameters.reduce(0) { $0 + ($1 == text ? 1 << 20 : 9) }
            }
            #expect(sizes.allSatisfy { $0 <= 4 << 20 } && sizes.reduce(0, +) > 8 << 20, "\(sizes)")
            #expect(
                try database.read { try $0.rows("SELECT a, length(b) FROM large ORDER BY a").map(\.values) }
                    == (1...9).map { [.integer($0), $0 == 5 ? 5 : .integer(1 << 20)] })
            let huge = SQLValue.text(String(repeating: "x", count: 64 << 20))
            let error = Server.error {
                try database.write {
                    try $0.bulkInsert(into: "large", columns: ["a", "b"], rows: [[20, "y"], [21, huge]])
                }
            }
            #expect(error?.code == .tooBig)
            #expect(try database.read { try $0.rows("SELECT count(*) FROM large").first?.values } == [9])
        }

        @Test func aRowThatDoesNotFitLeavesNone() throws {
            let database = try Server.database(Self.table)
            let many = (0..<2_000).map(row)
            func fail(_ more: [[SQLValue]]) -> DatabaseError? {
                Server.error {
                    try database.write {
                        try $0.bulkInsert(into: "odd table", columns: Self.columns, rows: many + more)
                    }
                }
            }
            func changed(_ place: Int, _ value: SQLValue) -> [SQLValue] {
                var row = row(5_000)
                row[place] = value
                return row
            }
            let twice = fail([row(6_000), many[5]])
            #expect(twice?.constraint?.kind == .primaryKey)
            #expect(twice?.constraint?.columns == ["a", "b c"])
            #expect(twice?.message.hasSuffix(" (of the rows 1025 to 2002)") == true, "\(twice?.message ?? "")")
            #expect(twice?.sql == Self.insert)
            #expect(twice?.parameters == [])
            #expect(fail([changed(0, "y")])?.code == .value)
            #expect(fail([changed(1, .text(String(repeating: "x", count: 41)))])?.code == .value)
            #expect(fail([changed(0, .null)])?.constraint?.kind == .notNull)
            #expect(fail([changed(4, .real(.infinity))])?.code == .value)
            #expect(fail([[1]])?.message == "row 2001 for \"odd table\" has 1 values for 7 columns")
            #expect(try stored(database).isEmpty)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try database.write { (session: Session) throws -> Void in
                    var number = 0
                    try session.bulkInsert(into: "odd table", columns: Self.columns) {
                        number += 1
                        if number > 1_500 { throw Stop() }
                        return row(number)
                    }
                }
            }
            #expect(try stored(database).isEmpty)
            #expect(
                Server.error { try database.write { try $0.bulkInsert(into: "none", columns: ["a"], rows: [[1]]) } }?
                    .code == .sql)
        }

        /// The rows may come from the session that inserts them, and the statement goes on being used by itself.
        @Test func rowsMayComeFromTheSession() throws {
            let database = try Server.database(Self.table + "CREATE TABLE other (a INT, b VARCHAR(40));")
            try database.write { (session: Session) throws -> Void in
                try session.bulkInsert(into: "odd table", columns: Self.columns, rows: (0..<1_500).map(row))
                var copied = 0
                try session.forEachRow("SELECT a, `b c` FROM `odd table` ORDER BY a") { found in
                    let values = [found.value(at: 0), found.value(at: 1)]
                    var isFirst = true
                    copied += try session.bulkInsert(into: "other", columns: ["a", "b"]) {
                        defer { isFirst = false }
                        // In between a query of the same connection, and the same statement with one row.
                        let between = try session.rows("SELECT \(1)").first?.values
                        #expect(between == [1])
                        return isFirst ? values : nil
                    }
                }
                #expect(copied == 1_500)
                try session.execute("INSERT INTO `other` (`a`, `b`) VALUES (\(-1), \("one"))")
                try session.bulkInsert(into: "other", columns: ["a", "b"], rows: [[-2, "two"], [-3, .null]])
            }
            // The table changes under the prepared statement.
            try database.withoutTransaction {
                try $0.execute("ALTER TABLE other MODIFY b VARCHAR(60), ADD c INT DEFAULT 5")
            }
            try database.write { (session: Session) throws -> Void in
                try session.bulkInsert(into: "other", columns: ["a", "b"], rows: [[-4, "four"], [-5, "five"]])
            }
            let rows = try database.read {
                try $0.rows("SELECT a, b, c FROM other WHERE a < 2 ORDER BY a").map(\.values)
            }
            #expect(
                rows == [
                    [-5, "five", 5], [-4, "four", 5], [-3, .null, 5], [-2, "two", 5], [-1, "one", 5], [0, "", 5],
                    [1, "é'\\1", 5],
                ])
        }

        /// Models are inserted and updated with a message for each 1,000, and a row that is gone is named.
        @Test func modelsShareMessages() throws {
            let database = try Server.database(StockTables.script)
            let log = Log()
            let token = database.trace { log.add($0) }
            defer { token.cancel() }
            let all = (0..<2_500).map { Stock($0 % 3, "item \($0)", $0) }
            try database.write { try $0.insert(all) }
            let inserts = log.take("INSERT")
            #expect(inserts.count == 3, "\(inserts.map(\.sql))")
            for stock in all { stock.quantity += 1 }
            try database.write { try $0.update(all) }
            let updates = log.take("UPDATE")
            #expect(updates.count == 3)
            #expect(Set(updates.map(\.sql)).count == 1)
            #expect(updates.first?.parameters.prefix(6) == [1, 0, "item 0", 2, 1, "item 1"])
            try database.execute("DELETE FROM stock WHERE item = 'item 1700'")
            for stock in all { stock.quantity += 1 }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.update(all) } }
            #expect(error?.code == .rowNotFound)
            #expect(error?.key == [2, "item 1700"])
            let sum = try database.read { try $0.rows("SELECT count(*), CAST(sum(quantity) AS SIGNED) FROM stock") }
            #expect(sum.first?.values == [2_499, .integer(Int64((1...2_500).reduce(0, +) - 1_701))])
            #expect(try all.allSatisfy { try $0.changedColumns() == ["quantity"] })
        }
    }
#endif

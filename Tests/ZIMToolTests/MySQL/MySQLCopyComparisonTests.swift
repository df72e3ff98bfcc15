#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Checks that compare, from and to MariaDB: it makes a value of the column's type of each literal.
    @Suite(.mariaDBServer) struct MySQLCopyComparisonTests {
        private static let text = """
            CREATE TABLE t (w INT, i INT, b VARBINARY(3) CHECK (b <> 'abc'), c VARBINARY(3) CHECK (c > 'x'), d VARBINARY(3) CHECK (d = 'abc'),
                dt DATETIME CHECK (dt > '2000-01-01'), dt2 DATETIME(6) CHECK (dt2 >= '2020-01-01 00:00:00.000000'), tm TIME CHECK (tm < '9:00:00'),
                d8 DATE CHECK (d8 > '20000101'), tm2 TIME CHECK (tm2 <> '9:00'), ts TIMESTAMP NULL CHECK (ts > '2000-01-01'),
                x VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin CHECK (x > 'Z'),
                y VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin CHECK (y > 'Z'),
                z VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin CHECK (z = 'Z'), e DATETIME CHECK (e > dt),
                u UUID CHECK (u <> 'C2A8E3B0-0000-4000-8000-00000000000F'), g DATETIME CHECK (char_length(g) = 19),
                n DATE CHECK (n > 20000101), o DATE CHECK (o BETWEEN '2000-01-01' AND '2030-12-31'), CHECK ((i IS NULL) = (w IS NULL)),
                PRIMARY KEY (w, i));
            INSERT INTO t (w, i, b, c, d, dt, dt2, tm, d8, x, e) VALUES
                (1, 1, 'x', 'y', 'abc', '2000-01-01 00:00:01', '2020-01-01', '8:00', '2000-01-02', 'a', '2001-01-01')
            """

        private func notes(_ report: CopyReport) -> [String] {
            CopyBench.notes(report).filter { $0.hasPrefix("t: the check") }.map {
                String($0.dropFirst("t: the check ".count))
            }
        }

        @Test func toAFile() throws {
            let (source, scratch) = (try MySQLScratch(Self.text), try ToolScratch())
            let path = scratch.path("copy.sqlite")
            #expect(
                notes(try CopyBench.copy(source, to: path)) == [
                    "g (char_length(`g`) = 19) is left out: it takes the length of g, which is no text",
                    "n (`n` > 20000101) is left out: it compares n with a number",
                    "tm (`tm` < '9:00:00') is left out: it orders tm, which SQLite orders in another way",
                    "ts (`ts` > '2000-01-01') is left out: it compares ts, whose time zone the engines treat differently",
                    "y (`y` > 'Z') is left out: it orders texts by the collation utf8mb4_bin",
                ])
            let copy = try Database(path: path)
            defer { copy.close() }
            for (column, good, bad) in [
                ("b", "x'61'", "x'616263'"), ("c", "x'79'", "x'61'"), ("d", "x'616263'", "x'61'"),
                ("dt", "'2000-01-01 00:00:01'", "'2000-01-01 00:00:00'"),
                ("dt2", "'2020-01-01 00:00:00'", "'2019-12-31 23:59:59'"), ("d8", "'2000-01-02'", "'1999-01-01'"),
                ("tm2", "'09:00:01'", "'09:00:00'"), ("x", "'a'", "'A'"), ("z", "'Z'", "'z'"),
                ("u", "'x'", "'c2a8e3b0-0000-4000-8000-00000000000f'"), ("o", "'2000-01-01'", "'1999-12-31'"),
            ] {
                try copy.execute("UPDATE t SET \(identifier: column) = \(unsafe: good)")
                let error = #expect(throws: DatabaseError.self, "\(column)") {
                    try copy.execute("UPDATE t SET \(identifier: column) = \(unsafe: bad)")
                }
                #expect(error?.constraint?.kind == .check)
            }
        }

        /// A literal that is no date would have refused every row from then on.
        @Test func incompleteDates() throws {
            let (scratch, target) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(
                "CREATE TABLE t (w INT, i INT, q DATE CHECK (q > '2000'), dt DATETIME CHECK (length(dt) = 19), b BLOB CHECK (b <> 'abc'), PRIMARY KEY (w, i))"
            )
            #expect(
                notes(try CopyBench.copy(path, to: target)) == [
                    "(q > '2000') is left out: it compares q with '2000', which is not written like its values",
                    "(length ( dt ) = 19) is left out: it takes the length of dt, which is no text",
                    "(b <> 'abc') is left out: it compares b, which holds bytes, with a text",
                ])
            try target.execute("INSERT INTO t VALUES (1, 1, '2001-01-01', '2020-01-02 03:04:05', 'abc')")
        }
    }

    /// Checks that a server of either kind refuses: each names what has no name in its own way.
    @Suite(.mySQLServer) struct MySQLViolatedCheckTests {
        /// Rows that a file takes and the server's check does not: the copy begins anew without the check.
        @Test(arguments: [1, 2]) func violatedAtTheTarget(_ jobs: Int) throws {
            let (scratch, target) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(ViolatedCheckTests.forms)
            if jobs == 1 {
                let error = #expect(throws: ToolError.self) {
                    try CopyBench.copy(path, to: target) { $0.isResumable = true }
                }
                #expect(
                    "\(error as Any)".contains(
                        "p: the check (\"dt\" > '2000-01-01 00:00:00') fails: rows that SQLite takes violate it in MySQL"
                    ))
            }
            let other = try MySQLScratch()
            let report = try CopyBench.copy(path, to: other) { $0.jobs = jobs }
            #expect(
                CopyBench.notes(report).sorted() == [
                    "p: the check (\"dt\" > '2000-01-01 00:00:00') is left out: rows that SQLite takes violate it in MySQL",
                    "r: the check named (\"d\" <> '2000-01-01') is left out: rows that SQLite takes violate it in MySQL",
                ])
            #expect(try other.contents == ["p", "r"])
            #expect(try other.rows("SELECT count(*) FROM p") == [[2]])
            for (sql, kind) in [
                ("INSERT INTO p VALUES (5, 5, NULL, 0)", ConstraintViolation.Kind.check),
                ("INSERT INTO r VALUES (5, 77, 77, NULL)", .foreignKey),
            ] {
                let error = #expect(throws: DatabaseError.self) { try other.execute(sql) }
                #expect(error?.constraint?.kind == kind)
            }
        }
    }
#endif

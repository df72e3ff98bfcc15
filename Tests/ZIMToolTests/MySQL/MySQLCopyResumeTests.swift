#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// A resumable copy into MariaDB goes on where the statement was that an interrupted run had made last.
    @Suite(.mySQLServer) struct MySQLCopyResumeTests {
        private struct Stop: Error {}

        private static let sql = """
            CREATE TABLE p (id INTEGER PRIMARY KEY, t TEXT, u TEXT UNIQUE);
            CREATE INDEX p_t ON p (t);
            CREATE TABLE b (id INTEGER PRIMARY KEY, p INT, q INT, CONSTRAINT named FOREIGN KEY (p) REFERENCES p, FOREIGN KEY (q) REFERENCES p);
            CREATE TABLE c (id INTEGER PRIMARY KEY, b INT REFERENCES b);
            INSERT INTO p VALUES (1, 'one', 'a'), (2, 'two', 'b');
            INSERT INTO b VALUES (1, 1, 2); INSERT INTO c VALUES (1, 1);
            """

        private func goOn(_ options: inout CopyOptions) { options.isResumable = true }

        private func stop(_ options: inout CopyOptions, where isEnd: @escaping @Sendable (CopyProgress) -> Bool) {
            options.isResumable = true
            options.onProgress = { if isEnd($0) { throw Stop() } }
        }

        private func expectWhole(_ server: MySQLScratch) throws {
            #expect(try server.contents == ["b", "c", "p"])
            #expect(
                try server.rows(
                    """
                    SELECT TABLE_NAME, CONSTRAINT_NAME FROM information_schema.REFERENTIAL_CONSTRAINTS
                    WHERE CONSTRAINT_SCHEMA = DATABASE() ORDER BY 1, 2
                    """) == [["b", "b_ibfk_1"], ["b", "named"], ["c", "c_ibfk_1"]])
            #expect(
                try server.rows(
                    """
                    SELECT INDEX_NAME FROM information_schema.STATISTICS
                    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'p' ORDER BY BINARY INDEX_NAME
                    """) == [["PRIMARY"], ["p_t"], ["u"]])
        }

        /// A table with a long name has names of its own for what has none, which the tables of the interrupted copy hold.
        @Test(arguments: ["<long>", nil]) func longNames(_ table: String?) throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let long = String(repeating: "x", count: 62)
            let path = try scratch.database(
                """
                CREATE TABLE a (k INT, l INT, PRIMARY KEY (k, l));
                CREATE TABLE \(long) (k INT CHECK (k > 0), l INT, m INT, FOREIGN KEY (k, l) REFERENCES a (k, l),
                    FOREIGN KEY (m, l) REFERENCES a (k, l), UNIQUE (k, m));
                INSERT INTO a VALUES (1, 2), (3, 2); INSERT INTO \(long) VALUES (1, 2, 3);
                """)
            #expect(throws: Stop.self) {
                try CopyBench.copy(path, to: server) { options in
                    stop(&options) {
                        table == nil ? $0.phase == .comparing : $0.phase == .indexing && $0.table == long
                    }
                }
            }
            let report = try CopyBench.copy(path, to: server, goOn)
            #expect(report.notes == [] && report.loadedRows == 0)
            #expect(try server.schema.table(long)?.foreignKeys.count == 2)
            for (sql, kind) in [
                ("INSERT INTO \(long) VALUES (0, NULL, NULL)", .check), ("UPDATE \(long) SET m = 7", .foreignKey),
            ] as [(String, ConstraintViolation.Kind)] {
                let error = #expect(throws: DatabaseError.self, "\(sql)") { try server.execute(sql) }
                #expect(error?.constraint?.kind == kind, "\(sql)")
            }
        }

        /// Before the first key, when some foreign keys are there, and when all are.
        @Test(arguments: ["p", "c", nil]) func keys(_ table: String?) throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.sql)
            #expect(throws: Stop.self) {
                try CopyBench.copy(path, to: server) { options in
                    stop(&options) {
                        table == nil ? $0.phase == .comparing : $0.phase == .indexing && $0.table == table
                    }
                }
            }
            #expect(try server.contents.count == 4)
            let report = try CopyBench.copy(path, to: server, goOn)
            #expect(report.resumedRows == 4 && report.loadedRows == 0)
            try expectWhole(server)
        }

        /// Between two servers, tables are made from their own definitions.
        @Test func definitions() throws {
            let (scratch, source, target) = (try ToolScratch(), try MySQLScratch(), try MySQLScratch())
            _ = try CopyBench.copy(try scratch.database(Self.sql), to: source)
            #expect(throws: Stop.self) {
                try CopyBench.copy(source, to: target.url) { options in
                    stop(&options) { $0.phase == .indexing && $0.table == "c" }
                }
            }
            _ = try CopyBench.copy(source, to: target.url, goOn)
            try expectWhole(target)
        }

        /// A key with an ENUM or a SET is ordered by the numbers of its labels, and goes on behind them.
        @Test func keysWithLabels() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE doc (kind ENUM('invoice','credit','aaa') NOT NULL, days SET('mon','fri') NOT NULL, nr INT NOT NULL,
                    PRIMARY KEY (kind, days, nr));
                INSERT INTO doc VALUES ('invoice','mon',1), ('invoice','fri',2), ('credit','',2), ('credit','mon,fri',1),
                    ('aaa','fri',1), ('aaa','fri',3), ('aaa','mon',9);
                INSERT IGNORE INTO doc VALUES ('none', 'mon', 4), ('none', 'mon', 5)
                """)
            try server.database.read { session in
                let source = try CopySource(session)
                var table = CopyTable(source: try #require(source.table(named: "doc")))
                table.rowKey = ["kind", "days", "nr"]
                let all = try session.rows(source.statement(of: table, isOrdered: true)).map(\.values)
                #expect(all.count == 9)
                for (index, key) in all.enumerated() {
                    let rest = try session.rows(source.statement(of: table, after: key, isOrdered: true)).map(\.values)
                    #expect(rest == Array(all[(index + 1)...]), "\(key)")
                }
                #expect(throws: ToolError.self) { try source.statement(of: table, after: ["bill", "mon", 1]) }
            }
        }

        /// The tables have their names, the progress is still there.
        @Test func renamed() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.sql)
            #expect(throws: Stop.self) {
                try CopyBench.copy(path, to: server) { options in stop(&options) { $0.phase == .comparing } }
            }
            let staged = try server.contents.filter { !$0.hasSuffix("_progress") }.sorted()
            for (name, table) in zip(staged, ["p", "b", "c"]) { try server.execute("RENAME TABLE \(name) TO \(table)") }
            let report = try CopyBench.copy(path, to: server, goOn)
            #expect(report.rows == 4 && report.resumedRows == 4 && report.loadedRows == 0)
            try expectWhole(server)
            let refusal = #expect(throws: ToolError.self) { try CopyBench.copy(path, to: server, goOn) }
            #expect(refusal?.message.hasSuffix(" has a table \"p\" already") == true)
        }
    }
#endif

#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What MariaDB has beside tables and rows: each thing that a copy leaves out is said.
    @Suite(.mariaDBServer) struct MySQLCopyVersionedTests {
        private static let script = [
            """
            CREATE TABLE price (shop INT, article INT, amount INT, since TIMESTAMP(6) GENERATED ALWAYS AS ROW START,
                until TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PRIMARY KEY (shop, article),
                UNIQUE KEY amounts (amount, shop), PERIOD FOR SYSTEM_TIME (since, until)) WITH SYSTEM VERSIONING
            """,
            "CREATE SEQUENCE numbers START WITH 100",
            """
            CREATE TABLE item (shop INT, number INT NOT NULL DEFAULT nextval(numbers) COMMENT 'it''s (one', name VARCHAR(5) DEFAULT
                'x', PRIMARY KEY (shop, number))
            """,
            "INSERT INTO price (shop, article, amount) VALUES (1, 1, 5), (1, 2, 6)",
            "UPDATE price SET amount = amount + 2",
            "INSERT INTO item (shop) VALUES (1), (2)",
            "CREATE FUNCTION twice(x INT) RETURNS INT RETURN x * 2", "CREATE PROCEDURE empty() DELETE FROM item",
            "CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY DISABLE DO DELETE FROM item",
        ]

        private func source() throws -> MySQLScratch {
            let server = try MySQLScratch()
            for statement in Self.script { try server.execute(statement) }
            return server
        }

        private static let left = [
            "empty: is a procedure, which is left out", "nightly: is an event, which is left out",
            "numbers: is a sequence, which is left out", "price: is copied without the rows of the past",
            "twice: is a function, which is left out",
        ]

        private func name(_ server: MySQLScratch) throws -> String {
            try server.value("SELECT DATABASE()", as: String.self) ?? ""
        }

        private func texts(_ report: CopyReport) -> [String] {
            report.notes.map { "\($0.object): \($0.text)" }.sorted()
        }

        @Test func toAnotherServer() throws {
            let (source, target) = (try source(), try MySQLScratch())
            let report = try CopyBench.copy(source, to: target.url)
            #expect(
                texts(report)
                    == (Self.left + [
                        "item: the default of number, nextval(`\(try name(source))`.`numbers`), is left out: it asks a sequence"
                    ]).sorted())
            #expect(try target.definition("price") == source.definition("price"))
            // Nothing of it asks the source's own sequence.
            let definition = try target.definition("item")
            #expect(!definition.contains("numbers") && definition.contains("COMMENT 'it''s (one'"), "\(definition)")
            #expect(try target.rows("SELECT shop, article, amount FROM price ORDER BY 2") == [[1, 1, 7], [1, 2, 8]])
            #expect(
                try target.rows("SELECT shop, number, name FROM item ORDER BY 1") == [[1, 100, "x"], [2, 101, "x"]])
        }

        @Test func toAFile() throws {
            let (source, scratch) = (try source(), try ToolScratch())
            let path = scratch.path("copy.sqlite")
            let report = try CopyBench.copy(source, to: path)
            #expect(
                texts(report)
                    == (Self.left + [
                        "item: the default of number, nextval(`\(try name(source))`.`numbers`), is left out: it is no value",
                        "price: the computed column since is left out", "price: the computed column until is left out",
                    ]).sorted())
            let schema = try Database(path: path).read { try $0.schema() }
            #expect(schema.table("price")?.primaryKey == ["shop", "article"])
            #expect(schema.table("price")?.uniqueKeys.map(\.columns) == [["shop", "article"], ["amount", "shop"]])
        }

        /// Wherever in the expression it stands; a text that reads like it is none.
        @Test func sequencesInExpressions() throws {
            let (source, target) = (try MySQLScratch(), try MySQLScratch())
            try source.execute("CREATE SEQUENCE numbers")
            try source.execute(
                """
                CREATE TABLE t (a INT DEFAULT (nextval(numbers) + 1), b VARCHAR(20) DEFAULT (concat('A', nextval(numbers))),
                    c INT DEFAULT (CASE WHEN nextval(numbers) > 5 THEN 1 ELSE 2 END) COMMENT 'c (', d INT DEFAULT (3 * (4 + 1)),
                    e VARCHAR(20) DEFAULT 'nextval(1)' COMMENT 'nextval(', f VARCHAR(9) DEFAULT concat('x', 'y'),
                    PRIMARY KEY (a, b))
                """)
            try source.execute("INSERT INTO t (c) VALUES (9)")
            let report = try CopyBench.copy(source, to: target.url)
            let left = report.notes.filter { $0.text.hasSuffix("is left out: it asks a sequence") }
            #expect(left.map { $0.text.prefix(17) } == ["a", "b", "c"].map { "the default of \($0)," })
            let definition = try target.definition("t")
            #expect(!definition.contains("numbers"), "\(definition)")
            for kept in [
                "COMMENT 'c ('", "DEFAULT (3 * (4 + 1))", "DEFAULT 'nextval(1)' COMMENT 'nextval('", "concat('x','y')",
            ] {
                #expect(definition.contains(kept), "\(definition)")
            }
            #expect(try target.rows("SELECT a, b, c, d, e, f FROM t") == [[2, "A2", 9, 15, "nextval(1)", "xy"]])
        }

        /// Elsewhere a key over a period is a plain one; a key that only looks like it is not spoken of.
        @Test func periods() throws {
            let (source, target, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            let booking = """
                CREATE TABLE booking (hotel INT, room INT, arrival DATE, `left``on` DATE, PERIOD FOR stay (arrival, `left``on`),
                    PRIMARY KEY (hotel, room, stay WITHOUT OVERLAPS))
                """
            try source.execute(booking)
            try source.execute(
                """
                CREATE TABLE shift (worker INT, since DATE, until DATE, PERIOD FOR time (since, until),
                    PRIMARY KEY (worker, until, since), CHECK (worker > 0))
                """)
            try source.execute("INSERT INTO booking VALUES (1, 2, '2026-01-01', '2026-01-05')")
            let path = scratch.path("copy.sqlite")
            #expect(
                texts(try CopyBench.copy(source, to: path)) == [
                    "booking: a key is copied without WITHOUT OVERLAPS: periods may overlap in the copy"
                ])
            let copy = try Database(path: path)
            let key = try copy.read { try $0.schema() }.table("booking")?.primaryKey
            #expect(key == ["hotel", "room", "left`on", "arrival"])
            #expect(throws: DatabaseError.self) {
                try copy.write { try $0.execute("INSERT INTO booking VALUES (1, 3, '2026-01-05', '2026-01-01')") }
            }
            #expect(texts(try CopyBench.copy(source, to: target.url)) == [])
            #expect(try target.definition("booking") == source.definition("booking"))
        }

        /// Of some tables, what is none of them is not spoken of.
        @Test func someTables() throws {
            let (source, target) = (try source(), try MySQLScratch())
            let report = try CopyBench.copy(source, to: target.url) { $0.only = ["price"] }
            #expect(texts(report) == ["price: is copied without the rows of the past"])
        }
    }
#endif

import Testing
import ZIMOrm

@testable import ZIMTool

/// What the doctor finds, and what it costs.
@Suite struct DoctorTests {
    private func findings(_ sql: String, _ adjust: (inout Examination.Options) -> Void = { _ in }) throws -> [Finding] {
        let scratch = try ToolScratch()
        var options = Examination.Options()
        adjust(&options)
        return try Examination(of: try scratch.open(sql), options: options).findings
    }

    @Test func foreignKeysThatArePartlyNullBesidesAColumnThatNeverIs() throws {
        let sql = """
            CREATE TABLE p (t INT NOT NULL, a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (t, a, b));
            CREATE TABLE c (id INTEGER PRIMARY KEY, t INT NOT NULL, a INT, b INT, FOREIGN KEY (t, a, b) REFERENCES p);
            CREATE TABLE d (id INTEGER PRIMARY KEY, t INT NOT NULL, a INT NOT NULL, b INT, FOREIGN KEY (t, a, b) REFERENCES p);
            INSERT INTO p VALUES (1, 2, 3);
            INSERT INTO c VALUES (1, 1, 2, 3), (2, 1, NULL, NULL), (3, 1, 2, NULL), (4, 1, NULL, 3);
            INSERT INTO d VALUES (1, 1, 2, 3), (2, 1, 2, NULL);
            """
        let found = try findings(sql) { $0.ignoring = [.foreignKeyWithoutIndex] }
        #expect(
            found.map(\.message) == [
                "2 rows have NULL in part of the foreign key (t, a, b) to p, so it references no row"
            ])
        #expect(found.first?.example == "t = 1, a = 2, b = NULL at id = 3")
    }

    /// A backup would help nobody whose program brings a collation along.
    @Test func aTableWhoseCollationIsElsewhereIsNotDamaged() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            "CREATE TABLE t (name TEXT COLLATE NOCASE, v INT); INSERT INTO t VALUES ('a', 1), ('b', 2); CREATE INDEX i ON t (name)"
        )
        let database = try Database(path: path)
        try database.withoutTransaction { session in
            try session.execute("PRAGMA writable_schema = ON")
            try session.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'legacy_nordic')")
        }
        database.close()
        let found = try Examination(of: InspectedDatabase(path: path)).findings.filter { $0.kind == .unreadable }
        #expect(!found.isEmpty)
        for finding in found {
            #expect(finding.message.contains("no such collation sequence: legacy_nordic"))
            #expect(
                finding.advice
                    == "Nothing is damaged: the program that it belongs to brings that along, and can read it")
        }
    }

    @Test func aForeignKeyToAViewIsToBeDropped() throws {
        let found = try findings(
            """
            CREATE TABLE p (a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b)); CREATE VIEW v AS SELECT a, b FROM p;
            CREATE TABLE c (id INTEGER PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES v (a, b));
            CREATE INDEX i ON c (a, b)
            """
        ).filter { $0.kind == .foreignKeyToNonUnique }
        #expect(found.map(\.advice) == ["Drop the foreign key: what it references is a view, which has no key"])
    }

    @Test func rowsWithNullInTheirKeyCountOnce() throws {
        let sql = """
            CREATE TABLE p (a INT, b INT, c INT, PRIMARY KEY (a, b, c));
            INSERT INTO p VALUES (1, 2, 3), (NULL, NULL, 1), (NULL, 2, 1), (4, NULL, 1);
            """
        let found = try findings(sql)
        #expect(found.map(\.message) == ["3 rows have NULL in a, b of the primary key (a, b, c)"])
        #expect(found.map(\.columns) == [["a", "b"]] && found.map(\.count) == [3])
    }

    @Test func adviceHoldsNothingThatATerminalObeys() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            "CREATE TABLE \"p\u{1B}[2J\" (id INTEGER PRIMARY KEY); "
                + "CREATE TABLE c (\"x\u{1}\" INTEGER REFERENCES \"p\u{1B}[2J\" (id), y INT, PRIMARY KEY (y))")
        let examination = try Examination(of: file)
        #expect(examination.findings.contains { $0.kind == .foreignKeyWithoutIndex && $0.advice.contains("\u{1}") })
        #expect(examination.text().unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        #expect(examination.text().contains("x\\u{1}"))
    }

    /// Types, NULLs, dates, orphans and likely relationships of a table are one statement; keys need one more where they
    /// hold NULL.
    @Test func eachTableIsReadOnce() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE a (x INT NOT NULL, y INT NOT NULL, z INT NOT NULL, PRIMARY KEY (x, y, z));
            CREATE TABLE b (id INTEGER PRIMARY KEY, x INT, y INT, z INT, a_x INT, at DATE, FOREIGN KEY (z, y, x) REFERENCES a (z, y, x));
            CREATE INDEX b_a ON b (x, y, z);
            INSERT INTO a VALUES (1, 2, 3); INSERT INTO b VALUES (1, 1, 2, 3, 1, '2001-01-01'), (2, 1, 2, 4, NULL, '5.1.2001');
            """)
        let log = Log()
        let subscription = file.database.trace { if !$0.isTransactionControl { log.add($0.sql) } }
        let examination = try Examination(of: file)
        subscription.cancel()
        #expect(examination.findings.map(\.kind) == [.orphans, .mixedDates])
        #expect(examination.rows == 3)
        #expect(
            log.texts == [
                #"SELECT "zim_child"."x", "zim_child"."y", "zim_child"."z" FROM "a" AS "zim_child""#,
                #"SELECT "zim_child"."id", "zim_child"."x", "zim_child"."y", "zim_child"."z", "zim_child"."a_x", "#
                    + #""zim_child"."at", CASE WHEN "zim_child"."x" IS NULL OR "zim_child"."y" IS NULL OR "#
                    + #""zim_child"."z" IS NULL THEN ? ELSE EXISTS (SELECT ? FROM "a" AS "zim_parent" WHERE "#
                    + #""zim_parent"."x" = "zim_child"."x" AND "zim_parent"."y" = "zim_child"."y" AND "#
                    + #""zim_parent"."z" = "zim_child"."z") END, CASE WHEN "zim_child"."x" IS NULL AND "#
                    + #""zim_child"."y" IS NULL AND "zim_child"."z" IS NULL THEN ? ELSE "zim_child"."x" IS NOT NULL AND "#
                    + #""zim_child"."y" IS NOT NULL AND "zim_child"."z" IS NOT NULL END FROM "b" AS "zim_child""#,
            ])
    }

    @Test func keysOfDifferentKinds() throws {
        let found = try findings(
            """
            CREATE TABLE p (code TEXT PRIMARY KEY NOT NULL); CREATE TABLE c (id INTEGER PRIMARY KEY, p INT REFERENCES p);
            CREATE INDEX c_p ON c (p);
            INSERT INTO p VALUES ('7'), ('8'); INSERT INTO c VALUES (1, 7), (2, 8);
            """)
        #expect(found.map(\.kind) == [.differentKinds])
        #expect(found.first?.message == "p holds integer, p.code holds text")
    }

    @Test func likelyKeysOfSeveralColumns() throws {
        let sql = """
            CREATE TABLE "Order" ("Order Year" INT NOT NULL, "Order No" INT NOT NULL, PRIMARY KEY ("Order Year", "Order No"));
            CREATE TABLE note (id INTEGER PRIMARY KEY, order_year INT, order_no INT);
            INSERT INTO "Order" VALUES (1998, 1), (1998, 2), (1999, 1);
            """
        let rows = (0..<20).map { "(\($0), 1998, \($0 < 19 ? 1 : 7))" }.joined(separator: ", ")
        let found = try findings(sql + "INSERT INTO note VALUES \(rows);")
        #expect(found.map(\.kind) == [.likelyRelationship])
        #expect(
            found.first?.message
                == "(order_year, order_no) probably references Order (Order Year, Order No), but no foreign key is declared: "
                + "19 of 20 rows match (95.0 %)")
        #expect(found.first?.example == "no match for order_year = 1998, order_no = 7 at id = 19")
        // Three of four are too few, and a table without rows says nothing.
        #expect(
            try findings(sql + "INSERT INTO note VALUES (1, 1998, 1), (2, 1998, 2), (3, 1999, 1), (4, 5, 5);") == [])
        #expect(try findings(sql) == [])
    }

    @Test func whatFollowsFromADeclaredKeyIsNoNews() throws {
        let found = try findings(
            """
            CREATE TABLE tenant (tenant_id INTEGER PRIMARY KEY);
            CREATE TABLE orders (tenant_id INT NOT NULL REFERENCES tenant, no INT NOT NULL, PRIMARY KEY (tenant_id, no));
            CREATE TABLE line (tenant_id INT NOT NULL, no INT NOT NULL, pos INT NOT NULL, PRIMARY KEY (tenant_id, no, pos),
                FOREIGN KEY (tenant_id, no) REFERENCES orders);
            INSERT INTO tenant VALUES (1); INSERT INTO orders VALUES (1, 1); INSERT INTO line VALUES (1, 1, 1);
            """)
        #expect(found == [])
    }

    @Test func anIndexThatLeavesOutNULLServes() throws {
        let sql = """
            CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (id INTEGER PRIMARY KEY, p INT REFERENCES p);
            """
        #expect(try findings(sql + "CREATE INDEX i ON c (p) WHERE \"p\" IS NOT NULL;") == [])
        #expect(try findings(sql + "CREATE INDEX i ON c (p) WHERE id > 1;").map(\.kind) == [.foreignKeyWithoutIndex])
    }

    /// `a_b (c)` and `a (b_c)` would both have the index `a_b_c`; `e_f` is there; one index serves two foreign keys of its column.
    @Test func suggestedIndexesHaveNamesOfTheirOwn() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE q (id INTEGER PRIMARY KEY);
            CREATE TABLE a_b (id INTEGER PRIMARY KEY, c INT REFERENCES p (id));
            CREATE TABLE a (id INTEGER PRIMARY KEY, b_c INT REFERENCES p (id));
            CREATE TABLE e (id INTEGER PRIMARY KEY, f INT REFERENCES p (id), z INT); CREATE INDEX e_f ON e (z);
            CREATE TABLE two (id INTEGER PRIMARY KEY, x INT REFERENCES p (id) REFERENCES q (id));
            """)
        let sql = try Examination(of: file).findings.filter { $0.kind == .foreignKeyWithoutIndex }.compactMap(\.sql)
        #expect(
            sql == [
                "CREATE INDEX \"a_b_c\" ON \"a\" (\"b_c\");", "CREATE INDEX \"a_b_c_2\" ON \"a_b\" (\"c\");",
                "CREATE INDEX \"e_f_2\" ON \"e\" (\"f\");", "CREATE INDEX \"two_x\" ON \"two\" (\"x\");",
            ])
    }

    /// A NULL in what nothing keeps unique is no reason not to know.
    @Test func orphansBesideParentsThatAreNull() throws {
        let sql = """
            CREATE TABLE p (a INT, b INT); INSERT INTO p VALUES (1, 1), (NULL, 2), (3, NULL), (NULL, NULL);
            CREATE TABLE c (id INTEGER PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES p (a, b));
            INSERT INTO c VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, NULL, 4);
            CREATE TABLE d (id INTEGER PRIMARY KEY, b INT REFERENCES p (b)); INSERT INTO d VALUES (1, 1), (2, 9), (3, NULL);
            """
        let found = try findings(sql).filter { $0.kind == .orphans }
        #expect(
            found.map { "\($0.table) \($0.count ?? 0) \($0.example ?? "")" } == [
                "c 2 a = 2, b = 2 at id = 2", "d 1 b = 9 at id = 2",
            ])
    }

    @Test func tablesAndKindsCanBeChosen() throws {
        let only = try findings(TrapSchema.sql) { $0.only = ["PARCEL"] }
        #expect(only.map(\.kind) == [.orphans, .foreignKeyWithoutIndex])
        let rest = try findings(TrapSchema.sql) {
            $0.ignoring = Set(Finding.Kind.allCases).subtracting([.invalidValues])
        }
        #expect(Set(rest.map(\.kind)) == [.invalidValues])
        let error = #expect(throws: ToolError.self) { try findings(TrapSchema.sql) { $0.only = ["parcels"] } }
        #expect(error?.description == "there is no table or view \"parcels\" in trap.sqlite. Did you mean \"parcel\"?")
    }

    @Test func textThatIsNotUTF8() throws {
        let found = try findings(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, CAST(x'4dfc6c6c6572' AS TEXT));")
        #expect(found.map(\.kind) == [.invalidValues, .brokenText])
        #expect(found.last?.message == "1 text in v is not valid UTF-8")
    }

    /// Names that differ only in how an accent is written: each foreign key is examined, and the index that one has is not the other's.
    @Test func columnsAreToldApartByTheBytesOfTheirNames() throws {
        let (one, two) = ("\u{E9}", "e\u{301}")
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1), (2);
            CREATE TABLE d (id INTEGER PRIMARY KEY, "\(one)" INT REFERENCES p, "\(two)" INT REFERENCES p);
            CREATE INDEX d_one ON d ("\(one)"); INSERT INTO d VALUES (1, 1, 2), (2, 2, 77);
            """)
        let findings = try Examination(of: file).findings
        #expect(findings.map(\.kind) == [.orphans, .foreignKeyWithoutIndex])
        #expect(findings.allSatisfy { $0.columns.exactNames == [two].exactNames })
        #expect(findings.first?.count == 1 && findings.first?.example == "\(two) = 77 at id = 2")
    }
}

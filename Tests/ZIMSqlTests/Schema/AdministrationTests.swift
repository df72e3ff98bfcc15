import Testing
import ZIMSql

@Suite struct AdministrationTests {
    @Test func transactions() {
        expectSQL(BeginStatement(), "BEGIN", postgreSQL: .textOnly("BEGIN"))
        expectSQL(BeginStatement(.deferred), "BEGIN DEFERRED", postgreSQL: .unsupported)
        expectSQL(BeginStatement(.immediate), "BEGIN IMMEDIATE", postgreSQL: .unsupported)
        expectSQL(BeginStatement(.exclusive), "BEGIN EXCLUSIVE", postgreSQL: .unsupported)
        expectSQL(
            BeginStatement(isolation: .serializable, readOnly: true), nil,
            postgreSQL: .textOnly("BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"))
        let script = [
            BeginStatement() as any SQLStatement, SavepointStatement("a \"b\""), RollbackStatement(to: "a \"b\""),
            ReleaseStatement("a \"b\""), CommitStatement(), BeginStatement(), RollbackStatement(),
        ].map(\.description).joined(separator: "\n")
        #expect(
            script.split(separator: "\n") == [
                "BEGIN;", ##"SAVEPOINT "a ""b""";"##, ##"ROLLBACK TO SAVEPOINT "a ""b""";"##,
                ##"RELEASE SAVEPOINT "a ""b""";"##, "COMMIT;", "BEGIN;", "ROLLBACK;",
            ])
        #expect(throws: Never.self) { try SQLiteRunner().run(script) }
        #expect(throws: Never.self) { _ = try PostgresServer.shared?.run(script) }
    }

    @Test func maintenance() {
        expectSQL(AnalyzeStatement("phone call"), #"ANALYZE "phone call""#)
        expectSQL(AnalyzeStatement(), "ANALYZE", postgreSQL: .textOnly("ANALYZE"))
        expectSQL(
            ReindexStatement("person"), #"REINDEX "person""#, postgreSQL: .text(#"REINDEX TABLE "person""#))
        expectSQL(ReindexStatement(), "REINDEX", postgreSQL: .unsupported)
        expectSQL(VacuumStatement(), "VACUUM", postgreSQL: .textOnly("VACUUM"))
        expectSQL(VacuumStatement().into(":memory:"), "VACUUM INTO ?", [":memory:"], postgreSQL: .unsupported)
        expectSQL(
            AttachStatement(":memory:", as: "it's"), #"ATTACH DATABASE ? AS "it's""#, [":memory:"],
            postgreSQL: .unsupported)
        let script = AttachStatement(":memory:", as: "x").description + DetachStatement().database("x").description
        #expect(throws: Never.self) { try SQLiteRunner().run(script) }
        expectSQL(PragmaStatement("user_version"), "PRAGMA user_version", postgreSQL: .unsupported, rows: [[0]])
        expectSQL(
            PragmaStatement("cache_size", value: -2000, schema: "main"), #"PRAGMA "main".cache_size = -2000"#,
            postgreSQL: .unsupported, rows: [[-2000]], reading: "PRAGMA cache_size")
        expectSQL(
            PragmaStatement("table_info", argument: "year.key"), "PRAGMA table_info('year.key')",
            postgreSQL: .unsupported, rows: [[0, "a b", "INTEGER", 0, nil, 0], [1, "2B", "TEXT", 0, nil, 0]])
    }

    @Test func explanations() {
        let select = SelectStatement().from("person").where("pk", .equalTo, 1)
        expectSQL(
            ExplainStatement(select).level(.queryPlan), #"EXPLAIN QUERY PLAN SELECT * FROM "person" WHERE "pk" = ?"#,
            [1],
            postgreSQL: .textOnly(#"EXPLAIN SELECT * FROM "person" WHERE "pk" = $1"#))
        expectSQL(
            ExplainStatement(DeleteStatement(from: "stock")), #"EXPLAIN DELETE FROM "stock""#)
        expectSQL(
            ExplainStatement(SelectStatement().from("stock")).level(.analyze), nil,
            postgreSQL: .text(#"EXPLAIN (ANALYZE) SELECT * FROM "stock""#))
    }

    /// The rows of a SHOW statement on both engines, the columns that a test names.
    private func expectShown(
        _ statement: some SQLStatement, _ columns: [Int], _ rows: [[String?]],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try SQLiteRunner().run(statement.render(for: .sqlite)).map { row in
            columns.map { index -> String? in
                switch row[index] {
                case .null: nil
                case .text(let text): text
                default: row[index].description
                }
            }
        }
        #expect(found == rows, sourceLocation: sourceLocation)
        guard let server = PostgresServer.shared else { return }
        let script = try "BEGIN; " + statement.text(for: .postgreSQL) + "; ROLLBACK"
        let other = try server.run(script).map { row in
            columns.map { index in row[index].map { $0 == "t" ? "1" : $0 == "f" ? "0" : $0 } }
        }
        #expect(other == rows, "on PostgreSQL", sourceLocation: sourceLocation)
    }

    @Test func shownNames() throws {
        try expectShown(ShowTablesStatement(), [0], [["person"], ["phone call"], ["stock"], ["year.key"]])
        try expectShown(ShowTablesStatement().show(.all).like("p%"), [0], [["person"], ["phone call"]])
        try expectShown(ShowTablesStatement().show(.temporary), [0], [])
        try expectShown(ShowViewsStatement(), [0], [])
        try expectShown(ShowTriggersStatement().like("x"), [0], [])
        #expect(
            try ShowTablesStatement().from(schema: "a\"b").render(for: .sqlite).sql.contains(#""a""b".sqlite_schema"#))
        let engine = try SQLiteRunner()
        try engine.run(
            """
            CREATE TEMP TABLE t(a); CREATE VIEW v AS SELECT 1; CREATE TEMP VIEW w AS SELECT 2;
            CREATE TRIGGER g AFTER INSERT ON stock BEGIN SELECT 1; END
            """)
        #expect(try engine.run(ShowTablesStatement().show(.temporary).render(for: .sqlite)) == [["t"]])
        #expect(try engine.run(ShowViewsStatement().show(.all).render(for: .sqlite)) == [["v"], ["w"]])
        #expect(try engine.run(ShowTriggersStatement().render(for: .sqlite)) == [["g"]])
    }

    @Test func shownTables() throws {
        try expectShown(
            ShowColumnsStatement(from: "stock"), [0, 1, 3, 5],
            [
                ["1", "warehouse", "0", "1"], ["2", "item", "0", "2"], ["3", "quantity", "1", "0"],
                ["4", "picture", "1", "0"],
            ])
        try expectShown(
            ShowColumnsStatement().from("year.key"), [1, 5], [["a b", "0"], ["2B", "0"]])
        try expectShown(
            ShowIndexesStatement(from: "stock"), [1, 2, 3, 4],
            [["1", "1", "1", "warehouse"], ["1", "1", "2", "item"]])
        try expectShown(
            ShowForeignKeysStatement(from: "phone call"), [1, 2, 3, 4, 5, 6],
            [["1", "person_pk", "person", "pk", "NO ACTION", "NO ACTION"]])
        #expect(try SQLiteRunner().run(ShowGrantsStatement().forGrantee("me").render(for: .sqlite)).count == 16)
        if let server = PostgresServer.shared {
            let grants = try server.run(ShowGrantsStatement().forGrantee("postgres").text(for: .postgreSQL))
            #expect(grants.contains { $0 == ["postgres", "public", "person", "SELECT", "YES"] })
        }
        expectMistake(ShowColumnsStatement(), .incomplete, "table")
    }
}

#if PostgreSQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// PostgreSQL has no key of `json`: what is unique is the text.
    @Suite(.server) struct CopyJSONKeyTests {
        private static let schema = """
            CREATE TABLE kept (a INT, b INT, j JSON UNIQUE, free JSON, i JSON, PRIMARY KEY (a, b));
            CREATE UNIQUE INDEX by_i ON kept (i, a);
            CREATE TABLE part (a INT, b INT, j JSON REFERENCES kept (j), PRIMARY KEY (a, b));
            INSERT INTO kept VALUES (1, 1, '{"a": 1}', '[1]', '2'); INSERT INTO part VALUES (1, 1, '{"a": 1}');
            """

        @Test func theColumnBecomesText() throws {
            let (server, scratch) = (try ServerScratch(), try ToolScratch())
            let report = try CopyBench.copy(scratch.database(Self.schema), to: server)
            let key = "is JSON in a key, which PostgreSQL does not have, and becomes text"
            #expect(
                CopyBench.notes(report).sorted() == [
                    "kept.i: \(key)", "kept.j: \(key)", "part.j: gets the type of kept.j, which it references",
                ])
            let types = "SELECT table_name || '.' || column_name || ' ' || data_type FROM information_schema.columns "
            #expect(
                try server.rows(types + "WHERE table_schema = current_schema() AND data_type <> 'bigint' ORDER BY 1")
                    == [["kept.free json"], ["kept.i text"], ["kept.j text"], ["part.j text"]])
            #expect(try server.rows("SELECT j, i FROM kept") == [["{\"a\": 1}", "2"]])
            #expect(throws: DatabaseError.self) {
                try server.execute("INSERT INTO kept VALUES (2, 1, '{\"a\": 1}', NULL, NULL)")
            }
        }

        /// Who chooses the type is not told of another.
        @Test func theTypeCanBeChosen() throws {
            let (server, scratch) = (try ServerScratch(), try ToolScratch())
            let report = try CopyBench.copy(scratch.database(Self.schema), to: server) { options in
                options.types = ["kept.i", "kept.j", "part.j"].map { name in
                    let parts = name.split(separator: ".").map(String.init)
                    return CopyOptions.TypeChoice(table: parts[0], column: parts[1], type: "jsonb")
                }
            }
            #expect(CopyBench.notes(report) == [])
            #expect(try server.rows("SELECT j::text FROM part") == [["{\"a\": 1}"]])
        }
    }
#endif

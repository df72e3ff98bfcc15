#if PostgreSQL
    import Testing
    import TestServer
    import ZIMOrm
    import ZIMTool

    /// Servers whose databases are not UTF-8.
    @Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyEncodingTests {
        private static let script = """
            CREATE TABLE person (area int, number int, name text, PRIMARY KEY (area, number));
            INSERT INTO person VALUES (1, 1, 'Müller'), (1, 2, E'M\\xfcller'), (1, 3, NULL);
            """

        /// Of SQL_ASCII, which knows no encoding, a text that is not UTF-8 is an invalid value like others.
        @Test func textsThatAreNotUTF8AreReported() throws {
            let scratch = try ToolScratch()
            let url = try #require(TestServer.shared).makeDatabase(Self.script, encoding: "SQL_ASCII")
            let target = scratch.path("copy.sqlite")
            let refused = try Program.run(["copy", url, target])
            #expect(refused.status == 2, "\(refused)")
            #expect(refused.err.contains("person.name"), "\(refused.err)")
            #expect(scratch.text("copy.sqlite") == nil)
            let nulled = try Program.run(["copy", url, target, "--on-invalid", "null"])
            #expect(nulled.status == 0, "\(nulled)")
            #expect(
                try CopyBench.rows(target)["person"] == [
                    "'integer' '1' 'integer' '1' 'text' '''Müller'''", "'integer' '1' 'integer' '2' 'null' 'NULL'",
                    "'integer' '1' 'integer' '3' 'null' 'NULL'",
                ])
        }
    }
#endif

import TestServer
import Testing
import ZIMOrm
import ZIMTool

/// Indexes of the source that PostgreSQL's have no room for, or cannot compute for a row.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyLongIndexTests {
    private func requireIndexes(_ server: ServerScratch, _ names: [String]) throws {
        let indexes = try server.rows(
            "SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(server.name)' ORDER BY 1")
        #expect(indexes == names.map { [.text($0)] })
    }

    @Test(arguments: [false, true]) func anIndexOnlyIsLeftOut(isResumable: Bool) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE t (a INT, b INT, v TEXT, n INT CHECK (n * b > -1), PRIMARY KEY (a, b)); CREATE INDEX tv ON t (v);
            CREATE INDEX tn ON t (n * b); CREATE INDEX tb ON t (b);
            INSERT INTO t VALUES (1, 2, hex(randomblob(6000)), 9223372036854775807), (1, 3, hex(randomblob(6000)), 7);
            """)
        let report = try CopyBench.copy(path, to: server) { $0.isResumable = isResumable }
        #expect(report.rows == 2)
        let notes = CopyBench.notes(report)
        #expect(notes.count == 3)
        for part in [
            "t: the index tv is left out: index row ", "t: the index tn is left out: bigint out of range",
            #"t: the check ("n" * "b" > - 1) is left out: bigint out of range"#,
        ] {
            #expect(notes.contains { $0.hasPrefix(part) }, "\(notes)")
        }
        try requireIndexes(server, ["t_pkey", "tb"])
    }

    /// It may be what tells the rows apart.
    @Test(arguments: ["v TEXT UNIQUE, PRIMARY KEY (a, b)", "v TEXT, PRIMARY KEY (a, b, v)"])
    func aKeyIsNamed(columns: String) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            "CREATE TABLE t (a INT, b INT, \(columns)); INSERT INTO t VALUES (1, 2, hex(randomblob(6000)))")
        let error = #expect(throws: ToolError.self) { try CopyBench.copy(path, to: server) }
        #expect(error?.message.hasPrefix("t: index row ") == true, "\(error?.message ?? "")")
        #expect(error?.hint == "PostgreSQL's keys have room for 2,704 bytes; --except copies the other tables")
        #expect(try server.contents == [])
    }
}

#if MySQL
    /// The beginnings that an index of MySQL has are whole texts elsewhere.
    @Suite(.mySQLServer, .enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyPrefixIndexTests {
        @Test func anIndexOfBeginnings() throws {
            let server = try ServerScratch()
            let source = try MySQLScratch(
                "CREATE TABLE t (a INT, b INT, v TEXT, s TEXT, PRIMARY KEY (a, b), KEY tv (v(10)), KEY ts (s(10)))")
            // What no method of compression makes short.
            let digests = (1...300).map { "SHA2(\($0), 256)" }.joined(separator: ", ")
            try source.execute("INSERT INTO t VALUES (1, 2, CONCAT(\(digests)), 'x')")
            let report = try CopyBench.copy(source, to: server.url)
            let notes = CopyBench.notes(report)
            #expect(notes.count == 1 && notes[0].hasPrefix("t: the index tv is left out: index row "), "\(notes)")
            #expect(
                try server.rows("SELECT indexname::text FROM pg_indexes WHERE schemaname = '\(server.name)' ORDER BY 1")
                    == [["t_pkey"], ["ts"]])
        }
    }
#endif

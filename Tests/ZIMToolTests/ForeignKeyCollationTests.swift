import Testing
import ZIMOrm

@testable import ZIMTool

/// SQLite takes a unique index for the key of a foreign key only if it compares as the columns are declared to.
@Suite struct ForeignKeyCollationTests {
    @Test(arguments: [
        ("p (a TEXT, b INT); CREATE UNIQUE INDEX i ON p (a COLLATE NOCASE, b)", "p (a, b)", true),
        ("p (a TEXT COLLATE NOCASE, b INT); CREATE UNIQUE INDEX i ON p (a COLLATE BINARY, b)", "p (a, b)", true),
        ("p (a TEXT COLLATE RTRIM, b INT, UNIQUE (a, b))", "p (a, b)", false),
        ("p (a TEXT, b INT, UNIQUE (a COLLATE NOCASE, b), UNIQUE (b, a))", "p (a, b)", false),
        ("p (a TEXT, b INT, PRIMARY KEY (b, a COLLATE NOCASE)) WITHOUT ROWID", "p (a, b)", true),
        ("p (a TEXT, b INT, PRIMARY KEY (a COLLATE NOCASE, b)) WITHOUT ROWID", "p", false),
        ("p (a TEXT, b INT, PRIMARY KEY (a COLLATE NOCASE, b))", "p", false),
    ])
    func twoColumns(parent: String, references: String, isFound: Bool) throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE \(parent);
            CREATE TABLE c (n INT, m INT, x TEXT, y INT, PRIMARY KEY (n, m), FOREIGN KEY (x, y) REFERENCES \(references));
            CREATE INDEX j ON c (x, y)
            """)
        let found = try Examination(of: InspectedDatabase(path: path)).findings.filter {
            $0.kind == .foreignKeyToNonUnique
        }
        #expect(found.count == (isFound ? 1 : 0))
        let database = try Database(path: path)
        // The engine agrees.
        let error = Result { try database.execute("INSERT INTO c VALUES (1, 1, NULL, NULL), (2, 1, 'a', 1)") }
        if case .failure(let failure as DatabaseError) = error {
            #expect(failure.message.contains("foreign key mismatch") == isFound, "\(failure.message)")
        } else {
            #expect(!isFound)
        }
        database.close()
    }

    @Test func whatIsSaid() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE p (a TEXT, b INT NOT NULL); CREATE UNIQUE INDEX i ON p (a COLLATE NOCASE, b);
            CREATE TABLE c (n INT, m INT, x TEXT, y INT, PRIMARY KEY (n, m), FOREIGN KEY (x, y) REFERENCES p (a, b));
            """)
        let found = try Examination(of: file).findings.first { $0.kind == .foreignKeyToNonUnique }
        #expect(
            found?.message
                == "the foreign key (x, y) references p (a, b), which only has keys of other collations than its own")
        #expect(
            found?.advice
                == #"CREATE UNIQUE INDEX … ON "p" ("a", "b"): until then the engine cannot enforce the foreign key"#)
    }

    /// The number of a row has no index.
    @Test func rowIDs() throws {
        let scratch = try ToolScratch()
        let file = try scratch.open(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, UNIQUE (id COLLATE NOCASE));
            CREATE TABLE c (n INT, m INT, p INT REFERENCES p (id), PRIMARY KEY (n, m))
            """)
        #expect(try !Examination(of: file).findings.map(\.kind).contains(.foreignKeyToNonUnique))
    }
}

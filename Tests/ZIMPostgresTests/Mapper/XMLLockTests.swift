#if PostgreSQL
    import TestServer
    import Testing
    import ZIMOrm

    private final class Letter: Model {
        var year = 0, number = 0
        var text: String?, draft: String?
        var pages = 0
        override class var table: String { "letter" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var locking: Locking { .allColumns }
    }

    /// The server prints an XML value without its declaration, which a cast to text keeps.
    @Suite(.server) struct XMLLockTests {
        @Test func aDeclarationIsNoChangeOfAnother() throws {
            let scratch = try Scratch(
                """
                CREATE DOMAIN draft AS xml;
                CREATE TABLE letter (year int, number int, text xml, draft draft, pages int NOT NULL,
                    PRIMARY KEY (year, number));
                INSERT INTO letter VALUES (2026, 1, '<?xml version="1.0" encoding="UTF-8"?><a/>', NULL, 1),
                    (2026, 2, NULL, '<?xml version="1.0" standalone="yes"?><b/>', 1);
                """)
            try scratch.database.write { session in
                let letters = try session.query(Letter.self).orderByKey().all()
                #expect(letters[0].text == "<a/>")
                for letter in letters {
                    letter.pages = 2
                    try session.save(letter)
                    letter.text = "<?xml version=\"1.0\"?><c/>"
                    try session.save(letter)
                    letter.text = "<?xml version=\"1.0\"?><d/>"
                    try session.save(letter, locking: .changedColumns)
                    letter.pages = 3
                }
                try session.save(letters)
                try session.execute("UPDATE letter SET text = '<e/>' WHERE number = 1")
                letters[0].pages = 4
                let error = #expect(throws: ModelError.self) { try session.save(letters[0]) }
                #expect(error?.code == .staleRow && error?.conflicts.map(\.column) == ["text"])
                try session.merge(letters[0])
                try session.save(letters[0])
                try session.delete(letters)
                #expect(try session.query(Letter.self).count() == 0)
            }
        }
    }
#endif

import Testing
import ZIMOrm
import ZIMTool

/// What stands in the way of a copy is said before what the options take care of.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyRefusalTests {
    private func refusal(_ decision: CopyOptions.InvalidValues) throws -> CopyRefusal? {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE a (x INT, y INT, n INT, PRIMARY KEY (x, y)); CREATE TABLE z (k TEXT, l INT, x INT, y INT, PRIMARY KEY (k, l),
                FOREIGN KEY (x, y) REFERENCES a (x, y));
            INSERT INTO a SELECT value, 1, 'x' || value FROM json_each('[1, 2, 3, 4]'); INSERT INTO z VALUES (NULL, 1, 1, 1), ('b', 1, 2, 1);
            """)
        return #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(path, to: server) {
                $0.invalidValues = decision
                $0.shownInvalidValues = 2
            }
        }
    }

    @Test func null() throws {
        #expect(
            try refusal(.null)?.text() == """
                5 invalid values, 1 of which --on-invalid does not handle; nothing was copied
                  z.k: NULL in a NOT NULL column (k = NULL, l = 1)
                  a.n: 'x1' is not an integer (x = 1, y = 1)
                  and 3 more; --report FILE writes all of them
                  4  a.n
                  1  z.k
                --type TABLE.COLUMN=TYPE chooses another type, another --on-invalid what becomes of them

                """)
    }

    @Test func skip() throws {
        #expect(
            try refusal(.skip)?.text() == """
                6 invalid values, 1 of which --on-invalid does not handle; nothing was copied
                  z: x = 2, y = 1 references a row of a (x, y) that is left out (k = 'b', l = 1)
                  a.n: 'x1' is not an integer (x = 1, y = 1)
                  and 4 more; --report FILE writes all of them
                  4  a.n
                  1  z.k
                  1  z
                --type TABLE.COLUMN=TYPE chooses another type, another --on-invalid what becomes of them

                """)
    }

    /// Without an option, all of them stand in the way.
    @Test func refuse() throws {
        let refusal = try #require(try refusal(.refuse))
        #expect(refusal.count == 5 && refusal.refused == 5)
        #expect(refusal.text().hasPrefix("5 invalid values; nothing was copied\n"))
        #expect(
            refusal.text().hasSuffix(
                "--type TABLE.COLUMN=TYPE chooses another type, --on-invalid widen, null or skip what becomes of them\n"
            ))
    }
}

import Testing
import ZIMOrm

@testable import ZIMTool

/// Checks that rows violate: they were off when the rows came, or were added without a look at them.
struct ViolatedCheckTests {
    private static let text = """
        CREATE TABLE stock (w INT, i INT, n INT CONSTRAINT enough CHECK (n >= 0), m INT CHECK (m < 10), PRIMARY KEY (w, i));
        INSERT INTO stock VALUES (1, 1, 5, 9), (1, 2, NULL, NULL);
        PRAGMA ignore_check_constraints = ON; INSERT INTO stock VALUES (2, 1, -3, 1)
        """

    /// Values that the checks of a file take as they are spelled, and those of a server do not.
    static let forms = """
        CREATE TABLE p (w INT, i INT, dt DATETIME CHECK (dt > '2000-01-01 00:00:00'), n INT CHECK (n > 0), PRIMARY KEY (w, i));
        CREATE TABLE r (id INTEGER PRIMARY KEY, w INT, i INT, d DATE CONSTRAINT named CHECK (d <> '2000-01-01'),
            FOREIGN KEY (w, i) REFERENCES p (w, i));
        INSERT INTO p VALUES (1, 1, '2000-01-01T00:00:00', 1), (1, 2, '2020-01-01 00:00:00', 2); INSERT INTO r VALUES (1, 1, 1, '20000101')
        """

    private func requireCopied(_ report: CopyReport, _ rows: [[SQLValue]]) {
        #expect(
            report.notes.map(\.description) == [
                "stock: the check enough (n >= 0) is left out: there are rows that violate it"
            ])
        #expect(rows == [[1, 1, 5], [1, 2, nil], [2, 1, -3]])
    }

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func toPostgreSQL() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let report = try CopyBench.copy(try scratch.database(Self.text), to: server)
        requireCopied(
            report, try server.database.read { try $0.rows("SELECT w, i, n FROM stock ORDER BY w, i").map(\.values) })
        // The other check is there.
        let error = #expect(throws: DatabaseError.self) {
            try server.database.execute("INSERT INTO stock VALUES (3, 1, -1, 10)")
        }
        #expect(error?.code == .constraint)
    }

    /// A check that an engine cannot compute for a row ends no transaction.
    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func fromPostgreSQL() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.database.write {
            try $0.execute(
                """
                CREATE TABLE stock (w int, i int, n int, d int, PRIMARY KEY (w, i));
                INSERT INTO stock VALUES (1, 1, 5, 1), (2, 1, -3, 2);
                ALTER TABLE stock ADD CONSTRAINT enough CHECK (n >= 0) NOT VALID;
                ALTER TABLE stock ADD CONSTRAINT whole CHECK (d * 2000000000 > 0) NOT VALID
                """)
        }
        let path = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(server, to: path)
        #expect(report.rows == 2)
        #expect(
            report.notes.map(\.description).filter { $0.hasPrefix("stock") } == [
                "stock: the check enough (n >= 0) is left out: there are rows that violate it",
                "stock: the check whole ((d * 2000000000) > 0) is left out: there are rows for which it cannot be computed",
            ])
        let copy = try Database(path: path)
        #expect(
            try copy.read { try $0.rows("SELECT w, i, n, d FROM stock ORDER BY w").map(\.values) } == [
                [1, 1, 5, 1], [2, 1, -3, 2],
            ])
        try copy.execute("INSERT INTO stock VALUES (3, 1, -1, -1)")
    }

    #if MySQL
        /// The server stores '' for what is no label, unless it is strict.
        @Test(.mySQLServer) func anEnumerationWithoutALabel() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let database = try Database(url: server.url)
            try database.withoutTransaction {
                try $0.execute(
                    """
                    CREATE TABLE orders (y INT, n INT, state ENUM('new', 'done') NOT NULL, kind ENUM('a', 'b'), PRIMARY KEY (y, n));
                    INSERT INTO orders VALUES (1, 1, 'new', 'a'), (1, 2, 'done', NULL);
                    INSERT IGNORE INTO orders VALUES (1, 3, 'lost', 'b')
                    """)
            }
            let path = scratch.path("copy.sqlite")
            let report = try DatabaseCopy(from: database, to: .file(path)).run()
            #expect(
                report.notes.map(\.description) == [
                    "orders: state may also be '', which the server has stored for what is no label"
                ])
            let copy = try Database(path: path)
            #expect(
                try copy.read { try $0.rows("SELECT n, state, kind FROM orders ORDER BY n").map(\.values) } == [
                    [1, "new", "a"], [2, "done", nil], [3, "", "b"],
                ])
            #expect(throws: DatabaseError.self) { try copy.execute("INSERT INTO orders VALUES (2, 1, 'lost', 'a')") }
            #expect(throws: DatabaseError.self) { try copy.execute("INSERT INTO orders VALUES (2, 1, 'new', '')") }
        }
    #endif
}

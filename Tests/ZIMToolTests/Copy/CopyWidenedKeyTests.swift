import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// A wider type at one end of a foreign key becomes that of the other end.
struct CopyWidenedKeyTests {
    private static let text = """
        CREATE TABLE p (a INTEGER, b INTEGER, k DATE UNIQUE, UNIQUE (a, b));
        CREATE TABLE c (id INTEGER PRIMARY KEY, a INT, b INT, k DATE REFERENCES p (k), FOREIGN KEY (a, b) REFERENCES p (a, b));
        INSERT INTO p VALUES (1, 2, '20200102'), (3, 4, 'foo');
        INSERT INTO c VALUES (1, 1, 2, '20200102'), (2, NULL, 'x', NULL);
        """

    private static func notes(_ type: String) -> [String] {
        [
            "p.k: becomes \(type), which can hold all its values",
            "c.b: becomes \(type), which can hold all its values",
            "c.k: gets the type of p.k, which it references", "p.b: gets the type of c.b, which references it",
        ]
    }

    private func requireKeys(_ report: CopyReport, _ type: String, _ rows: [[SQLValue]], _ schema: DatabaseSchema) {
        #expect(Set(CopyBench.notes(report)) == Set(Self.notes(type)))
        #expect(rows == [[1, 1, "2", "20200102"], [2, nil, "x", nil]])
        #expect(schema.table("c")?.foreignKeys.count == 2)
    }

    private let query = "SELECT id, a, b, k FROM c ORDER BY id"

    #if PostgreSQL
        @Test(.server) func toPostgreSQL() throws {
            let (scratch, server) = (try ToolScratch(), try ServerScratch())
            let report = try CopyBench.copy(try scratch.database(Self.text), to: server) { $0.invalidValues = .widen }
            requireKeys(report, "TEXT", try server.rows(query), try CopyBench.schema(server))
        }

        /// What the server numbers stays a number.
        @Test(.server) func aNumberedParent() throws {
            let (scratch, server) = (try ToolScratch(), try ServerScratch())
            let path = try scratch.database(
                """
                CREATE TABLE p (id INTEGER PRIMARY KEY, k INT, UNIQUE (id, k)); INSERT INTO p VALUES (1, 2);
                CREATE TABLE c (w INT, i INT, a INT, k INT, PRIMARY KEY (w, i), FOREIGN KEY (a, k) REFERENCES p (id, k));
                INSERT INTO c VALUES (1, 1, 'x', NULL)
                """)
            let notes = CopyBench.notes(try CopyBench.copy(path, to: server) { $0.invalidValues = .widen })
            #expect(notes.contains { $0.hasPrefix("c: the foreign key (a, k) → p (id, k) is left out: ") }, "\(notes)")
            try server.execute("INSERT INTO p (k) VALUES (3)")
            #expect(try server.rows("SELECT id FROM p ORDER BY id") == [[1], [2]])
        }

        /// What is equal as a number only is no parent as text.
        @Test(.server) func numbersOfPostgreSQL() throws {
            let (server, scratch) = (try ServerScratch(), try ToolScratch())
            try server.execute(
                """
                CREATE TABLE p (n int, k numeric, PRIMARY KEY (n, k)); INSERT INTO p VALUES (1, 1.50), (2, 'NaN');
                CREATE TABLE c (id int PRIMARY KEY, n int, k numeric, FOREIGN KEY (n, k) REFERENCES p (n, k));
                INSERT INTO c VALUES (1, 1, 1.50)
                """)
            let widened = [
                "p.k: becomes TEXT, which can hold all its values", "c.k: gets the type of p.k, which it references",
            ]
            let path = scratch.path("one.sqlite")
            let report = try CopyBench.copy(server, to: path) { $0.invalidValues = .widen }
            #expect(CopyBench.notes(report) == widened)
            #expect(try InspectedDatabase(path: path).schema().table("c")?.foreignKeys.count == 1)
            #expect(try CopyBench.rows(path)["c"] == ["'integer' '1' 'integer' '1' 'text' '''1.50'''"])
            try server.execute("INSERT INTO c VALUES (2, 1, 1.5)")
            let other = try CopyBench.copy(server, to: scratch.path("two.sqlite")) { $0.invalidValues = .widen }
            #expect(
                CopyBench.notes(other) == widened + [
                    "c: the foreign key (n, k) → p (n, k) is left out: as text, a row and its parent differ"
                ])
            #expect(other.rows == 4)
        }
    #endif

    #if MySQL
        @Test(.mySQLServer) func toMariaDB() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let report = try CopyBench.copy(try scratch.database(Self.text), to: server) { $0.invalidValues = .widen }
            requireKeys(report, "LONGTEXT", try server.rows(query), try server.schema)
        }
    #endif
}

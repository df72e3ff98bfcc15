import Foundation
import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Rows that reference no row, although their foreign key is one of a server, or one that a collation of SQLite's makes hold.
struct CopyOrphanTests {
    private static let schema = """
        CREATE TABLE p (a int, b int, c int, PRIMARY KEY (a, b, c));
        CREATE TABLE c (id int PRIMARY KEY, x int, y int, z int, CONSTRAINT of_p FOREIGN KEY (x, y, z) REFERENCES p (a, b, c));
        CREATE TABLE g (n int PRIMARY KEY, c int, CONSTRAINT of_c FOREIGN KEY (c) REFERENCES c (id));
        INSERT INTO p VALUES (1, 2, 3); INSERT INTO c VALUES (1, 1, 2, 3), (2, NULL, 9, 9);
        """
    private static let orphan = "INSERT INTO c VALUES (3, 1, 2, 4); INSERT INTO g VALUES (1, 1);"
    private static let found = "c: x = 1, y = 2, z = 4 references no row of p (a, b, c) (id = 3)"

    /// What a copy to somewhere does with the one row, by each option.
    private func requireDecisions(
        _ copy: @escaping (CopyOptions.InvalidValues) throws -> CopyReport,
        rows: @escaping (String) throws -> [[SQLValue]]
    ) throws {
        let refusal = #expect(throws: CopyRefusal.self) { try copy(.refuse) }
        #expect(refusal?.first.map(\.text) == [Self.found])
        let query = "SELECT id, x, y, z FROM c ORDER BY id"
        #expect(try copy(.skip).skippedRows == 1)
        #expect(try rows(query) == [[1, 1, 2, 3], [2, nil, 9, 9]])
        #expect(try copy(.null).rows == 5)
        #expect(try rows(query) == [[1, 1, 2, 3], [2, nil, 9, 9], [3, nil, nil, nil]])
        let note = "c: the foreign key (x, y, z) → p (a, b, c) is left out: 1 row violates it"
        #expect(try copy(.widen).notes.map(\.description).contains(note))
        #expect(try rows(query) == [[1, 1, 2, 3], [2, nil, 9, 9], [3, 1, 2, 4]])
    }

    #if PostgreSQL
        /// By a key without a look at its rows, and by one whose checks were off.
        @Test(.server, arguments: [true, false]) func fromPostgreSQL(_ isUnchecked: Bool) throws {
            let (source, scratch) = (try ServerScratch(), try ToolScratch())
            try source.execute(Self.schema)
            try source.execute(
                isUnchecked
                    ? """
                    ALTER TABLE c DROP CONSTRAINT of_p; \(Self.orphan)
                    ALTER TABLE c ADD CONSTRAINT of_p FOREIGN KEY (x, y, z) REFERENCES p (a, b, c) NOT VALID
                    """ : "SET session_replication_role = replica; \(Self.orphan) SET session_replication_role = origin"
            )
            var path = ""
            try requireDecisions(
                { decision in
                    path = scratch.path("\(decision).sqlite")
                    return try CopyBench.copy(source, to: path) { $0.invalidValues = decision }
                },
                rows: { sql in
                    try Database(path: path).read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
                }
            )
            if isUnchecked {
                // Between two servers the key stays what it is.
                let other = try ServerScratch()
                let report = try DatabaseCopy(from: source.database, to: .server(other.database)).run()
                #expect(report.rows == 5 && report.invalidValues == 0)
                let isValid =
                    "SELECT convalidated FROM pg_constraint WHERE conrelid = 'c'::regclass AND conname = 'of_p'"
                #expect(try other.value(isValid, as: Bool.self) == false)
                return
            }
            var other = try ServerScratch()
            try requireDecisions(
                { decision in
                    other = try ServerScratch()
                    var options = CopyOptions()
                    options.invalidValues = decision
                    return try DatabaseCopy(from: source.database, to: .server(other.database), options: options).run()
                }, rows: { try other.rows($0) })
        }

        /// A row that references one that is left out is named before anything is written.
        @Test(.server) func aChildOfARowThatIsLeftOut() throws {
            let (source, other) = (try ServerScratch(), try ServerScratch())
            try source.execute(
                "\(Self.schema) SET session_replication_role = replica; \(Self.orphan) INSERT INTO g VALUES (2, 3); SET session_replication_role = origin"
            )
            var options = CopyOptions()
            options.invalidValues = .skip
            let refusal = #expect(throws: CopyRefusal.self) {
                try DatabaseCopy(from: source.database, to: .server(other.database), options: options).run()
            }
            #expect(
                refusal?.first.map(\.text) == [
                    "g.c: 3 references a row of c (id) that is left out (n = 2)", Self.found,
                ])
            #expect(try other.contents == [])
        }

        /// Texts that are one by a collation of SQLite's are two elsewhere.
        @Test(.server) func keysThatOnlyACollationMakesEqual() throws {
            let (scratch, server) = (try ToolScratch(), try ServerScratch())
            let path = try scratch.database(Self.collated)
            let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(path, to: server) }
            #expect(refusal?.first.map(\.text) == Self.collatedRows)
            #expect(try CopyBench.copy(path, to: server) { $0.invalidValues = .skip }.skippedRows == 2)
            #expect(try server.rows("SELECT id, x, y FROM c ORDER BY id") == [[1, "Abc", 1], [4, nil, 1]])
        }

        /// Texts that are one to PostgreSQL are two elsewhere.
        private static let loose = """
            CREATE EXTENSION citext; CREATE DOMAIN word AS citext;
            CREATE COLLATION ci (PROVIDER = icu, LOCALE = 'und-u-ks-level2', DETERMINISTIC = false);
            CREATE TABLE p (n int, k citext, PRIMARY KEY (n, k)); CREATE TABLE q (k varchar(9) COLLATE ci PRIMARY KEY);
            CREATE TABLE c (id int PRIMARY KEY, n int, k word, q varchar(9) COLLATE ci REFERENCES q,
                FOREIGN KEY (n, k) REFERENCES p (n, k));
            INSERT INTO p VALUES (1, 'Abc'); INSERT INTO q VALUES ('x');
            INSERT INTO c VALUES (1, 1, 'aBC', NULL), (2, 1, 'Abc', 'x'), (3, NULL, 'aBC', 'X');
            """
        private static let looseRows = [
            "c: n = 1, k = 'aBC' references no row of p (n, k) (id = 1)",
            "c.q: 'X' references no row of q (k) (id = 3)",
        ]

        @Test(.server) func textsThatOnlyPostgreSQLTakesForEqual() throws {
            let (url, scratch) = (try #require(TestServer.shared).makeDatabase(Self.loose), try ToolScratch())
            let source = try Database(url: url)
            let path = scratch.path("copy.sqlite")
            let refusal = #expect(throws: CopyRefusal.self) { try DatabaseCopy(from: source, to: .file(path)).run() }
            #expect(refusal?.first.map(\.text) == Self.looseRows)
            var options = CopyOptions()
            options.invalidValues = .null
            _ = try DatabaseCopy(from: source, to: .file(path), options: options).run()
            let rows = try Database(path: path).read {
                try $0.rows("SELECT id, n, k, q FROM c ORDER BY id").map(\.values)
            }
            #expect(rows == [[1, nil, nil, nil], [2, 1, "Abc", "x"], [3, nil, "aBC", nil]])
            // Between two servers the key stays what it is.
            let other = try Database(url: #require(TestServer.shared).makeDatabase("CREATE EXTENSION citext"))
            #expect(try DatabaseCopy(from: source, to: .server(other)).run().invalidValues == 0)
        }

        #if MySQL
            @Test(.server, .mySQLServer) func textsThatOnlyPostgreSQLTakesForEqualOnMariaDB() throws {
                let source = try Database(url: #require(TestServer.shared).makeDatabase(Self.loose))
                let target = try CopyDestination(place: MySQLScratch().url)
                let refusal = #expect(throws: CopyRefusal.self) { try DatabaseCopy(from: source, to: target).run() }
                #expect(refusal?.first.map(\.text) == Self.looseRows)
            }
        #endif

        /// SQLite has no key of a column that it does not have.
        @Test(.server) func aForeignKeyToAComputedColumn() throws {
            let (source, scratch) = (try ServerScratch(), try ToolScratch())
            try source.execute(
                """
                CREATE TABLE p (a int, b int, twice int GENERATED ALWAYS AS (a * 2) STORED, PRIMARY KEY (a, b), UNIQUE (twice, b));
                CREATE TABLE c (id int PRIMARY KEY, t int, b int, FOREIGN KEY (t, b) REFERENCES p (twice, b));
                INSERT INTO p (a, b) VALUES (1, 1); INSERT INTO c VALUES (1, 2, 1)
                """)
            let report = try CopyBench.copy(source, to: scratch.path("copy.sqlite"))
            #expect(report.rows == 2)
            #expect(
                CopyBench.notes(report).contains(
                    "c: the foreign key (t, b) → p (twice, b) is left out: a column that it references is computed"))
        }
    #endif

    private static let collated = """
        CREATE TABLE p (k TEXT COLLATE NOCASE, n INT, r TEXT COLLATE RTRIM UNIQUE, PRIMARY KEY (k, n));
        CREATE TABLE c (id INTEGER PRIMARY KEY, x TEXT, y INT, r TEXT REFERENCES p (r), FOREIGN KEY (x, y) REFERENCES p (k, n));
        INSERT INTO p VALUES ('Abc', 1, 'r');
        INSERT INTO c VALUES (1, 'Abc', 1, 'r'), (2, 'ABC', 1, NULL), (3, NULL, NULL, 'r  '), (4, NULL, 1, NULL);
        """
    private static let collatedRows = [
        "c: x = 'ABC', y = 1 references no row of p (k, n) (id = 2)", "c.r: 'r  ' references no row of p (r) (id = 3)",
    ]

    #if MySQL
        @Test(.mySQLServer) func collationsOfSQLiteOnMariaDB() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.collated)
            let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(path, to: server) }
            #expect(refusal?.first.map(\.text) == Self.collatedRows)
        }

        /// A table of Aria, after whose first row the server takes no savepoint.
        @Test(.mariaDBServer) func besideATableOfAria() throws {
            let (source, target, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try source.execute(
                """
                CREATE TABLE aria (a INT, b INT, x INT CHECK (x > 0), y INT CHECK (y > 0), PRIMARY KEY (a, b)) ENGINE = Aria;
                INSERT INTO aria VALUES (1, 1, 1, 1);
                CREATE TABLE self (id INT PRIMARY KEY, p INT CHECK (p > 0), FOREIGN KEY (p) REFERENCES self (id));
                SET foreign_key_checks = 0; INSERT INTO self VALUES (1, NULL), (2, 1), (3, 99)
                """)
            let found = ["self.p: 99 references no row of self (id) (id = 3)"]
            for place in [target.url, scratch.path("refused.sqlite")] {
                let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(source, to: place) }
                #expect(refusal?.first.map(\.text) == found)
            }
            let path = scratch.path("copy.sqlite")
            let report = try CopyBench.copy(source, to: path) { $0.invalidValues = .null }
            #expect(report.notes == [] && report.rows == 4)
            let copy = try Database(path: path)
            for sql in [
                "INSERT INTO aria VALUES (2, 2, 0, 1)", "INSERT INTO aria VALUES (2, 2, 1, 0)",
                "INSERT INTO self VALUES (4, 0)",
            ] {
                let error = #expect(throws: DatabaseError.self) { try copy.execute(SQL(unsafe: sql)) }
                #expect(error?.constraint?.kind == .check, "\(sql)")
            }
        }

        /// InnoDB reads SET DEFAULT, and forgets it.
        @Test(.mySQLServer) func setDefaultBecomesRestrict() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(
                """
                CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO p VALUES (1, 1), (2, 2);
                CREATE TABLE c (id INTEGER PRIMARY KEY, x INT DEFAULT 1, y INT DEFAULT 1,
                    FOREIGN KEY (x, y) REFERENCES p (a, b) ON DELETE SET DEFAULT ON UPDATE SET DEFAULT);
                CREATE TABLE d (id INTEGER PRIMARY KEY, x INT, y INT, FOREIGN KEY (x, y) REFERENCES p (a, b) ON DELETE SET NULL);
                INSERT INTO c VALUES (1, 2, 2);
                """)
            let report = try CopyBench.copy(path, to: server)
            #expect(
                report.notes.map(\.description) == [
                    "c: the foreign key (x, y) → p (a, b) restricts ON DELETE: MySQL has no SET DEFAULT",
                    "c: the foreign key (x, y) → p (a, b) restricts ON UPDATE: MySQL has no SET DEFAULT",
                ])
            let error = #expect(throws: DatabaseError.self) { try server.execute("DELETE FROM p WHERE a = 2") }
            #expect(error?.constraint?.kind == .foreignKey)
        }

        /// Checks that were off, between two servers of MariaDB, whose tables come from their definitions.
        @Test(.mySQLServer) func betweenMariaDB() throws {
            let source = try MySQLScratch(
                "\(Self.schema) SET foreign_key_checks = 0; \(Self.orphan) SET foreign_key_checks = 1;")
            var other = try MySQLScratch()
            try requireDecisions(
                { decision in
                    other = try MySQLScratch()
                    return try CopyBench.copy(source, to: other.url) { $0.invalidValues = decision }
                }, rows: { try other.rows($0) })
            // The other key is there.
            #expect(throws: DatabaseError.self) { try other.execute("INSERT INTO g VALUES (9, 77)") }
        }
    #endif
}

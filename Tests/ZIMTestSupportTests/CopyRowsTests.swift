import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTestSupport

@Suite struct CopyRowsTests {
    @Test func rowsComeWithAllThatTheyNeed() throws {
        let source = try Legacy.database()
        let target = try Database.inMemory(sql: Legacy.schema)
        let copied = try target.copyRows(of: "order line", where: "year = \(1998) AND number = \(7)", from: source)
        #expect(copied == ["order line": 2, "orders": 1, "employee": 2, "article": 2])
        try target.read { session in
            let lines = try session.find(Order.self, 1998, 7)?.lines()
            #expect(lines?.map(\.pos) == [1, 2])
            #expect(try session.value("SELECT name FROM employee WHERE id = 1", as: String.self) == "Ada")
        }
        // Its parents are here already.
        #expect(try target.copyRows(of: "order line", from: source) == ["order line": 1, "orders": 1])
        #expect(try target.copyRows(of: "employee", where: "name = \("Alan")", from: source) == ["employee": 1])
        #expect(try target.copyRows(of: "employee", from: source) == [:])
    }

    /// What another closure of the same transaction does is checked where it happens, as before.
    @Test func aFailureLeavesChecksAsTheyWere() throws {
        let source = try Legacy.database()
        let target = try Database.inMemory(sql: Legacy.schema, options: Legacy.showingValues)
        try target.write { session in
            #expect(throws: (any Error).self) { try target.fill(["orders": [["year": 1, "number": 1, "seller": 99]]]) }
            let error = #expect(throws: DatabaseError.self) {
                try session.execute("INSERT INTO orders (year, number, seller) VALUES (1, 2, 99)")
            }
            #expect(error?.constraint?.kind == .foreignKey)
        }
        #expect(try target.copyRows(of: "orders", from: source).values.reduce(0, +) > 0)
    }

    @Test func eachParentIsLookedUpOnce() throws {
        let source = try Legacy.database()
        let target = try Database.inMemory(sql: Legacy.schema)
        // The lines, two orders, two articles, one employee and her boss; five statements read the schema silently.
        try source.expectStatements(7) { _ = try target.copyRows(of: "order line", from: source) }
    }

    @Test func circlesChainsAndKeysOfOtherTypes() throws {
        let schema = """
            CREATE TABLE a (id TEXT PRIMARY KEY, b INT REFERENCES b DEFERRABLE INITIALLY DEFERRED) WITHOUT ROWID;
            CREATE TABLE b (id INTEGER PRIMARY KEY, a INT REFERENCES a DEFERRABLE INITIALLY DEFERRED, code TEXT UNIQUE);
            CREATE TABLE c (rowid TEXT, code TEXT REFERENCES b (code), doubled INT GENERATED ALWAYS AS (rowid * 2));
            CREATE TABLE chain (id INTEGER PRIMARY KEY, next INT REFERENCES chain);
            """
        let source = try Database.inMemory(sql: schema)
        try source.fill([
            "a": [["id": "7", "b": 1]], "b": [["id": 1, "a": 7, "code": "x"]],
            "c": [["rowid": "5", "code": "x"], ["rowid": "5", "code": "x"]],
        ])
        try source.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO chain SELECT i, CASE WHEN i < 5000 THEN i + 1 END FROM n ORDER BY i DESC
            """)
        let target = try Database.inMemory(sql: schema)
        // Two rows that are the same in all columns are two rows.
        #expect(try target.copyRows(of: "c", from: source) == ["a": 1, "b": 1, "c": 2])
        #expect(try target.read { try $0.value("SELECT sum(doubled) FROM c", as: Int.self) } == 20)
        #expect(try target.copyRows(of: "chain", where: "id = 1", from: source) == ["chain": 5000])
    }

    #if MySQL
        /// A table without a key, and what the server counts up, come from MariaDB, too.
        @Test(.enabled(if: MySQLTestServer.isInstalled, "there is no MariaDB to test with"))
        func rowsOfMariaDB() throws {
            let server = try #require(MySQLTestServer.shared)
            let source = try Database(
                url: server.makeDatabase(
                    """
                    CREATE TABLE orders (year INT, number INT, day DATE, total DECIMAL(10, 2), PRIMARY KEY (year, number));
                    CREATE TABLE line (year INT, number INT, code VARCHAR(9), FOREIGN KEY (year, number) REFERENCES orders (year, number));
                    CREATE TABLE empty_row (id INT AUTO_INCREMENT PRIMARY KEY);
                    INSERT INTO orders VALUES (1998, 7, '1998-01-02', 12.50), (1998, 8, NULL, NULL);
                    INSERT INTO line VALUES (1998, 7, 'x'), (1998, 7, 'x'), (1998, 8, NULL);
                    """))
            let target = try Database.inMemory(
                sql: """
                    CREATE TABLE orders (year INT, number INT, day DATE, total DECIMAL(10, 2), PRIMARY KEY (year, number));
                    CREATE TABLE line (year INT, number INT, code TEXT, FOREIGN KEY (year, number) REFERENCES orders);
                    """)
            let copied = try target.copyRows(of: "line", where: "number = \(7)", from: source)
            #expect(copied == ["line": 2, "orders": 1])
            let row = try target.read { try $0.rows("SELECT * FROM orders").map(\.values) }
            #expect(row == [[1998, 7, "1998-01-02", 12.5]])
            try source.fill(["empty_row": [[:], [:]], "orders": [["year": 1, "number": 1]], "line": [["code": "y"]]])
            #expect(try Legacy.count("empty_row", in: source) == 2)
            #expect(try Legacy.count("line", in: source) == 4)
        }

        /// A parent that is here already is the same row where to copy it would give what is here: points in time of another type,
        /// numbers above 63 bits, padding.
        @Test(.enabled(if: MySQLTestServer.isInstalled, "there is no MariaDB to test with"))
        func aParentOnAnotherServerIsTheSame() throws {
            guard let postgres = try Legacy.server() else { return }
            let server = try #require(MySQLTestServer.shared)
            func tables(_ big: String, _ zoned: String, _ plain: String, _ second: String) -> String {
                """
                CREATE TABLE place (a int, big \(big), code char(5), zoned \(zoned), plain \(plain), second \(second), price decimal(10, 2),
                    PRIMARY KEY (a, big, code));
                CREATE TABLE visit (n int PRIMARY KEY, a int, big \(big), code char(5),
                    FOREIGN KEY (a, big, code) REFERENCES place (a, big, code));
                """
            }
            let maria = try Database(
                url: server.makeDatabase(tables("bigint unsigned", "datetime(6)", "datetime(3)", "datetime")))
            try postgres.execute(
                SQL(
                    unsafe: tables("numeric(20)", "timestamptz", "timestamp", "timestamptz") + """
                        INSERT INTO place VALUES (1, 18446744073709551615, 'ab', '2026-11-26 10:30:00.123456+02', '2026-11-26 10:30:00.5',
                            '2026-11-26 10:30:00.25+00', 1.5);
                        INSERT INTO visit VALUES (1, 1, 18446744073709551615, 'ab'), (2, 1, 18446744073709551615, 'ab');
                        """))
            #expect(try maria.copyRows(of: "visit", where: "n = \(1)", from: postgres) == ["visit": 1, "place": 1])
            // Its DATETIME has no fraction of a second.
            #expect(try maria.copyRows(of: "visit", from: postgres) == ["visit": 1])
            #expect(try maria.copyRows(of: "visit", from: postgres) == [:])
            try postgres.execute("UPDATE place SET second = '2026-11-26 10:30:00+00'")
            #expect(try postgres.copyRows(of: "visit", from: maria) == [:])
            for (column, value) in [
                ("zoned", "2026-11-26 08:30:00.123457"), ("plain", "2026-11-26 10:30:00.501"), ("price", "1.51"),
            ] {
                try maria.execute("UPDATE place SET \(identifier: column) = \(value)")
                #expect(
                    failure { try maria.copyRows(of: "visit", from: postgres) }
                        == "\"place\" has the row (a = …, big = …, code = …) already, with another \"\(column)\"")
                try maria.execute("DELETE FROM visit; DELETE FROM place")
                #expect(try maria.copyRows(of: "visit", from: postgres) == ["visit": 2, "place": 1])
            }
        }
    #endif

    /// What is no number is no other number, though it equals none.
    @Test func notANumberIsTheSame() throws {
        guard let source = try Legacy.server(), let target = try Legacy.server() else { return }
        for database in [source, target] {
            try database.execute(
                """
                CREATE TABLE reading (room int, n int, x double precision, PRIMARY KEY (room, n));
                INSERT INTO reading VALUES (1, 1, 'NaN'), (1, 2, 'Infinity');
                """)
        }
        #expect(try target.copyRows(of: "reading", from: source) == [:])
        try target.execute("UPDATE reading SET x = 1 WHERE n = 1")
        #expect(
            failure { try target.copyRows(of: "reading", from: source) }
                == #""reading" has the row (room = 1, n = 1) already, with another "x""#)
    }

    @Test func missingParentsAndOtherValuesAreErrors() throws {
        let source = try Legacy.database()
        try source.withoutTransaction { session in
            try session.execute("PRAGMA foreign_keys = OFF; UPDATE orders SET seller = 9 WHERE number = 8")
        }
        let target = try Database.inMemory(sql: Legacy.schema, options: Legacy.showingValues)
        #expect(
            failure { try target.copyRows(of: "orders", from: source) } == """
                the row (year = 1998, number = 8) of "orders" points by (seller) to no row of "employee": (id = 9). \
                Leave it out by the condition, or copy into a database that does not enforce foreign keys
                """)
        #expect(try Legacy.count("orders", in: target) == 0)
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        let loose = try Database.inMemory(sql: Legacy.schema, options: options)
        #expect(try loose.copyRows(of: "orders", from: source) == ["orders": 2, "employee": 2])

        try target.fill(["article": [["code": "C-1", "name": "other cards"]]])
        #expect(
            failure { try target.copyRows(of: "article", from: source) }
                == #""article" has the row (code = 'C-1') already, with another "name""#)
        #expect(
            failure { try target.copyRows(of: "articles", from: source) }
                .hasSuffix(#"there are "article", "employee", "order line", "orders""#))
        #expect(failure { try target.copyRows(of: "orders", where: "nothing", from: source) }.contains("nothing"))
    }

    @Test func betweenServersAndFiles() throws {
        guard let server = try Legacy.server(), let other = try Legacy.server() else { return }
        let source = try Legacy.database()
        let all = ["order line": 3, "orders": 2, "employee": 2, "article": 2]
        #expect(try server.copyRows(of: "order line", from: source) == all)
        #expect(try other.copyRows(of: "order line", from: server) == all)
        let file = try Database.inMemory(sql: Legacy.schema)
        #expect(try file.copyRows(of: "order line", where: "pos = \(1)", from: other)["order line"] == 2)
    }

    /// A parent that is here already is the same row, though engines write its numbers otherwise.
    @Test func aParentOfDecimalNumbersIsTheSame() throws {
        guard let server = try Legacy.server() else { return }
        func tables(_ real: String) -> String {
            """
            CREATE TABLE price (code decimal(20, 4), list int, net numeric(30, 10), gross \(real), PRIMARY KEY (code, list));
            CREATE TABLE sale (n int PRIMARY KEY, code decimal(20, 4), list int, FOREIGN KEY (code, list) REFERENCES price (code, list));
            INSERT INTO price VALUES (12.5, 1, 7, 3), (1234567890123456, 2, 0.1, 0.1);
            """
        }
        let file = try Database.inMemory(sql: tables("real"), options: Legacy.showingValues)
        try server.execute(SQL(unsafe: tables("double precision")))
        try file.execute("INSERT INTO sale VALUES (1, 12.5, 1), (2, 1234567890123456, 2)")
        #expect(try server.copyRows(of: "sale", from: file) == ["sale": 2])
        try server.execute("INSERT INTO sale VALUES (3, 12.5, 1)")
        #expect(try file.copyRows(of: "sale", where: "n = \(3)", from: server) == ["sale": 1])
        try file.execute("UPDATE price SET net = 7.5 WHERE list = 1; DELETE FROM sale WHERE n = 3")
        #expect(
            failure { try file.copyRows(of: "sale", where: "n = \(3)", from: server) }
                == #""price" has the row (code = '12.5000', list = 1) already, with another "net""#)
    }

    /// A column that only the server may number keeps the value that other rows point to.
    @Test func numberedColumnsKeepTheirValues() throws {
        guard let server = try Legacy.server(), let other = try Legacy.server() else { return }
        let tables: SQL = """
            CREATE TABLE house (id int GENERATED ALWAYS AS IDENTITY, street text, PRIMARY KEY (id, street));
            CREATE TABLE room (n int PRIMARY KEY, street text, house int, FOREIGN KEY (house, street) REFERENCES house (id, street));
            """
        for database in [server, other] { try database.execute(tables) }
        try server.execute(
            "INSERT INTO house (street) VALUES ('a'), ('b'), ('c'); INSERT INTO room VALUES (1, 'c', 3)")
        #expect(try other.copyRows(of: "room", from: server) == ["room": 1, "house": 1])
        #expect(try other.read { try $0.value("SELECT id FROM house WHERE street = 'c'", as: Int.self) } == 3)
    }
}

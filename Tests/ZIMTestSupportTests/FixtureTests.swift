import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTestSupport

@Suite struct FixtureTests {
    @Test func aScriptAndALiteralMakeADatabase() throws {
        let database = try Legacy.database()
        try database.read { session in
            let order = try #require(try session.find(Order.self, 1998, 7))
            #expect(try order.lines().map(\.code) == ["C-1", "R-2"])
            #expect(try session.find(Order.self, 1998, 8)?.seller == nil)
        }
    }

    @Test func aScriptIsReadFromAFile() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sql").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Legacy.schema.write(toFile: path, atomically: true, encoding: .utf8)
        let database = try Database.inMemory(sqlFile: path)
        try database.fill(Legacy.rows)
        #expect(try Legacy.count("order line", in: database) == 3)
        let message = failure { _ = try Database.inMemory(sqlFile: "/nowhere/schema.sql") }
        #expect(message.hasPrefix("/nowhere/schema.sql cannot be read as UTF-8 text, from the folder /"))
    }

    @Test func theSchemaOfAFileHasItsViewsIndexesAndTriggersAndNoRows() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sqlite").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try Database(path: path)
        try file.execute(SQL(unsafe: Legacy.schema))
        try file.execute(
            """
            CREATE INDEX seller ON orders (seller);
            CREATE VIEW busy AS SELECT seller FROM orders;
            CREATE TRIGGER orders AFTER INSERT ON article BEGIN UPDATE article SET name = upper(name); END;
            CREATE VIRTUAL TABLE words USING fts5(text);
            CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT);
            INSERT INTO words VALUES ('a few words');
            INSERT INTO counted DEFAULT VALUES;
            """)
        try file.fill(Legacy.rows)
        file.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let copy = try Database.inMemory(schemaOf: path)
        for table in ["orders", "words", "counted", "busy", "article"] {
            #expect(try Legacy.count(table, in: copy) == 0)
        }
        try copy.fill(["article": [["code": "C-1", "name": "cards"]], "words": [["text": "other words"]]])
        #expect(try copy.read { try $0.value("SELECT name FROM article", as: String.self) } == "CARDS")
        #expect(try copy.read { try $0.schema().indexes(of: "orders").map(\.name) }.contains("seller"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    #if MySQL
        /// Dates are points in time in columns of such, and their own texts in others.
        @Test(.enabled(if: MySQLTestServer.isInstalled, "there is no MariaDB to test with"))
        func datesOnMariaDB() throws {
            let server = try #require(MySQLTestServer.shared)
            let database = try Database(
                url: server.makeDatabase(
                    """
                    CREATE TABLE visit (room INT, at DATETIME(6), day DATE, note VARCHAR(30), PRIMARY KEY (room, at));
                    """))
            let date = Date(timeIntervalSince1970: 1_582_971_072.678)
            let exact = Date(timeIntervalSince1970: 1_582_971_072.678901)
            try database.fill([
                "visit": [
                    ["room": 1, "at": date, "day": Date(timeIntervalSince1970: 1_582_934_400), "note": date],
                    ["room": 1, "at": exact],
                    ["room": 2, "at": date as Date?],
                ]
            ])
            let rows = try database.read { session in
                try session.rows("SELECT room, at, day, note FROM visit ORDER BY room, at").map(\.values)
            }
            func time(_ text: String) -> SQLValue {
                .typed(SQLTypedText("2020-02-29 10:11:12" + text, type: "datetime"))
            }
            #expect(
                rows == [
                    [1, time(".678000"), .typed(SQLTypedText("2020-02-29", type: "date")), "2020-02-29T10:11:12.678Z"],
                    [1, time(".678901"), nil, nil], [2, time(".678000"), nil, nil],
                ])
        }
    #endif

    #if MySQL
        @Test(.enabled(if: MySQLTestServer.isInstalled, "there is no MariaDB to test with"))
        func uuidsOnMariaDB() throws {
            let server = try #require(MySQLTestServer.shared)
            let database = try Database(
                url: server.makeDatabase(
                    """
                    CREATE TABLE device (area INT, id BINARY(16), part VARBINARY(64), note VARCHAR(40), PRIMARY KEY (area, id));
                    """))
            try database.fill(["device": [["area": 1, "id": Device.uuid, "part": nil as UUID?, "note": Device.uuid]]])
            try Device.expectStored(in: database)
        }
    #endif

    #if PostgreSQL
        @Test(.enabled(if: TestServer.isInstalled, "there is no PostgreSQL to test with"))
        func uuidsOnPostgreSQL() throws {
            let server = try #require(TestServer.shared)
            let database = try Database(
                url: server.makeDatabase(
                    "CREATE TABLE device (area int, id bytea, part bytea, note text, PRIMARY KEY (area, id));"))
            try database.fill(["device": [["area": 1, "id": Device.uuid, "part": nil as UUID?, "note": Device.uuid]]])
            try Device.expectStored(in: database)
        }

        /// Tables outside the search path, and keys that only the server gives.
        @Test(.enabled(if: TestServer.isInstalled, "there is no PostgreSQL to test with"))
        func schemasOfPostgreSQL() throws {
            let server = try #require(TestServer.shared)
            let script = """
                CREATE SCHEMA sales;
                CREATE TABLE sales.orders (year int, number int, note text, PRIMARY KEY (year, number));
                CREATE TABLE line (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, year int, number int,
                    FOREIGN KEY (year, number) REFERENCES sales.orders);
                """
            let source = try Database(url: server.makeDatabase(script))
            try source.fill([
                "sales.orders": [["year": 1998, "number": 7, "note": "a"], ["year": 1998, "number": 8]],
                "line": [["id": 50, "year": 1998, "number": 7], ["year": 1998, "number": 7]],
            ])
            func lines(_ database: Database) throws -> [[SQLValue]] {
                try database.read { try $0.rows("SELECT id, year, number FROM line ORDER BY id").map(\.values) }
            }
            let expected: [[SQLValue]] = [[1, 1998, 7], [50, 1998, 7]]
            #expect(try lines(source) == expected)
            let other = try Database(url: server.makeDatabase(script))
            let file = try Database.inMemory(
                sql: """
                    CREATE TABLE orders (year INT, number INT, note TEXT, PRIMARY KEY (year, number));
                    CREATE TABLE line (id INTEGER PRIMARY KEY, year INT, number INT,
                        FOREIGN KEY (year, number) REFERENCES orders);
                    """)
            for target in [other, file] {
                #expect(try target.copyRows(of: "line", from: source) == ["line": 2, "sales.orders": 1])
                #expect(try target.copyRows(of: "line", from: source) == [:])
                #expect(try lines(target) == expected)
            }
            #expect(try other.copyRows(of: "sales.orders", from: source) == ["sales.orders": 1])
            #expect(
                failure { try source.copyRows(of: "sales.order", from: other) }
                    .contains("there is no table \"sales.order\" in "))
            try source.execute("CREATE TABLE orders (id int PRIMARY KEY, year int, number int)")
            try source.execute("ALTER TABLE orders ADD FOREIGN KEY (year, number) REFERENCES sales.orders")
            try source.fill(["orders": [["id": 1, "year": 1998, "number": 7]]])
            let before = try file.read { try $0.rows("SELECT * FROM orders").map(\.values) }
            #expect(
                failure { try file.copyRows(of: "orders", from: source) }
                    .contains("the tables \"sales.orders\" and \"orders\" would both be \"orders\""))
            #expect(try file.read { try $0.rows("SELECT * FROM orders").map(\.values) } == before)
        }
    #endif

    @Test func childrenMayStandBeforeTheirParents() throws {
        let database = try Database.inMemory(sql: Legacy.schema)
        try database.fill([
            "orders": [["year": 1998, "number": 7, "seller": 1]],
            "employee": [["id": 1, "name": "Ada", "boss": 2], ["id": 2, "name": "Grace", "boss": 1]],
        ])
        #expect(try Legacy.count("employee", in: database) == 2)
    }

    @Test func aRowWithoutItsParentIsNamed() throws {
        let database = try Database.inMemory(sql: Legacy.schema, options: Legacy.showingValues)
        let fixture: TestFixture = ["order line": [["year": 1998, "number": 9, "pos": 1]]]
        #expect(
            failure { try database.fill(fixture) }
                == #"a row of "order line" points by (number, year) to no row of "orders": number: 9, year: 1998"#)
        #expect(try Legacy.count("order line", in: database) == 0)
        let silent = try Database.inMemory(sql: Legacy.schema)
        #expect(
            failure { try silent.fill(fixture) }
                == #"a row of "order line" points by (number, year) to no row of "orders""#)
        // What comes behind it in the same transaction is checked at once again.
        try database.write { session in
            try database.fill(["employee": [["id": 1, "name": "Ada"]]])
            #expect(throws: DatabaseError.self) { try session.execute("INSERT INTO employee VALUES (2, 'Grace', 7)") }
        }
    }

    @Test func wrongNamesAreTheEnginesErrors() throws {
        let database = try Database.inMemory(sql: Legacy.schema)
        #expect(failure { try database.fill(["nowhere": [["a": 1]]]) }.contains("no such table: nowhere"))
        #expect(
            failure { try database.fill(["orders": [["year": 1, "number": 1, "sellr": 1]]]) }
                .contains("table orders has no column named sellr"))
        try database.fill(["employee": [], "orders": []])
        let defaults = try Database.inMemory(sql: "CREATE TABLE t (a INT DEFAULT 7, b TEXT)")
        try defaults.fill(["t": [[:], ["b": "x"]]])
        #expect(try defaults.read { try $0.rows("SELECT a, b FROM t").map(\.values) } == [[7, nil], [7, "x"]])
    }

    @Test func valuesOfSwiftTypes() throws {
        let database = try Database.inMemory(sql: "CREATE TABLE t (a, b, c, d)")
        let (date, id, bytes) = (Date(timeIntervalSince1970: 0), UUID(), Data([1, 2]))
        try database.fill(["t": [["a": date, "b": id, "c": bytes, "d": SQLValue.real(1.5)]]])
        let row = try #require(try database.read { try $0.rows("SELECT * FROM t") }.first)
        #expect(row[0] == "1970-01-01T00:00:00.000Z")
        #expect(try row.get(1, as: UUID.self) == id)
        #expect(row[2] == .blob([1, 2]))
        #expect(row[3] == 1.5)
    }
}

private final class Device: Model {
    static let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 250))
    var area = 0, id = UUID(), part: UUID?, note = UUID()
    override class var table: String { "device" }
    override class var primaryKey: [String] { ["area", "id"] }

    static func expectStored(in database: Database) throws {
        try database.read { session in
            let row = try session.rows("SELECT id, part, note FROM device").map(\.values)
            #expect(row == [[.blob(Array(0...14) + [250]), nil, "00010203-0405-0607-0809-0a0b0c0d0efa"]])
            #expect(try session.find(Device.self, 1, uuid)?.note == uuid)
        }
    }
}

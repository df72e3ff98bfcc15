#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMSql

    @testable import ZIMDb
    @testable import ZIMMySQL

    /// What the server says of its tables, by queries of its `information_schema`.
    @Suite(.server) struct SchemaTests {
        private static let script = """
            CREATE TABLE country (code CHAR(2) PRIMARY KEY, name VARCHAR(80) NOT NULL COMMENT 'in English') COMMENT 'of the world';
            CREATE TABLE town (number INT UNSIGNED NOT NULL, country CHAR(2) NOT NULL, name VARCHAR(80) NOT NULL DEFAULT 'none',
                size BIGINT UNSIGNED, area DECIMAL(12, 3), founded DATE, seen TIMESTAMP NULL, mood ENUM ('a', 'b'),
                upper_name VARCHAR(80) AS (UPPER(name)) STORED, PRIMARY KEY (country, number),
                UNIQUE KEY town_name (name, country), KEY town_prefix (name(10)), KEY town_size (size DESC),
                CONSTRAINT positive CHECK (area > 0),
                CONSTRAINT town_country FOREIGN KEY (country) REFERENCES country (code) ON DELETE CASCADE);
            CREATE TABLE street (id INT AUTO_INCREMENT PRIMARY KEY, town INT UNSIGNED, country CHAR(2), name VARCHAR(40),
                CONSTRAINT street_town FOREIGN KEY (country, town) REFERENCES town (country, number) ON UPDATE SET NULL);
            CREATE VIEW large_town AS SELECT country, number FROM town WHERE size > 100000;
            CREATE TABLE measured (id INT NOT NULL, year INT NOT NULL, PRIMARY KEY (id, year)) PARTITION BY HASH (year) PARTITIONS 2;
            """

        /// MySQL 8.0 tells a character for each byte, and escapes the quotes.
        @Test(.enabled("MySQL 5.7 has no checks") { MySQLProduct.current != .mySQL5 })
        func expressionsAreTheirOwnText() throws {
            let database = try Server.database(
                """
                CREATE TABLE t (a INT, b INT, c VARCHAR(40) DEFAULT (CONCAT('ö😀', 'it''s')),
                    d VARCHAR(60) AS (CONCAT(c, 'ß\\n')) STORED, PRIMARY KEY (a, b),
                    CONSTRAINT one CHECK (c <> 'ÿÃ¶'), CONSTRAINT two CHECK (c <> 'a''b\\\\x'), CONSTRAINT three CHECK (c <> '€😀'))
                """)
            let table = try #require(try database.read { try $0.schema() }.table("t"))
            // MariaDB's catalogue has no letters beyond U+FFFF.
            let emoji = MySQLProduct.isMariaDB ? "????" : "😀"
            func texts(_ sql: String?) -> [String] {
                SQLTokenizer(sql ?? "", rules: .mySQL).tokens.filter { $0.kind == .string }.map {
                    MySQLLiteral.text(of: $0)
                }
            }
            #expect(texts(table.column("c")?.defaultValue) == ["ö\(emoji)", "it's"])
            #expect(texts(table.column("d")?.expression) == ["ß\n"])
            let checks = table.checks.sorted { $0.name < $1.name }
            #expect(checks.flatMap { texts($0.condition) } == ["ÿÃ¶", "€\(emoji)", "a'b\\x"])
        }

        /// The catalogue does not tell a user who may only read what foreign keys do.
        @Test func aUserWhoMayOnlyRead() throws {
            let url = try Server.url(Self.script)
            let owner = try Database(url: url)
            let name = try #require(try owner.read { try $0.value("SELECT DATABASE()", as: String.self) })
            try owner.execute(
                """
                CREATE TABLE note (id INT PRIMARY KEY, above INT, `a, ON DELETE CASCADE` INT UNSIGNED, c CHAR(2),
                    CONSTRAINT `no``te, CONSTRAINT` FOREIGN KEY (c, `a, ON DELETE CASCADE`) REFERENCES town (country, number)
                    ON DELETE SET NULL ON UPDATE CASCADE,
                    CONSTRAINT above FOREIGN KEY (above) REFERENCES note (id))
                """)
            let user = "r_" + String(name.suffix(12))
            try owner.withoutTransaction { session in
                try session.execute(SQL(unsafe: "CREATE USER '\(user)'@localhost"))
                try session.execute(SQL(unsafe: "GRANT SELECT ON `\(name)`.* TO '\(user)'@localhost"))
            }
            defer { _ = try? owner.withoutTransaction { try $0.execute(SQL(unsafe: "DROP USER '\(user)'@localhost")) } }
            let reader = try Database(url: url.replacingOccurrences(of: "//root@", with: "//\(user)@"))
            let (whole, seen) = (try owner.read { try $0.schema() }, try reader.read { try $0.schema() })
            for table in ["town", "street", "note"] {
                let keys = try #require(seen.table(table)?.foreignKeys)
                #expect(keys == whole.table(table)?.foreignKeys)
                #expect(!keys.isEmpty)
            }
            let note = try #require(seen.table("note")?.foreignKeys)
            #expect(note.map(\.onDelete) == [note[0].onDelete, "SET NULL"])
            #expect(note.map(\.columns) == [["above"], ["c", "a, ON DELETE CASCADE"]])
            // Who may read only some columns is not shown the definition, and by MariaDB no foreign key.
            try owner.withoutTransaction { session in
                try session.execute(SQL(unsafe: "REVOKE ALL ON `\(name)`.* FROM '\(user)'@localhost"))
                try session.execute(
                    SQL(unsafe: "GRANT SELECT (id, town, country) ON `\(name)`.street TO '\(user)'@localhost"))
            }
            let partly = try Database(url: url.replacingOccurrences(of: "//root@", with: "//\(user)@"))
            let street = try #require(try partly.read { try $0.schema() }.table("street"))
            #expect(Set(street.columns.map(\.name)) == ["id", "town", "country"])
            #expect(street.primaryKey == ["id"])
            // MySQL 8 tells what the key does.
            let isTold = MySQLProduct.current == .mySQL8
            #expect(
                street.foreignKeys.allSatisfy {
                    $0.columns == ["country", "town"] && $0.references == ["country", "number"]
                        && $0.onUpdate == (isTold ? "SET NULL" : "UNKNOWN")
                        && $0.onDelete == (isTold ? "NO ACTION" : "UNKNOWN")
                })
            #expect(street.foreignKeys.count == (isTold ? 1 : 0))
        }

        /// A key of which a user sees a part only is none to them, whichever part it is.
        @Test(arguments: ["town", "country"]) func aUserWhoSeesHalfOfAKey(_ column: String) throws {
            let url = try Server.url(Self.script)
            let owner = try Database(url: url)
            let name = try #require(try owner.read { try $0.value("SELECT DATABASE()", as: String.self) })
            let user = "h_" + String(name.suffix(12))
            try owner.withoutTransaction { session in
                try session.execute(SQL(unsafe: "CREATE USER '\(user)'@localhost"))
                for (columns, table) in [("id, \(column)", "street"), ("number, name", "town")] {
                    try session.execute(
                        SQL(unsafe: "GRANT SELECT (\(columns)) ON `\(name)`.\(table) TO '\(user)'@localhost"))
                }
            }
            defer { _ = try? owner.withoutTransaction { try $0.execute(SQL(unsafe: "DROP USER '\(user)'@localhost")) } }
            let reader = try Database(url: url.replacingOccurrences(of: "//root@", with: "//\(user)@"))
            let schema = try reader.read { try $0.schema() }
            let (street, town) = (try #require(schema.table("street")), try #require(schema.table("town")))
            #expect(Set(street.columns.map(\.name)) == ["id", column])
            #expect(street.primaryKey == ["id"] && street.foreignKeys.isEmpty)
            #expect(Set(town.columns.map(\.name)) == ["number", "name"])
            #expect(town.primaryKey.isEmpty && town.uniqueKeys.isEmpty)
        }

        @Test func columnsKeysAndIndexesAreTold() throws {
            let schema = try Server.database(Self.script).read { try $0.schema() }
            #expect(schema.engine == "mysql")
            #expect(schema.tables.map(\.name) == ["country", "large_town", "measured", "street", "town"])
            let town = try #require(schema.table("town"))
            #expect(town.primaryKey == ["country", "number"])
            #expect(
                town.columns.map(\.name)
                    == ["number", "country", "name", "size", "area", "founded", "seen", "mood", "upper_name"])
            #expect(
                town.column("number")?.type == (MySQLProduct.current == .mySQL8 ? "int unsigned" : "int(10) unsigned"))
            #expect(town.column("size")?.isNotNull == false && town.column("name")?.isNotNull == true)
            #expect(town.column("name")?.defaultValue == "'none'")
            #expect(town.column("seen")?.defaultValue == nil)
            #expect(town.column("upper_name")?.isGenerated == true)
            #expect(town.column("mood")?.type == "enum('a','b')")
            #expect(town.checks.map(\.name) == ["positive"])
            let unique = try #require(town.uniqueKeys.first { !$0.isPrimaryKey })
            #expect(unique.name == "town_name" && unique.columns == ["name", "country"])
            let key = try #require(town.foreignKeys.first)
            #expect(key.columns == ["country"] && key.table == "country" && key.references == ["code"])
            #expect(key.onDelete == "CASCADE" && key.name == "town_country")
            let prefix = try #require(schema.indexes.first { $0.name == "town_prefix" })
            #expect(prefix.parts.map(\.column) == [nil] && prefix.parts.first?.expression == "LEFT(`name`, 10)")
            let street = try #require(schema.table("street"))
            #expect(street.column("id")?.identity == .byDefault)
            #expect(street.foreignKeys.first?.columns == ["country", "town"])
            #expect(street.foreignKeys.first?.references == ["country", "number"])
            #expect(schema.table("large_town")?.kind == .view)
            #expect(schema.table("measured")?.partitionKey?.hasPrefix("HASH") == true)
            let country = try #require(schema.table("country"))
            #expect(country.comment == "of the world" && country.column("name")?.comment == "in English")
        }

        /// An index of shapes covers a whole column, though the catalogue says 32 bytes of it.
        @Test func indexesOfShapesAndWords() throws {
            let schema = try Server.database(
                """
                CREATE TABLE place (a INT, b INT, at POINT NOT NULL, about TEXT, PRIMARY KEY (a, b), SPATIAL INDEX near (at),
                    FULLTEXT INDEX words (about), INDEX beginnings (about(20), b));
                """
            ).read { try $0.schema() }
            let indexes = schema.indexes(of: "place").filter { $0.origin == .index }.sorted { $0.name < $1.name }
            #expect(indexes.map(\.name) == ["beginnings", "near", "words"])
            #expect(indexes.map(\.method) == ["btree", "spatial", "fulltext"])
            #expect(indexes.map { $0.parts.map(\.column) } == [[nil, "b"], ["at"], ["about"]])
            #expect(indexes.map { $0.parts.map(\.expression) } == [["LEFT(`about`, 20)", nil], [nil], [nil]])
        }

        @Test func oneTableIsTheSameAsAmongAll() throws {
            let database = try Server.database(Self.script)
            try database.read { session in
                let schema = try session.schema()
                for table in schema.tables { #expect(try session.table(table.name) == table, "\(table.name)") }
                #expect(try session.table("nowhere") == nil)
            }
        }

        /// However many tables there are.
        @Test func theNumberOfStatementsIsConstant() throws {
            let queries = MySQLSchemaQueries(server: try server(Server.database()))
            #expect(queries.engine == "mysql")
            let database = try Server.database(
                (0..<60).map { "CREATE TABLE t\($0) (a INT, b INT, PRIMARY KEY (a, b));" }.joined())
            try database.read { (session: Session) throws -> Void in
                // Other tests use the server at the same time, but not this session's connection.
                let before = try statements(session)
                #expect(try session.schema().tables.count == 60)
                let sent = try statements(session) - before
                // Eight questions, and what they need to know of the server.
                #expect((1..<20).contains(sent), "\(sent)")
            }
        }

        private func statements(_ session: Session) throws -> Int {
            try session.rows("SHOW SESSION STATUS LIKE 'Com_select'").first?.get(1, as: Int.self) ?? 0
        }

        private func server(_ database: Database) throws -> MySQLServer {
            try #require(try database.read { ($0.connection.engine as? MySQLConnection)?.server })
        }

        /// On Linux the server tells their names apart.
        @Test func tablesThatDifferInCase() throws {
            let database = try Server.database(
                """
                CREATE TABLE A (x INT, y INT, PRIMARY KEY (x, y)); CREATE TABLE a (n INT, y INT, x INT, PRIMARY KEY (y, x));
                CREATE TABLE P (x INT, y INT, CONSTRAINT one FOREIGN KEY (x, y) REFERENCES A (x, y)) ;
                CREATE TABLE p (x INT, y INT, CONSTRAINT two FOREIGN KEY (y, x) REFERENCES a (y, x) ON DELETE CASCADE);
                CREATE TABLE M (a INT, b INT, PRIMARY KEY (a, b)) PARTITION BY HASH (b); CREATE TABLE m (a INT PRIMARY KEY) PARTITION BY HASH (a)
                """)
            try database.read { session in
                let schema = try session.schema()
                #expect(schema.tables.map(\.name).sorted() == ["A", "M", "P", "a", "m", "p"])
                for table in schema.tables { #expect(try session.table(table.name) == table, "\(table.name)") }
                #expect(
                    schema.table("A")?.columns.map(\.name) == ["x", "y"] && schema.table("A")?.primaryKey == ["x", "y"])
                #expect(
                    schema.table("a")?.columns.map(\.name) == ["n", "y", "x"]
                        && schema.table("a")?.primaryKey == ["y", "x"])
                #expect(
                    schema.table("P")?.foreignKeys.map(\.table) == ["A"]
                        && schema.table("p")?.foreignKeys.map(\.table) == ["a"])
                #expect(schema.table("M")?.partitionKey != schema.table("m")?.partitionKey)
            }
        }

        /// A server may have thousands of other tables.
        @Test(.mariaDB) func noQueryLooksIntoOtherDatabases() throws {
            let database = try Server.database(Self.script)
            let queries = MySQLSchemaQueries(server: try server(database))
            let ask: [(CatalogScope) -> SQL] = [
                queries.tables, queries.columns, queries.indexes, queries.constraints, queries.partitions,
                queries.views,
                { queries.insertTriggers($0, ofView: false) },
            ]
            let one = ask.map { $0(CatalogScope(table: "town", schema: nil)) }
            // Those of ZIMSql's SHOW.
            let questions: [SQLCatalogQuestion] = [
                .columns(table: "town", schema: nil), .indexes(table: "town", schema: nil),
                .foreignKeys(table: "town", schema: nil),
            ]
            let shown = try questions.map { try MySQLDialect(.mariaDB).catalog($0) }
            try database.read { session in
                for (asked, most) in [
                    (one + shown, "Scanned 0 databases"), (ask.map { $0(CatalogScope()) }, "Scanned 1 database"),
                ] {
                    for (index, query) in asked.enumerated() {
                        let plan = try session.rows("EXPLAIN \(query)").compactMap { $0.values.last?.description }
                        let scans = plan.filter { $0.contains("Scanned") }
                        #expect(!scans.isEmpty && scans.allSatisfy { $0.contains(most) }, "\(index): \(plan)")
                    }
                }
            }
        }

        @Test(.mariaDB) func whatMySQLAloneHasIsAskedOfItOnly() throws {
            let maria = MySQLSchemaQueries(server: try server(Server.database()))
            let text = try maria.indexes(CatalogScope()).render(with: MySQLDialect(.mariaDB)).sql
            #expect(!text.contains("t.EXPRESSION"))
        }

        final class Town: Model {
            var country = ""
            var number = 0
            var name = ""
            var size: UInt64?
            var area: Decimal?
            var founded: Date?
            override class var table: String { "town" }
            override class var primaryKey: [String] { ["country", "number"] }
            override class var relationships: [Relationship] {
                [.belongsTo("of", Country.self, foreignKey: ["country"])]
            }
        }
        final class Country: Model {
            var code = ""
            var name = ""
            override class var table: String { "country" }
            override class var primaryKey: [String] { ["code"] }
        }
        final class WrongTown: Model {
            var country = ""
            var population = 0
            var name = 0
            override class var table: String { "town" }
            override class var primaryKey: [String] { ["country"] }
        }

        @Test func classesAreCheckedAgainstTheServersTables() throws {
            let database = try Server.database(Self.script)
            try database.read { session in
                let found = try session.differences(from: [Town.self, Country.self])
                #expect(
                    found.map { "\($0.kind) \($0.column ?? "")" } == [
                        "newColumn seen", "newColumn mood", "newColumn upper_name",
                    ])
                let wrong = try session.differences(from: [WrongTown.self])
                #expect(wrong.contains { $0.kind == .missingColumn && $0.column == "population" })
                #expect(wrong.contains { $0.kind == .key })
                #expect(wrong.contains { $0.kind == .type && $0.column == "name" })
            }
            let error = #expect(throws: ModelError.self) { try database.check([WrongTown.self]) }
            #expect(error?.code == .schemaChanged)
        }

        final class Place: Model {
            var id = 0
            var at: String?
            var area: Data?
            override class var table: String { "place" }
            override class var primaryKey: [String] { ["id"] }
        }

        /// Their bytes are no text.
        @Test func shapesAreBytes() throws {
            let database = try Server.database(
                "CREATE TABLE place (id INT AUTO_INCREMENT PRIMARY KEY, at POINT, area MULTIPOLYGON)")
            let found = try database.read { try $0.differences(from: [Place.self]) }
            #expect(found.map(\.description) == ["place.at: the property is Optional<String>, the column point"])
        }
    }
#endif

#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// Tables that keep the rows of the past: their keys have the end of a row as one part more, which no model knows.
    @Suite(.mariaDB) struct VersionedTableTests {
        final class Price: Model {
            var shop = "", article = 0, code = ""
            var amount: Decimal = 0
            var since: Date?, until: Date?
            override class var table: String { "price" }
            override class var primaryKey: [String] { ["shop", "article"] }
            override class var isAutoIncremented: Bool { false }

            func sales() throws -> [Sale] { try hasMany(Sale.self, foreignKey: ["shop", "article"]) }
        }

        final class Sale: Model {
            var shop = "", article = 0, number = 0
            var twice: Int?
            override class var table: String { "sale" }
            override class var primaryKey: [String] { ["shop", "article", "number"] }
            override class var isAutoIncremented: Bool { false }

            func price() throws -> Price? { try belongsTo(Price.self, foreignKey: ["shop", "article"]) }
        }

        private static let script = """
            CREATE TABLE price (shop VARCHAR(5), article INT, code CHAR(3) NOT NULL, amount DECIMAL(8, 2),
                since TIMESTAMP(6) GENERATED ALWAYS AS ROW START, until TIMESTAMP(6) GENERATED ALWAYS AS ROW END,
                PRIMARY KEY (shop, article), UNIQUE KEY codes (code, shop),
                KEY ends (until), KEY mixed (amount, until), PERIOD FOR SYSTEM_TIME (since, until))
                WITH SYSTEM VERSIONING;
            CREATE TABLE sale (shop VARCHAR(5), article INT, number INT, twice INT, PRIMARY KEY (shop, article, number));
            INSERT INTO price (shop, article, code, amount) VALUES ('a', 1, 'x', 1), ('a', 2, 'y', 2);
            INSERT INTO sale VALUES ('a', 1, 1, 2), ('a', 1, 2, 4), ('a', 2, 1, 2)
            """

        @Test func keysAreThoseOfToday() throws {
            let database = try Server.database(Self.script)
            for schema in try [database.read { try $0.schema() }, database.read { try $0.schema(.all) }] {
                let price = try #require(schema.tables.first { $0.name.hasSuffix("price") && $0.schema == nil })
                #expect(price.primaryKey == ["shop", "article"])
                #expect(price.column("until")?.isGenerated == true)
                let indexes = schema.indexes.filter { $0.table == "price" }
                #expect(indexes.first { $0.name == "codes" }?.columns == ["code", "shop"])
                #expect(indexes.first { $0.name == "ends" }?.columns == ["until"])
                #expect(indexes.first { $0.name == "mixed" }?.columns == ["amount", "until"])
            }
        }

        @Test func modelsAreThoseOfToday() throws {
            let database = try Server.database(Self.script)
            try database.write { session in
                let price = try #require(try session.find(Price.self, "a", 1))
                #expect(price.since != nil && price.until.map { $0 > Date() } == true)
                price.amount = 5
                try session.save(price)
                let new = Price()
                (new.shop, new.article, new.code, new.amount) = ("b", 1, "x", 3)
                try session.insert(new)
                (new.amount, new.code) = (4, "z")
                try session.upsert(new)
                try session.delete(try #require(try session.find(Price.self, "a", 2)))
            }
            try database.read { session in
                let prices = try session.query(Price.self).orderBy(\.shop).all()
                #expect(prices.map(\.amount) == [5, 4])
                #expect(try prices.map { try $0.sales().count } == [2, 0])
                let sales = try session.query(Sale.self).orderBy(\.article).orderBy(\.number).all()
                #expect(try sales.map { try $0.price()?.amount } == [5, 5, nil])
                let past = try session.rows("SELECT CAST(amount AS INT) FROM price FOR SYSTEM_TIME ALL ORDER BY 1")
                #expect(past.map { $0[0] } == [1, 2, 3, 4, 5])
            }
        }

        /// Behind its settings, too, a change of the schema commits, so it is none behind changes of a transaction.
        @Test func settingsDoNotHideADefinition() throws {
            let database = try Server.database(Self.script)
            let change: SQL = """
                SET STATEMENT system_versioning_alter_history = KEEP FOR ALTER TABLE price ADD note VARCHAR(5)
                """
            let error = #expect(throws: DatabaseError.self) {
                try database.write { session in
                    try session.execute("INSERT INTO sale VALUES ('z', 1, 1, 2)")
                    try session.execute(change)
                }
            }
            #expect(error != nil)
            #expect(try database.read { try $0.query(Sale.self).count() } == 3)
            try database.withoutTransaction { try $0.execute(change) }
            #expect(try database.read { try $0.schema().table("price")?.column("note") } != nil)
            let seen = try database.write {
                try $0.rows("SET STATEMENT max_statement_time = 10 FOR SELECT count(*) FROM sale").map(\.values)
            }
            #expect(seen == [[3]])
        }

        /// What was known of the table is asked again behind it.
        @Test(arguments: [
            "SET STATEMENT lock_wait_timeout = 60 FOR ALTER TABLE sale DROP twice, ADD twice INT AS (number * 2)",
            "RENAME TABLE sale TO former, computed TO sale",
        ]) func whatWasKnownOfATableIsForgotten(_ change: String) throws {
            let database = try Server.database(
                Self.script + """
                    ; CREATE TABLE computed (shop VARCHAR(5), article INT, number INT, twice INT AS (number * 2),
                        PRIMARY KEY (shop, article, number))
                    """)
            func sale(_ number: Int) -> Sale {
                let sale = Sale()
                (sale.shop, sale.article, sale.number, sale.twice) = ("b", 1, number, 0)
                return sale
            }
            try database.write { try $0.insert(sale(1)) }
            try database.withoutTransaction { try $0.execute(SQL(unsafe: change)) }
            let new = sale(7)
            // The server would refuse a value for it.
            try database.write { try $0.insert(new) }
            #expect(new.twice == 14)
        }

        @Test func errorsNameTheKeyOfToday() throws {
            let database = try Server.database(Self.script)
            let twin = Price()
            (twin.shop, twin.article, twin.code) = ("a", 1, "q")
            let key = #expect(throws: DatabaseError.self) { try database.write { try $0.insert(twin) } }
            #expect(key?.constraint?.columns == ["shop", "article"])
            (twin.article, twin.code) = (3, "x")
            let code = #expect(throws: DatabaseError.self) { try database.write { try $0.insert(twin) } }
            #expect(code?.constraint?.columns == ["code", "shop"])
            #expect(try database.read { try $0.query(Price.self).count() } == 2)
        }
    }
#endif

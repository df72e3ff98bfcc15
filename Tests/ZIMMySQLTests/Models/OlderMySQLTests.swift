#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// What MySQL 5.7 is sent, which has neither window functions nor types of parameters. All servers understand it.
    @Suite(.server) struct OlderMySQLTests {
        private func stocks() throws -> Database {
            let url = try Server.url(StockTables.script)
            let database = try Database(url: url)
            try database.write { (session: Session) throws -> Void in
                try session.save((0..<9).map { Stock($0 % 3, "item \($0)", $0) })
                try session.save((0..<27).map { Movement($0 % 3, "ITEM \($0 % 9)", $0, "m\($0)") })
            }
            return try Server.database(url, MySQLDialect(.mySQL, makesTables: false, isOlder: true))
        }

        private static let key = ["warehouse", "item"]

        /// Of amounts 0, 9 and 18, 1, 10 and 19, … those that are left.
        private static let limits: [(options: [RelationshipOption], left: [Int])] = [
            ([.limit(1)], [0]), ([.limit(2), .orderBy("amount DESC")], [18, 9]), ([.limit(1), .offset(1)], [9]),
            ([.offset(2)], [18]), ([.limit(0)], []),
        ]

        /// One by one, and no sooner than somebody asks.
        @Test(arguments: limits.indices) func limitsOfEachModel(_ index: Int) throws {
            let (options, left) = Self.limits[index]
            let database = try stocks()
            try database.read { (session: Session) throws -> Void in
                let stocks = try session.query(Stock.self).orderBy(\.quantity).all()
                let (found, sent) = try database.tracing {
                    try stocks.prefix(3).map {
                        try $0.hasMany(Movement.self, foreignKey: Self.key, options: options + [.orderBy("amount")])
                            .map(\.amount)
                    }
                }
                #expect(sent.count == 3)
                #expect(sent.allSatisfy { !$0.sql.contains("OVER (") })
                #expect(found == (0..<3).map { first in left.map { $0 + first } })
            }
        }

        /// The last movement but one of each, loaded with the stocks.
        @Test func limitsOfAQuery() throws {
            let database = try stocks()
            let options: [RelationshipOption] = [.orderBy("amount DESC"), .limit(1), .offset(1)]
            let movements = Relationship.hasMany("movements", Movement.self, foreignKey: Self.key)
            try database.read { (session: Session) throws -> Void in
                let (stocks, sent) = try database.tracing {
                    try session.query(Stock.self).with(movements, options: options).orderBy(\.quantity).all()
                }
                #expect(sent.count == 10)
                let (amounts, more) = try database.tracing {
                    try stocks.map {
                        try $0.hasMany(Movement.self, foreignKey: Self.key, options: options).map(\.amount)
                    }
                }
                #expect(more.isEmpty)
                #expect(amounts == (9..<18).map { [$0] })
            }
        }

        /// Without JSON_TABLE each changed model has a statement.
        @Test func changesOneByOne() throws {
            let database = try stocks()
            try database.write { (session: Session) throws -> Void in
                let stocks = try session.query(Stock.self).orderBy(\.quantity).all()
                for stock in stocks { stock.quantity += 10 }
                let (_, sent) = try database.tracing { try session.update(stocks) }
                let update = "UPDATE `stock` SET `quantity` = ? WHERE `warehouse` = ? AND `item` = ?"
                #expect(sent.map(\.sql) == Array(repeating: update, count: 9))
                #expect(try session.query(Stock.self).orderBy(\.quantity).all().map(\.quantity) == Array(10..<19))
            }
        }

        @Test func textsLetterForLetter() throws {
            let database = try stocks()
            try database.read { (session: Session) throws -> Void in
                let (found, sent) = try database.tracing {
                    try session.query(Stock.self).filter(.contains(\.item, "TEM 4")).count()
                }
                #expect(found == 0)
                #expect(sent.first?.sql.contains("LIKE (CONVERT(? USING `utf8mb4`) COLLATE `utf8mb4_bin`)") == true)
                #expect(try session.query(Stock.self).filter(.contains(\.item, "tem 4")).count() == 1)
            }
        }

        /// Inside EXISTS MySQL 5.7 takes LIMIT 0 for needless.
        @Test func noRowExists() throws {
            let database = try stocks()
            try database.read { (session: Session) throws -> Void in
                let query = try session.query(Stock.self).filter(\.quantity > 3)
                let (exists, sent) = try database.tracing { try query.limit(0).exists() }
                #expect(!exists)
                #expect(sent.first?.sql.contains("WHERE `stock`.`quantity` > ? AND (1 = 0) LIMIT ?") == true, "\(sent)")
                #expect(try query.exists() && query.limit(1).exists() && !query.limit(1).offset(5).exists())
            }
        }

        final class Large: Model {
            var shop = 0
            var number = SQLValue.null
            override class var table: String { "large" }
            override class var primaryKey: [String] { ["shop", "number"] }
        }

        /// By a decimal number 5.7 finds none beyond 2⁶³ in the index of a BIGINT UNSIGNED.
        @Test(arguments: [true, false]) func numbersOnBothSides(_ isOlder: Bool) throws {
            let url = try Server.url(
                """
                CREATE TABLE large (shop INT, number BIGINT UNSIGNED, PRIMARY KEY (shop, number));
                INSERT INTO large VALUES (1, 0), (1, 7), (2, 9223372036854775807), (3, 9223372036854775808),
                    (3, 18446744073709551615)
                """)
            let isTableMade = !isOlder && MySQLProduct.current != .mySQL5
            let database = try Server.database(url, MySQLDialect(.mySQL, makesTables: isTableMade, isOlder: isOlder))
            func large(_ digits: String) -> SQLValue { .typed(SQLTypedText(digits, type: "bigint unsigned")) }
            let keys: [[any SQLValueConvertible]] = [
                [3, large("18446744073709551615")], [1, 7], [2, Int.max], [3, large("9223372036854775808")], [1, 8],
            ]
            try database.read { (session: Session) throws -> Void in
                let (found, sent) = try database.tracing { try session.find(Large.self, keys: keys) }
                #expect(found.map(\.shop) == [3, 1, 2, 3])
                #expect(sent.count == 1 && sent.first?.sql.contains("UNSIGNED") == true)
                #expect(sent.first?.sql.contains("DECIMAL") == false)
                // A number below zero is one of no row, and in a statement of its own.
                let (others, more) = try database.tracing { try session.find(Large.self, keys: keys + [[1, -7]]) }
                #expect(others.map(\.shop) == [3, 1, 2, 3] && more.count == 2)
                #expect(try session.query(Large.self).filter(keys: keys + [[1, -7]]).count() == 4)
            }
        }
    }
#endif

#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Lists of changed models on MySQL, which has no sets of parameters: one statement joins the rows to a table of JSON.
    @Suite(.server, .enabled("MySQL 5.7 has no JSON_TABLE") { MySQLProduct.current != .mySQL5 }) struct ListUpdateTests
    {
        private static let mySQL = MySQLDialect(.mySQL, makesTables: true)

        private func database(_ script: String) throws -> Database {
            try Server.database(Server.url(script), Self.mySQL)
        }

        private func updates(_ database: Database, _ body: (Session) throws -> Void) throws -> [String] {
            try database.tracing { try database.write(body) }.statements.map(\.sql).filter { $0.hasPrefix("UPDATE") }
        }

        private func seats(_ database: Database) throws -> [[SQLValue]] {
            try database.read {
                try $0.rows("SELECT hall, line, number, guest FROM seat ORDER BY hall, line, number").map(\.values)
            }
        }

        private static let text = "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"

        @Test func threeColumnKeys() throws {
            let database = try database(StockTables.script)
            let seats = (0..<2_500).map { Seat($0 % 2 == 0 ? "Große" : "Kleine", $0 / 50, $0 % 50, "guest \($0)") }
            try database.write { try $0.save(seats) }
            for (index, seat) in seats.enumerated() { seat.guest = index % 3 == 0 ? nil : "Gast's \"\(index)\" \\ 😀" }
            let sent = try updates(database) { try $0.update(seats) }
            #expect(sent.count == 3 && Set(sent).count == 1)
            let collation = try database.read {
                try $0.value("SELECT collation(hall) FROM seat LIMIT 1", as: String.self) ?? ""
            }
            #expect(
                sent.first == """
                    UPDATE JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 \(Self.text) PATH '$[0]', k1 LONGTEXT \
                    CHARACTER SET utf8mb4 COLLATE \(collation) PATH '$[1]', k2 BIGINT PATH '$[2]', k3 BIGINT PATH '$[3]')) AS zim_keys STRAIGHT_JOIN `seat` SET `seat`.`guest` = zim_keys.k0 WHERE `seat`.`hall` = \
                    zim_keys.k1 AND `seat`.`line` = zim_keys.k2 AND `seat`.`number` = zim_keys.k3
                    """)
            let expected = seats.sorted { ($0.hall, $0.line, $0.number) < ($1.hall, $1.line, $1.number) }.map {
                [
                    .text($0.hall), .integer(Int64($0.line)), .integer(Int64($0.number)),
                    $0.guest.map { .text($0) } ?? .null,
                ]
                    as [SQLValue]
            }
            #expect(try self.seats(database) == expected)
            // Nothing is left to save.
            #expect(try updates(database) { try $0.save(seats) }.isEmpty)
        }

        @Test func oneColumnKeys() throws {
            let database = try database(StockTables.script)
            let movements = (0..<20).map { Movement(nil, nil, $0, "m\($0)") }
            try database.write { try $0.save(movements) }
            for movement in movements { movement.amount += 100 }
            #expect(try updates(database) { try $0.save(movements) }.count == 1)
            let amounts = try database.read { try $0.query(Movement.self).orderBy(\.amount).all().map(\.amount) }
            #expect(amounts == Array(100..<120))
        }

        /// The rows are found by their keys.
        @Test(arguments: ["seat", "stock"]) func indexes(_ table: String) throws {
            let database = try database(StockTables.script)
            let (seats, stocks) = (
                (0..<500).map { Seat("A", $0 / 20, $0 % 20) }, (0..<500).map { Stock($0 / 20, "i\($0)") }
            )
            try database.write { (session: Session) throws -> Void in
                try session.save(seats)
                try session.save(stocks)
                for seat in seats { seat.guest = "x" }
                for stock in stocks { stock.quantity += 1 }
            }
            try database.write { (session: Session) throws -> Void in
                let (_, ran) = try database.tracing { try session.update(table == "seat" ? seats : stocks) }
                let update = try #require(ran.first { $0.sql.hasPrefix("UPDATE") })
                try #require(update.parameters.count == 1)
                let plan = try session.rows(SQL(explaining: update.sql, update.parameters))
                #expect(try plan.map { try $0.get("type", as: String?.self) } == ["ALL", "eq_ref"])
            }
        }

        final class Kinds: Model {
            var a = 0, b = ""
            var tiny: Int?
            var large: Int64?
            var unsigned = SQLValue.null
            var real: Double?
            var single: Float?
            var price: Decimal?
            var word: String?
            var latin: String?
            var letters: String?
            var bytes: Data?
            var json: String?
            var label: String?
            var moment: Date?
            var stamp: Date?
            var day: String?
            var time: String?
            var flag: Bool?
            override class var table: String { "kinds" }
            override class var primaryKey: [String] { ["a", "b"] }

            func fill(_ round: Int) {
                tiny = [nil, -128, 127, 0][round % 4]
                large = [nil, .min, .max, -1][round % 4]
                unsigned =
                    [
                        .null, .typed(SQLTypedText("18446744073709551615", type: "bigint unsigned")), 0,
                        .integer(.max),
                    ][round % 4]
                real = [nil, 0.1 + 0.2, -1.797_693_134_862_315_7e308, 5e-308, 1e15 / 3][round % 5]
                single = [nil, 0.1, 3.4e38, -1.5][round % 4]
                price = [nil, Decimal(string: "-99999999.99"), 0, Decimal(string: "0.07")][round % 4]
                word = [nil, "", "it's \"\\n\" %_ 😀", "a\0b", "\u{1}\t\r\n\u{2028}", " kept  "][round % 6]
                latin = [nil, "Éç?", "?", ""][round % 4]
                letters = [nil, "x  ", "Ä", ""][round % 4]
                bytes = [nil, Data(), Data([0, 255, 39, 92]), Data("text".utf8)][round % 4]
                json = [nil, "{\"a\": [1, null, \"ü\"]}", "null", "\"\\u0000\""][round % 4]
                label = [nil, "small", "It's"][round % 3]
                moment =
                    [nil, Date(timeIntervalSince1970: 1_700_000_000.123_456), Date(timeIntervalSince1970: -1)][
                        round % 3]
                stamp = [nil, Date(timeIntervalSince1970: 1_700_000_000)][round % 2]
                day = [nil, "2026-02-28", "0001-01-01"][round % 3]
                time = [nil, "-838:59:59", "00:00:00.25"][round % 3]
                flag = [nil, true, false][round % 3]
            }
        }

        private static let kinds = """
            CREATE TABLE kinds (a INT, b VARCHAR(20) COLLATE utf8mb4_bin, tiny TINYINT, `large` BIGINT,
                `unsigned` BIGINT UNSIGNED, `real` DOUBLE, single FLOAT, price DECIMAL(10, 2), word LONGTEXT,
                latin VARCHAR(20) CHARACTER SET latin1, letters CHAR(5), bytes BLOB, json JSON, label ENUM ('small', 'It''s'),
                moment DATETIME(6), stamp TIMESTAMP NULL, day DATE, time TIME(2), flag BIT(1), PRIMARY KEY (a, b));
            """

        /// Each value is what it is as a parameter of its own.
        @Test func allKindsOfValues() throws {
            let database = try database(Self.kinds)
            let rows = (0..<60).map { index in
                let row = Kinds()
                (row.a, row.b) = (index / 7, "b\(index)")
                return row
            }
            func stored() throws -> [[SQLValue]] {
                try database.read {
                    try $0.rows(
                        """
                        SELECT *, HEX(word), HEX(latin), HEX(letters), HEX(bytes), moment + INTERVAL 0 MICROSECOND,
                            CAST(time AS CHAR), CAST(single AS CHAR) FROM kinds ORDER BY a, b
                        """
                    ).map(\.values)
                }
            }
            try database.write { try $0.save(rows) }
            for (index, row) in rows.enumerated() { row.fill(index) }
            let sent = try updates(database) { try $0.update(rows) }
            let together = try stored()
            for row in rows { row.fill(0) }
            try database.write { (session: Session) throws -> Void in for row in rows { try session.update(row) } }
            #expect(try stored() != together)
            for (index, row) in rows.enumerated() { row.fill(index) }
            try database.write { (session: Session) throws -> Void in for row in rows { try session.update(row) } }
            let alone = try stored()
            for (one, other) in zip(together, alone) { #expect(one == other) }
            // As many as there are sets of columns that changed.
            #expect(sent.count < 40 && sent.allSatisfy { $0.hasPrefix("UPDATE JSON_TABLE(") }, "\(sent.count)")
        }

        /// A row that is gone fails, and none is changed.
        @Test func aRowIsGone() throws {
            let database = try database(StockTables.script)
            let seats = (0..<10).map { Seat("A", 1, $0, "before") }
            try database.write { try $0.save(seats) }
            try database.execute("DELETE FROM seat WHERE number = 4")
            for seat in seats { seat.guest = "after" }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.update(seats) } }
            #expect(error?.code == .rowNotFound && error?.key == ["A", 1, 4])
            #expect(try self.seats(database).map { $0[3] } == Array(repeating: "before", count: 9))
            #expect(seats.allSatisfy { $0.guest == "after" })
        }

        @Test func aValueThatDoesNotFit() throws {
            let database = try database(StockTables.script)
            let stocks = (0..<6).map { Stock(1, "i\($0)", 1) }
            try database.write { try $0.save(stocks) }
            for stock in stocks { stock.quantity += 1 }
            stocks[3].quantity = -1
            #expect(throws: DatabaseError.self) { try database.write { try $0.update(stocks) } }
            stocks[3].quantity = 1 << 40
            #expect(throws: (any Error).self) { try database.write { try $0.update(stocks) } }
            #expect(try database.read { try $0.query(Stock.self).filter(\.quantity == 1).count() } == 6)
            stocks[3].quantity = 2
            #expect(try updates(database) { try $0.update(stocks) }.count == 1)
        }

        final class Name: Model {
            var word = "", part = 0
            var text: String?
            override class var table: String { "name" }
            override class var primaryKey: [String] { ["word", "part"] }
        }

        /// A key of a character set that lacks some characters is not converted for a join: each row is changed by itself.
        @Test func keysInLatin1() throws {
            let database = try database(
                "CREATE TABLE name (word VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin, part INT, text VARCHAR(20), PRIMARY KEY (word, part))"
            )
            let names = ["é", "?", "e", "z"].map { word in
                let name = Name()
                name.word = word
                return name
            }
            try database.write { try $0.save(names) }
            for name in names { name.text = "\(name.word) changed" }
            let sent = try updates(database) { try $0.update(names) }
            #expect(sent.count == 4 && sent.first == "UPDATE `name` SET `text` = ? WHERE `word` = ? AND `part` = ?")
            let stored = try database.read { try $0.rows("SELECT word, text FROM name ORDER BY text").map(\.values) }
            #expect(
                stored.allSatisfy { row in row == [row[0], .text("\(row[0].plain ?? "") changed")] }
                    && stored.count == 4)
        }

        final class Mixed: Model {
            var word = "", part = 0
            var text = SQLValue.null
            override class var table: String { "name" }
            override class var primaryKey: [String] { ["word", "part"] }
        }

        /// Bytes among texts have no column that both stand in: each row is changed by itself.
        @Test func valuesOfTwoKinds() throws {
            let database = try database(
                "CREATE TABLE name (word VARCHAR(20), part INT, text VARCHAR(20), PRIMARY KEY (word, part))")
            let names = (0..<4).map { part in
                let name = Mixed()
                (name.word, name.part) = ("w", part)
                return name
            }
            try database.write { try $0.save(names) }
            for name in names { name.text = name.part == 2 ? .blob([0x62]) : "a" }
            let sent = try updates(database) { try $0.update(names) }
            #expect(sent == Array(repeating: "UPDATE `name` SET `text` = ? WHERE `word` = ? AND `part` = ?", count: 4))
            let texts = try database.read { try $0.rows("SELECT text FROM name ORDER BY part").map { $0.values[0] } }
            #expect(texts == ["a", "a", "b", "a"])
            for name in names { name.text = name.part == 2 ? .null : "c" }
            #expect(try updates(database) { try $0.update(names) }.count == 1)
        }

        /// Beyond what a message to the server may have, a list is divided.
        @Test func longTexts() throws {
            let database = try database(
                "CREATE TABLE name (word VARCHAR(20), part INT, text LONGTEXT, PRIMARY KEY (word, part))")
            let names = (0..<12).map { part in
                let name = Name()
                (name.word, name.part) = ("w", part)
                return name
            }
            try database.write { try $0.save(names) }
            for name in names { name.text = String(repeating: "\(name.part),", count: 300_000) }
            let sent = try updates(database) { try $0.update(names) }
            #expect((2...6).contains(sent.count), "\(sent.count)")
            let lengths = try database.read {
                try $0.rows("SELECT CHAR_LENGTH(text) FROM name ORDER BY part").map { try $0.get(0, as: Int.self) }
            }
            #expect(lengths == (0..<12).map { $0 < 10 ? 600_000 : 900_000 })
        }

        final class Ticket: Model {
            var hall = "", number = 0
            var guest: String?
            var price: Decimal?
            var version = 0
            override class var table: String { "ticket" }
            override class var primaryKey: [String] { ["hall", "number"] }
            override class var locking: Locking { .version("version") }
        }

        final class Fare: Model {
            var hall = "", number = 0
            var guest: String?
            var price: Decimal?
            var sold: Date?
            override class var table: String { "ticket" }
            override class var primaryKey: [String] { ["hall", "number"] }
            override class var locking: Locking { .allColumns }
        }

        private static let tickets = """
            CREATE TABLE ticket (hall VARCHAR(10), number INT, guest VARCHAR(20) COLLATE utf8mb4_unicode_ci, price DECIMAL(8, 3),
                sold DATETIME(3), version INT NOT NULL DEFAULT 0, PRIMARY KEY (hall, number));
            """

        @Test func versions() throws {
            let database = try database(Self.tickets)
            let tickets = (0..<9).map { number in
                let ticket = Ticket()
                (ticket.hall, ticket.number) = ("A", number)
                return ticket
            }
            try database.write { try $0.save(tickets) }
            for ticket in tickets { ticket.guest = "g" }
            #expect(try updates(database) { try $0.update(tickets) }.count == 1)
            #expect(Set(tickets.map(\.version)).count == 1)
            try database.execute("UPDATE ticket SET version = 7, guest = 'other' WHERE number = 5")
            for ticket in tickets { ticket.price = 2 }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.update(tickets) } }
            #expect(error?.code == .staleRow && error?.key == ["A", 5])
            #expect(try database.read { try $0.query(Ticket.self).filter(\.price != nil).count() } == 0)
        }

        /// All that was read is compared, NULL too, letter for letter.
        @Test func expectedRows() throws {
            let database = try database(Self.tickets)
            let fares = (0..<9).map { number in
                let fare = Fare()
                (fare.hall, fare.number, fare.guest) = ("A", number, number % 2 == 0 ? "guest" : nil)
                fare.sold = number % 3 == 0 ? Date(timeIntervalSince1970: 1_700_000_000.125) : nil
                return fare
            }
            try database.write { try $0.save(fares) }
            for fare in fares { fare.price = Decimal(string: "1.25") }
            #expect(try updates(database) { try $0.update(fares) }.count == 1)
            // To the column's collation it is the same.
            try database.execute("UPDATE ticket SET guest = 'GUEST' WHERE number = 4")
            for fare in fares { fare.price = 3 }
            let error = #expect(throws: ModelError.self) { try database.write { try $0.update(fares) } }
            #expect(error?.code == .staleRow && error?.key == ["A", 4])
            try database.execute("UPDATE ticket SET guest = 'guest' WHERE number = 4")
            #expect(try updates(database) { try $0.update(fares) }.count == 1)
            #expect(try database.read { try $0.query(Fare.self).filter(\.price == 3).count() } == 9)
        }

        final class Moment: Model {
            var at = Date(timeIntervalSince1970: 0)
            var room = 0
            var text: String?
            override class var table: String { "moment" }
            override class var primaryKey: [String] { ["at", "room"] }
        }

        /// Dates in keys, to the microsecond.
        @Test func datesInKeys() throws {
            let database = try database(
                "CREATE TABLE moment (at DATETIME(6), room INT, text VARCHAR(20), PRIMARY KEY (at, room))")
            let moments = (0..<8).map { index in
                let moment = Moment()
                moment.at = Date(timeIntervalSince1970: 1_700_000_000 + Double(index / 2) / 1_000_000 * 64)
                moment.room = index % 2
                return moment
            }
            try database.write { try $0.save(moments) }
            for (index, moment) in moments.enumerated() { moment.text = "\(index)" }
            #expect(try updates(database) { try $0.update(moments) }.count == 1)
            let texts = try database.read {
                try $0.rows("SELECT text FROM moment ORDER BY at, room").map { $0.values[0] }
            }
            #expect(texts == (0..<8).map { .text("\($0)") })
            let keys: [[any SQLValueConvertible]] = moments.map { [$0.at, $0.room] }
            #expect(try database.read { try $0.find(Moment.self, keys: keys).map(\.text) } == (0..<8).map { "\($0)" })
        }
    }
#endif

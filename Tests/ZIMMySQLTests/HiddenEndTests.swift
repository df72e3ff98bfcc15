#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMDb

    /// Statements that end the transaction although their texts do not say so.
    @Suite(.server) struct HiddenEndTests {
        private struct Undo: Error {}

        private func filled() throws -> Database {
            let database = try StockTables.filled()
            try database.write { _ = try $0.query(Movement.self).delete() }
            return database
        }

        private func make(_ procedure: String, as name: String = "book", in database: Database) throws {
            try database.withoutTransaction { try $0.execute(SQL(unsafe: "CREATE PROCEDURE \(name)() \(procedure)")) }
        }

        private func keys(_ database: Database) throws -> [[SQLValue]] {
            try database.read {
                try $0.rows("SELECT warehouse, item FROM stock WHERE warehouse > 2 ORDER BY warehouse, item").map(
                    \.values)
            }
        }

        private static let handler = "DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;"
        private static let insert = "INSERT INTO stock (warehouse, item, price, checked) VALUES (8, 'Pin', 1, now());"
        private static let deadlock = "SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found';"

        /// It has committed what was written before: run again, the closure would write that a second time.
        @Test func aProcedureThatCommitsAndFailsIsNotRepeated() throws {
            let database = try filled()
            try make(
                "BEGIN \(Self.handler) START TRANSACTION; \(Self.insert) \(Self.deadlock) COMMIT; END", in: database)
            let (stock, movement) = (Stock(9, "Nut", 1), Movement(9, "Nut", 1, "booked"))
            var runs = 0
            let error = Server.error {
                try database.write(retrying: 5) { session in
                    runs += 1
                    try session.save([stock])
                    try session.save(movement)
                    try session.execute("CALL book()")
                }
            }
            #expect(error?.code == .transactionEnded)
            #expect(
                error?.message
                    == "the statement committed the transaction that this closure runs in, and failed: Deadlock found")
            #expect(runs == 1)
            #expect(try keys(database) == [[9, "Nut"]])
            // What is committed is not inserted a second time.
            try database.write { session in
                stock.quantity = 2
                try session.save(stock)
                try session.save(movement)
            }
            #expect(try database.read { try $0.query(Movement.self).count() } == 1)
            #expect(try database.read { try $0.find(Stock.self, 9, "Nut")?.quantity } == 2)
        }

        /// Passed over, it lets nothing else run; what was changed behind it was not.
        @Test func aFailureThatIsPassedOver() throws {
            let database = try filled()
            try make("BEGIN \(Self.handler) START TRANSACTION; \(Self.insert) \(Self.deadlock) END", in: database)
            let stock = Stock(9, "Nut", 1)
            let error = Server.error {
                try database.write { session in
                    try session.save(stock)
                    try? session.transaction { _ = try $0.execute("CALL book()") }
                    #expect(Server.error { try session.save(Stock(9, "Bolt")) }?.code == .transactionEnded)
                }
            }
            #expect(error?.code == .transactionEnded)
            #expect(try keys(database) == [[9, "Nut"]])
            #expect(stock.isLoaded)
        }

        @Test(arguments: [
            ("BEGIN COMMIT; END", true), ("BEGIN COMMIT AND CHAIN; END", true),
            ("BEGIN COMMIT; START TRANSACTION; END", true),
            ("BEGIN START TRANSACTION; \(insert) END", true), ("BEGIN START TRANSACTION; \(insert) COMMIT; END", false),
            ("BEGIN START TRANSACTION; \(insert) SELECT 1; SELECT 2; END", true),
            ("BEGIN \(handler) START TRANSACTION; INSERT INTO nothing VALUES (1); COMMIT; END", true),
            ("BEGIN CREATE TABLE made (a INT); END", true), ("BEGIN ROLLBACK; END", nil),
            ("BEGIN ROLLBACK; START TRANSACTION; \(insert) END", nil), ("BEGIN ROLLBACK AND CHAIN; END", nil),
        ])
        func aProcedureThatEndsTheTransaction(_ body: String, onlyOwn: Bool?) throws {
            let database = try filled()
            try make(body, in: database)
            for (number, isQuery) in [false, true].enumerated() {
                let stock = Stock(9, "Nut \(number)")
                #expect(throws: Undo.self) {
                    try database.write { session in
                        try session.save(stock)
                        let error = Server.error {
                            if isQuery {
                                _ = try session.rows("CALL book()")
                            } else {
                                try session.execute("CALL book()")
                            }
                        }
                        #expect(error?.code == .transactionEnded)
                        throw Undo()
                    }
                }
                #expect(stock.isLoaded == (onlyOwn != nil))
                let own: [[SQLValue]] = stock.isLoaded ? [[9, .text(stock.item)]] : []
                let others: [[SQLValue]] = onlyOwn == false ? [[8, "Pin"]] : []
                #expect(try keys(database) == others + own)
                try database.write { _ = try $0.query(Stock.self).filter(\.warehouse > 2).delete() }
                if body.contains("made") { break }
            }
        }

        @Test func aProcedureThatDoesNotEndItIsAStatementAsOthers() throws {
            let database = try filled()
            try make(
                "BEGIN DECLARE n INT; SET n = 8; SAVEPOINT a; \(Self.insert) ROLLBACK TO a; SET @n = n; SELECT n; END",
                in: database)
            let stock = Stock(9, "Nut")
            try database.write { session in
                try session.save(stock)
                #expect(try session.rows("CALL book()").map(\.values) == [[8]])
                try session.transaction { _ = try $0.value("CALL book()", as: Int.self) }
                stock.quantity = 3
                try session.save(stock)
            }
            #expect(try keys(database) == [[9, "Nut"]])
        }

        /// A procedure fails behind the rows that it has sent.
        @Test func aFailureBehindRows() throws {
            let database = try filled()
            try make("BEGIN SELECT 1; SELECT 2; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'late'; END", in: database)
            try database.write { session in
                for _ in 0..<2 {
                    #expect(Server.error { try session.execute("CALL book()") }?.message == "late")
                    #expect(Server.error { try session.rows("CALL book()") }?.message == "late")
                    #expect(Server.error { try session.value("CALL book()", as: Int.self) }?.message == "late")
                }
                try session.save(Stock(9, "Nut"))
            }
            #expect(try keys(database) == [[9, "Nut"]])
        }

        /// A definition has committed what was written before, whatever fails behind it.
        @Test func aDefinitionBeforeADeadlockIsNotRepeated() throws {
            let database = try filled()
            try database.execute("CREATE TABLE staging (a INT, b INT, PRIMARY KEY (a, b))")
            try make("BEGIN TRUNCATE staging; \(Self.deadlock) END", in: database)
            let stock = Stock(9, "Nut")
            var runs = 0
            let error = Server.error {
                try database.write(retrying: 5) { session in
                    runs += 1
                    try session.save(stock)
                    try session.execute("CALL book()")
                }
            }
            #expect(error?.code == .transactionEnded)
            #expect(runs == 1)
            #expect(stock.isLoaded)
            #expect(try keys(database) == [[9, "Nut"]])
        }

        /// The same where the CALL stands in a comment that the server executes.
        @Test func aFailureBehindRowsInAComment() throws {
            let database = try filled()
            try make("BEGIN SELECT 1; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'late'; END", in: database)
            let error = Server.error {
                try database.write { session in
                    try session.save(Stock(9, "Nut"))
                    try session.execute("/*!50003 CALL book() */")
                }
            }
            #expect(error?.message == "late")
            #expect(try keys(database) == [])
        }

        /// What throws between the rows of a procedure does not hide what that has done.
        @Test func anErrorOfOnesOwnBetweenRows() throws {
            let database = try filled()
            try make("BEGIN SELECT 1; COMMIT; SELECT 2; END", in: database)
            let stock = Stock(9, "Nut")
            #expect(throws: Undo.self) {
                try database.write { session in
                    try session.save(stock)
                    try session.forEachRow("CALL book()") { _ in throw Undo() }
                }
            }
            #expect(stock.isLoaded)
            #expect(try keys(database) == [[9, "Nut"]])
        }

        @Test(
            arguments: [
                "/*!40101 START TRANSACTION */", "/*!40101 COMMIT AND CHAIN */", "COMMIT /*!40101 AND CHAIN */",
                "/*!40101 CREATE TABLE IF NOT EXISTS made (a INT) */", "SET autocommit = 0; SET autocommit = 1",
            ]
                + (MySQLProduct.isMariaDB
                    ? [
                        "/*M!100000 BEGIN */", "SET STATEMENT max_statement_time = 5 FOR START TRANSACTION",
                        "SET STATEMENT max_statement_time = 5 FOR COMMIT AND CHAIN",
                    ] : []))
        func aStatementThatDoesNotLookLikeIt(_ statement: String) throws {
            let database = try filled()
            let stock = Stock(9, "Nut")
            let error = Server.error {
                try database.write { session in
                    try session.save(stock)
                    try session.execute(SQL(unsafe: statement))
                }
            }
            #expect(error?.code == .transactionEnded)
            #expect(stock.isLoaded)
            #expect(try keys(database) == [[9, "Nut"]])
        }

        /// The server has undone all of it, so it is repeated. MySQL counts a temporary table as another, which would commit.
        @Test(
            arguments: ["BEGIN", "BEGIN \(handler)"]
                + (MySQLProduct.isMariaDB ? ["BEGIN CREATE TEMPORARY TABLE IF NOT EXISTS own (a INT);"] : []))
        func aDeadlockInAProcedureIsRepeated(_ beginning: String) throws {
            let database = try filled()
            let update = "UPDATE stock SET quantity = quantity + 1 WHERE warehouse = 1 AND item ="
            try make("\(beginning) \(update) 'Bolt'; END", as: "bolt", in: database)
            try make("\(beginning) \(update) 'Nut'; END", as: "nut", in: database)
            let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let group = DispatchGroup()
            let run: @Sendable (String, String, DispatchSemaphore, DispatchSemaphore) throws -> Void = {
                item, other, mine, others in
                var isFirst = true
                try database.write(retrying: 5) { session in
                    try session.save(Stock(9, item))
                    try session.execute("\(unsafe: update) \(item)")
                    if isFirst {
                        mine.signal()
                        _ = others.wait(timeout: .now() + 1)
                    }
                    isFirst = false
                    try session.execute("CALL \(unsafe: other)()")
                }
            }
            DispatchQueue.global().async(group: group) { try? run("Bolt", "nut", first, second) }
            try run("Nut", "bolt", second, first)
            group.wait()
            #expect(try keys(database) == [[9, "Bolt"], [9, "Nut"]])
            let quantities = try database.read {
                try $0.rows("SELECT quantity FROM stock WHERE warehouse = 1 ORDER BY item").map(\.values)
            }
            #expect(quantities == [[7], [8]])
        }
    }
#endif

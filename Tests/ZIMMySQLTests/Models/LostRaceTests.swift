#if MySQL
    import TestServer
    import Testing
    import ZIMMySQL
    import ZIMOrm

    /// Another program changes a row between the read and the save of one transaction, whose snapshot goes on showing the row as
    /// it was.
    @Suite(.server) struct LostRaceTests {
        final class Stock: Model {
            var warehouse = 0, item = 0
            var pieces = 0
            var note: String?
            override class var table: String { "stock" }
            override class var primaryKey: [String] { ["warehouse", "item"] }
            override class var locking: Locking { .allColumns }
        }

        private func database() throws -> (Database, Database) {
            let url = try #require(MySQLTestServer.shared).makeDatabase(
                """
                CREATE TABLE stock (warehouse INT, item INT, pieces INT, note VARCHAR(20), PRIMARY KEY (warehouse, item));
                INSERT INTO stock VALUES (1, 7, 10, 'old'), (1, 8, 20, NULL);
                """)
            return (try Database(url: url), try Database(url: url))
        }

        /// Finds a row, lets the other program run its statement, and saves the row.
        private func lose(
            to statement: SQL, _ code: ModelError.Code,
            then body: (Session, Stock, ModelError?, Database) throws -> Void
        ) throws -> Database {
            let (database, other) = try database()
            try database.write { session throws in
                let stock = try #require(try session.find(Stock.self, 1, 7))
                try other.execute(statement)
                stock.note = "mine"
                let error = #expect(throws: ModelError.self) { try session.save(stock) }
                #expect(error?.code == code)
                #expect(error?.key == [1, 7])
                try body(session, stock, error, other)
            }
            return other
        }

        @Test func theConflictIsToldAndMerged() throws {
            let other = try lose(to: "UPDATE stock SET pieces = 11 WHERE item = 7", .staleRow) {
                session, stock, error, other in
                #expect(error?.conflicts.map(\.column) == ["pieces"])
                #expect(error?.conflicts.map(\.found) == [11])
                // The others are read as the transaction sees them, and stay free for everybody.
                let second = try #require(try session.find(Stock.self, 1, 8))
                try session.reload(second)
                try other.execute("UPDATE stock SET pieces = 21 WHERE warehouse = 1 AND item = 8")
                try session.merge(stock)
                #expect((stock.pieces, stock.note) == (11, "mine"))
                try session.save(stock)
            }
            let rows = try other.read { try $0.rows("SELECT pieces, note FROM stock WHERE item = 7").map(\.values) }
            #expect(rows == [[11, "mine"]])
        }

        @Test func aListTellsItsConflicts() throws {
            let (database, other) = try database()
            try database.write { session throws in
                let stocks = try session.query(Stock.self).orderByKey().all()
                try other.execute("UPDATE stock SET pieces = 11 WHERE item = 7")
                for stock in stocks { stock.note = "mine" }
                let error = #expect(throws: ModelError.self) { try session.save(stocks) }
                #expect(error?.code == .staleRow)
                #expect(error?.conflicts.map(\.found) == [11])
                try session.reload(stocks[0])
                #expect(stocks[0].pieces == 11)
            }
        }

        @Test func aRowThatIsGoneIsNotFound() throws {
            _ = try lose(to: "DELETE FROM stock WHERE item = 7", .rowNotFound) { session, stock, _, _ in
                for attempt in [
                    { try session.reload(stock) }, { try session.merge(stock) }, { try session.save(stock) },
                ] as [() throws -> Void] {
                    let error = #expect(throws: ModelError.self) { try attempt() }
                    #expect(error?.code == .rowNotFound)
                }
                #expect((stock.pieces, stock.note) == (10, "mine"))
            }
        }
    }
#endif

#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// `ON UPDATE CURRENT_TIMESTAMP`: what the server sets by itself is no other program's change.
    @Suite(.server) struct UpdatedTimestampTests {
        final class Stock: Model {
            var warehouse = 0, item = 0
            var pieces = 0
            var touched: Date?
            override class var table: String { "stock" }
            override class var primaryKey: [String] { ["warehouse", "item"] }
            override class var locking: Locking { .allColumns }
        }

        /// Without the column.
        final class Pieces: Model {
            var warehouse = 0, item = 0
            var pieces = 0
            override class var table: String { "stock" }
            override class var primaryKey: [String] { ["warehouse", "item"] }
            override class var locking: Locking { .changedColumns }
        }

        private func database() throws -> Database {
            try Server.database(
                """
                CREATE TABLE stock (warehouse INT, item INT, pieces INT NOT NULL,
                    touched TIMESTAMP(6) NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6),
                    PRIMARY KEY (warehouse, item));
                INSERT INTO stock VALUES (1, 7, 10, '2020-01-01'), (1, 8, 20, '2020-01-01'), (1, 9, 30, '2020-01-01');
                """)
        }

        private struct Undo: Error {}

        private func stored(_ session: Session, _ item: Int) throws -> Date? {
            try session.value("SELECT touched FROM stock WHERE item = \(item)", as: Date.self)
        }

        @Test func aModelIsSavedAgainAndDeleted() throws {
            let database = try database()
            try database.write { session in
                let stock = try #require(try session.find(Stock.self, 1, 7))
                let before = stock.touched
                stock.pieces = 11
                try session.save(stock)
                #expect(try stock.touched != before && stock.touched == stored(session, 7))
                #expect(try !stock.hasChanges())
                stock.pieces = 12
                try session.save(stock)
                try session.update(stock, columns: ["pieces"])
                #expect(try stock.touched == stored(session, 7))
                // What is set is written, and stays what it was set to.
                stock.touched = Date(timeIntervalSince1970: 1_600_000_000)
                stock.pieces = 13
                try session.update(stock, columns: ["pieces"])
                #expect(try stock.changedColumns() == ["touched"])
                #expect(stock.touched == Date(timeIntervalSince1970: 1_600_000_000))
                try session.reload(stock)
                stock.touched = Date(timeIntervalSince1970: 1_600_000_000)
                try session.save(stock)
                #expect(try stored(session, 7) == Date(timeIntervalSince1970: 1_600_000_000))
                try session.delete(stock)
                // Another program's change is one.
                let other = try #require(try session.find(Stock.self, 1, 8))
                try session.execute("UPDATE stock SET pieces = 21 WHERE item = 8")
                other.pieces = 22
                let error = #expect(throws: ModelError.self) { try session.save(other) }
                #expect(error?.code == .staleRow)
                let third = try #require(try session.find(Pieces.self, 1, 9))
                third.pieces = 31
                try session.save(third)
                try session.delete(third)
            }
        }

        @Test func soAreModelsOfAList() throws {
            let database = try database()
            try database.write { session in
                let stocks = try session.query(Stock.self).orderByKey().all()
                for stock in stocks { stock.pieces += 1 }
                let (_, log) = try session.database.tracing { try session.save(stocks) }
                // One statement reads what the server has set in all of them.
                #expect(log.count { $0.sql.hasPrefix("SELECT") && $0.sql.contains("touched") } == 1)
                #expect(try stocks.map(\.touched) == [7, 8, 9].map { try stored(session, $0) })
                for stock in stocks { stock.pieces += 1 }
                try session.save(stocks)
                try session.delete(stocks)
                #expect(try session.query(Stock.self).count() == 0)
            }
        }

        /// The row has its former time again, and so has the model.
        @Test func aRollbackTakesItBack() throws {
            let database = try database()
            let stocks = try database.read { try $0.query(Stock.self).orderByKey().all() }
            let before = stocks.map(\.touched)
            for list in [[stocks[0]], stocks] {
                for stock in list { stock.pieces += 1 }
                do {
                    try database.write { session in
                        try list.count == 1 ? session.save(list[0]) : session.save(list)
                        throw Undo()
                    }
                } catch is Undo {}
                #expect(stocks.map(\.touched) == before)
                for stock in list { #expect(try stock.changedColumns() == ["pieces"]) }
            }
            try database.write { try $0.save(stocks) }
        }

        @Test func insertsWriteTheProperty() throws {
            let database = try database()
            let stock = Stock()
            (stock.warehouse, stock.item, stock.touched) = (2, 1, Date(timeIntervalSince1970: 1_600_000_000))
            try database.write { session in
                try session.insert(stock)
                #expect(try stored(session, 1) == Date(timeIntervalSince1970: 1_600_000_000))
                let column = try #require(try session.table("stock")?.column("touched"))
                #expect(column.isSetByUpdates == true && !column.isGenerated)
            }
        }
    }
#endif

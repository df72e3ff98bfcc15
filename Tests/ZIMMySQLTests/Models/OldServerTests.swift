#if MySQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMOrm

    /// Many keys on a server without JSON_TABLE: each is a row of parameters.
    @Suite(.server) struct OldServerTests {
        private func stocks() throws -> (database: Database, url: String) {
            let url = try Server.url(StockTables.script)
            let database = try Database(url: url)
            try database.write { (session: Session) throws -> Void in
                try session.save((0..<450).map { Stock($0 % 3, "item \($0)", $0) })
                try session.save((0..<450).map { Movement($0 % 3, "ITEM \($0)", $0, "m\($0)") })
                try session.save((0..<90).map { Seat("h\($0 % 2)", $0 % 3, $0, "g\($0)") })
            }
            return (try Server.old(url), url)
        }

        /// The statements of a body that are no transaction control.
        private func sent(_ database: Database, _ body: (Session) throws -> Void) throws -> [(String, [SQLValue])] {
            let sent = Mutex<[(String, [SQLValue])]>([])
            let subscription = database.trace { trace in
                if !trace.isTransactionControl { sent.withLock { $0.append((trace.sql, trace.parameters)) } }
            }
            defer { subscription.cancel() }
            try database.write(body)
            return sent.withLock { $0 }.filter { !$0.0.contains("information_schema") }
        }

        @Test func keysAreRowsOfParameters() throws {
            let database = try stocks().database
            let statements = try sent(database) { session in
                let found = try session.find(Stock.self, keys: [[1, "ITEM 4"], [9, "x"], [0, "item 3"]])
                #expect(found.map(\.quantity) == [4, 3])
            }
            #expect(statements.count == 1)
            #expect(
                statements.first?.0.contains(
                    """
                    (SELECT 1 AS ordinal, CAST(? AS SIGNED) AS k0, \
                    CONVERT(? USING utf8mb4) COLLATE utf8mb4_unicode_ci AS k1 \
                    UNION ALL SELECT 2, CAST(? AS SIGNED), CONVERT(? USING utf8mb4) COLLATE utf8mb4_unicode_ci \
                    UNION ALL SELECT 3, CAST(? AS SIGNED), CONVERT(? USING utf8mb4) COLLATE utf8mb4_unicode_ci
                    """) == true, "\(statements.first?.0 ?? "")")
            #expect(statements.first?.1.prefix(6) == [1, "ITEM 4", 9, "x", 0, "item 3"])
        }

        @Test func relationshipsLoadInPieces() throws {
            let database = try stocks().database
            let statements = try sent(database) { session in
                let stocks = try session.query(Stock.self).orderBy(\.quantity).all()
                let lists = try stocks.map {
                    try $0.hasMany(Movement.self, foreignKey: ["warehouse", "item"]).map(\.amount)
                }
                #expect(lists == (0..<450).map { [$0] })
                let parents = try session.query(Movement.self).orderBy(\.amount).with("stock").all()
                #expect(
                    try parents.map { try $0.belongsTo(Stock.self, foreignKey: ["warehouse", "item"])?.quantity }
                        == Array(0..<450))
            }
            // 200, 200 and 50 keys, the last in a statement for 64; each of the two relationships.
            let rows = statements.map { $0.0.components(separatedBy: "UNION ALL").count }.filter { $0 > 1 }
            #expect(rows == [200, 200, 64, 200, 200, 64])
            #expect(statements.count == 8)
        }

        @Test func threeColumnsAndOne() throws {
            let database = try stocks().database
            try database.write { (session: Session) throws -> Void in
                let keys: [[any SQLValueConvertible]] = [["H1", 1, 1], ["h0", 2, 2], ["h0", 0, 1], ["h1", 0, 3]]
                #expect(try session.find(Seat.self, keys: keys).map(\.guest) == ["g1", "g2", "g3"])
                #expect(try session.query(Seat.self).filter(keys: keys).count() == 3)
                #expect(try session.query(Seat.self).filter(.key(notIn: keys)).count() == 87)
                #expect(try session.query(Seat.self).filter(keys: []).count() == 0)
                #expect(try session.delete(Seat.self, keys: keys) == 3)
                #expect(try session.query(Seat.self).count() == 87)
                let ids = try session.query(Movement.self).all().compactMap(\.id)
                #expect(try session.find(Movement.self, keys: ids.map { [$0] }).count == 450)
                #expect(try session.delete(Movement.self, keys: ids.dropFirst().map { [$0] }) == 449)
            }
        }

        @Test func morePartsThanAStatementTakes() throws {
            let database = try stocks().database
            let keys: [[any SQLValueConvertible]] = (0..<33_000).map { [$0 % 3, "item \($0)"] }
            try database.read { (session: Session) throws -> Void in
                let error = Server.error { try session.query(Stock.self).filter(keys: keys).all() }
                #expect(error?.code == .tooBig)
                #expect(error?.message == "33000 keys of 2 parts are more parameters than a statement may have")
                // What can be asked in pieces is.
                #expect(try session.find(Stock.self, keys: keys).count == 450)
                #expect(try session.query(Stock.self).filter(keys: Array(keys.prefix(9_000))).count() == 450)
            }
        }
    }
#endif

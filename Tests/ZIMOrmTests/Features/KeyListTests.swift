import Testing
import ZIMOrm

@Suite(.eachEngine) struct KeyListTests {
    @Test func manyKeysAreOneStatementInTheirOrder() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        let found = try database.read {
            try $0.find(Orders.Order.self, keys: [[2, 2, 5], [1, 1, 1], [9, 9, 9], ["1", 2, 3], [1, 1, 1]])
        }
        #expect(found.map(\.keyValues) == [[2, 2, 5], [1, 1, 1], [1, 2, 3], [1, 1, 1]])
        let statements = log.take()
        #expect(statements.count == 1)
        let keys =
            TestEngine.isSQLite
            ? "json_each(?) AS zim_keys CROSS JOIN"
            : "unnest(?::bigint[], ?::bigint[], ?::bigint[]) WITH ORDINALITY AS zim_keys(k0, k1, k2, place) JOIN"
        #expect(statements.first?.contains("FROM \(keys) \"orders\" ON") == true)
        #expect(throws: ModelError.self) { try database.read { try $0.find(Orders.Order.self, keys: [[1, 2]]) } }
        #expect(try database.read { try $0.find(Orders.Order.self, keys: []) }.isEmpty)
    }

    @Test func filtersAndDeletesByKeys() throws {
        let database = try Orders.database()
        try database.write { session in
            let query = try session.query(Orders.Line.self).filter(keys: [
                [1, 1, 1, 1], [1, 1, 1, 2], [1, 1, 1, 2], [2, 2, 5, 3],
            ])
            #expect(try query.count() == 3)
            #expect(try query.filter(\.warehouse == 2).all().map(\.number) == [3])
            #expect(try session.delete(Orders.Line.self, keys: [[1, 1, 1, 1], [1, 1, 1, 2], [8, 8, 8, 8]]) == 2)
            #expect(try session.query(Orders.Line.self).count() == 58)
            #expect(try session.query(Orders.Line.self).filter(keys: []).count() == 0)
        }
    }

    @Test func keysWithBytesAreFoundToo() throws {
        final class Piece: Model {
            var hash: [UInt8] = []
            var part = 0.0
            override class var primaryKey: [String] { ["hash", "part"] }
        }
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE Piece (hash BLOB, part REAL, PRIMARY KEY (hash, part))")
        try database.write { session in
            let pieces = (0..<450).map { number in
                let piece = Piece()
                piece.hash = [UInt8(number % 256), 0, 255]
                piece.part = Double(number) + 0.1
                return piece
            }
            try session.insert(pieces)
            let keys: [[any SQLValueConvertible]] = pieces.map { [$0.hash, $0.part] }
            #expect(try session.find(Piece.self, keys: keys).map(\.part) == pieces.map(\.part))
            #expect(try session.delete(Piece.self, keys: keys) == 450)
        }
    }
}

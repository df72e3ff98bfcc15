import TestServer
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
            ServedEngine.isSQLite
            ? "json_each(?) AS zim_keys CROSS JOIN"
            : ServedEngine.isMariaDB
                ? "JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 BIGINT PATH '$[0]', k1 BIGINT PATH '$[1]', k2 BIGINT PATH '$[2]')) AS zim_keys STRAIGHT_JOIN"
                : "unnest(?::bigint[], ?::bigint[], ?::bigint[]) WITH ORDINALITY AS zim_keys(k0, k1, k2, ordinal) JOIN"
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

    /// Keys of more values, two each, than an engine takes parameters, 32,766 on SQLite and 65,535 on servers: bytes, real
    /// numbers and texts with NUL, bit for bit.
    @Test func anyNumberOfKeysWithoutAnExactJSONForm() throws {
        final class Piece: Model {
            var hash: [UInt8] = []
            var part = 0.0
            override class var primaryKey: [String] { ["hash", "part"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE \"Piece\" (hash BLOB NOT NULL, part REAL NOT NULL, PRIMARY KEY (hash, part))")
        var random = PieceNumbers()
        let count = 40_000
        let keys: [[any SQLValueConvertible]] = (0..<count).map { number in
            let hash = (0..<(number % 20)).map { UInt8(truncatingIfNeeded: number >> ($0 % 17)) }
            let part = number % 3 == 0 ? Double(number) / 10 : random.next()
            return [hash, part]
        }
        try database.write { session in
            try session.bulkInsert(
                into: "Piece", columns: ["hash", "part"], rows: keys.map { $0.map(\.sqlValue) })
            let log = StatementLog(database)
            let query = try session.query(Piece.self).filter(keys: keys + [[[UInt8]([9, 9]), 1.5]])
            #expect(try query.count() == count)
            if ServedEngine.isMariaDB {
                // MySQL does not read all digits of a JSON number.
                let json = try #require(try String(column: log.all.first?.parameters.first ?? .null))
                #expect(json.hasPrefix(#"[["","0.0"],["01","\#(keys[1][1])"],"#))
            }
            #expect(log.take().count == 1)
            let page = try query.orderBy("part").limit(3).all()
            let smallest = keys.compactMap { $0[1] as? Double }.sorted().prefix(3)
            #expect(page.map(\.part) == Array(smallest))
            _ = log.take()
            #expect(try session.delete(Piece.self, keys: Array(keys.dropFirst(2)) + keys.dropFirst(3)) == count - 2)
            #expect(log.take().count == 1)
            #expect(try session.query(Piece.self).count() == 2)
        }
    }

    @Test func keysOfEveryStorageClassInOneList() throws {
        guard ServedEngine.isSQLite else { return }
        final class Thing: Model {
            var k = SQLValue.null
            var n = 0
            override class var table: String { "any" }
            override class var primaryKey: [String] { ["k"] }
        }
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE \"any\" (k PRIMARY KEY, n INTEGER NOT NULL)")
        var values: [SQLValue] = [
            .text("a\0b"), .text(""), .text("\"\\"), .blob([]), .blob([0]), .integer(.max), .real(0.1), .real(-1e300),
            .real(.leastNonzeroMagnitude), .real(.infinity), .real(-.infinity), .real(.greatestFiniteMagnitude),
            .real(.leastNormalMagnitude / 8),
        ]
        values += (0..<12_000).map { .blob([UInt8($0 / 100), UInt8($0 % 100), 7]) }
        try database.write { session in
            try session.bulkInsert(
                into: "any", columns: ["k", "n"], rows: values.enumerated().map { [$1, .integer(Int64($0))] })
            let keys: [[any SQLValueConvertible]] = values.map { [$0] } + [[SQLValue.real(.nan)], [SQLValue.null]]
            let log = StatementLog(database)
            #expect(try session.query(Thing.self).filter(keys: keys).orderBy("n").all().map(\.k) == values)
            #expect(log.take().count == 1)
            #expect(try session.delete(Thing.self, keys: keys) == values.count)
        }
    }
}

/// Doubles of all magnitudes, the same on every run.
private struct PieceNumbers {
    private var state: UInt64 = 7

    mutating func next() -> Double {
        while true {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Double(bitPattern: state ^ (state >> 29))
            if number.isFinite { return number }
        }
    }
}

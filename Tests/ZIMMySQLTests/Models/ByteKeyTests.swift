#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    /// Lists of keys with bytes and real numbers in them: each key finds its row, and no other.
    @Suite(.server) struct ByteKeyTests {
        final class Piece: Model {
            var hash: [UInt8] = []
            var part = 0.0
            var number = 0
            override class var table: String { "piece" }
            override class var primaryKey: [String] { ["hash", "part", "number"] }
            override class var isAutoIncremented: Bool { false }
            override class var columns: [Column] {
                [Column("hash", \Piece.hash), Column("part", \Piece.part), Column("number", \Piece.number)]
            }
        }

        final class Note: Model {
            var shelf = 0
            var number = 0
            var value: Data?
            override class var table: String { "note" }
            override class var primaryKey: [String] { ["shelf", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// The server keeps NUL in a text.
        @Test func bytesInAColumnOfTexts() throws {
            let database = try Server.database(
                """
                CREATE TABLE note (shelf INT, number INT, value VARCHAR(9), PRIMARY KEY (shelf, number));
                INSERT INTO note VALUES (1, 1, x'00'), (1, 2, ''), (1, 3, x'610062'), (1, 4, 'ab'), (1, 5, NULL);
                """)
            try database.read { (session: Session) throws -> Void in
                for bytes in [Data([0]), Data([0x61, 0, 0x62]), Data("ab".utf8), Data()] {
                    let plain = try session.rows("SELECT number FROM note WHERE value = \(bytes)").map {
                        try $0.get(0, as: Int.self)
                    }
                    let found = try session.query(Note.self).filter(\.value == bytes).all().map(\.number)
                    #expect(found == plain, "\(Array(bytes))")
                }
            }
        }

        final class Word: Model {
            var shelf = 0
            var text = Data()
            override class var table: String { "word" }
            override class var primaryKey: [String] { ["shelf", "text"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// MariaDB and MySQL 5.7 take the three bytes of a surrogate for UTF-8; MySQL 8 does not.
        @Test func surrogatesInAColumnOfTexts() throws {
            let database = try Server.database(
                "CREATE TABLE word (shelf INT, text VARCHAR(9), PRIMARY KEY (shelf, text))")
            let (lone, other) = (Data([0xED, 0xA0, 0x80]), Data("ä".utf8) + Data([0xED, 0xBF, 0xBF, 0x41]))
            let (plain, broken) = (Data("z".utf8), Data([0xFF]))
            try database.write { session in
                var words: [Word] = []
                for (shelf, text) in [(1, plain), (2, plain), (1, lone), (2, other)] {
                    let word = Word()
                    (word.shelf, word.text) = (shelf, text)
                    words.append(word)
                }
                try session.insert(Array(words.prefix(2)))
                let query = try session.query(Word.self)
                let keys: [[any SQLValueConvertible]] = [[1, lone], [2, other], [1, plain], [2, broken]]
                // Nothing is found, and no error thrown, by what the server refuses.
                #expect(try query.filter(\.text == broken).count() == 0)
                #expect(try session.find(Word.self, keys: keys).count == 1)
                do { try session.insert(words[2]) } catch let error as DatabaseError {
                    #expect(error.code == .value && !MySQLProduct.isMariaDB)
                    return
                }
                try session.insert(words[3])
                #expect(try session.find(Word.self, 1, lone)?.text == lone)
                #expect(try query.filter(\.text == lone).count() == 1)
                #expect(try query.filter(\.text != lone).count() == 3)
                #expect(try query.filter(.in(\.text, [lone, other, broken])).count() == 2)
                #expect(try query.filter(.in(\.text, [lone] + (0..<700).map { Data("k\($0)".utf8) })).count() == 1)
                #expect(try session.find(Word.self, keys: keys).map(\.shelf) == [1, 2, 1])
                #expect(try query.filter(.key(in: keys)).count() == 3)
                #expect(try query.filter(.key(notIn: keys)).count() == 1)
                #expect(try session.delete(Word.self, keys: Array(keys.prefix(2))) == 2)
            }
        }

        final class Count: Model {
            var place = 0
            var real = 0.0
            var number: Float?
            override class var table: String { "count" }
            override class var primaryKey: [String] { ["place", "real"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// MariaDB finds nothing from 2⁶³ on where an index of whole numbers is asked by a table of real ones.
        @Test func realNumbersInAColumnOfWholeOnes() throws {
            let database = try Server.database(
                """
                CREATE TABLE count (place INT, `real` BIGINT UNSIGNED, number BIGINT UNSIGNED, PRIMARY KEY (place, `real`));
                INSERT INTO count VALUES (1, 9223372036854775807, 0), (1, 9223372036854775808, 7),
                    (1, 18446744073709549568, 9223372036854775808), (1, 7, 18446742974197923840);
                """)
            let (middle, top) = (9_223_372_036_854_775_808.0, 18_446_744_073_709_549_568.0)
            try database.write { session in
                let query = try session.query(Count.self)
                // The number below it has more digits than a Double.
                try session.execute("DELETE FROM count WHERE `real` = 9223372036854775807")
                let keys: [[any SQLValueConvertible]] = [[1, middle], [1, 7.0], [1, 7.5], [1, 1e30]]
                #expect(try session.find(Count.self, 1, middle)?.number == 7)
                #expect(try session.find(Count.self, keys: keys).map(\.real) == [middle, 7])
                #expect(try query.filter(.key(in: keys)).count() == 2)
                #expect(try query.filter(.key(notIn: keys)).all().map(\.real) == [top])
                #expect(try query.filter(\.real > middle).all().map(\.real) == [top])
                #expect(try query.filter(\.real > 7.5).count() == 2 && query.filter(\.real != 7.5).count() == 3)
                #expect(try query.filter(.in(\.number, [Float(middle), 7.5])).all().map(\.real) == [top])
                let count = try #require(try session.find(Count.self, 1, top))
                count.number = 18_446_742_974_197_923_840
                try session.save(count, locking: .allColumns)
                try session.upsert(count)
                #expect(try query.filter(\.number == 18_446_742_974_197_923_840).count() == 2)
                #expect(try session.delete(Count.self, keys: keys) == 2)
                #expect(
                    try session.rows("SELECT * FROM count").map { try $0.values.map { try String(column: $0) } }
                        == [["1", "18446744073709549568", "18446742974197923840"]])
            }
        }

        @Test func keysOfBytesAreFoundCountedAndDeleted() throws {
            let database = try Server.database(
                "CREATE TABLE piece (hash VARBINARY(40), part DOUBLE, number INT, PRIMARY KEY (hash, part, number));")
            let keys: [[any SQLValueConvertible]] = (0..<300).map { number in
                [
                    (0..<(number % 20)).map { UInt8(truncatingIfNeeded: number &* 7 >> ($0 % 9)) }, Double(number) / 7,
                    number,
                ]
            }
            try database.write { session in
                try session.bulkInsert(
                    into: "piece", columns: ["hash", "part", "number"], rows: keys.map { $0.map(\.sqlValue) })
                let none: [any SQLValueConvertible] = [[UInt8]([9, 9]), 1.5, 1]
                let query = try session.query(Piece.self).filter(keys: keys + [none])
                #expect(try query.count() == 300)
                #expect(try session.find(Piece.self, keys: keys).map(\.number) == Array(0..<300))
                #expect(try Set(query.all().map(\.number)) == Set(0..<300))
                #expect(try session.query(Piece.self).filter(.key(in: keys)).count() == 300)
                #expect(try session.query(Piece.self).filter(.key(notIn: Array(keys.dropFirst()))).count() == 1)
                #expect(try session.query(Piece.self).filter(keys: keys).filter(keys: [keys[3]]).count() == 1)
                // A key that is named twice is one row.
                #expect(try session.query(Piece.self).filter(keys: [keys[7], keys[7], keys[8]]).count() == 2)
                #expect(try session.delete(Piece.self, keys: Array(keys.dropFirst(2))) == 298)
                #expect(try session.query(Piece.self).orderBy(\.number).all().map(\.number) == [0, 1])
                // The server reads so few rows in another way.
                #expect(try session.delete(Piece.self, keys: [keys[0]]) == 1)
                #expect(try session.query(Piece.self).filter(.key(in: [keys[1]])).count() == 1)
                let (left, twice) = (try session.query(Piece.self), [keys[1], keys[2]])
                #expect(try left.filter(keys: twice).filter(keys: twice).all().map(\.number) == [1])
                #expect(try left.filter(!.key(in: [keys[1]])).count() == 0)
            }
        }
    }
#endif

#if MySQL
    import Foundation
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

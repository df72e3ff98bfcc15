import Foundation
import Testing
import ZIMOrm

/// Values that a legacy column holds and the property cannot: the message says where, nothing is lost.
@Suite(.showingValues) struct LegacyValueTests {
    enum Color: String { case red }
    enum Grade: Int, ColumnValue { case a = 1, b }

    final class Row2: Model {
        var region = "", code = 0
        var small: Int16 = 0, count: Int?, text: String?, date: Date?, flag: Bool?, real: Double?
        var unsigned: UInt8?, color: Color?, grade: Grade?, tags: [Int]?, uuid: UUID?, money: Decimal?
        var number: NSNumber?, day: Date?
        override class var table: String { "legacy" }
        override class var primaryKey: [String] { ["region", "code"] }
    }

    /// The SQL of a value, the column, and what the message says of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let column: String, value: String, says: String
        var testDescription: String { "\(column) = \(value)" }
    }

    static let cases = [
        Case(column: "small", value: "70000", says: "integer 70000 cannot be read as `Int16`: it is out of range"),
        Case(column: "small", value: "NULL", says: "NULL cannot be read as `Int16`"),
        Case(column: "small", value: "1.5", says: "real 1.5 cannot be read as `Int16`: it is not a whole number"),
        Case(column: "count", value: "'abc'", says: "text 'abc' cannot be read as `Int?`"),
        Case(column: "count", value: "''", says: "text '' cannot be read as `Int?`"),
        Case(column: "count", value: "'0x1F'", says: "text '0x1F' cannot be read as `Int?`"),
        Case(column: "count", value: "x'01'", says: "blob x'01' cannot be read as `Int?`"),
        Case(column: "count", value: "1e300", says: "real 1e+300 cannot be read as `Int?`: it is out of range"),
        Case(column: "unsigned", value: "-1", says: "integer -1 cannot be read as `UInt8?`: it is out of range"),
        Case(
            column: "text", value: "CAST(x'41FF42' AS TEXT)",
            says: "blob x'41ff42' cannot be read as `String?`: it is not valid UTF-8"),
        Case(column: "text", value: "x'00'", says: "blob x'00' cannot be read as `String?`"),
        Case(
            column: "date", value: "'31.12.1999'",
            says: "text '31.12.1999' cannot be read as `Date?`: it is in no known date format"),
        Case(
            column: "date", value: "'2026-02-30'",
            says: "text '2026-02-30' cannot be read as `Date?`: it is in no known date format"),
        Case(column: "flag", value: "2", says: "integer 2 cannot be read as `Bool?`"),
        Case(column: "flag", value: "'ja'", says: "text 'ja' cannot be read as `Bool?`"),
        Case(column: "real", value: "'1,5'", says: "text '1,5' cannot be read as `Double?`"),
        Case(
            column: "real", value: "9007199254740993",
            says: "integer 9007199254740993 cannot be read as `Double?`: it has too many digits"),
        Case(
            column: "color", value: "'blue'",
            says: "text 'blue' cannot be read as `Color?`: it is not the raw value of a case"),
        Case(
            column: "grade", value: "3", says: "integer 3 cannot be read as `Grade?`: it is not the raw value of a case"
        ),
        Case(
            column: "tags", value: "'[1,'",
            says: "text '[1,' cannot be read as `Array<Int>?`: it does not decode (The given data was not valid JSON.)"),
        Case(
            column: "tags", value: "'[1,\"x\"]'",
            says:
                "text '[1,\"x\"]' cannot be read as `Array<Int>?`: it does not decode (Expected to decode Int but found a string instead. at 1)"
        ),
        Case(column: "uuid", value: "'nope'", says: "text 'nope' cannot be read as `UUID?`"),
        Case(column: "money", value: "'12 EUR'", says: "text '12 EUR' cannot be read as `Decimal?`"),
        Case(column: "number", value: "'x'", says: "text 'x' cannot be read as `NSNumber?`"),
    ]

    private func database() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE legacy (region, code, small, count, text, date, flag, real, unsigned, color, grade, tags, uuid,
                money, number, day, PRIMARY KEY (region, code));
            INSERT INTO legacy (region, code, small) VALUES ('N', 7, 1), ('N', 8, 1);
            """)
        return database
    }

    @Test(arguments: cases) func theMessageSaysWhere(_ item: Case) throws {
        let database = try database()
        try database.write { session in
            let before = try #require(try session.find(Row2.self, "N", 7))
            before.text = "mine"
            try session.execute(SQL(unsafe: "UPDATE legacy SET \"\(item.column)\" = \(item.value) WHERE code = 7"))
            let reads: [() throws -> Any?] = [
                { try session.find(Row2.self, "N", 7) }, { try session.query(Row2.self).all() },
                { try session.reload(before) }, { try session.load(before) },
            ]
            for read in reads {
                let error = #expect(throws: ModelError.self) { _ = try read() }
                #expect(error?.code == .value)
                #expect(error?.table == "legacy")
                #expect(error?.column == item.column)
                #expect(error?.key == ["N", 7])
                #expect(
                    error?.message == "\"legacy\".\"\(item.column)\" of the row region = 'N', code = 7: \(item.says)")
            }
            // The model that could not be read again is as it was.
            #expect(before.text == "mine")
            #expect(try before.changedColumns() == ["text"])
            // The other rows can still be read.
            #expect(try session.find(Row2.self, "N", 8) != nil)
        }
    }

    @Test func datesInFormatsOfTheirOwn() throws {
        final class Dated: Model {
            var a = 0, b = 0
            var day: Date?
            override class var table: String { "dated" }
            override class var primaryKey: [String] { ["a", "b"] }
            override class var columns: [Column] {
                [
                    Column("a", \Dated.a), Column("b", \Dated.b),
                    Column("day", \Dated.day, date: .pattern("dd.MM.yyyy")),
                ]
            }
        }
        let database = try Database.inMemory()
        try database.execute(
            "CREATE TABLE dated (a, b, day, PRIMARY KEY (a, b)); INSERT INTO dated VALUES (1, 1, '31.12.1999'), (1, 2, '1999-12-31'), (1, 3, '12/31/1999'), (1, 4, x'00')"
        )
        try database.write { session in
            let first = try #require(try session.find(Dated.self, 1, 1))
            // A declared form is the only one.
            let other = #expect(throws: ModelError.self) { try session.find(Dated.self, 1, 2) }
            #expect(
                other?.message
                    == #""dated"."day" of the row a = 1, b = 2: text '1999-12-31' cannot be read as `Date?`: it is not in the declared form .date(.pattern("dd.MM.yyyy"))"#
            )
            first.day? += 86_400
            try session.save(first)
            #expect(try session.value("SELECT day FROM dated WHERE b = 1", as: String.self) == "01.01.2000")
            let error = #expect(throws: ModelError.self) { try session.find(Dated.self, 1, 3) }
            #expect(
                error?.message
                    == #""dated"."day" of the row a = 1, b = 3: text '12/31/1999' cannot be read as `Date?`: it is in no known date format"#
            )
            #expect(throws: ModelError.self) { try session.find(Dated.self, 1, 4) }
        }
    }

    /// A key in another spelling than ours is the row's own all the same.
    @Test func keysInOtherSpellings() throws {
        final class Spelt: Model {
            var id = UUID(), at = Date(), price = Decimal(0), flag = false
            var note: String?
            override class var table: String { "spelt" }
            override class var primaryKey: [String] { ["id", "at", "price", "flag"] }
        }
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE spelt (id TEXT, at TEXT, price TEXT, flag TEXT, note TEXT, PRIMARY KEY (id, at, price, flag));
            INSERT INTO spelt VALUES ('9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C', '2026-01-02 03:04:05', '12.50', 'true', NULL);
            """)
        try database.write { session in
            let row = try #require(try session.query(Spelt.self).first())
            #expect(try !row.hasChanges())
            row.note = "x"
            try session.save(row)
            try session.reload(row)
            #expect(row.note == "x")
            row.note = "y"
            row.price = 3
            try session.save(row)
            row.note = "z"
            try session.save(row)
            #expect(
                try session.rows("SELECT * FROM spelt").map(\.values) == [
                    ["9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C", "2026-01-02 03:04:05", "3", "true", "z"]
                ])
            try session.delete(row)
            #expect(try session.value("SELECT count(*) FROM spelt", as: Int.self) == 0)
        }
    }
}

#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    /// Values with more digits than a column keeps: no row holds them, but where an index is used the server rounds them and
    /// finds what is stored as the rounded ones.
    @Suite(.server) struct FixedDigitsTests {
        class Part: Model {
            var place = 0, number = 0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["place", "size", "number"] }
            override class var isAutoIncremented: Bool { false }
        }
        final class DecimalPart: Part { var size = Decimal() }
        final class DoublePart: Part { var size = 0.0 }
        final class AnyPart: Part { var size: SQLValue = .null }

        private func expectNone<P: Part>(_ type: P.Type, _ value: any SQLValueConvertible, in session: Session) throws {
            let keys: [[any SQLValueConvertible]] = (1...8).map { [1, value, $0] }
            for number in 1...8 {
                #expect(try session.find(type, 1, value, number) == nil, "\(type), \(value)")
                #expect(try session.find(type, raw: 1, value.sqlValue, .integer(Int64(number))) == nil)
            }
            #expect(try session.find(type, keys: keys).isEmpty)
            #expect(try session.find(type, keys: keys, as: .dictionary).isEmpty)
            #expect(try session.query(type).filter(keys: keys).count() == 0)
            #expect(try session.query(type).filter(rawKeys: keys.map { $0.map(\.sqlValue) }).count() == 0)
            #expect(try session.query(type).filter(.key(in: keys)).count() == 0)
            #expect(try session.query(type).filter("place = 1 AND size = \(value)").count() == 0)
        }

        @Test(arguments: ["INT", "BIGINT UNSIGNED", "DECIMAL(10,1)"]) func noRowIsFoundByMoreDigits(_ type: String)
            throws
        {
            let values = type == "BIGINT UNSIGNED" ? "UPDATE part SET size = ABS(size)" : "SELECT 1"
            let database = try Server.database(
                """
                CREATE TABLE part (place INT NOT NULL, size DECIMAL(10,1), number INT NOT NULL);
                INSERT INTO part VALUES (1, -3, 1), (1, -2, 2), (1, 2, 3), (1, 3, 4), (1, NULL, 5), (2, 3, 6), (1, 2.2, 7), (1, 2.3, 8);
                \(values);
                ALTER TABLE part MODIFY size \(type), ADD KEY part (place, size, number);
                """)
            try database.read { session in
                for digits in ["2.25", "2.96", "-2.55", "0.04"] {
                    let number = try #require(Decimal(string: digits))
                    let real = try #require(Double(digits))
                    try expectNone(DecimalPart.self, number, in: session)
                    try expectNone(DoublePart.self, real, in: session)
                    try expectNone(AnyPart.self, SQLValue.typed(SQLTypedText(digits, type: "decimal")), in: session)
                    try expectNone(AnyPart.self, SQLValue.real(real), in: session)
                    #expect(
                        try session.query(DecimalPart.self).filter(\.place == 1 && .in(\.size, [number, 9])).count()
                            == 0)
                    func numbers(_ condition: Filter<DecimalPart>) throws -> [Int] {
                        try session.query(DecimalPart.self).filter(\.place == 1 && condition).all().map(\.number)
                            .sorted()
                    }
                    // Without an index, and beside a sum, the server compares the number as it is.
                    func plain(_ condition: String) throws -> [Int] {
                        try session.rows(
                            SQL("SELECT number FROM part IGNORE INDEX (part) WHERE place = 1 AND size + 0 ")
                                + SQL(unsafe: condition + " ORDER BY number")
                        ).map { try $0.get(0, as: Int.self) }
                    }
                    #expect(try numbers(\.size == number) == plain("= \(digits)"))
                    #expect(try numbers(\.size != number) == plain("<> \(digits)"))
                    #expect(try numbers(!(\.size == number)) == plain("<> \(digits)"))
                    #expect(try numbers(\.size < number) == plain("< \(digits)"))
                    #expect(try numbers(\.size <= number) == plain("<= \(digits)"))
                    #expect(try numbers(\.size > number) == plain("> \(digits)"))
                    #expect(try numbers(\.size >= number) == plain(">= \(digits)"))
                    #expect(try numbers(.between(\.size, number, 100)) == plain("BETWEEN \(digits) AND 100"))
                    #expect(try numbers(!.in(\.size, [number, 2])) == plain("NOT IN (\(digits), 2)"))
                }
                // Of what the column can hold all is found, however many values there are.
                let sizes = (1...600).map { Decimal($0) }
                let many = try session.query(DecimalPart.self).filter(\.place == 1 && .in(\.size, sizes)).count()
                let expected = try session.value(
                    "SELECT count(*) FROM part WHERE place = 1 AND size BETWEEN 1 AND 600 AND size = FLOOR(size)",
                    as: Int.self)
                #expect(many == expected)
            }
        }

        final class Visit: Model {
            var ward = 0, start = Date(timeIntervalSince1970: 0), bed = 0
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["ward", "start", "bed"] }
            override class var isAutoIncremented: Bool { false }
        }

        @Test func noRowIsFoundByAFinerTime() throws {
            let database = try Server.database(
                """
                CREATE TABLE visit (ward INT, start DATETIME(3), bed INT, KEY visit (ward, start, bed));
                INSERT INTO visit VALUES (1, '2024-01-01 10:00:00.123', 1), (1, '2024-01-01 10:00:00.124', 2), (1, '2024-01-01', 3);
                """)
            try database.read { session in
                for (text, equal, below) in [
                    ("10:00:00.123456", [], [1, 3]), ("10:00:00.123", [1], [3]), ("00:00:00", [3], []),
                ] {
                    let date = try Date(column: .text("2024-01-01T\(text)Z"))
                    func beds(_ condition: Filter<Visit>) throws -> [Int] {
                        try session.query(Visit.self).filter(\.ward == 1 && condition).all().map(\.bed).sorted()
                    }
                    #expect(try beds(\.start == date) == equal)
                    #expect(try beds(\.start < date) == below)
                    #expect(try beds(\.start <= date) == (below + equal).sorted())
                    #expect(try beds(.in(\.start, [date])) == equal)
                    let keys: [[any SQLValueConvertible]] = (1...3).map { [1, date, $0] }
                    #expect(try session.find(Visit.self, keys: keys).map(\.bed) == equal)
                    #expect(try (1...3).compactMap { try session.find(Visit.self, 1, date, $0)?.bed } == equal)
                }
            }
        }

        final class Sum: Model {
            var place = 0, number = 0, whole: Int?, amount: Decimal?, small: Decimal?, real: Double?,
                mask: SQLValue = .null
            override class var table: String { "sum" }
            override class var primaryKey: [String] { ["place", "number"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// In real numbers, large ones of both signs would be nothing together.
        @Test func averagesAreExactAndHaveAllTheirDigits() throws {
            let database = try Server.database(
                """
                CREATE TABLE sum (place INT, number INT, whole BIGINT, amount DECIMAL(30,2), small DECIMAL(8,2), `real` DOUBLE,
                    mask BIT(64), PRIMARY KEY (place, number));
                INSERT INTO sum VALUES
                    (1, 1, 9007199254740993, 12345678901234567890.10, 0.10, 0.5, 1),
                    (1, 2, -9007199254740992, -12345678901234567890.00, 0.20, 1.5, 1 << 63),
                    (1, 3, NULL, NULL, -3.30, NULL, NULL), (1, 4, NULL, NULL, 0.30, NULL, NULL),
                    (2, 1, 1, NULL, 0.10, NULL, NULL), (2, 2, 1, NULL, 0.10, NULL, NULL), (2, 3, 2, NULL, 0.20, NULL, NULL);
                """)
            try database.read { session in
                let first = try session.query(Sum.self).filter(\.place == 1)
                #expect(try first.average(\.whole) == 0.5)
                #expect(try first.average(\.amount) == 0.05)
                #expect(try first.average(\.small) == -0.675)
                #expect(try first.average(\.real) == 1)
                #expect(try first.limit(2).orderByKey().average(\.amount) == 0.05)
                #expect(try Decimal(column: first.aggregate("avg", "amount")) == Decimal(string: "0.05"))
                #expect(try Decimal(column: first.aggregate("avg", "whole")) == Decimal(string: "0.5"))
                #expect(try Decimal(column: first.aggregate("avg", "mask")) == Decimal(string: "4611686018427387904.5"))
                let second = try session.query(Sum.self).filter(\.place == 2)
                #expect(try second.average(\.whole) == 4.0 / 3)
                #expect(try second.average(\.small) == 0.4 / 3)
                #expect(try second.average(\.real) == nil)
            }
        }
    }
#endif

#if PostgreSQL
    import Foundation
    import Testing

    @testable import ZIMOrm

    /// Numbers with a fraction beside a column of integers, in the second of three parts of a key: no row holds them, and the
    /// server reads no integer from them.
    @Suite(.server) struct FractionTests {
        class Part: Model {
            var place = 0, number = 0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["place", "size", "number"] }
            override class var isAutoIncremented: Bool { false }
        }
        final class DecimalPart: Part { var size = Decimal() }
        final class DoublePart: Part { var size = 0.0 }

        @Test(arguments: ["smallint", "integer", "bigint"]) func fractionsAreCompared(_ type: String) throws {
            let scratch = try Scratch(
                """
                CREATE TABLE part (place int, size \(type), number int, PRIMARY KEY (place, size, number));
                INSERT INTO part VALUES (1, -3, 1), (1, -2, 2), (1, 2, 3), (1, 3, 4), (2, 3, 5);
                """)
            try scratch.database.read { session in
                for digits in ["2.5", "-2.5", "2", "-0.5", "0.5"] {
                    let number = try #require(Decimal(string: digits))
                    let real = try #require(Double(digits))
                    func plain(_ condition: String) throws -> [Int] {
                        try session.rows(
                            SQL("SELECT number FROM part WHERE place = 1 AND size ")
                                + SQL(unsafe: condition + " ORDER BY number")
                        ).map { try $0.get(0, as: Int.self) }
                    }
                    func numbers(_ one: Filter<DecimalPart>, _ other: Filter<DoublePart>) throws -> [Int] {
                        let found = try session.query(DecimalPart.self).filter(\.place == 1 && one).all()
                        let same = try session.query(DoublePart.self).filter(\.place == 1 && other).all()
                        #expect(found.map(\.number).sorted() == same.map(\.number).sorted(), "\(digits)")
                        return found.map(\.number).sorted()
                    }
                    #expect(try numbers(\.size == number, \.size == real) == plain("= \(digits)"))
                    #expect(try numbers(\.size != number, \.size != real) == plain("<> \(digits)"))
                    #expect(try numbers(\.size < number, \.size < real) == plain("< \(digits)"))
                    #expect(try numbers(\.size <= number, \.size <= real) == plain("<= \(digits)"))
                    #expect(try numbers(\.size > number, \.size > real) == plain("> \(digits)"))
                    #expect(try numbers(\.size >= number, \.size >= real) == plain(">= \(digits)"))
                    #expect(
                        try numbers(.between(\.size, number, 2.75), .between(\.size, real, 2.75))
                            == plain("BETWEEN \(digits) AND 2.75"))
                    #expect(
                        try numbers(.in(\.size, [number, 3]), .in(\.size, [real, 3])) == plain("IN (\(digits), 3)"))
                    #expect(
                        try numbers(!.in(\.size, [number, 3]), !.in(\.size, [real, 3]))
                            == plain("NOT IN (\(digits), 3)"))
                    let equal = try plain("= \(digits)")
                    let keys: [[any SQLValueConvertible]] = (1...5).map { [1, number, $0] }
                    #expect(try session.find(DecimalPart.self, keys: keys).map(\.number) == equal)
                    #expect(try session.query(DecimalPart.self).filter(keys: keys).all().map(\.number) == equal)
                    #expect(try session.query(DecimalPart.self).filter(!.key(in: keys)).count() == 5 - equal.count)
                    #expect(
                        try (1...5).compactMap { try session.find(DecimalPart.self, 1, number, $0)?.number } == equal)
                    #expect(try (1...5).compactMap { try session.find(DoublePart.self, 1, real, $0)?.number } == equal)
                }
            }
        }
    }
#endif

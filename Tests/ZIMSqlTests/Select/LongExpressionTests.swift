import Testing

@testable import ZIMSql

/// Expressions that a loop puts together, on a thread with little stack.
@Suite struct LongExpressionTests {
    static let count = 100_000

    private enum Shape: CaseIterable { case andBehind, andBefore, orBehind, orBefore, allBehind, anyBefore }

    private static func long(_ shape: Shape, _ count: Int = count) -> SQLExpression {
        let one: SQLExpression = .column("n") == .column("n")
        var long: SQLExpression = .column("m") == .column("m")
        for _ in 1..<count {
            switch shape {
            case .andBehind: long = long && one
            case .andBefore: long = one && long
            case .orBehind: long = long || one
            case .orBefore: long = one || long
            case .allBehind: long = .all([long, one])
            case .anyBefore: long = .any([one, long])
            }
        }
        return long
    }

    /// It renders, is the same as its like, and runs on SQLite, which takes no more than 1,000 in a row.
    @Test(arguments: Shape.allCases) private func rowsOfConditions(_ shape: Shape) throws {
        try onSmallStack {
            let long = Self.long(shape)
            let same = Self.long(shape)
            #expect(long == same)
            #expect(long.hashValue == same.hashValue)
            #expect(long != Self.long(shape, Self.count - 1))
            let word = [.andBehind, .andBefore, .allBehind].contains(shape) ? " AND " : " OR "
            let rendered = try long.render(for: .postgreSQL)
            #expect(rendered.sql.split(separator: word).count == Self.count)
            #expect(!rendered.sql.contains("("))
            let statement = SelectStatement().column("n").from("t").where(long)
            let engine = try SQLiteRunner(fixture: false)
            _ = try engine.run("CREATE TABLE t (n, m); INSERT INTO t VALUES (1, 2), (NULL, NULL)")
            let rows = try engine.run(statement.render(for: .sqlite))
            #expect(rows == [[1]])
        }
    }

    @Test func howManyAreWrittenInARow() throws {
        let long = Self.long(.andBehind, 201)
        let row = "\"m\" = \"m\"" + String(repeating: " AND \"n\" = \"n\"", count: 199)
        #expect(try long.render(for: .sqlite).sql == "(\(row)) AND (\"n\" = \"n\")")
        #expect(try Self.long(.andBehind, 200).render(for: .sqlite).sql == row)
        #expect(try long.render(for: .postgreSQL).sql == row + " AND \"n\" = \"n\"")
    }

    private static let rows: [(name: String, step: @Sendable (SQLExpression) -> SQLExpression, text: String)] = [
        ("sum", { $0 + .column("n") - .value(1) }, " + \"n\" - ?"),
        ("product", { $0 * .column("n") / .value(2) }, " * \"n\" / ?"),
        ("text", { $0.concatenated(with: .column("n")) }, " || \"n\""),
        ("mixture", { $0 + .column("n") * .value(3) }, " + (\"n\" * ?)"),
    ]

    /// What goes on from left to right stands in a row: SQLite's parser takes some fifty parentheses inside one another.
    @Test(arguments: rows.indices) func valuesInARow(_ index: Int) throws {
        let (name, step, text) = Self.rows[index]
        let count = SQLExpression.heightLimit / 2 - 1
        let long = (0..<count).reduce(SQLExpression.column("n")) { long, _ in step(long) }
        let rendered = try long.render(for: .sqlite).sql
        #expect(rendered == "\"n\"" + String(repeating: text, count: count), "\(name)")
        let engine = try SQLiteRunner(fixture: false)
        _ = try engine.run("CREATE TABLE t (n); INSERT INTO t VALUES (2)")
        let rows = try engine.run(SelectStatement().column(long).from("t").render(for: .sqlite))
        let expected: SQLValue =
            switch name {
            case "sum": .integer(Int64(2 + count))
            case "product": 2
            case "text": .text(String(repeating: "2", count: count + 1))
            default: .integer(Int64(2 + 6 * count))
            }
        #expect(rows == [[expected]])
    }

    /// What would mean something else without parentheses has them.
    @Test func parenthesesThatMatter() throws {
        let (a, b, c): (SQLExpression, SQLExpression, SQLExpression) = (.column("a"), .column("b"), .column("c"))
        let texts = [
            (a - (b - c), #""a" - ("b" - "c")"#), (a / (b * c), #""a" / ("b" * "c")"#),
            (a - b + c, #""a" - "b" + "c""#),
            ((a + b) * c, #"("a" + "b") * "c""#), (a * b + c, #"("a" * "b") + "c""#),
            (a % b % c, #"("a" % "b") % "c""#),
            ((a + b).concatenated(with: c), #"("a" + "b") || "c""#),
            ((a == b) + c, #"("a" = "b") + "c""#),
        ]
        for (expression, text) in texts {
            #expect(try expression.render(for: .sqlite).sql == text)
            #expect(try expression.render(for: .postgreSQL).sql == text)
        }
    }

    /// In which steps conditions were put together makes no difference.
    @Test func sameInWhateverSteps() throws {
        let conditions = (0..<300).map { SQLExpression.column("c\($0)") == .column("d") }
        let behind = conditions.dropFirst().reduce(conditions[0]) { $0 && $1 }
        let before = conditions.dropLast().reversed().reduce(conditions[299]) { $1 && $0 }
        let halves = SQLExpression.all(Array(conditions[..<150])) && .all(Array(conditions[150...]))
        let all = SQLExpression.all(conditions)
        for other in [before, halves, all] {
            #expect(behind == other)
            #expect(behind.hashValue == other.hashValue)
        }
        #expect(behind != .any(conditions))
        #expect(try behind.render(for: .postgreSQL).sql == all.render(for: .postgreSQL).sql)
    }

    @Test func contraries() throws {
        try onSmallStack {
            var not: SQLExpression = .column("n")
            for _ in 0..<Self.count { not = !not }
            let (even, odd) = try (not.render(for: .sqlite).sql, (!not).render(for: .sqlite).sql)
            #expect(even == "NOT (NOT (\"n\"))")
            #expect(odd == "NOT (\"n\")")
        }
    }

    private enum Mixture: CaseIterable { case notAnd, andOr, sum, call }

    /// What can be neither flat nor balanced is refused before it is so deep that it would end the program.
    @Test(arguments: Mixture.allCases) private func tooManyInsideOneAnother(_ mixture: Mixture) throws {
        try onSmallStack(kilobytes: 2048) {
            let one: SQLExpression = .column("n")
            var deep = one
            for _ in 0..<Self.count {
                switch mixture {
                case .notAnd: deep = !(deep && one)
                case .andOr: deep = (deep && one) || one
                case .sum: deep = deep + one
                case .call: deep = .function("abs", deep)
                }
            }
            for dialect in [SQLiteDialect() as any SQLDialect, PostgreSQLDialect()] {
                let error = #expect(throws: SQLBuildError.self) { _ = try deep.render(for: dialect) }
                #expect(
                    error?.description
                        == "invalid: an expression has more than 200 others inside one another. Put conditions together with "
                        + "all(_:) or any(_:), and values with raw SQL")
            }
        }
    }

    /// As many as are allowed fit a quarter of a usual stack, with the large frames of a debug build.
    @Test(arguments: Mixture.allCases) private func asManyAsAreAllowed(_ mixture: Mixture) throws {
        try onSmallStack(kilobytes: 2048) {
            func make() -> SQLExpression {
                var deep: SQLExpression = .column("n")
                for _ in 0..<(SQLExpression.heightLimit / 2) {
                    switch mixture {
                    case .notAnd: deep = !(deep && .column("n"))
                    case .andOr: deep = (deep && .column("n")) || .column("m")
                    case .sum: deep = (deep + .column("n")) - .column("n")
                    case .call: deep = .function("abs", -deep)
                    }
                }
                return deep
            }
            let deep = make()
            #expect(deep.height == 200)
            #expect(deep == make())
            #expect(deep.hashValue == make().hashValue)
            let text = try deep.render(for: .postgreSQL).sql
            #expect(text.count > 200)
        }
    }

    @Test func anExpressionIsAsSmallAsBefore() {
        #expect(MemoryLayout<SQLExpression>.stride == 24)
    }
}

import TestServer
import ZIMSql

/// Makes random statements over the tables of the fixture that SQLite must accept.
struct RandomStatement {
    private var generator: SeededGenerator
    private let texts = ["Ada", "", "it's", "a\"b", "?", ":x", "-- no", "/*", "ü😀", "line\nline", "x'00'", "$1", "\\"]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }
    private mutating func text() -> String { texts[number(0...(texts.count - 1))] }

    private let columns = ["p.pk", "p.age", "p.region", "\"p\".\"email\"", "score", "last_name"]

    private mutating func column() -> SQLExpression {
        chance(4) ? .column("fax", of: "p") : .name(columns[number(0...(columns.count - 1))])
    }

    private mutating func value() -> SQLExpression {
        switch number(0...6) {
        case 0: return .value(text())
        case 1: return .value(Double(number(-1000...1000)) / 8)
        case 2: return SQLExpression(value: .blob([UInt8(number(0...255)), 0]))
        case 3: return nil
        case 4: return SQLExpression(value: .integer([Int64.min, -1, 0, Int64.max][number(0...3)]))
        default: return .value(number(-100...100))
        }
    }

    mutating func expression(_ depth: Int) -> SQLExpression {
        guard depth > 0 else { return chance(2) ? column() : value() }
        let operators: [SQLOperator] = [
            .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .is, .isNot,
            .like,
            .notLike, .glob, .notGlob, .add, .subtract, .multiply, .divide, .modulo, .concatenate, .bitwiseAnd,
            .bitwiseOr,
            .shiftLeft, .shiftRight,
        ]
        switch number(0...16) {
        case 0...4:
            let operation = operators[number(0...(operators.count - 1))]
            return .binary(expression(depth - 1), operation, expression(depth - 1))
        case 5: return expression(depth - 1) && expression(depth - 1)
        case 6: return expression(depth - 1) || expression(depth - 1)
        case 7: return !expression(depth - 1)
        case 8: return chance(2) ? -expression(depth - 1) : ~expression(depth - 1)
        case 9: return expression(depth - 1).isIn((0..<number(0...3)).map { _ in expression(0) })
        case 10: return expression(depth - 1).between(expression(depth - 1), expression(0))
        case 11:
            return SQLCase().when(expression(depth - 1), then: expression(0)).else(expression(depth - 1)).expression
        case 12: return expression(depth - 1).cast(as: chance(2) ? .text : .decimal(5, 2))
        case 13: return expression(depth - 1).collate("NOCASE")
        case 14: return .coalesce(expression(depth - 1), expression(0))
        case 15: return expression(depth - 1).like(.value("a%"), escape: chance(2) ? "\\" : nil)
        default: return chance(2) ? .exists(select(0)) : expression(0).isNotIn(select(0))
        }
    }

    /// A SELECT of one column, so that it can stand in an IN and in a UNION.
    mutating func select(_ depth: Int) -> SelectStatement {
        var statement = SelectStatement().column(
            expression(depth), alias: chance(3) ? "x \(text().filter { $0 != "\0" })" : nil
        )
        .from("person", alias: "p")
        if chance(3) {
            let type = [SQLJoinType.inner, .left, .right, .full, .cross][number(0...4)]
            statement = statement.join("phone call", alias: "c", type: type)
            if type != .cross { statement = statement.joinOn("c.person_pk", .equalTo, column: "p.pk") }
            if type != .cross, chance(2) { statement = statement.joinOn(expression(depth), connector: .or) }
        }
        for _ in 0..<number(0...3) {
            statement = statement.where(expression(depth), connector: chance(2) ? .and : .or)
        }
        if chance(4) {
            statement = statement.whereBlock { $0.where("p.age", .notIn, [1, 2]).where("p.fax", .isNot, nil) }
        }
        if chance(4) { statement = statement.groupBy(expression(0)).having(.count(), .greaterThan, number(0...3)) }
        if chance(6) { statement = statement.distinct() }
        if depth > 0, chance(5) {
            let operation = SQLCompoundOperator.allCases[number(0...3)]
            return statement.combine(select(0), operation).limit(number(0...9))
        }
        if chance(3) {
            statement = statement.orderBy(expression(0), descending: chance(2), nulls: chance(2) ? .last : nil)
        }
        if chance(3) { statement = statement.limit(number(0...99)) }
        if chance(4) { statement = statement.offset(number(0...9)) }
        if depth > 0, chance(8) { statement = statement.with("w", as: select(0)) }
        return statement
    }

    mutating func next() -> any SQLStatement {
        switch number(0...9) {
        case 0:
            return InsertStatement(into: "stock").column("warehouse", value: value()).column("item", value: text())
                .column("quantity", value: .value(number(0...9)) + 1).or(SQLConflictAction.allCases[number(0...4)])
        case 1:
            return UpsertStatement(into: "stock").column("warehouse", value: 1).column("item", value: text())
                .column("quantity", value: value()).matching(["warehouse", "item"]).where(
                    .excluded("quantity"), .isNot, value()
                )
                .returning("*")
        case 2:
            var statement = UpdateStatement("person", alias: "p").column("age", value: expression(1)).where(
                expression(2))
            if chance(3) { statement = statement.limit(number(0...9)) }
            return statement
        case 3: return DeleteStatement(from: "person", alias: "p").where(expression(2)).returning("pk")
        default: return select(2)
        }
    }
}

extension SQLExpression {
    /// A column: `"name"`, or `"table"."name"`. Neither name is split at dots.
    public static func column(_ name: String, of table: String? = nil) -> SQLExpression {
        SQLExpression(.column(table: table, name: name))
    }

    /// A bound value: `?`.
    public static func value(_ value: some SQLValueConvertible) -> SQLExpression {
        SQLExpression(.value(value.sqlValue))
    }

    /// SQL of one's own: `(text)`.
    public static func sql(_ sql: SQL) -> SQLExpression { SQLExpression(.sql(sql)) }

    /// A function's call: `name(a, b)`. The name is written as it is, so it must not come from a stranger.
    public static func function(_ name: String, _ arguments: SQLExpression..., distinct: Bool = false) -> SQLExpression
    {
        SQLExpression(.function(name, arguments, distinct: distinct))
    }

    /// A function's call with arguments known at run time.
    public static func function(_ name: String, arguments: [SQLExpression], distinct: Bool = false) -> SQLExpression {
        SQLExpression(.function(name, arguments, distinct: distinct))
    }

    /// `count(*)`, or `count("column")`.
    public static func count(_ operand: SQLExpression? = nil, distinct: Bool = false) -> SQLExpression {
        SQLExpression(.function("count", [operand ?? SQLExpression(.star(table: nil))], distinct: distinct))
    }

    /// All conditions hold; true where there are none.
    public static func all(_ conditions: [SQLExpression]) -> SQLExpression {
        conditions.count == 1 ? conditions[0] : SQLExpression(.connective(.and, conditions))
    }

    /// One of the conditions holds; false where there are none.
    public static func any(_ conditions: [SQLExpression]) -> SQLExpression {
        conditions.count == 1 ? conditions[0] : SQLExpression(.connective(.or, conditions))
    }

    /// Two expressions with an operator between them. A comparison with the literal NULL becomes `IS NULL`.
    public static func binary(_ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression) -> SQLExpression
    {
        if case .value(.null) = right.node {
            switch operation {
            case .equalTo, .is: return SQLExpression(.isNull(left, negated: false))
            case .notEqualTo, .isNot: return SQLExpression(.isNull(left, negated: true))
            default: break
            }
        }
        return SQLExpression(.binary(operation, left, right))
    }

    /// `operand IS NULL`
    public var isNull: SQLExpression { SQLExpression(.isNull(self, negated: false)) }
    /// `operand IS NOT NULL`
    public var isNotNull: SQLExpression { SQLExpression(.isNull(self, negated: true)) }

    /// `operand IN (a, b)`; false for an empty list.
    public func isIn(_ list: [SQLExpression]) -> SQLExpression { SQLExpression(.inList(self, list, negated: false)) }
    /// `operand NOT IN (a, b)`; true for an empty list.
    public func isNotIn(_ list: [SQLExpression]) -> SQLExpression { SQLExpression(.inList(self, list, negated: true)) }

    /// `operand BETWEEN low AND high`
    public func between(_ low: SQLExpression, _ high: SQLExpression) -> SQLExpression {
        SQLExpression(.between(self, low, high, negated: false))
    }

    /// `operand LIKE pattern`, with `ESCAPE` where an escape character is given.
    public func like(_ pattern: SQLExpression, escape: String? = nil) -> SQLExpression {
        SQLExpression(.like(self, pattern, escape: escape, negated: false))
    }

    public static func == (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .equalTo, right) }
    public static func != (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .notEqualTo, right)
    }
    public static func < (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .lessThan, right) }
    public static func <= (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .lessThanOrEqualTo, right)
    }
    public static func > (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .greaterThan, right)
    }
    public static func >= (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .greaterThanOrEqualTo, right)
    }
    public static func && (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        SQLExpression(.connective(.and, [left, right]))
    }
    public static func || (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        SQLExpression(.connective(.or, [left, right]))
    }
    public static prefix func ! (operand: SQLExpression) -> SQLExpression { SQLExpression(.not(operand)) }
}

extension SQLExpression: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self.init(.value(.integer(value))) }
    public init(floatLiteral value: Double) { self.init(.value(.real(value))) }
    /// A bound text, not a column: a column is `.column("name")`.
    public init(stringLiteral value: String) { self.init(.value(.text(value))) }
    public init(booleanLiteral value: Bool) { self.init(.value(.integer(value ? 1 : 0))) }
    public init(nilLiteral: ()) { self.init(.value(.null)) }
}

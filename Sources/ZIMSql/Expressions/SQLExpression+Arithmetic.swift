extension SQLExpression {
    /// `left + right`
    public static func + (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .add, right) }
    /// `left - right`
    public static func - (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .subtract, right) }
    /// `left * right`
    public static func * (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .multiply, right) }
    /// `left / right`
    public static func / (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .divide, right) }
    /// `left % right`
    public static func % (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .modulo, right) }

    /// `-operand`
    public static prefix func - (operand: SQLExpression) -> SQLExpression { SQLExpression(.prefix(.minus, operand)) }
    /// `~operand`: bitwise NOT
    public static prefix func ~ (operand: SQLExpression) -> SQLExpression {
        SQLExpression(.prefix(.complement, operand))
    }

    /// `left || right`: concatenation
    public func concatenated(with other: SQLExpression) -> SQLExpression { .binary(self, .concatenate, other) }

    /// `CAST(operand AS type)`
    public func cast(as type: SQLDataType) -> SQLExpression { SQLExpression(.cast(self, type)) }

    /// `operand COLLATE "name"`, for example `NOCASE` on SQLite and `C` on PostgreSQL
    public func collate(_ name: String) -> SQLExpression { SQLExpression(.collate(self, name)) }

    /// The operand of a comparison that shall tell all letters apart on MySQL: `operand COLLATE utf8mb4_bin`.
    package var letterForLetter: SQLExpression { collate("utf8mb4_bin") }
}

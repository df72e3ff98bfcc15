extension SQLExpression {
    /// `operand IS NULL`
    public var isNull: SQLExpression { .binary(self, .is, nil) }
    /// `operand IS NOT NULL`
    public var isNotNull: SQLExpression { .binary(self, .isNot, nil) }

    /// `operand IN (a, b)`; false for an empty list.
    public func isIn(_ list: [SQLExpression]) -> SQLExpression { .binary(self, .in, SQLExpression(list: list)) }
    /// `operand NOT IN (a, b)`; true for an empty list.
    public func isNotIn(_ list: [SQLExpression]) -> SQLExpression { .binary(self, .notIn, SQLExpression(list: list)) }
    /// `operand IN (SELECT …)`
    public func isIn(_ statement: SelectStatement) -> SQLExpression { .binary(self, .in, .subquery(statement)) }
    /// `operand NOT IN (SELECT …)`
    public func isNotIn(_ statement: SelectStatement) -> SQLExpression { .binary(self, .notIn, .subquery(statement)) }

    /// `operand BETWEEN low AND high`
    public func between(_ low: SQLExpression, _ high: SQLExpression) -> SQLExpression {
        .binary(self, .between, [low, high])
    }
    /// `operand NOT BETWEEN low AND high`
    public func notBetween(_ low: SQLExpression, _ high: SQLExpression) -> SQLExpression {
        .binary(self, .notBetween, [low, high])
    }

    /// `operand LIKE pattern`, with `ESCAPE` if an escape character is given.
    ///
    /// Without `ignoringCase` the engine decides: SQLite ignores the case of ASCII letters, PostgreSQL compares it.
    /// With it, PostgreSQL gets ILIKE and SQLite LIKE. A backslash escapes on PostgreSQL, MariaDB and MySQL, and not on SQLite:
    /// name it as the escape character where a pattern has one.
    public func like(_ pattern: SQLExpression, escape: String? = nil, ignoringCase: Bool = false) -> SQLExpression {
        SQLExpression(.like(self, pattern, escape: escape, negated: false, ignoringCase: ignoringCase))
    }
    /// `operand NOT LIKE pattern`, with `ESCAPE` if an escape character is given.
    public func notLike(_ pattern: SQLExpression, escape: String? = nil, ignoringCase: Bool = false) -> SQLExpression {
        SQLExpression(.like(self, pattern, escape: escape, negated: true, ignoringCase: ignoringCase))
    }

    /// `left = right`
    public static func == (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .equalTo, right) }
    /// `left <> right`
    public static func != (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .notEqualTo, right)
    }
    /// `left < right`
    public static func < (left: SQLExpression, right: SQLExpression) -> SQLExpression { binary(left, .lessThan, right) }
    /// `left <= right`
    public static func <= (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .lessThanOrEqualTo, right)
    }
    /// `left > right`
    public static func > (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .greaterThan, right)
    }
    /// `left >= right`
    public static func >= (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        binary(left, .greaterThanOrEqualTo, right)
    }
    /// `left AND right`
    public static func && (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        joined(.and, left, right)
    }
    /// `left OR right`
    public static func || (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        joined(.or, left, right)
    }
    /// `NOT (operand)`
    public static prefix func ! (operand: SQLExpression) -> SQLExpression {
        if case .not(let inner) = operand.node, case .not = inner.node { return inner }
        return SQLExpression(.not(operand))
    }
}

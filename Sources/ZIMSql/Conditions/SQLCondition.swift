/// One condition of a WHERE, HAVING, ON or WHEN, and how it joins the one before it.
public struct SQLCondition: Sendable, Hashable {
    var connector: SQLConnector
    /// Nil where `left` is the whole condition.
    var operation: SQLOperator?
    var left: SQLExpression
    var right: SQLExpression
    /// The conditions inside parentheses; nil for a condition that is no block.
    var block: [SQLCondition]?

    /// A comparison.
    public init(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression, connector: SQLConnector = .and
    ) {
        self.connector = connector
        self.operation = operation
        self.left = left
        self.right = right
    }

    /// An expression that is true or false.
    public init(_ expression: SQLExpression, connector: SQLConnector = .and) {
        self.connector = connector
        left = expression
        right = SQLExpression(.star)
    }

    /// Several conditions in parentheses.
    public init(_ block: SQLConditions, connector: SQLConnector = .and) {
        self.connector = connector
        left = SQLExpression(.star)
        right = left
        self.block = block.items
    }
}

/// Conditions inside parentheses, as `whereBlock`, `havingBlock` and `joinOnBlock` hand them to their closure.
///
/// ```swift
/// statement.whereBlock { $0.where("email", .isNot, nil).where("fax", .isNot, nil, connector: .or) }
/// // WHERE ("email" IS NOT NULL OR "fax" IS NOT NULL)
/// ```
public struct SQLConditions: SQLFilterable, Sendable, Hashable {
    var items: [SQLCondition] = []

    /// No condition yet.
    public init() {}

    public consuming func `where`(_ condition: SQLCondition) -> SQLConditions {
        items.append(condition)
        return self
    }
}

extension SQLWriter {
    /// Writes conditions with their connectors; the first one's connector says nothing.
    ///
    /// As in SQL, AND binds more tightly than OR; a block groups otherwise.
    mutating func conditions(_ items: [SQLCondition]) throws {
        var isFirst = true
        for item in items {
            if !isFirst { raw(item.connector == .and ? " AND " : " OR ") }
            isFirst = false
            if let operation = item.operation {
                try self.operation(item.left, operation, item.right)
            } else if let block = item.block {
                guard !block.isEmpty else {
                    throw SQLBuildError(
                        .incomplete, "a block of conditions is empty",
                        hint: "Add a condition in the closure, or leave the block out")
                }
                raw("(")
                try conditions(block)
                raw(")")
            } else if items.count == 1 {
                try item.left.write(to: &self)
            } else {
                try item.left.writeCondition(to: &self)
            }
        }
    }
}

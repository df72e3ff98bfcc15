/// One condition of a WHERE, HAVING, ON or WHEN, and how it joins the one before it.
public struct SQLCondition: Sendable, Hashable {
    @usableFromInline var connector: SQLConnector
    /// Nil where `left` is the whole condition.
    @usableFromInline var operation: SQLOperator?
    @usableFromInline var left: SQLExpression
    @usableFromInline var right: SQLExpression

    /// A comparison.
    @inlinable
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
        left = SQLExpression(.block(block.items))
        right = SQLExpression(.star)
    }
}

/// Conditions in parentheses, which `whereBlock`, `havingBlock` and `joinOnBlock` pass to their closure.
///
/// ```swift
/// statement.whereBlock { $0.where("email", .isNot, nil).where("fax", .isNot, nil, connector: .or) }
/// // WHERE ("email" IS NOT NULL OR "fax" IS NOT NULL)
/// ```
public struct SQLConditions: SQLFilterable, Sendable, Hashable {
    var items: [SQLCondition] = []

    /// No condition yet.
    public init() {}

    public consuming func `where`(_ condition: consuming SQLCondition) -> SQLConditions {
        items.append(condition)
        return self
    }
}

extension SQLWriter {
    /// Writes conditions with their connectors; the first one's connector says nothing.
    ///
    /// As in SQL, AND binds more tightly than OR; a block groups otherwise.
    mutating func conditions(_ items: [SQLCondition]) throws {
        // Over the buffer, because a loop over the array copies each condition.
        try items.withUnsafeBufferPointer { items in
            for index in items.indices {
                if index > 0 { put(items[index].connector == .and ? " AND " : " OR ") }
                try items[index].write(isOnly: items.count == 1, to: &self)
            }
        }
    }
}

extension SQLCondition {
    fileprivate func write(isOnly: Bool, to writer: inout SQLWriter) throws {
        if let operation {
            try writer.operation(left, operation, right)
        } else if isOnly {
            try left.write(to: &writer)
        } else {
            try left.writeCondition(to: &writer)
        }
    }
}

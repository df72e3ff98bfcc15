/// What tells two statements that are written alike: their text is then rendered once.
extension SelectStatement {
    /// Appends the values of this statement where another is written like it, but for values in its conditions and its
    /// limit. Operands among them are still to be made what a dialect binds.
    ///
    /// - Returns: false where it is not, or where that is not known; some values may have been appended then.
    package func appendValues(to values: inout [SQLValue], asWrittenIn other: SelectStatement) -> Bool {
        let (own, model) = (clauses, other.clauses)
        guard own.rare == nil, model.rare == nil, own.distinct == model.distinct,
            own.groups.isEmpty, model.groups.isEmpty, own.having.isEmpty, model.having.isEmpty,
            // Statements that begin as one have the same lists; what others hold would have to be looked at.
            own.columns.isSame(as: model.columns), own.sources.isSame(as: model.sources),
            own.ordering.count == model.ordering.count
        else { return false }
        let (conditions, others) = (own.conditions.all, model.conditions.all)
        return conditions.count == others.count
            && conditions.indices.allSatisfy { conditions[$0].appendValues(to: &values, asWrittenIn: others[$0]) }
            && own.ordering.indices.allSatisfy {
                own.ordering[$0].appendValues(to: &values, asWrittenIn: model.ordering[$0])
            }
            && SQLExpression.appendValues(of: own.limit, to: &values, asWrittenIn: model.limit)
            && SQLExpression.appendValues(of: own.offset, to: &values, asWrittenIn: model.offset)
    }
}

extension SQLOrdering {
    fileprivate func appendValues(to values: inout [SQLValue], asWrittenIn other: SQLOrdering) -> Bool {
        descending == other.descending && nulls == other.nulls
            && expression.appendValues(to: &values, asWrittenIn: other.expression)
    }
}

extension SQLCondition {
    fileprivate func appendValues(to values: inout [SQLValue], asWrittenIn other: SQLCondition) -> Bool {
        // What a value is compared with may get the value's type.
        guard connector == other.connector, operation == other.operation, operation == nil || !left.isValue,
            left.appendValues(to: &values, asWrittenIn: other.left)
        else { return false }
        // Without an operator there is nothing to its right.
        return operation == nil || right.appendValues(to: &values, asWrittenIn: other.right)
    }
}

extension SQLExpression {
    /// Appends the values of this expression where another is written like it, but for its values.
    fileprivate func appendValues(to values: inout [SQLValue], asWrittenIn other: SQLExpression) -> Bool {
        switch (node, other.node) {
        case (.value(let value), .value(let model)):
            // NULL is compared in other words, and the kind of a number may be written beside it.
            guard !value.isNull, value.isWritten(as: model) else { return false }
            values.append(value)
            return true
        case (.column(let table, let name), .column(let otherTable, let otherName)):
            return name.hasSameBytes(as: otherName) && table.hasSameBytes(as: otherTable)
        case (.identifier(let name), .identifier(let other)), (.name(let name), .name(let other)):
            return name.hasSameBytes(as: other)
        case (.binary(let operation, let left, let right), .binary(let model, let otherLeft, let otherRight)):
            return operation == model && !left.isValue && left.appendValues(to: &values, asWrittenIn: otherLeft)
                && right.appendValues(to: &values, asWrittenIn: otherRight)
        case (.connective(let connector, let conditions), .connective(let model, let others)):
            return connector == model && Self.appendValues(of: conditions.all, to: &values, asWrittenIn: others.all)
        case (.list(let items), .list(let others)):
            return Self.appendValues(of: items, to: &values, asWrittenIn: others)
        case (.not(let operand), .not(let other)):
            return operand.appendValues(to: &values, asWrittenIn: other)
        default: return false
        }
    }

    fileprivate static func appendValues(
        of count: SQLExpression?, to values: inout [SQLValue], asWrittenIn other: SQLExpression?
    ) -> Bool {
        guard let count, let other else { return count == nil && other == nil }
        return count.appendValues(to: &values, asWrittenIn: other)
    }

    private static func appendValues(
        of items: [SQLExpression], to values: inout [SQLValue], asWrittenIn others: [SQLExpression]
    ) -> Bool {
        items.count == others.count
            && items.indices.allSatisfy { items[$0].appendValues(to: &values, asWrittenIn: others[$0]) }
    }
}

extension Array {
    /// Whether it is the other array itself, whose elements need not be looked at.
    fileprivate func isSame(as other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
        }
    }
}

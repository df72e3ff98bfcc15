extension SQLWriter {
    /// Writes two expressions with an operator between them.
    ///
    /// - Throws: ``SQLBuildError`` if the operand does not fit the operator, or the dialect lacks the operator.
    mutating func operation(_ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression) throws {
        if typesParameters, operation.takesAnyType,
            casts([left, right]) || !castsToSigned && (left.holdsChoice || right.holdsChoice)
        {
            return try typedOperation(left, operation, right)
        }
        if features.contains(.rowidTables), left.holdsDecimal || right.holdsDecimal {
            return try decimalOperation(left, operation, right)
        }
        try untypedOperation(left, operation, right)
    }

    /// The same with decimal numbers, which SQLite has as texts: a column makes numbers of them, and so do `+`, `-` and `*`.
    private mutating func decimalOperation(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression
    ) throws {
        // '2' is made the integer 2.
        if operation == .divide { return try untypedOperation(left.asReal, operation, right.asReal) }
        // In HAVING a name may be that of an expression.
        let hasColumn = (left.isColumn || right.isColumn) && !namesMayBeAliases
        guard operation.isComparison, !hasColumn else { return try untypedOperation(left, operation, right) }
        if case .list = left.node, !namesMayBeAliases {
            return try untypedOperation(left.asNumber(beside: right), operation, right.asNumber(beside: left))
        }
        try untypedOperation(left.asNumber, operation, right.asNumber)
    }

    /// The same where the server would take parameters for something else than their values are.
    @inline(never)
    private mutating func typedOperation(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression
    ) throws {
        if operation.isComparison {
            let typedLeft = besideColumns(left) { right.column(beside: $0) }
            let typedRight = besideColumns(right) { left.column(beside: $0) }
            if typedLeft != nil || typedRight != nil {
                return try self.operation(typedLeft ?? left, operation, typedRight ?? right)
            }
        }
        let isMembership = operation == .in || operation == .notIn
        // IN beside a single value is refused.
        if left.isValue, !(isMembership && right.isValue) {
            // What stands among columns takes their type; beside a value it has its own.
            let items = right.compared
            let values = items.filter(\.isValue)
            if !values.isEmpty, needTypes([left] + values) {
                // PostgreSQL shifts by an integer only, which it takes a parameter for.
                let isShift = !castsToSigned && (operation == .shiftLeft || operation == .shiftRight)
                return try untypedOperation(typed(left), operation, isShift ? right : typed(right))
            }
            if values.isEmpty, items.count > 1, isMembership, typesEachOperand(left) {
                return try alternatives(left, operation, items)
            }
        }
        if operation.isArithmetic, left.isFraction || right.isFraction {
            return try untypedOperation(asLiteral(left), operation, asLiteral(right))
        }
        if case .list(let own) = left.node {
            if case .list(let items) = right.node, isMembership {
                return try typedOperation(row: own, left, operation, in: items, right)
            }
            if case .list(let others) = right.node, own.count == others.count {
                let isTyped = own.indices.map {
                    own[$0].isValue && others[$0].isValue && needTypes([own[$0], others[$0]])
                }
                func types(_ items: [SQLExpression]) -> SQLExpression {
                    SQLExpression(list: items.indices.map { isTyped[$0] ? typed(items[$0]) : items[$0] })
                }
                return try untypedOperation(types(own), operation, types(others))
            }
        }
        try untypedOperation(left, operation, right)
    }

    /// `(?, "a") IN ((?, ?), …)`, where the first is compared with a value.
    private mutating func typedOperation(
        row parts: [SQLExpression], _ left: SQLExpression, _ operation: SQLOperator, in rows: [SQLExpression],
        _ right: SQLExpression
    ) throws {
        var isTyped = parts.map { _ in false }
        for (index, part) in parts.enumerated() where part.isValue {
            let others = rows.compactMap { row -> SQLExpression? in
                guard case .list(let values) = row.node, values.indices.contains(index) else { return nil }
                return values[index]
            }
            let values = others.filter(\.isValue)
            isTyped[index] = !values.isEmpty && needTypes([part] + values)
            if !isTyped[index], others.count - values.count > 1, typesEachOperand(left) {
                return try alternatives(left, operation, rows)
            }
        }
        guard isTyped.contains(true) else { return try untypedOperation(left, operation, right) }
        let typedRows = rows.map { row -> SQLExpression in
            guard case .list(let values) = row.node, values.count == parts.count else { return row }
            return SQLExpression(list: values.indices.map { isTyped[$0] ? typed(values[$0]) : values[$0] })
        }
        let typedParts = parts.indices.map { isTyped[$0] ? typed(parts[$0]) : parts[$0] }
        try untypedOperation(SQLExpression(list: typedParts), operation, SQLExpression(list: typedRows))
    }

    /// `(? = "a" OR ? = "b")` for `? IN ("a", "b")`: PostgreSQL takes the one parameter for one of the columns' types only.
    private mutating func alternatives(_ left: SQLExpression, _ operation: SQLOperator, _ items: [SQLExpression]) throws
    {
        let isAny = operation == .in
        let tests = items.map { SQLExpression.binary(left, isAny ? .equalTo : .notEqualTo, $0) }
        try (isAny ? SQLExpression.any(tests) : .all(tests)).writeOperand(to: &self)
    }

    private mutating func untypedOperation(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression
    ) throws {
        guard try !isWritten(left, operation, right) else { return }
        if case .binary(let inner, _, _) = left.node, operation.goesOn(inner) {
            try left.write(to: &self)
        } else {
            try left.writeOperand(to: &self)
        }
        symbol(of: operation)
        try right.writeOperand(to: &self)
    }

    /// Writes operations of another form than `a = b`, and checks the operands of the others.
    ///
    /// - Returns: whether the operation is written.
    @inline(never)
    private mutating func isWritten(
        _ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression
    ) throws -> Bool {
        switch operation {
        case .in, .notIn:
            try membership(left, right, negated: operation == .notIn)
            return true
        case .between, .notBetween:
            guard case .list(let ends) = right.node, let low = ends.first, let high = ends.last, ends.count == 2 else {
                throw SQLBuildError(
                    .invalid, "\(operation.rawValue) takes two values, not \(right.operandCount)",
                    hint: "Write [low, high], or low...high")
            }
            try left.writeOperand(to: &self)
            put(operation == .between ? " BETWEEN " : " NOT BETWEEN ")
            try low.writeOperand(to: &self)
            put(" AND ")
            try high.writeOperand(to: &self)
            return true
        case .is, .isNot, .equalTo, .notEqualTo:
            let isLeftNull = left.isNullValue
            if isLeftNull || right.isNullValue {
                try besideNull(isLeftNull ? right : left).writeOperand(to: &self)
                put(operation == .is || operation == .equalTo ? " IS NULL" : " IS NOT NULL")
                return true
            }
            if operation == .isNot, features.contains(.nullSafeEquals) {
                put("NOT (")
                try left.writeOperand(to: &self)
                put(" <=> ")
                try right.writeOperand(to: &self)
                put(")")
                return true
            }
        case .concatenate where features.contains(.concatFunction):
            put("CONCAT(")
            try left.write(to: &self)
            put(", ")
            try right.write(to: &self)
            put(")")
            return true
        case .glob, .notGlob: try require(.glob, "GLOB", hint: "Use LIKE, or a regular expression through .sql")
        default: break
        }
        try fits(left, operation, right)
        return false
    }

    /// Writes the operator with the spaces around it.
    private mutating func symbol(of operation: SQLOperator) {
        switch operation {
        case .equalTo: put(" = ")
        case .notEqualTo: put(" <> ")
        case .lessThan: put(" < ")
        case .lessThanOrEqualTo: put(" <= ")
        case .greaterThan: put(" > ")
        case .greaterThanOrEqualTo: put(" >= ")
        case .is where features.contains(.nullSafeEquals): put(" <=> ")
        case .is where !features.contains(.isAnyValue): put(" IS NOT DISTINCT FROM ")
        case .isNot where !features.contains(.isAnyValue): put(" IS DISTINCT FROM ")
        default:
            put(" ")
            raw(operation.rawValue)
            put(" ")
        }
    }

    /// Throws unless both sides have as many values as each other.
    private func fits(_ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression) throws {
        guard case .list(let items) = right.node else { return }
        guard case .list(let parts) = left.node, operation.isComparison else {
            throw SQLBuildError(
                .invalid, "\(operation.rawValue) takes one value, not a list of \(items.count)",
                hint: "IN and BETWEEN take lists; a row is compared with .row([…]) on the left")
        }
        guard parts.count == items.count else {
            throw SQLBuildError(.invalid, "a row of \(parts.count) is compared with a row of \(items.count)")
        }
    }

    private mutating func membership(_ left: SQLExpression, _ right: SQLExpression, negated: Bool) throws {
        switch right.node {
        case .list(let items):
            guard !items.isEmpty else { return put(negated ? "1 = 1" : "1 = 0") }
            // Of a query in a list SQLite takes the first row only, the others all.
            if right.isOneQuery { return try membership(left, items[0], negated: negated) }
            if case .list(let parts) = left.node {
                return try membership(row: parts, in: items, left, negated: negated)
            }
            try left.writeOperand(to: &self)
            put(negated ? " NOT IN (" : " IN (")
            try list(items)
            put(")")
        case .subquery, .sql, .operand:
            try left.writeOperand(to: &self)
            put(negated ? " NOT IN " : " IN ")
            try right.writeOperand(to: &self)
        default:
            throw SQLBuildError(
                .invalid, "\(negated ? "NOT IN" : "IN") takes a list or a subquery",
                hint: "Write [value], or compare with .equalTo")
        }
    }

    /// Writes `(a, b) IN ((1, 2), (3, 4))`, which SQLite has only in the form of VALUES.
    private mutating func membership(
        row parts: [SQLExpression], in rows: [SQLExpression], _ left: SQLExpression, negated: Bool
    ) throws {
        try left.writeOperand(to: &self)
        put(negated ? " NOT IN (" : " IN (")
        if !features.contains(.rowsInList) { put("VALUES ") }
        for (index, item) in rows.enumerated() {
            guard case .list(let values) = item.node, values.count == parts.count else {
                throw SQLBuildError(
                    .invalid, "a row of \(parts.count) is looked for among rows of \(item.operandCount)")
            }
            if index > 0 { put(", ") }
            try row(values)
        }
        put(")")
    }
}

extension SQLExpression {
    /// Whether it is a query, or a list of nothing but one.
    var isOneQuery: Bool {
        guard compared.count == 1, case .subquery = compared[0].node else { return false }
        return true
    }

    /// Whether it is the value NULL.
    var isNullValue: Bool {
        if case .value(.null) = node { return true }
        return false
    }

    /// How many values this expression stands for.
    fileprivate var operandCount: Int {
        if case .list(let items) = node { return items.count }
        return 1
    }
}

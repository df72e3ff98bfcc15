/// Types of parameters, for an engine that takes one for text, or for a real number, where no column stands beside it:
/// `max($1::bigint)`, on MySQL `max(CAST(? AS SIGNED))`.
///
/// Beside a column, as an inserted or as an assigned value a parameter has no type, so that it takes the column's.
///
/// Source: <https://www.postgresql.org/docs/15/typeconv-union-case.html>,
/// <https://dev.mysql.com/doc/refman/8.0/en/prepare.html>
extension SQLWriter {
    /// Expressions that become one value or one column, each value among them with its type if nothing else says one.
    func typed(_ items: [SQLExpression]) -> [SQLExpression] {
        needTypes(items) ? items.map { $0.typed(asSigned: castsToSigned) } : items
    }

    /// An expression that stands alone, with its type if it is a value.
    func typed(_ expression: SQLExpression) -> SQLExpression {
        casts([expression]) ? expression.typed(asSigned: castsToSigned) : expression
    }

    /// An expression that is compared with NULL only, where PostgreSQL wants a type for every value.
    func besideNull(_ expression: SQLExpression) -> SQLExpression {
        guard typesParameters, !castsToSigned, !inlinesValues, case .value(let value) = expression.node else {
            return expression
        }
        return .operand(value.cast(postgres: value.parameterType ?? "text"))
    }

    /// What is compared with columns, or assigned to them, each CASE of texts or dates in it with the type of its column, from a
    /// branch that never applies: PostgreSQL looks at the results only, and would make a text of them. Nil where there is none.
    func besideColumns(_ expression: SQLExpression, _ column: (Int) -> SQLExpression?) -> SQLExpression? {
        guard expression.holdsChoice, typesParameters, !castsToSigned, !repeats else { return nil }
        let items = expression.compared
        let typed = items.enumerated().map { index, item -> SQLExpression? in
            // A row of several.
            if case .list = item.node { return besideColumns(item, column) }
            guard case .choice(let choice) = item.node,
                (choice.branches.map(\.result) + [choice.otherwise].compactMap { $0 }).allSatisfy(\.isUntypedValue)
            else { return nil }
            return column(index).map { choice.when(.operand("NULL"), then: $0).expression }
        }
        guard typed.contains(where: { $0 != nil }) else { return nil }
        let all = zip(typed, items).map { $0 ?? $1 }
        if case .list = expression.node { return SQLExpression(list: all) }
        return all.first
    }

    /// A number that may have a fraction as one in SQL text is: beside an integer PostgreSQL would take 2.0 for the integer 2.
    func asLiteral(_ expression: SQLExpression) -> SQLExpression {
        guard casts([expression]), !castsToSigned, expression.isFraction,
            case .value(let value) = expression.node
        else { return expression }
        return .operand(value.cast(postgres: "numeric"))
    }

    /// What stands in a CAST to whole numbers or to days, where PostgreSQL would take a parameter for one: 2.5 would be
    /// rounded to an even number, and a point in time refused.
    func castOperand(_ expression: SQLExpression, as type: SQLDataType) -> SQLExpression {
        guard typesParameters, !castsToSigned, case .value(let value) = expression.node else { return expression }
        if value.isDate { return type.isDay ? .operand(value.cast(postgres: "timestamp")) : expression }
        return type.isWhole ? asLiteral(expression) : expression
    }

    /// Expressions of which one becomes a value, each value with its type if all are values, else as ``asLiteral(_:)``.
    func typedOrLiteral(_ items: [SQLExpression]) -> [SQLExpression] {
        if needTypes(items) { return typed(items) }
        guard makesNumbersOfTexts, items.contains(where: \.isText) else { return items.map { asLiteral($0) } }
        guard items.allSatisfy(\.isValue) else { return items }
        return items.map { $0.isText ? .function("concat", $0) : typed($0) }
    }

    /// The same of a CASE or of `coalesce`, whose value is a text if one of them is: MySQL would make a number of the text to
    /// which a parameter is bound.
    ///
    /// What stands beside a text is made one, since it is in a character set into which the parameter must be converted. A
    /// literal behind them would do, too, but then MySQL does not convert.
    func results(_ items: [SQLExpression]) -> [SQLExpression] {
        if features.contains(.rowidTables) { return items.map(\.asResult) }
        let typed = typedOrLiteral(items)
        guard makesNumbersOfTexts, items.contains(where: \.isText), !items.allSatisfy(\.isValue) else { return typed }
        return typed.map { $0.isValue ? $0 : .function("concat", $0) }
    }

    /// Whether the server takes texts to bind for numbers, and whole numbers for real ones, where no column says what they are.
    var makesNumbersOfTexts: Bool { typesParameters && castsToSigned && !inlinesValues }

    /// Whether there are only values, none of them text: what is beside a value of its own type gives it that type.
    func needTypes(_ items: some Sequence<SQLExpression>) -> Bool {
        guard casts(items) else { return false }
        return items.allSatisfy { item in
            guard case .value(let value) = item.node else { return false }
            return value.isNull || value.parameterType != nil
        }
    }

    /// An expression in a column of a UNION or of VALUES: MySQL takes a parameter that is NULL for a text there.
    func inColumn(_ expression: SQLExpression, isTyped: Bool) -> SQLExpression {
        if case .value(.null) = expression.node, makesNumbersOfTexts { return .operand("NULL") }
        return isTyped ? result(expression) : expression
    }

    /// Arguments of a function that PostgreSQL has for real and for decimal numbers: literals without a type, as parameters are, so
    /// that the other arguments decide in both cases.
    func untyped(_ items: [SQLExpression]) -> [SQLExpression] {
        guard inlinesValues, !castsToSigned else { return items }
        return items.map { item in
            guard case .value(.real(let number)) = item.node, number.isFinite else { return item }
            return .value(Int64(exactly: number).map(String.init) ?? String(number))
        }
    }

    /// Whether values get types: of literals, which have them, only PostgreSQL's decimal numbers are texts, and its real ones
    /// decimal.
    func casts(_ items: some Sequence<SQLExpression>) -> Bool {
        guard typesParameters, inlinesValues else { return typesParameters }
        return !castsToSigned && items.contains { $0.compared.contains(where: \.isFractionOperand) }
    }

    /// Whether a value that is compared with several things gets the type of each by a comparison of its own: PostgreSQL takes a
    /// parameter for one type. A comparison with NULL would become IS NULL.
    func typesEachOperand(_ value: SQLExpression) -> Bool { typesParameters && !castsToSigned && !value.isNullValue }

    /// Whether whole numbers are all that needs a type, and a call gives it: on MySQL.
    var castsToSigned: Bool { features.contains(.onDuplicateKey) }
}

extension SQLExpression {
    /// A value with a cast to its type, and a list of such.
    fileprivate func typed(asSigned: Bool) -> SQLExpression {
        switch node {
        case .value(let value) where asSigned:
            guard case .integer = value else { return self }
            return .operand(value.cast(to: "SIGNED"))
        case .value(let value):
            guard let type = value.parameterType else { return self }
            return .operand(value.cast(postgres: type))
        case .list(let items): return SQLExpression(list: items.map { $0.typed(asSigned: asSigned) })
        default: return self
        }
    }

    /// Whether it is a value to bind.
    package var isValue: Bool {
        if case .value = node { return true }
        return false
    }

    /// Whether it is a value to bind that has no type of its own.
    fileprivate var isUntypedValue: Bool {
        if case .value(let value) = node { return value.parameterType == nil }
        return false
    }

    /// Whether it is a CASE, or a list or rows with one.
    var holdsChoice: Bool {
        switch node {
        case .choice: true
        case .list(let items): items.contains(where: \.holdsChoice)
        default: false
        }
    }

    /// The column that the part of another side with this index is compared with.
    func column(beside index: Int) -> SQLExpression? {
        var part = self
        if case .list(let parts) = node {
            guard parts.indices.contains(index) else { return nil }
            part = parts[index]
        }
        // Not `part.isColumn ? part : nil`: that nil would be the expression NULL.
        guard part.isColumn else { return nil }
        return part
    }

    /// Whether it is a text to bind.
    fileprivate var isText: Bool {
        if case .value(.text) = node { return true }
        return false
    }

    /// Whether it is a whole number to bind.
    var isInteger: Bool {
        if case .value(.integer) = node { return true }
        return false
    }

    /// Whether it is bytes to bind.
    var isBlob: Bool {
        if case .value(.blob) = node { return true }
        return false
    }

    /// Whether it is a number to bind that may have a fraction.
    var isFraction: Bool {
        if case .value(.real) = node { return true }
        return isDecimal
    }

    /// Whether it is a decimal number to bind, which SQLite has as text.
    var isDecimal: Bool {
        // Other values are not copied to be asked.
        if case .value(.typed(let value)) = node { return SQLValue.isDecimal(value) }
        return false
    }

    /// Whether it is a number of a program that may have a fraction: what was read of a decimal number has a literal with its type.
    fileprivate var isFractionOperand: Bool {
        guard case .value(let value) = node else { return false }
        if case .real = value { return true }
        return value.decimalDigits != nil
    }

    /// Whether it is a decimal number to bind, or a list or rows with one.
    var holdsDecimal: Bool {
        if case .list(let items) = node { return items.contains(where: \.holdsDecimal) }
        return isDecimal
    }

    /// Decimal numbers as numbers, among others in a list or in rows: SQLite compares a text with what has no type of its
    /// own as a text, which comes behind every number.
    var asNumber: SQLExpression { decimal(as: "NUMERIC") }

    /// The same of a row, or of the rows of a list, but for the parts beside a column of the other row: what is compared with
    /// a column is what the column makes of it, also where it is one of texts.
    func asNumber(beside other: SQLExpression) -> SQLExpression {
        guard case .list(let parts) = node else { return asNumber }
        return SQLExpression(
            list: parts.enumerated().map { index, part in
                if case .list = part.node { return part.asNumber(beside: other) }
                return other.column(beside: index) != nil ? part : part.asNumber
            })
    }

    /// A decimal number to divide by, or to be divided.
    var asReal: SQLExpression { decimal(as: "REAL") }

    private func decimal(as type: String) -> SQLExpression {
        if case .list(let items) = node { return SQLExpression(list: items.map { $0.decimal(as: type) }) }
        guard isDecimal, case .value(let value) = node else { return self }
        return .operand(value.cast(to: type))
    }

    /// The expressions that are compared with something else: those of a list, or itself.
    var compared: [SQLExpression] {
        if case .list(let items) = node { return items }
        return [self]
    }
}

extension SQLValue {
    fileprivate func cast(to type: String) -> SQL {
        SQL(segments: [.sql("CAST("), .binding(self), .sql(" AS \(type))")])
    }

    fileprivate func cast(postgres type: String) -> SQL { SQL(segments: [.binding(self), .sql("::" + type)]) }

    /// PostgreSQL's type of a value; nil for text, and for what is sent as text.
    fileprivate var parameterType: String? {
        switch self {
        case .null, .text: return nil
        case .integer: return "bigint"
        case .real: return "double precision"
        case .blob: return "bytea"
        case .typed(let value):
            if Self.isDecimal(value) { return "numeric" }
            return value.engine == "PostgreSQL" && !isFarDate ? value.type : nil
        }
    }
}

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
        typesParameters && !inlinesValues ? expression.typed(asSigned: castsToSigned) : expression
    }

    /// Whether there are only values, none of them text: what is beside a value of its own type gives it that type.
    func needTypes(_ items: some Sequence<SQLExpression>) -> Bool {
        guard typesParameters, !inlinesValues else { return false }
        return items.allSatisfy { item in
            guard case .value(let value) = item.node else { return false }
            return value.isNull || value.parameterType != nil
        }
    }

    /// Whether whole numbers are all that needs a type, and a call gives it.
    private var castsToSigned: Bool { features.contains(.onDuplicateKey) }
}

extension SQLExpression {
    /// A value with a cast to its type, and a list of such.
    fileprivate func typed(asSigned: Bool) -> SQLExpression {
        switch node {
        case .value(let value) where asSigned:
            guard case .integer = value else { return self }
            return .operand(SQL(segments: [.sql("CAST("), .binding(value), .sql(" AS SIGNED)")]))
        case .value(let value):
            guard let type = value.parameterType else { return self }
            return .operand(SQL(segments: [.binding(value), .sql("::" + type)]))
        case .list(let items): return SQLExpression(list: items.map { $0.typed(asSigned: asSigned) })
        default: return self
        }
    }

    /// Whether it is a value to bind.
    var isValue: Bool {
        if case .value = node { return true }
        return false
    }

    /// The expressions that are compared with something else: those of a list, or itself.
    var compared: [SQLExpression] {
        if case .list(let items) = node { return items }
        return [self]
    }
}

extension SQLValue {
    /// PostgreSQL's type of a value; nil for text, and for what is sent as text.
    fileprivate var parameterType: String? {
        switch self {
        case .null, .text: return nil
        case .integer: return "bigint"
        case .real: return "double precision"
        case .blob: return "bytea"
        case .typed(let value):
            if value.type == "numeric" || value.type == "decimal" { return "numeric" }
            return value.engine == "PostgreSQL" && !isFarDate ? value.type : nil
        }
    }
}

extension SQLExpression.Node {
    func write(to writer: inout SQLWriter) throws {
        switch self {
        case .column(let table, let name):
            if let table {
                writer.identifier(table)
                writer.raw(".")
            }
            writer.identifier(name)
        case .value(let value): try writer.bind(value)
        case .binary(let operation, let left, let right):
            try left.writeOperand(to: &writer)
            writer.raw(" " + operation.rawValue + " ")
            try right.writeOperand(to: &writer)
        case .connective(let connector, let conditions):
            guard !conditions.isEmpty else { return writer.raw(connector == .and ? "1 = 1" : "1 = 0") }
            for (index, condition) in conditions.enumerated() {
                if index > 0 { writer.raw(" " + connector.rawValue + " ") }
                if case .connective(connector, let inner) = condition.node, !inner.isEmpty {
                    try condition.write(to: &writer)
                } else {
                    try condition.writeCondition(to: &writer)
                }
            }
        case .not(let operand):
            writer.raw("NOT (")
            try operand.write(to: &writer)
            writer.raw(")")
        case .prefix(let sign, let operand):
            writer.raw(sign)
            try operand.writeOperand(to: &writer)
        case .isNull(let operand, let negated):
            try operand.writeOperand(to: &writer)
            writer.raw(negated ? " IS NOT NULL" : " IS NULL")
        case .inList(let operand, let list, let negated):
            guard !list.isEmpty else { return writer.raw(negated ? "1 = 1" : "1 = 0") }
            try operand.writeOperand(to: &writer)
            writer.raw(negated ? " NOT IN (" : " IN (")
            try writer.list(list)
            writer.raw(")")
        case .between(let operand, let low, let high, let negated):
            try operand.writeOperand(to: &writer)
            writer.raw(negated ? " NOT BETWEEN " : " BETWEEN ")
            try low.writeOperand(to: &writer)
            writer.raw(" AND ")
            try high.writeOperand(to: &writer)
        case .like(let operand, let pattern, let escape, let negated):
            try operand.writeOperand(to: &writer)
            writer.raw(negated ? " NOT LIKE " : " LIKE ")
            try pattern.writeOperand(to: &writer)
            if let escape { writer.raw(" ESCAPE " + SQLValue.quoted(escape)) }
        case .function(let name, let arguments, let distinct):
            writer.raw(name)
            writer.raw(distinct ? "(DISTINCT " : "(")
            try writer.list(arguments)
            writer.raw(")")
        case .star(let table):
            if let table {
                writer.identifier(table)
                writer.raw(".")
            }
            writer.raw("*")
        case .sql(let sql): try sql.write(to: &writer)
        }
    }
}

extension SQLExpression {
    /// Writes this expression as an operand: what is more than a name, a value or a call gets parentheses.
    func writeOperand(to writer: inout SQLWriter) throws {
        switch node {
        case .column, .value, .function, .star: try write(to: &writer)
        default:
            writer.raw("(")
            try write(to: &writer)
            writer.raw(")")
        }
    }

    /// Writes this expression between AND and OR, which bind less tightly than comparisons do.
    func writeCondition(to writer: inout SQLWriter) throws {
        switch node {
        case .binary(let operation, _, _) where operation.isComparison: try write(to: &writer)
        case .isNull, .inList, .between, .like, .not: try write(to: &writer)
        default: try writeOperand(to: &writer)
        }
    }
}

extension SQLWriter {
    mutating func list(_ items: [SQLExpression]) throws {
        for (index, item) in items.enumerated() {
            if index > 0 { raw(", ") }
            try item.write(to: &self)
        }
    }
}

/// Expressions that are written more than once with the same parameters: to PostgreSQL `"a" + $1` is not `"a" + $2`, so that one could
/// not be grouped by the other.
extension SQLWriter {
    /// Keeps an expression that begins behind some parameters, if it has any itself. A value alone takes its type from where it
    /// stands.
    mutating func keep(_ expression: SQLExpression, behind count: Int, in written: inout [WrittenExpression]) {
        guard parameters.count > count, !expression.isValue else { return }
        written.append(WrittenExpression(expression: NestedStatement(expression), firstParameter: count + 1))
    }

    /// Writes expressions with commas between them, and keeps them.
    mutating func list(_ items: [SQLExpression], keptIn written: inout [WrittenExpression]) throws {
        for (index, item) in items.enumerated() {
            if index > 0 { put(", ") }
            let count = parameters.count
            try item.write(to: &self)
            keep(item, behind: count, in: &written)
        }
    }

    /// Writes an expression once more if it was written before, and reports whether it was.
    mutating func writeAgain(
        _ expression: SQLExpression, _ write: (inout SQLWriter) throws -> Void
    ) rethrows -> Bool {
        let wanted = NestedStatement(expression)
        guard let first = repeatable.first(where: { $0.expression == wanted })?.firstParameter else { return false }
        let kept = repeatable
        repeatable = []
        try repeating(from: first, write)
        repeatable = kept
        return true
    }

    @inline(never)
    mutating func writeOperandAgain(_ expression: SQLExpression) throws -> Bool {
        try writeAgain(expression) { try expression.writeOperand(to: &$0) }
    }
}

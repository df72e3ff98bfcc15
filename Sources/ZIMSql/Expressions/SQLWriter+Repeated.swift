/// Expressions that are written more than once with the same parameters: to PostgreSQL `"a" + $1` is not `"a" + $2`, so that one could
/// not be grouped by the other.
extension SQLWriter {
    /// Whether an expression that has been written keeps the numbers of its parameters where it is written again.
    @inline(__always)
    var repeats: Bool { repeatable != nil }

    /// Writes an expression, with the numbers that it had before if it has been written, and keeps them if not; or its alias.
    @inline(never)
    mutating func writeRepeatable(
        _ expression: SQLExpression, _ write: (inout SQLWriter) throws -> Void
    ) rethrows {
        // With a name in it that stands for something else, it is another expression.
        guard !isRepeating, expression.mayHaveParameters,
            !substitutions.contains(where: { expression.names($0.name, true) })
        else { return try write(&self) }
        let key = NestedStatement(expression)
        if let alias = groupAliases[key] { return identifier(alias) }
        if let numbers = repeatable?[key] { return try repeating(numbers, write) }
        let numbers = try notingNumbers(write)
        if !numbers.isEmpty { repeatable?[key] = numbers }
    }

    /// Writes what is no part of the columns, the groups and their order.
    mutating func withoutRepeating(_ write: (inout SQLWriter) throws -> Void) rethrows {
        guard repeats else { return try write(&self) }
        let kept = repeatable
        repeatable = nil
        try write(&self)
        repeatable = kept
    }
}

extension SQLExpression {
    /// Whether its text may have parameters whose numbers matter: a value alone takes its type from where it stands.
    fileprivate var mayHaveParameters: Bool {
        switch node {
        case .name, .identifier, .column, .path, .value, .truth, .star, .mistake: false
        default: true
        }
    }
}

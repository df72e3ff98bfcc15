/// One term of an ORDER BY: an expression, its direction and the position of NULLs.
///
/// ```swift
/// SQLOrdering(.column("name"), descending: true, nulls: .last)      // "name" DESC NULLS LAST
/// ```
///
/// Without `nulls` the engines differ: NULL is the smallest value for SQLite and the largest for PostgreSQL.
public struct SQLOrdering: Sendable, Hashable {
    var expression: SQLExpression
    var descending: Bool
    var nulls: SQLNulls?

    /// Orders by an expression.
    public init(_ expression: SQLExpression, descending: Bool = false, nulls: SQLNulls? = nil) {
        self.expression = expression
        self.descending = descending
        self.nulls = nulls
    }
}

/// The position of NULLs in an order.
public enum SQLNulls: String, Sendable, Hashable {
    /// `NULLS FIRST`
    case first = "FIRST"
    /// `NULLS LAST`
    case last = "LAST"
}

extension SQLWriter {
    /// Writes the terms of an ORDER BY.
    ///
    /// - Parameter clauses: those of the query that is ordered, whose aliases the terms may be.
    mutating func ordering(_ terms: [SQLOrdering], of clauses: SelectClauses? = nil) throws {
        try terms.withUnsafeBufferPointer { terms in
            for index in terms.indices {
                if index > 0 { put(", ") }
                try terms[index].write(of: clauses, to: &self)
            }
        }
    }

    /// Writes the terms of a GROUP BY or DISTINCT ON.
    mutating func terms(_ terms: [SQLExpression]) throws {
        for (index, term) in terms.enumerated() {
            if index > 0 { put(", ") }
            try term.writeTerm(to: &self, asOperand: false)
        }
    }
}

extension SQLOrdering {
    fileprivate func write(of clauses: SelectClauses?, to writer: inout SQLWriter) throws {
        let isNative = writer.features.contains(.nullsOrdering)
        if let nulls, !isNative {
            writer.put("CASE WHEN ")
            try (clauses?.withoutAlias(expression, writer.features) ?? expression).writeOperand(to: &writer)
            writer.put(nulls == .first ? " IS NULL THEN 0 ELSE 1 END, " : " IS NULL THEN 1 ELSE 0 END, ")
        }
        try expression.writeTerm(to: &writer)
        if descending { writer.put(" DESC") }
        if let nulls, isNative { writer.put(nulls == .first ? " NULLS FIRST" : " NULLS LAST") }
    }
}

extension SQLExpression {
    /// Writes a term of ORDER BY or GROUP BY. A literal there would be the number of a column, as a bound value is to
    /// MariaDB, so a call hides it.
    func writeTerm(to writer: inout SQLWriter, asOperand: Bool = true) throws {
        guard isLiteral(values: writer.inlinesValues || writer.features.contains(.onDuplicateKey)) else {
            return asOperand ? try writeOperand(to: &writer) : try write(to: &writer)
        }
        writer.put("nullif(")
        try write(to: &writer)
        writer.put(", NULL)")
    }

    /// - Parameter values: whether a value to bind is one.
    private func isLiteral(values: Bool) -> Bool {
        switch node {
        case .truth: true
        case .value: values
        case .prefix(_, let operand), .collate(let operand, _): operand.isLiteral(values: values)
        default: false
        }
    }
}

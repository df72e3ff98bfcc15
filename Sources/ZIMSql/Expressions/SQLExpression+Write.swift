extension SQLExpression.Node {
    // What stands inside itself most has a small frame, so that little stack is enough for as many as may.
    func write(to writer: inout SQLWriter) throws {
        switch self {
        case .binary(let operation, let left, let right): try writer.operation(left, operation, right)
        case .connective(let connector, let conditions): try writer.connective(connector, conditions)
        case .not(let operand):
            writer.put("NOT (")
            try operand.write(to: &writer)
            writer.put(")")
        case .prefix(let sign, let operand):
            writer.raw(sign.rawValue)
            try writer.typed(operand).writeOperand(to: &writer)
        case .function: try writeCall(to: &writer)
        default: try writeOther(to: &writer)
        }
    }

    @inline(never)
    private func writeCall(to writer: inout SQLWriter) throws {
        if case .function(let call) = self { try call.write(to: &writer) }
    }

    @inline(never)
    private func writeOther(to writer: inout SQLWriter) throws {
        switch self {
        case .binary, .connective, .not, .prefix, .function: break
        case .name(let path): try writer.name(path)
        case .identifier(let name): try writer.columnName(name)
        case .column(let table, let name):
            if writer.looksNamesUp, try writer.rowName(table, name) { return }
            writer.identifier(table)
            writer.put(".")
            writer.identifier(name)
        case .path(let identifier): try identifier.write(to: &writer)
        case .value(let value): try writer.bind(value)
        case .truth(let value):
            let hasType = writer.features.contains(.booleans)
            writer.put(hasType ? (value ? "TRUE" : "FALSE") : (value ? "1" : "0"))
        case .like(let operand, let pattern, let escape, let negated, let ignoringCase):
            // A column may be compared by a collation that tells capital letters from small ones.
            let isFolded = ignoringCase && writer.features.contains(.collatedLike)
            if isFolded, let escape, escape.lowercased() != escape.uppercased() {
                throw SQLBuildError(
                    .invalid, "the escape of a LIKE that ignores case is no letter, as '\(escape)' is",
                    hint: "Use a sign, such as !")
            }
            let isOwn = ignoringCase && writer.features.contains(.caseInsensitiveLike)
            try (isFolded ? SQLExpression.function("lower", operand) : operand).writeOperand(to: &writer)
            writer.put(negated ? " NOT " : " ")
            writer.put(isOwn ? "ILIKE " : "LIKE ")
            try (isFolded ? SQLExpression.function("lower", pattern) : pattern).writeOperand(to: &writer)
            if let escape { try writer.escape(escape) }
        case .list(let items): try writer.row(items)
        case .subquery(let statement): try writer.parenthesized(statement)
        case .block(let conditions):
            guard !conditions.isEmpty else {
                throw SQLBuildError(
                    .incomplete, "a block of conditions is empty",
                    hint: "Add a condition in the closure, or leave the block out")
            }
            writer.put("(")
            try writer.conditions(conditions)
            writer.put(")")
        case .exists(let statement):
            writer.put("EXISTS ")
            writer.place = .unread
            try writer.parenthesized(statement)
        case .choice(let choice): try choice.write(to: &writer)
        case .cast(let operand, let type):
            writer.put("CAST(")
            try writer.castOperand(operand, as: type).write(to: &writer)
            writer.put(" AS ")
            try writer.castType(type)
            writer.put(")")
        case .collate(let operand, let name):
            if writer.features.contains(.olderMySQL), !operand.isColumn {
                writer.put("CONVERT(")
                try operand.write(to: &writer)
                writer.put(" USING ")
                // The character set is the first word of a collation's name.
                try writer.name(String(name.prefix { $0 != "_" }))
                writer.put(")")
            } else {
                try operand.writeOperand(to: &writer)
            }
            writer.put(" COLLATE ")
            try writer.name(name)
        case .star: writer.put("*")
        case .sql(let sql), .operand(let sql): try sql.write(to: &writer)
        case .mistake(let error): throw error
        }
    }
}

extension SQLExpression {
    /// Whether it is a column and nothing else.
    package var isColumn: Bool {
        switch node {
        case .name, .identifier, .column, .path: true
        default: false
        }
    }
}

extension SQLExpression {
    /// Writes this expression as an operand: what is more than a name, a value or a call gets parentheses.
    func writeOperand(to writer: inout SQLWriter) throws {
        if writer.repeats { return try writer.writeRepeatable(self) { try writeOwnOperand(to: &$0) } }
        try writeOwnOperand(to: &writer)
    }

    private func writeOwnOperand(to writer: inout SQLWriter) throws {
        switch node {
        case .name(let path): try writer.name(path)
        case .value(let value) where writer.inlinesValues && value.hasSign:
            // -(-1), not --1, which begins a comment; (-1) COLLATE x, since a sign binds less tightly
            writer.put("(")
            try writer.bind(value)
            writer.put(")")
        case .identifier, .column, .path, .value, .truth, .function, .star, .list, .subquery, .exists, .block, .choice,
            .cast, .operand, .mistake:
            try node.write(to: &writer)
        default:
            writer.put("(")
            try node.write(to: &writer)
            writer.put(")")
        }
    }

    /// Writes this expression between AND and OR, which bind less tightly than comparisons do.
    func writeCondition(to writer: inout SQLWriter) throws {
        switch node {
        case .binary(let operation, _, _) where operation.isComparison: try write(to: &writer)
        case .like, .not: try write(to: &writer)
        default: try writeOperand(to: &writer)
        }
    }

    /// Writes this expression where keywords stand on both sides: only text of one's own needs parentheses.
    func writeOperandOrCondition(to writer: inout SQLWriter) throws {
        if case .sql = node { return try writeOperand(to: &writer) }
        try write(to: &writer)
    }
}

extension SQLValue {
    /// Whether the literal of this value begins with a sign.
    fileprivate var hasSign: Bool {
        switch self {
        // The smallest integer is an expression in parentheses already.
        case .integer(let value): value < 0 && value != .min
        case .real(let value): value.sign == .minus
        default: false
        }
    }
}

extension SQLWriter {
    /// Writes expressions with commas between them.
    mutating func list(_ items: [SQLExpression]) throws {
        try items.withUnsafeBufferPointer { items in
            for index in items.indices {
                if index > 0 { put(", ") }
                try items[index].write(to: &self)
            }
        }
    }

    /// Writes names with commas between them; none of them is split at dots.
    mutating func identifiers(_ names: [String]) {
        for (index, name) in names.enumerated() {
            if index > 0 { put(", ") }
            identifier(name)
        }
    }

    /// Writes ` (a, b)`; nothing where there are no names.
    mutating func columnList(_ names: [String]) {
        guard !names.isEmpty else { return }
        put(" (")
        identifiers(names)
        put(")")
    }

    /// Writes one name that is not split at dots.
    mutating func columnName(_ name: String) throws {
        if looksNamesUp, try lookedUpName(name) { return }
        identifier(name)
    }

    /// Writes `(a, b)`.
    mutating func row(_ items: [SQLExpression]) throws {
        guard !items.isEmpty else {
            throw SQLBuildError(.invalid, "an empty list has no value", hint: "Only IN and NOT IN take an empty list")
        }
        for item in items {
            if case .list(let inner) = item.node {
                throw SQLBuildError(.invalid, "a list of \(inner.count) stands where one value belongs")
            }
        }
        put("(")
        try list(items)
        put(")")
    }

    /// Writes `(SELECT …)`, in which names stand for nothing else.
    mutating func parenthesized(_ statement: SelectStatement) throws {
        let kept = substitutions
        if !kept.isEmpty { substitutions = [] }
        put("(")
        try nested { try statement.write(to: &$0) }
        put(")")
        if !kept.isEmpty { substitutions = kept }
    }

    fileprivate mutating func connective(_ connector: SQLConnector, _ conditions: ConditionTree<SQLExpression>) throws {
        guard !conditions.isEmpty else { return put(connector == .and ? "1 = 1" : "1 = 0") }
        try chain(connector, conditions.all[...])
    }

    /// Writes conditions with AND or OR between them; more than the engine takes in a row are put into parentheses.
    private mutating func chain(_ connector: SQLConnector, _ conditions: ArraySlice<SQLExpression>) throws {
        var size = 1
        if let longest = dialect.longestChain { while conditions.count > size * longest { size *= longest } }
        var start = conditions.startIndex
        while start < conditions.endIndex {
            if start > conditions.startIndex { put(connector == .and ? " AND " : " OR ") }
            let end = min(start + size, conditions.endIndex)
            if size == 1 {
                try conditions[start].writeCondition(to: &self)
            } else {
                put("(")
                try chain(connector, conditions[start..<end])
                put(")")
            }
            start = end
        }
    }

    fileprivate mutating func escape(_ character: String) throws {
        guard character.unicodeScalars.count == 1, character != "\0" else {
            throw SQLBuildError(.invalid, "the escape of a LIKE is one character, not '\(character)'")
        }
        put(" ESCAPE ")
        raw(try dialect.literal(.text(character)))
    }
}

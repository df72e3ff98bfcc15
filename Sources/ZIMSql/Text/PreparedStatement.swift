/// SQL text with placeholders for values and names, which are set by index or by name.
///
/// ```swift
/// let query = PreparedStatement("SELECT * FROM ? WHERE name = :name AND region IN (?)")
///     .setIdentifier("phone call", at: 0)
///     .setValue("Ada", for: "name")
///     .setValue(["north", "south"], at: 2)
/// let rendered = try query.render(for: .sqlite)
/// // SELECT * FROM "phone call" WHERE name = ? AND region IN (?, ?)      parameters: ['Ada', 'north', 'south']
/// ```
///
/// A placeholder is `?`, `?2`, `:name`, `@name` or `$name` outside strings, quoted names and comments. Placeholders are
/// numbered as in SQLite, but from 0: in the order of the text, a name at its first occurrence, `?2` at index 1. A list
/// becomes as many placeholders as it has values.
///
/// Rendering throws ``SQLBuildError`` if a placeholder was not set, a value has no placeholder, or the text is invalid.
public struct PreparedStatement: SQLStatement {
    enum Content: Hashable, Sendable {
        case value(SQLExpression)
        case identifier(SQLTable)
    }

    enum Piece: Hashable, Sendable {
        case text(String)
        /// - Parameter isList: whether it is all that stands in the parentheses of an IN.
        case placeholder(Int, isList: Bool)
    }

    let pieces: [Piece]
    let names: [String: Int]
    let placeholderCount: Int
    let mistake: SQLBuildError?
    var contents: [Int: Content] = [:]
    /// What was set, but has no placeholder.
    var misplaced: [String] = []

    /// Parses a text by an engine's rules. With PostgreSQL's, `?` is a placeholder too, but `?|` and `?&` are
    /// operators.
    public init(_ text: String, rules: SQLLexicalRules = .sqlite) {
        var rules = rules
        rules.hasQuestionMarks = true
        // `INSERT INTO :table(name)` has the placeholder `:table`.
        rules.hasTclNames = false
        let tokenizer = SQLTokenizer(text, rules: rules)
        mistake = tokenizer.failure.map { SQLBuildError(.invalid, "the text of a statement is broken, \($0)") }
        var numbering = PlaceholderNumbering()
        var pieces: [Piece] = []
        var plain = ""
        // The last tokens that are no space.
        var (before, last, current): (SQLToken?, SQLToken?, SQLToken?)
        for token in tokenizer {
            if token.kind == .parameter {
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.placeholder(numbering.index(of: token.text), isList: false))
            } else {
                plain += token.text
            }
            guard !token.isSpace else { continue }
            if token.text == ")", current?.kind == .parameter, last?.text == "(", before?.text.lowercased() == "in",
                case .placeholder(let index, _)? = pieces.last
            {
                pieces[pieces.count - 1] = .placeholder(index, isList: true)
            }
            (before, last, current) = (last, current, token)
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        self.pieces = pieces
        names = numbering.names
        placeholderCount = numbering.count
    }

    /// Parses a text and sets the values of its placeholders in order.
    public init(_ text: String, values: (any SQLOperand)?..., rules: SQLLexicalRules = .sqlite) {
        self.init(text, rules: rules)
        for (index, value) in values.enumerated() { set(.value(value?.sqlOperand ?? nil), at: index) }
    }

    /// Sets the value of a placeholder by its index, counted from 0.
    public consuming func setValue(_ value: some SQLOperand, at index: Int) -> PreparedStatement {
        setting(.value(value.sqlOperand), at: index)
    }

    /// Sets a placeholder to an expression; nil is NULL.
    public consuming func setValue(_ value: SQLExpression, at index: Int) -> PreparedStatement {
        setting(.value(value), at: index)
    }

    /// Sets the value of a placeholder by its name, without the prefix character.
    public consuming func setValue(_ value: some SQLOperand, for name: String) -> PreparedStatement {
        setting(.value(value.sqlOperand), for: name)
    }

    /// Sets a placeholder to an expression; nil is NULL.
    public consuming func setValue(_ value: SQLExpression, for name: String) -> PreparedStatement {
        setting(.value(value), for: name)
    }

    /// Sets a placeholder to the name of a table or column; in a string, a dot separates the parts.
    public consuming func setIdentifier(_ identifier: some SQLTableSource, at index: Int) -> PreparedStatement {
        setting(.identifier(identifier.sqlTable), at: index)
    }

    /// Sets a named placeholder to the name of a table or column.
    public consuming func setIdentifier(_ identifier: some SQLTableSource, for name: String) -> PreparedStatement {
        setting(.identifier(identifier.sqlTable), for: name)
    }

    private consuming func setting(_ content: Content, at index: Int) -> PreparedStatement {
        set(content, at: index)
        return self
    }

    private consuming func setting(_ content: Content, for name: String) -> PreparedStatement {
        if let index = names[name] { contents[index] = content } else { misplaced.append("'\(name)'") }
        return self
    }

    private mutating func set(_ content: Content, at index: Int) {
        if (0..<placeholderCount).contains(index) {
            contents[index] = content
        } else {
            misplaced.append("index \(index)")
        }
    }

    /// - Throws: ``SQLBuildError`` if the text is broken, or the placeholders and what was set do not match.
    public func write(to writer: inout SQLWriter) throws {
        if let mistake { throw mistake }
        if let first = misplaced.first {
            throw SQLBuildError(
                .invalid, "the statement has no placeholder for \(first)",
                hint: "It has \(placeholderCount) placeholders, named \(names.keys.sorted())")
        }
        for piece in pieces {
            switch piece {
            case .text(let text): writer.raw(text)
            case .placeholder(let index, let isList):
                switch contents[index] {
                case .identifier(let name): try name.write(to: &writer)
                case .value(let value): try write(value, isList: isList, to: &writer)
                case nil:
                    let name = names.first { $0.value == index }?.key
                    throw SQLBuildError(
                        .incomplete, "the placeholder \(name.map { "'\($0)'" } ?? "with index \(index)") was not set",
                        hint: "Call setValue or setIdentifier")
                }
            }
        }
    }

    private func write(_ value: SQLExpression, isList: Bool, to writer: inout SQLWriter) throws {
        // SQLite takes a query in two pairs of parentheses for its first row.
        if isList, value.isOneQuery, case .subquery(let statement) = value.compared[0].node {
            return try writer.nested { try statement.write(to: &$0) }
        }
        guard case .list(let items) = value.node else { return try value.writeOperand(to: &writer) }
        guard !items.isEmpty else {
            throw SQLBuildError(.invalid, "a placeholder was set to an empty list", hint: "Leave the condition out")
        }
        try writer.list(items)
    }
}

/// Numbers the placeholders of a text as SQLite does.
///
/// Source: <https://www.sqlite.org/lang_expr.html#parameters>
private struct PlaceholderNumbering {
    var names: [String: Int] = [:]
    var count = 0

    mutating func index(of token: String) -> Int {
        let name = String(token.dropFirst())
        let isNumbered = token.hasPrefix("?") || (token.hasPrefix("$") && name.allSatisfy(\.isNumber))
        if isNumbered, let number = Int(name), number > 0, number < Int.max {
            count = max(count, number)
            return number - 1
        }
        if let known = names[name], !name.isEmpty { return known }
        let index = count
        count += 1
        if !name.isEmpty { names[name] = index }
        return index
    }
}

public import ZIMDb
public import ZIMSql

extension Database {
    /// Runs a closure and throws unless it sent exactly this number of statements.
    ///
    /// ```swift
    /// let lines = try database.expectStatements(2) {
    ///     try database.read { try $0.query(Order.self).all().map { try $0.lines().count } }
    /// }
    /// ```
    ///
    /// BEGIN, COMMIT and the like do not count, nor do queries by which the library reads the schema. Statements of
    /// other threads on this database do: give each test a database of its own.
    ///
    /// - Throws: ``TestSupportError`` that lists the statements, and what the closure throws.
    @discardableResult
    public func expectStatements<T>(
        _ count: Int, file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> T
    ) throws -> T {
        let (result, statements) = try tracing(body)
        try check(statements, count, at: "\(file):\(line)")
        return result
    }

    /// Awaits a closure and throws unless it sent exactly this number of statements.
    @discardableResult
    public func expectStatements<T>(
        _ count: Int, file: StaticString = #fileID, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> T
    ) async throws -> T {
        let (result, statements) = try await tracing(body)
        try check(statements, count, at: "\(file):\(line)")
        return result
    }

    /// Runs a closure and throws unless it sent these statements, in this order.
    ///
    /// ```swift
    /// try database.expectSQL(
    ///     #"SELECT … FROM "orders" WHERE "orders"."year" = ?"#, parameters: [[1998]]
    /// ) { try database.read { try $0.query(Order.self).filter(\.year == 1998).all() } }
    /// ```
    ///
    /// Any white space matches one space, `…` matches anything, and `?` also matches PostgreSQL's `$1`.
    ///
    /// - Parameters:
    ///   - expected: the statements.
    ///   - parameters: the values of each statement; nil accepts any.
    ///   - file: the file that a failure names.
    ///   - line: the line that a failure names.
    ///   - body: the closure to run.
    /// - Throws: ``TestSupportError`` that shows both, and what the closure throws.
    @discardableResult
    public func expectSQL<T>(
        _ expected: String..., parameters: [[SQLValue]]? = nil, file: StaticString = #fileID, line: UInt = #line,
        _ body: () throws -> T
    ) throws -> T {
        let (result, statements) = try tracing(body)
        try check(statements, expected, parameters, at: "\(file):\(line)")
        return result
    }

    /// Awaits a closure and throws unless it sent these statements, in this order.
    @discardableResult
    public func expectSQL<T>(
        _ expected: String..., parameters: [[SQLValue]]? = nil, file: StaticString = #fileID, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async throws -> T {
        let (result, statements) = try await tracing(body)
        try check(statements, expected, parameters, at: "\(file):\(line)")
        return result
    }

    private func check(_ statements: [StatementTrace], _ count: Int, at place: String) throws {
        guard statements.count != count else { return }
        throw TestSupportError(
            "\(place): \(Self.number(count)) expected, \(Self.sent(statements.count)):" + list(statements))
    }

    private func check(
        _ statements: [StatementTrace], _ expected: [String], _ parameters: [[SQLValue]]?, at place: String
    ) throws {
        if let parameters, parameters.count != expected.count {
            throw TestSupportError(
                "\(place): \(Self.number(expected.count)) expected, with \(parameters.count) lists of parameters")
        }
        guard statements.count == expected.count else {
            let wanted = expected.enumerated().map { "\n  \($0 + 1)  \(StatementPattern($1).text)" }.joined()
            throw TestSupportError(
                "\(place): \(Self.number(expected.count)) expected:\(wanted)\nbut \(Self.sent(statements.count)):"
                    + list(statements))
        }
        for (index, statement) in statements.enumerated() {
            let pattern = StatementPattern(expected[index])
            guard pattern.matches(statement.sql) else {
                throw TestSupportError(
                    "\(place): statement \(index + 1) is another one:\n  expected  \(pattern.text)\n  sent      "
                        + statement.sql)
            }
            if let wanted = parameters?[index], wanted != statement.parameters {
                throw TestSupportError(
                    "\(place): statement \(index + 1) has other parameters:\n  expected  \(wanted)\n  sent      "
                        + "\(statement.parameters)\n  SQL       \(statement.sql)")
            }
        }
    }

    private static func number(_ count: Int) -> String { count == 1 ? "1 statement was" : "\(count) statements were" }

    private static func sent(_ count: Int) -> String { count == 1 ? "1 was sent" : "\(count) were sent" }

    private func list(_ statements: [StatementTrace]) -> String {
        statements.enumerated().map { "\n  \($0 + 1)  " + (options.valuesInMessages ? $1.description : $1.sql) }
            .joined()
    }
}

/// A statement in which `…` stands for anything.
struct StatementPattern {
    let text: String

    init(_ text: String) { self.text = Self.folded(text) }

    func matches(_ sql: String) -> Bool {
        let parts = text.split(separator: "…", omittingEmptySubsequences: false).map {
            Self.folded(String($0)).replacing(/\$[0-9]+/, with: "?")
        }
        var rest = Self.folded(sql).replacing(/\$[0-9]+/, with: "?")[...]
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return parts == [String(rest)] }
        guard rest.hasPrefix(first) else { return false }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    private static func folded(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

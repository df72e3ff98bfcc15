/// A part of a statement that can be rendered.
public protocol SQLRenderable: Sendable {
    /// Appends this part to a writer.
    func write(to writer: inout SQLWriter) throws
}

extension SQLRenderable {
    /// The text and the parameters for a dialect.
    ///
    /// ```swift
    /// let rendered = try DeleteStatement(from: "person").where("pk", .equalTo, 1).render(for: .sqlite)
    /// // DELETE FROM "person" WHERE "pk" = ?       parameters: [1]
    /// ```
    ///
    /// - Throws: ``SQLBuildError`` if the statement is incomplete or the dialect lacks a feature that it uses.
    public func render(for dialect: some SQLDialect) throws -> RenderedSQL {
        var writer = SQLWriter(for: dialect)
        try write(to: &writer)
        return try writer.finish()
    }

    /// The text for a dialect with the values as literals, which the engine reads back as the same values.
    ///
    /// ```swift
    /// let text = try DeleteStatement(from: "person").where("name", .equalTo, "O'Brien").text(for: .sqlite)
    /// // DELETE FROM "person" WHERE "name" = 'O''Brien'
    /// ```
    ///
    /// It is meant for logs, scripts and people. Statements to run should be rendered with parameters.
    ///
    /// - Throws: ``SQLBuildError`` as ``render(for:)`` does.
    public func text(for dialect: some SQLDialect) throws -> String {
        var writer = SQLWriter(for: dialect, inlinesValues: true)
        try write(to: &writer)
        return try writer.finish().sql
    }
}

/// A whole statement, such as a SELECT or a CREATE TABLE.
///
/// `print(statement)` shows it with its values as literals and a semicolon at its end. The text is SQLite's if SQLite
/// has the statement, otherwise PostgreSQL's, otherwise the reason why neither has it.
public protocol SQLStatement: SQLRenderable, Hashable, CustomStringConvertible {}

extension SQLStatement {
    public var description: String {
        if let text = try? text(for: SQLiteDialect()) { return text + ";" }
        do { return try text(for: PostgreSQLDialect()) + ";" } catch { return "-- \(error)" }
    }
}

/// A part of a statement: it can write itself.
public protocol SQLRenderable: Sendable {
    /// Writes this part at the end of what the writer holds.
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
    /// - Throws: ``SQLBuildError`` where the statement is incomplete or the dialect lacks a feature that it uses.
    public func render(for dialect: some SQLDialect) throws -> RenderedSQL {
        var writer = SQLWriter(for: dialect)
        try write(to: &writer)
        return try writer.finish()
    }

    /// The text for a dialect with the values written in as literals, which the engine reads back to the same values.
    ///
    /// ```swift
    /// let text = try DeleteStatement(from: "person").where("name", .equalTo, "O'Brien").text(for: .sqlite)
    /// // DELETE FROM "person" WHERE "name" = 'O''Brien'
    /// ```
    ///
    /// It is meant for logs, scripts and people. What runs should be rendered with parameters.
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
/// `print(statement)` shows it with its values as literals and a semicolon at its end. The text is SQLite's where
/// SQLite has the statement, else PostgreSQL's, else the reason why neither has it.
public protocol SQLStatement: SQLRenderable, Hashable, CustomStringConvertible {}

extension SQLStatement {
    public var description: String {
        if let text = try? text(for: SQLiteDialect()) { return text + ";" }
        do { return try text(for: PostgreSQLDialect()) + ";" } catch { return "-- \(error)" }
    }
}

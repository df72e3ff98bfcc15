/// A source of FROM or JOIN: a table, a subquery, a function that returns rows, or raw SQL.
///
/// ```swift
/// SelectStatement().from("main.person", alias: "p")                                     // a table
/// SelectStatement().from(SelectStatement().from("person"), alias: "p")                  // a subquery
/// SelectStatement().from(.function("json_each", "[1, 2]"), alias: "j")                  // a function
/// ```
public protocol SQLTableSource {
    /// The source.
    var sqlTable: SQLTable { get }
}

/// The source of a FROM or JOIN.
public struct SQLTable: SQLTableSource, SQLRenderable, Hashable {
    enum Node: Hashable, Sendable {
        /// `"schema"."table"`, written with dots
        case name(String)
        /// `"schema"."table"`, part by part
        case identifier(SQLIdentifier)
        /// `(SELECT …)`
        case subquery(SelectStatement)
        /// `json_each(?)`
        case function(SQLExpression)
        /// text of one's own
        case sql(SQL)
    }

    let node: Node

    init(_ node: Node) { self.node = node }

    public var sqlTable: SQLTable { self }

    /// Whether it is a table of this name, whatever its schema.
    func isCalled(_ name: String) -> Bool { lastName?.lowercased() == name }

    /// Its name without that of its schema; nil for what is no table.
    var lastName: String? { parts.last }

    /// The parts of its name; none for what is no table.
    var parts: [String] {
        switch node {
        case .name(let path): (try? DottedName.parts(of: path))?.map(\.text) ?? []
        case .identifier(let identifier): identifier.parts
        case .subquery, .function, .sql: []
        }
    }

    public func write(to writer: inout SQLWriter) throws {
        switch node {
        case .name(let path): try writer.name(path)
        case .identifier(let identifier): try identifier.write(to: &writer)
        case .subquery(let statement):
            let isNamed = writer.features.contains(.onDuplicateKey) && !writer.inlinesValues
            try writer.parenthesized(isNamed ? statement.namingParameters(writer.madeUpPrefix) : statement)
        case .function(let call): try call.write(to: &writer)
        case .sql(let sql): try sql.write(to: &writer)
        }
    }

    /// Whether the engine may demand an alias.
    var isSubquery: Bool {
        if case .subquery = node { return true }
        return false
    }
}

extension SQLTableSource where Self == SQLTable {
    /// A function that returns rows: `json_each(?)`, `generate_series(?, ?)`.
    public static func function(_ name: String, _ arguments: SQLExpression...) -> SQLTable {
        SQLTable(.function(.function(name, arguments: arguments)))
    }

    /// Rows written out: `(VALUES (?, ?), (?, ?))`. The columns are called `column1`, `column2` and so on.
    public static func values(_ rows: [[SQLExpression]]) -> SQLTable {
        SQLTable(.subquery(SelectStatement(values: rows)))
    }
}

extension String: SQLTableSource {
    /// The table of this name; a dot separates the schema.
    public var sqlTable: SQLTable { SQLTable(.name(self)) }
}

extension SQLIdentifier: SQLTableSource {
    /// The table with this name, by its parts.
    public var sqlTable: SQLTable { SQLTable(.identifier(self)) }
}

extension SQL: SQLTableSource {
    /// Raw SQL, written without parentheses.
    public var sqlTable: SQLTable { SQLTable(.sql(self)) }
}

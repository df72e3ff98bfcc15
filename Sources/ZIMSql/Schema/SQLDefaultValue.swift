/// The default value of a column.
///
/// ```swift
/// CreateTableStatement("log").column("at", type: .timestamp, .default(.currentTimestamp)).column("n", type: .int, .default(0))
/// // CREATE TABLE "log" ("at" TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "n" INT DEFAULT 0)
/// ```
public struct SQLDefaultValue: Sendable, Hashable {
    enum Node: Hashable, Sendable {
        case expression(SQLExpression)
        case parenthesized(SQLExpression)
        case keyword(String)
        case currentDateTime
    }

    let node: Node

    /// `DEFAULT NULL`
    public static let null = SQLDefaultValue(node: .keyword("NULL"))
    /// `DEFAULT CURRENT_DATE`
    public static let currentDate = SQLDefaultValue(node: .keyword("CURRENT_DATE"))
    /// `DEFAULT CURRENT_TIME`
    public static let currentTime = SQLDefaultValue(node: .keyword("CURRENT_TIME"))
    /// `DEFAULT CURRENT_TIMESTAMP`
    public static let currentTimestamp = SQLDefaultValue(node: .keyword("CURRENT_TIMESTAMP"))
    /// The local date and time: `datetime('now', 'localtime')` on SQLite, `LOCALTIMESTAMP` elsewhere.
    public static let currentDateTime = SQLDefaultValue(node: .currentDateTime)

    /// A value.
    public static func value(_ value: some SQLValueConvertible) -> SQLDefaultValue {
        SQLDefaultValue(node: .expression(.value(value)))
    }

    /// An expression: `DEFAULT (…)`.
    public static func expression(_ expression: SQLExpression) -> SQLDefaultValue {
        SQLDefaultValue(node: .expression(expression))
    }

    /// The same default in parentheses, also where it is a value: `DEFAULT ('sad')`.
    package var parenthesized: SQLDefaultValue {
        guard case .expression(let expression) = node else { return self }
        return SQLDefaultValue(node: .parenthesized(expression))
    }

    func write(to writer: inout SQLWriter) throws {
        switch node {
        case .keyword(let word): writer.raw(word)
        case .currentDateTime:
            writer.raw(writer.features.contains(.rowidTables) ? "(datetime('now', 'localtime'))" : "LOCALTIMESTAMP")
        case .expression(let expression):
            if case .value = expression.node { return try expression.writeOperand(to: &writer) }
            try write(parenthesized: expression, to: &writer)
        case .parenthesized(let expression): try write(parenthesized: expression, to: &writer)
        }
    }

    private func write(parenthesized expression: SQLExpression, to writer: inout SQLWriter) throws {
        writer.put("(")
        try expression.write(to: &writer)
        writer.put(")")
    }
}

extension SQLDefaultValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .expression(SQLExpression(value: .integer(value))) }
    public init(floatLiteral value: Double) { self = .expression(SQLExpression(value: .real(value))) }
    public init(stringLiteral value: String) { self = .expression(SQLExpression(value: .text(value))) }
    /// `TRUE` or `FALSE`, as a column of a boolean type needs it; 1 or 0 on SQLite.
    public init(booleanLiteral value: Bool) { self = .expression(value ? .true : .false) }
    public init(nilLiteral: ()) { self = .null }
}

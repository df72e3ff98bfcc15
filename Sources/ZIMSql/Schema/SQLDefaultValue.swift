/// The default value of a column.
///
/// ```swift
/// CreateTableStatement("log").column("at", type: .timestamp, .default(.currentTimestamp)).column("n", type: .int, .default(0))
/// // CREATE TABLE "log" ("at" TIMESTAMP DEFAULT CURRENT_TIMESTAMP, "n" INT DEFAULT 0)
/// ```
public struct SQLDefaultValue: Sendable, Hashable {
    enum Node: Hashable, Sendable {
        case expression(SQLExpression)
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

    /// - Parameter type: the type of the column, on which it depends where MySQL needs parentheses around a default.
    func write(of type: SQLDataType? = nil, to writer: inout SQLWriter) throws {
        let word = type.flatMap { writer.features.contains(.onDuplicateKey) ? writer.dialect.typeName($0) : nil }?
            .uppercased()
        switch node {
        case .keyword("NULL"): writer.put("NULL")
        case .keyword(let moment): writer.moment(moment, of: word)
        case .currentDateTime:
            if writer.features.contains(.rowidTables) { return writer.raw("(datetime('now', 'localtime'))") }
            writer.moment("LOCALTIMESTAMP", of: word)
        case .expression(let expression):
            // MySQL takes a default of a long column as an expression only, from 8.0.13 on.
            let isLong =
                word.map { word in ["TEXT", "BLOB", "JSON", "GEOMETRY"].contains { word.contains($0) } } ?? false
            // So is the literal of a point in time to it.
            if case .value(let value) = expression.node, !isLong,
                !value.isDate || !writer.features.contains(.typedOperands)
            {
                return try expression.writeOperand(to: &writer)
            }
            writer.put("(")
            try expression.write(to: &writer)
            writer.put(")")
        }
    }
}

extension SQLWriter {
    /// Writes the present moment as the default of a column, with as many digits of a second as its type has: MySQL takes no
    /// others, and in parentheses what is not the date and time of a DATETIME or a TIMESTAMP.
    ///
    /// - Parameter type: nil where the engine takes the word alone.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/data-type-defaults.html>
    fileprivate mutating func moment(_ word: String, of type: String?) {
        guard let type else { return raw(word) }
        let isPlain = word.hasSuffix("TIMESTAMP") && (type.hasPrefix("DATETIME") || type.hasPrefix("TIMESTAMP"))
        let hasDigits = word != "CURRENT_DATE" && (type.hasPrefix("DATETIME") || type.hasPrefix("TIME"))
        let digits = hasDigits ? type.drop { $0 != "(" }.prefix { $0 != " " } : ""
        raw(isPlain ? word + digits : "(" + word + digits + ")")
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

/// Collects the text and the parameters of a statement while its parts write themselves, one after the other.
///
/// A part writes text, identifiers and values; the writer quotes and numbers them as its dialect demands, so no part
/// knows a placeholder or a quotation mark.
public struct SQLWriter {
    /// The dialect that the statement is written for.
    public let dialect: any SQLDialect
    /// What the dialect can do, read once.
    public let features: SQLFeatures
    /// The text so far.
    public private(set) var sql: String
    /// The values of the placeholders so far.
    public private(set) var parameters: [SQLValue]
    /// Writes values into the text as literals, for reading only.
    let inlinesValues: Bool
    private let quote: UInt8
    private let placeholder: SQLPlaceholder

    /// Starts an empty text for a dialect.
    public init(for dialect: any SQLDialect) {
        self.init(for: dialect, inlinesValues: false)
    }

    init(for dialect: any SQLDialect, inlinesValues: Bool) {
        self.dialect = dialect
        self.inlinesValues = inlinesValues
        features = dialect.features
        quote = dialect.identifierQuote
        placeholder = dialect.placeholder
        sql = ""
        sql.reserveCapacity(256)
        parameters = []
    }

    /// Appends SQL text as it is.
    public mutating func raw(_ text: String) {
        sql += text
    }

    /// Appends a quoted identifier; a quotation mark inside it is doubled.
    public mutating func identifier(_ name: String) {
        let mark = Character(UnicodeScalar(quote))
        sql.append(mark)
        if name.utf8.contains(quote) {
            for scalar in name.unicodeScalars {
                if scalar == UnicodeScalar(quote) { sql.unicodeScalars.append(scalar) }
                sql.unicodeScalars.append(scalar)
            }
        } else {
            sql += name
        }
        sql.append(mark)
    }

    /// Appends the placeholder of a value and keeps the value.
    public mutating func bind(_ value: SQLValue) throws {
        if inlinesValues {
            sql += try dialect.literal(value)
            return
        }
        parameters.append(value)
        switch placeholder {
        case .questionMark: sql += "?"
        case .numbered(let prefix):
            sql += prefix
            sql += String(parameters.count)
        }
    }

    /// Throws unless the dialect has a feature.
    public func require(_ feature: SQLFeatures, _ what: String, hint: String? = nil) throws {
        guard features.contains(feature) else {
            throw SQLBuildError(.unsupported, "\(dialect.name) has no \(what)", hint: hint)
        }
    }

    /// What has been written.
    public var rendered: RenderedSQL { RenderedSQL(sql: sql, parameters: parameters) }
}

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
    public func render(for dialect: some SQLDialect) throws -> RenderedSQL {
        var writer = SQLWriter(for: dialect)
        try write(to: &writer)
        return writer.rendered
    }
}

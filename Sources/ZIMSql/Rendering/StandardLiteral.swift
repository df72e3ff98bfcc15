import Foundation

/// Values written as literals that an engine reads back to the same value.
enum StandardLiteral {
    static func text(_ value: SQLValue, dialect: some SQLDialect) throws -> String {
        switch value {
        case .null: return "NULL"
        // The digits of the smallest integer without its sign are no integer any more.
        case .integer(Int64.min): return "(-9223372036854775807 - 1)"
        case .integer(let value): return String(value)
        case .real(let value) where value.isFinite: return String(value)
        case .real(let value):
            return "CAST('\(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")' AS DOUBLE PRECISION)"
        case .text(let text):
            if text.utf8.contains(0) { throw SQLBuildError.nulInText(dialect) }
            return SQLValue.quoted(text)
        case .typed(let value):
            try value.requireNoEngine(dialect)
            return SQLValue.quoted(value.plainText)
        case .blob(let bytes): return "X'" + SQLValue.hexadecimal(bytes) + "'"
        }
    }
}

extension SQLiteDialect {
    /// Source: <https://www.sqlite.org/lang_expr.html#literal_values_constants_>
    public func literal(_ value: SQLValue) throws -> String {
        let value = value.bound(features) ?? value.asStored
        switch value {
        // Larger than any real number, so the engine reads an infinity. A NaN is stored as NULL when it is bound, too.
        case .real(let value) where !value.isFinite:
            return value.isNaN ? "NULL" : value < 0 ? "-9e999" : "9e999"
        case .text(let text) where text.utf8.contains(0): return SQLiteDialect.textWithNUL(text)
        case .typed(let value) where value.textBytes != nil: return value.text
        default: return try StandardLiteral.text(value, dialect: self)
        }
    }

    /// The engine stops reading its text at a NUL, so the parts around it are joined.
    private static func textWithNUL(_ text: String) -> String {
        let parts = text.unicodeScalars.split(separator: "\0", omittingEmptySubsequences: false)
        return "(" + parts.map { SQLValue.quoted(String($0)) }.joined(separator: " || char(0) || ") + ")"
    }
}

extension PostgreSQLDialect {
    /// Source: <https://www.postgresql.org/docs/15/sql-syntax-lexical.html#SQL-SYNTAX-CONSTANTS>
    ///
    /// Text relies on `standard_conforming_strings`, which is on by default: a backslash is a backslash. Characters that nobody
    /// sees, and that a page or an editor changes, are escaped: `E'a\rb'`.
    public func literal(_ value: SQLValue) throws -> String {
        let value = value.bound(features) ?? value.asStored
        switch value {
        // Of the type numeric, as PostgreSQL takes the digits of a parameter beside one. It is a real number beside a real one, and
        // where a cast says so. Without digits behind the point it stays a number of none: 2. is no integer, and 2 as a text.
        case .real(let value) where value.isFinite && !(value == 0 && value.sign == .minus):
            let text = String(value)
            return text.hasSuffix(".0") ? String(text.dropLast()) : text
        // The type numeric has none of them, or makes 0 of it.
        case .real(let value):
            return "'\(value.isNaN ? "NaN" : value == 0 ? "-0" : value < 0 ? "-Infinity" : "Infinity")'::float8"
        case .blob(let bytes): return "'\\x" + SQLValue.hexadecimal(bytes) + "'::bytea"
        case .text(let text): return try quoted(text)
        case .typed(let value): return try quoted(value.text) + "::" + Self.unlimited(value.type)
        default: return try StandardLiteral.text(value, dialect: self)
        }
    }

    /// The type for values of any length: the words `bit` and `char` alone mean one bit and one character.
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-bit.html>
    private static func unlimited(_ type: String) -> String {
        switch type {
        case "bit": "\"bit\""
        case "bit[]": "\"bit\"[]"
        case "char", "character": "bpchar"
        case "char[]", "character[]": "bpchar[]"
        default: type
        }
    }

    private func quoted(_ text: String) throws -> String {
        let plain = try StandardLiteral.text(.text(text), dialect: self)
        guard text.unicodeScalars.contains(where: \.isUnseen) else { return plain }
        return "E"
            + plain.unicodeScalars.reduce(into: "") { result, scalar in
                switch scalar {
                case "\\": result += "\\\\"
                case "\r": result += "\\r"
                case _ where scalar.isUnseen:
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: result.unicodeScalars.append(scalar)
                }
            }
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character other than a tab and the end of a line, or changes the direction of text. All are below
    /// `U+10000`.
    fileprivate var isUnseen: Bool {
        guard self != "\n", self != "\t" else { return false }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}

extension MySQLDialect {
    /// Source: <https://mariadb.com/kb/en/string-literals/>
    ///
    /// Text relies on a `sql_mode` without `NO_BACKSLASH_ESCAPES`.
    public func literal(_ value: SQLValue) throws -> String {
        let value = value.bound(features) ?? value.asStored
        switch value {
        // Without the exponent a number with a point is exact, and 0.1 is not the real number nearest to it.
        case .real(let value) where value.isFinite:
            let text = String(value)
            return text.contains("e") ? text : text + "e0"
        case .real:
            throw SQLBuildError(
                .unsupported, "\(name) has no infinity and no NaN", hint: "Leave the value NULL")
        case .text(let text): return quoted(text)
        case .typed(let value):
            try value.requireNoEngine(self)
            let isNumber =
                value.type == "decimal" || value.type == "numeric" || ["bigint unsigned", "bit"].contains(value.type)
            let isPlain = !value.text.isEmpty && value.text.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }
            if let time = Self.time(of: value) { return "TIMESTAMP'\(time)'" }
            return isNumber && isPlain ? value.text : quoted(value.plainText)
        default: return try StandardLiteral.text(value, dialect: self)
        }
    }

    /// `2026-11-21 12:37:03` of `2026-11-21T12:37:03.000Z`, as a `Date` is written; a fraction has six digits, as that of a parameter.
    private static func time(of value: SQLTypedText) -> String? {
        guard value.type == "timestamptz" || value.type.hasPrefix("datetime"), value.text.hasSuffix("Z"),
            value.text.utf8.count >= 20, value.text.utf8.allSatisfy({ "-T:.Z0123456789".utf8.contains($0) })
        else { return nil }
        let time = value.text.dropLast().replacing("T", with: " ")
        if time.hasSuffix(".000") { return String(time.dropLast(4)) }
        return time.padding(toLength: time.contains(".") ? 26 : 19, withPad: "0", startingAt: 0)
    }

    private func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'": result += "''"
            case "\\": result += "\\\\"
            case "\0": result += "\\0"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "'"
    }
}

extension SQLTypedText {
    /// - Throws: ``SQLBuildError`` with code unsupported for a value that only another engine has.
    fileprivate func requireNoEngine(_ dialect: some SQLDialect) throws {
        guard let engine else { return }
        throw SQLBuildError(
            .unsupported, "\(dialect.name) has no type \(type), which is one of \(engine)",
            hint: "Convert the value to text")
    }
}

extension SQLBuildError {
    static func nulInText(_ dialect: any SQLDialect) -> SQLBuildError {
        SQLBuildError(
            .unsupported, "\(dialect.name) cannot hold text with the character NUL in it",
            hint: "Bind it as bytes, or remove the character")
    }
}

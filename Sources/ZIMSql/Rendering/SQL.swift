/// Raw SQL, safe by default: interpolated values are bound as parameters, never pasted.
///
/// ```swift
/// let raw = SQL("SELECT * FROM person WHERE last_name = \("O'Brien") AND age > \(40)")
/// // SELECT * FROM person WHERE last_name = ? AND age > ?      parameters: ['O''Brien', 40]
/// let table = SQL("SELECT count(*) FROM \(identifier: "phone call")")
/// // SELECT count(*) FROM "phone call"
/// ```
public struct SQL: SQLRenderable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// One piece of a statement's text.
    public enum Segment: Sendable, Hashable {
        /// Text as it is.
        case sql(String)
        /// A value: a placeholder in the text and a parameter beside it.
        case binding(SQLValue)
        /// A name, which the dialect quotes.
        case identifier(String)
    }

    /// A piece as it is kept: another statement renders itself only when the dialect is known.
    enum Part: Sendable, Hashable {
        case segment(Segment)
        case statement(NestedStatement)

        var isBinding: Bool {
            if case .segment(.binding) = self { return true }
            return false
        }

        var boundValue: SQLValue? {
            if case .segment(.binding(let value)) = self { return value }
            return nil
        }

        /// Whether both are the same text or the same name.
        func hasText(of other: Part) -> Bool {
            switch self {
            case .segment(.sql(let text)):
                if case .segment(.sql(let known)) = other { return text.hasSameBytes(as: known) }
            case .segment(.identifier(let name)):
                if case .segment(.identifier(let known)) = other { return name.hasSameBytes(as: known) }
            case .segment(.binding), .statement: break
            }
            return false
        }
    }

    var parts: [Part]

    /// The pieces in order. Nested statements are rendered for SQLite.
    public var segments: [Segment] {
        parts.flatMap { part -> [Segment] in
            switch part {
            case .segment(let segment): [segment]
            case .statement(let nested): nested.segments
            }
        }
    }

    /// Takes the pieces of a statement.
    public init(segments: [Segment]) { parts = segments.map(Part.segment) }

    init(parts: [Part]) { self.parts = parts }

    /// Takes text with interpolated values, identifiers and other SQL.
    public init(_ text: SQL) { self = text }

    /// Takes text that is not known to be safe, for example SQL that a user typed. Nothing in it is bound.
    public init(unsafe text: String) { parts = [.segment(.sql(text))] }

    public init(stringLiteral value: String) { parts = [.segment(.sql(value))] }

    public init(stringInterpolation interpolation: Interpolation) { parts = interpolation.parts }

    /// One text after the other, with the parameters of both.
    public static func + (left: SQL, right: SQL) -> SQL { SQL(parts: left.parts + right.parts) }

    /// Appends a text and its parameters.
    public static func += (left: inout SQL, right: SQL) { left.parts += right.parts }

    public func write(to writer: inout SQLWriter) throws {
        for part in parts {
            switch part {
            case .segment(.sql(let text)): writer.raw(text)
            case .segment(.binding(let value)): try writer.bind(value)
            case .segment(.identifier(let name)): writer.identifier(name)
            case .statement(let nested): try nested.write(to: &writer)
            }
        }
    }

    /// The values of a statement that is written as another one, in order; nil if it is written in another way. Operands among
    /// them are still to be made what a dialect binds.
    ///
    /// Statements that are made in a loop differ in their values alone. To find that out is far less than to render one,
    /// since the texts of a literal are the same memory.
    package func parameters(asWrittenIn other: SQL) -> [SQLValue]? {
        let count = parts.count
        guard count == other.parts.count else { return nil }
        var parameters: [SQLValue] = []
        parameters.reserveCapacity(count / 2 + 1)
        let isSame = parts.withUnsafeBufferPointer { own in
            other.parts.withUnsafeBufferPointer { model in
                for index in 0..<count {
                    if let value = own[index].boundValue {
                        guard model[index].isBinding else { return false }
                        parameters.append(value)
                    } else if !own[index].hasText(of: model[index]) {
                        return false
                    }
                }
                return true
            }
        }
        return isSame ? parameters : nil
    }

    /// The statement with its values as SQLite literals, for people to read.
    public var description: String {
        if let text = try? text(for: SQLiteDialect()) { return text }
        do { return try text(for: PostgreSQLDialect()) } catch { return "-- \(error)" }
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.segment(.sql(literal))) }
        }

        /// A value: bound.
        @inlinable
        public mutating func appendInterpolation(_ value: some SQLValueConvertible) { bind(value.operandValue) }

        /// A value or nil: bound, nil as NULL.
        @inlinable
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            bind(value?.operandValue ?? .null)
        }

        @usableFromInline
        mutating func bind(_ value: SQLValue) { parts.append(.segment(.binding(value))) }

        /// A name: quoted.
        public mutating func appendInterpolation(identifier name: String) {
            parts.append(.segment(.identifier(name)))
        }

        /// Other SQL: inserted with its own parameters.
        public mutating func appendInterpolation(_ sql: SQL) {
            parts += sql.parts
        }

        /// A statement or an expression: inserted with its own parameters, without parentheses.
        public mutating func appendInterpolation(_ statement: some SQLRenderable & Hashable) {
            parts.append(.statement(NestedStatement(statement)))
        }

        /// Text that is not known to be safe: pasted as it is.
        public mutating func appendInterpolation(unsafe text: String) {
            parts.append(.segment(.sql(text)))
        }
    }
}

/// SQL text of one's own, safe by default: what is interpolated is bound as a parameter, never pasted.
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
        /// Text as it stands.
        case sql(String)
        /// A value: a placeholder in the text and a parameter beside it.
        case binding(SQLValue)
        /// A name: quoted as the dialect quotes.
        case identifier(String)
    }

    /// The pieces in order.
    public private(set) var segments: [Segment]

    /// Takes the pieces of a statement.
    public init(segments: [Segment]) { self.segments = segments }

    /// Takes text with interpolated values, identifiers and other SQL.
    public init(_ text: SQL) { self = text }

    /// Takes text that is not known to be safe, for example SQL that a person typed. Nothing in it is bound.
    public init(unsafe text: String) { segments = [.sql(text)] }

    public init(stringLiteral value: String) { segments = [.sql(value)] }

    public init(stringInterpolation interpolation: Interpolation) { segments = interpolation.segments }

    public static func + (left: SQL, right: SQL) -> SQL { SQL(segments: left.segments + right.segments) }

    public static func += (left: inout SQL, right: SQL) { left.segments += right.segments }

    public func write(to writer: inout SQLWriter) throws {
        for segment in segments {
            switch segment {
            case .sql(let text): writer.raw(text)
            case .binding(let value): try writer.bind(value)
            case .identifier(let name): writer.identifier(name)
            }
        }
    }

    /// The statement for a reader, values written in as literals of SQLite.
    public var description: String {
        segments.map { segment in
            switch segment {
            case .sql(let text): text
            case .binding(let value): value.description
            case .identifier(let name):
                "\""
                    + name.split(separator: "\"", omittingEmptySubsequences: false)
                    .joined(separator: "\"\"") + "\""
            }
        }.joined()
    }

    /// Collects the pieces of an interpolated literal.
    public struct Interpolation: StringInterpolationProtocol {
        var segments: [Segment] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            segments.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { segments.append(.sql(literal)) }
        }

        /// A value: bound.
        public mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            segments.append(.binding(value.sqlValue))
        }

        /// A value or NULL: bound.
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            segments.append(.binding(value?.sqlValue ?? .null))
        }

        /// A name: quoted.
        public mutating func appendInterpolation(identifier name: String) {
            segments.append(.identifier(name))
        }

        /// Other SQL: put in with its own parameters.
        public mutating func appendInterpolation(_ sql: SQL) {
            segments += sql.segments
        }

        /// Text that is not known to be safe: pasted as it is.
        public mutating func appendInterpolation(unsafe text: String) {
            segments.append(.sql(text))
        }
    }
}

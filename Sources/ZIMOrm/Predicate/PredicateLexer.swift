/// Cuts a predicate's text into tokens, one at a time.
struct PredicateLexer {
    let source: PredicateSource
    /// The next byte to read.
    var cursor = 0
    /// The next insert to meet.
    var insert = 0

    init(_ source: PredicateSource) { self.source = source }

    var current: UInt8 {
        @inline(__always) get { source.byte(cursor) }
    }

    mutating func next() throws -> PredicateToken {
        skipSpace()
        let start = cursor
        return PredicateToken(kind: try kind(), start: start)
    }

    private mutating func kind() throws -> PredicateToken.Kind {
        switch current {
        case PredicateSource.end: return .end
        case PredicateText.placeholder: return try interpolated()
        case "'": return .value(.text(try text()))
        case "\"" where source.takesDoubleQuotedText: return .value(.text(try text(by: current)))
        case "0"..."9": return try number()
        case "." where source.byte(cursor + 1).isDigit: return try number()
        case "\"", "`", "[", "#": return try path()
        case let byte where byte.beginsName: return try word()
        case let byte where byte >= 0x80: return try isNameScalar(at: cursor) ? word() : throwUnknown()
        default: return try symbol()
        }
    }

    private mutating func symbol() throws -> PredicateToken.Kind {
        let second = source.byte(cursor + 1)
        switch (current, second) {
        case ("=", "="): return take(2, .comparison(.equal))
        case ("=", "<"): return take(2, .comparison(.lessThanOrEqual))
        case ("=", ">"): return take(2, .comparison(.greaterThanOrEqual))
        case ("=", _): return take(1, .comparison(.equal))
        case ("<", "="): return take(2, .comparison(.lessThanOrEqual))
        case ("<", ">"): return take(2, .comparison(.notEqual))
        case ("<", _): return take(1, .comparison(.lessThan))
        case (">", "="): return take(2, .comparison(.greaterThanOrEqual))
        case (">", _): return take(1, .comparison(.greaterThan))
        case ("!", "="): return take(2, .comparison(.notEqual))
        case ("!", _): return take(1, .keyword(.not))
        case ("&", "&"): return take(2, .keyword(.and))
        case ("|", "|"): return take(2, .doubleBar)
        case ("-", "-"), ("/", "*"):
            throw source.failure("a predicate has no comments, but one seems to begin", at: cursor)
        case ("+", _): return take(1, .arithmetic(.add))
        case ("-", _): return take(1, .arithmetic(.subtract))
        case ("*", _): return take(1, .arithmetic(.multiply))
        case ("/", _): return take(1, .arithmetic(.divide))
        case ("%", _): return take(1, .arithmetic(.modulo))
        case ("(", _): return take(1, .open)
        case (")", _): return take(1, .close)
        case ("{", _): return take(1, .openBrace)
        case ("}", _): return take(1, .closeBrace)
        case (",", _): return take(1, .comma)
        default: return try throwUnknown()
        }
    }

    private mutating func take(_ count: Int, _ kind: PredicateToken.Kind) -> PredicateToken.Kind {
        cursor += count
        return kind
    }

    private func throwUnknown() throws -> PredicateToken.Kind {
        let hint: String? =
            switch source.scalar(cursor) ?? Unicode.Scalar(current) {
            case "?", ":", "@", "$": #"Values are interpolated: "name = \(value)""#
            case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}": "A text stands between straight quotes: 'text'"
            case "&": "AND is written AND or &&"
            case "|": "OR is written OR or ||"
            default: #"A name with other characters than letters, digits and "_" is quoted: "odd name""#
            }
        throw source.failure("there is a character that means nothing here", at: cursor, hint: hint)
    }

    private mutating func interpolated() throws -> PredicateToken.Kind {
        switch try takeInsert() {
        case .value(let value): return .value(value)
        case .list(let values): return .list(values)
        case .name:
            cursor -= 1
            insert -= 1
            return try path()
        }
    }

    /// The insert whose placeholder is at the cursor.
    mutating func takeInsert() throws -> PredicateText.Insert {
        guard insert < source.inserts.count else {
            throw source.failure("an interpolation is missing", at: cursor)
        }
        defer {
            cursor += 1
            insert += 1
        }
        return source.inserts[insert]
    }

    private mutating func skipSpace() {
        while true {
            let byte = current
            if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
                cursor += 1
            } else if byte >= 0x80, let scalar = source.scalar(cursor), scalar.properties.isWhitespace {
                cursor += UTF8.width(scalar)
            } else {
                return
            }
        }
    }
}

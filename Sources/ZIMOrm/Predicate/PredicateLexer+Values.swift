import Foundation
internal import ZIMSql

extension PredicateLexer {
    /// A text between quotation marks, with what is interpolated in it; the closing one is doubled to stand in it.
    mutating func text(by quote: UInt8 = .apostrophe) throws -> String {
        try quoted(by: quote, "a text") { try $0.interpolatedText() }
    }

    /// The text of a value that is interpolated between single quotes.
    private mutating func interpolatedText() throws -> String {
        let start = cursor
        let insert = try takeInsert()
        guard case .value(let value) = insert else {
            throw source.failure("only a value can be interpolated between single quotes", at: start)
        }
        switch value {
        case .text(let text): return text
        case .integer(let number): return String(number)
        case .real(let number): return String(number)
        case .typed(let typed): return typed.text
        case .null:
            throw source.failure(
                "NULL is interpolated between single quotes, but it is not text", at: start,
                hint: "Without the quotes, = and != compare with NULL")
        case .blob:
            throw source.failure(
                "bytes are interpolated between single quotes, and are no text", at: start,
                hint: "Leave the quotes away")
        }
    }

    /// How many digits a Decimal keeps at least.
    private static let exactDigits = 38

    /// `12`, `0xFF`, `1.5`, `.5`, `1e-3`
    mutating func number() throws -> PredicateToken.Kind {
        let start = cursor
        let kind: PredicateToken.Kind
        if current == UInt8(ascii: "0"), source.byte(cursor + 1).lowercased == UInt8(ascii: "x") {
            cursor += 2
            let first = cursor
            while current.isHexDigit { cursor += 1 }
            kind = try integer(first..<cursor, radix: 16, at: start)
        } else {
            skipDigits()
            let whole = cursor
            if current == .dot {
                cursor += 1
                skipDigits()
            }
            skipExponent()
            kind = whole == cursor ? try integer(start..<cursor, radix: 10, at: start) : try real(start..<cursor)
        }
        guard !current.continuesName, current != .dot, current < 0x80 || current >= PredicateSource.end else {
            throw source.failure("a number goes on with what is no part of one", at: start)
        }
        return kind
    }

    private mutating func skipDigits() {
        while current.isDigit { cursor += 1 }
    }

    /// Goes behind an exponent, if it has a digit.
    private mutating func skipExponent() {
        guard current.lowercased == UInt8(ascii: "e") else { return }
        let second = source.byte(cursor + 1)
        let sign = second == UInt8(ascii: "+") || second == UInt8(ascii: "-") ? 1 : 0
        guard source.byte(cursor + 1 + sign).isDigit else { return }
        cursor += 1 + sign
        skipDigits()
    }

    private func integer(_ range: Range<Int>, radix: Int, at start: Int) throws -> PredicateToken.Kind {
        guard !range.isEmpty else { throw source.failure("a number has no digits", at: start) }
        let digits = source.string(range)
        if let magnitude = UInt64(digits, radix: radix) { return .integer(magnitude) }
        guard radix == 10 else { throw source.failure("an integer needs more than 64 bits", at: start) }
        return .decimal(digits)
    }

    private func real(_ range: Range<Int>) throws -> PredicateToken.Kind {
        let text = source.string(range)
        guard let number = Double(text), number.isFinite else {
            throw source.failure("a number is beyond 64 bits", at: range.lowerBound)
        }
        // A DECIMAL column may tell numbers apart that are one as a Double.
        guard let exact = Decimal(string: text),
            exact != Decimal(string: String(number)) || text.count(where: \.isNumber) > Self.exactDigits
        else { return .real(number) }
        // With more digits than a Decimal has, it is what was written.
        return .decimal(text.allSatisfy { $0.isNumber || $0 == "." } ? text : exact.description)
    }
}

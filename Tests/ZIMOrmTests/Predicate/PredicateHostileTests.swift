import Foundation
import Testing
import ZIMOrm
import ZIMSql

@Suite struct PredicateHostileTests {
    /// The shared list of strings that have broken programs; nil where this clone does not have it.
    static let strings: [String]? = {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let file = root.appending(path: "../shared/data/hostile-strings.json").standardized
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode([String].self, from: data)
    }()

    @Test(.enabled(if: strings != nil, "../shared/data/hostile-strings.json is absent"))
    func hostileStringsStayValues() throws {
        for string in Self.strings ?? [] {
            #expect(try PredicateText("a = \(string)").parse() == equal(.text(string)))
            #expect(try PredicateText("a = '\(string)'").parse() == equal(.text(string)))
            #expect(try PredicateText("a = '%\(string)'''").parse() == equal(.text("%" + string + "'")))
            let doubled = string.replacing("'", with: "''")
            #expect(try PredicateText(unsafe: "a = '\(doubled)'").parse() == equal(.text(string)))
            #expect(
                try PredicateText("a IN \([string])").parse()
                    == .inList(name("a"), [.value(.text(string))], negated: false))
        }
    }

    @Test(.enabled(if: strings != nil, "../shared/data/hostile-strings.json is absent"))
    func hostileStringsStayNames() throws {
        for string in Self.strings ?? [] where !string.isEmpty {
            let node = PredicateNode.comparison(name(string), .equal, .value(.integer(1)), ignoresCase: false)
            #expect(try PredicateText("\(identifier: string) = 1").parse() == node)
            let doubled = String(
                String.UnicodeScalarView(string.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }))
            #expect(try PredicateText(unsafe: "\"\(doubled)\" = 1").parse() == node)
        }
    }

    @Test(.enabled(if: strings != nil, "../shared/data/hostile-strings.json is absent"))
    func hostileStringsAsTextAreReadOrThrow() throws {
        for string in Self.strings ?? [] {
            for text in [string, "a = " + string, string + " = 1", "a = '" + string, "(" + string + ")", "\"" + string]
            {
                try readOrThrow(PredicateText(unsafe: text))
            }
        }
    }

    @Test func tokenSoupIsReadOrThrows() throws {
        let words = [
            "a", "dog.label", "\"x y\"", "[c]", "[cd]", "`z`", "#in", "1", "0x1F", "2.5e3", "'it''s'", "'", "\"", "AND",
            "OR",
            "||", "&&", "NOT", "!", "=", "==", "!=", "<>", "<", "=<", ">=", "=>", "IN", "BETWEEN", "LIKE", "CONTAINS",
            "IS",
            "NULL", "nil", "TRUE", "NO", "TRUEPREDICATE", "MATCHES", "(", ")", "(", ")", "{", "}", ",", "+", "-", "*",
            "/", "%",
            "lower(", "date(", "coalesce(", "größe", "é", "👩‍👩‍👧", "\r\n", "\0", "~", ".", "#", "\u{301}",
            "9223372036854775808",
        ]
        var random = TokenSoupGenerator(state: 20_261_121)
        var read = 0
        for _ in 0..<50_000 {
            var soup = PredicateText.Interpolation(literalCapacity: 64, interpolationCount: 4)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                switch Int.random(in: 0..<40, using: &random) {
                case 0: soup.appendInterpolation("x'y")
                case 1: soup.appendInterpolation(Int?.none)
                case 2: soup.appendInterpolation([1, 2])
                case 3: soup.appendInterpolation(identifier: "n")
                default: soup.appendLiteral(words.randomElement(using: &random) ?? "")
                }
                if Bool.random(using: &random) { soup.appendLiteral(" ") }
            }
            if try readOrThrow(PredicateText(stringInterpolation: soup)) { read += 1 }
        }
        #expect(read > 100)
    }

    /// A soup in the right order: nearly all of these are predicates.
    @Test func grammarSoupIsRead() throws {
        var random = TokenSoupGenerator(state: 7)
        for _ in 0..<5_000 {
            let text = condition(3, &random)
            #expect(throws: Never.self, "\(text)") { try PredicateText(unsafe: text).parse() }
        }
    }

    private func condition(_ depth: Int, _ random: inout TokenSoupGenerator) -> String {
        let inner = depth > 0 ? Int.random(in: 0..<10, using: &random) : Int.random(in: 4..<10, using: &random)
        switch inner {
        case 0: return condition(depth - 1, &random) + " AND " + condition(depth - 1, &random)
        case 1: return condition(depth - 1, &random) + " or " + condition(depth - 1, &random)
        case 2: return "NOT (" + condition(depth - 1, &random) + ")"
        case 3: return "(" + condition(depth - 1, &random) + ") || (" + condition(depth - 1, &random) + ")"
        case 4: return operand(depth, &random) + " NOT IN (" + operand(0, &random) + ", 1)"
        case 5: return operand(depth, &random) + " BETWEEN " + operand(depth, &random) + " AND " + operand(0, &random)
        case 6: return operand(depth, &random) + " IS NOT NULL"
        case 7: return operand(depth, &random) + " CONTAINS[c] 'x'"
        default: return operand(depth, &random) + " >= " + operand(depth, &random)
        }
    }

    private func operand(_ depth: Int, _ random: inout TokenSoupGenerator) -> String {
        switch depth > 0 ? Int.random(in: 0..<8, using: &random) : Int.random(in: 4..<8, using: &random) {
        case 0: "(" + operand(depth - 1, &random) + " || " + operand(depth - 1, &random) + ")"
        case 1: operand(depth - 1, &random) + " * " + operand(depth - 1, &random)
        case 2: "lower(" + operand(depth - 1, &random) + ")"
        case 3: "(-" + operand(depth - 1, &random) + ")"
        case 4: "12"
        case 5: "'it''s'"
        case 6: "dog.\"a b\""
        default: "x"
        }
    }

    /// Whether the text is a predicate; what is no predicate must say where, within the text.
    @discardableResult
    private func readOrThrow(_ text: PredicateText) throws -> Bool {
        do {
            _ = try text.parse()
            return true
        } catch let error as ModelError {
            #expect(error.code == .predicate)
            let position = try #require(error.position)
            #expect(position >= 0 && position <= text.description.unicodeScalars.count)
            return false
        }
    }

    private func name(_ name: String) -> PredicateOperand { .path([name], position: 0) }

    private func equal(_ value: SQLValue) -> PredicateNode {
        .comparison(name("a"), .equal, .value(value), ignoresCase: false)
    }
}

/// SplitMix64: the same numbers on every run.
private struct TokenSoupGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

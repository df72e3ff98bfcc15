import Foundation
import Testing
@testable import ZIMOrm
import ZIMSql

@Suite(.showingValues) struct PredicateFailureTests {
    /// A text that is no predicate, where it fails and a part of what is said about it.
    struct Case: Sendable, CustomStringConvertible {
        let text: PredicateText
        let position: Int
        let message: String
        init(_ text: PredicateText, _ position: Int, _ message: String) {
            self.text = text
            self.position = position
            self.message = message
        }
        var description: String { text.description }
    }

    @Test(arguments: [
        Case("", 0, "empty"), Case(" \n ", 0, "empty"), Case("a", 1, "an operator is expected"),
        Case("a = ", 4, "a value is missing at character 4, the end, after 'a = '"),
        Case("= 1", 0, "a value is missing"),
        Case("a = 1 AND", 9, "a value is missing"), Case("AND a = 1", 0, "a value is missing"),
        Case("NOT", 3, "a value is missing"),
        Case("a = 1 b = 2", 6, "AND, OR or the end is expected at character 6, before 'b = 2'"),
        Case("a b", 2, "an operator is expected"), Case("a LIK 'x'", 2, "Did you mean LIKE?"),
        Case("ANY a.b = 1", 4, "ANY, ALL"),
        Case("1 < x < 3", 6, "cannot be chained"), Case("a = b = c", 6, "cannot be chained"),
        Case("a IN (1) IN (2)", 9, "chained"),
        Case("a = 1 NOT b", 6, "AND, OR or the end"), Case("(a = 1) = 2", 0, "this is a condition"),
        Case("a = (b = 1)", 4, "this is a condition"),
        Case("a AND b = 1", 2, "an operator is expected"), Case("a = 1 AND b", 11, "an operator is expected"),
        Case("(a = 1", 6, "what opens at character 0 is not closed, a ) is expected at character 6, the end, after"),
        Case("a = 1)", 5, "too many"),
        Case("(a b)", 3, "an operator is expected"), Case("a IN (1, 2", 10, "a ) is expected"),
        Case("a IN {1)", 7, "a } is expected"),
        Case("a IN (1,)", 8, "a value is missing"), Case("a IN 1", 5, "a list is expected"),
        Case("a IN \(1)", 5, "a list is expected"),
        Case("a = (1, 2)", 4, "a list of values"), Case("a = \([1, 2])", 4, "a list of values"),
        Case("(a, b) = 1", 0, "a list of values"),
        Case("()", 0, "a list of values"), Case("a BETWEEN 1", 11, "AND is expected"),
        Case("a BETWEEN (1, 2, 3)", 10, "not 3"),
        Case("a BETWEEN \([1])", 10, "not 1"), Case("a BETWEEN NULL AND 1", 2, "NULL is between nothing"),
        Case("a NOT 5", 6, "after NOT"),
        Case("a NOT IS NULL", 6, "after NOT"), Case("a < NULL", 2, "finds nothing"),
        Case("a LIKE \(String?.none)", 2, "finds nothing"),
        Case("a IS b", 5, "after IS"), Case("a MATCHES 'x'", 2, "MATCHES is not supported"),
        Case("a LIKE[d] 'x'", 6, "[d] is not supported"),
        Case("a ==[cd] 'x'", 4, "[d]"), Case("a IN[c] ('x')", 4, "IN cannot ignore case"), Case("no = 5", 0, "#no"),
        Case("a = AND", 4, "#AND"),
        Case("contains = 5", 0, "#CONTAINS"), Case("a = 'x", 4, "no closing '"), Case("\"a = 1", 0, "no closing \""),
        Case("[a = 1", 0, "no closing ]"),
        Case("a = '\(String?.none)'", 5, "NULL is interpolated"), Case("a = 'x\(Data())'", 6, "bytes"),
        Case("a = '\([1])'", 5, "only a value"),
        Case("\"\("a")\" = 1", 1, "cannot contain an interpolation"), Case("a.\("b") = 1", 2, "this is a value"),
        Case("a. = 1", 2, "a name is expected"),
        Case("a..b = 1", 2, "a name is expected"), Case("a.1 = 1", 2, "a name is expected"),
        Case("# = 1", 1, "a name is expected"), Case("#1 = 1", 1, "a name is expected"),
        Case("\"\" = 1", 0, "a name is empty"), Case("\(identifier: "") = 1", 0, "a name is empty"),
        Case("a = 12ab", 4, "number goes on"),
        Case("a = 1.2.3", 4, "number goes on"), Case("a = 1e", 4, "number goes on"), Case("a = 0x", 4, "no digits"),
        Case("a = 0xG", 4, "no digits"),
        Case("a = 0x10000000000000000", 4, "an integer needs more than 64 bits"),
        Case("a = 1e999", 4, "a number is beyond 64 bits"),
        Case("a = ?", 4, "interpolated"),
        Case("a = %@", 4, "interpolated"), Case("a = $1", 4, "interpolated"),
        Case("a = 1 & b = 2", 6, "&&"), Case("a | b", 2, "||"), Case("a = 1;", 5, "means nothing"),
        Case("a = ~1", 4, "means nothing"), Case("a = \\'x'", 4, "means nothing"),
        Case("a = ‘x’", 4, "straight quotes"), Case("a = 1 -- x", 6, "no comments"),
        Case("a /* x */ = 1", 2, "no comments"), Case("a\0 = 1", 1, "means nothing"),
        Case("load_extension('x') = 1", 0, "there is no function"), Case("lowr(a) = 1", 0, "Did you mean lower?"),
        Case("\"lower\"(a) = 1", 0, "there is no function"),
        Case("a.lower(b) = 1", 0, "there is no function"), Case("lower() = 1", 0, "takes 1 argument, not 0"),
        Case("substr(a) = 1", 0, "2 to 3"),
        Case("lower(a = 1) = 1", 8, "a ) is expected"), Case("a = 'x' || b || c = 1", 13, "|| can mean OR"),
        Case("a || TRUEPREDICATE", 5, "this is a condition"),
        Case("größe = 'é' AND ~", 16, "means nothing"),
        Case("'\("a")' = '\("b")' x", 10, "AND, OR or the end is expected at character 10, before 'x'"),
        Case("'e\u{301}' = ~", 6, "means nothing"), Case("\(1)\u{301}", 1, "an operator"),
        Case("a = \(1)\(2)", 5, "AND, OR or"),
        Case("a = 1 \u{200B}", 6, "means nothing"), Case("SELECT * FROM a", 14, "an operator is expected"),
    ])
    func failsAt(_ example: Case) {
        let error = #expect(throws: ModelError.self) { try example.text.parse() }
        #expect(error?.code == .predicate)
        #expect(error?.position == example.position)
        // A message begins as in the middle of a sentence; only a keyword begins it in capitals.
        let word = error?.message.prefix { $0.isLetter } ?? ""
        #expect(word == word.lowercased() || word == word.uppercased() && word.count > 1, "\(word)")
        let said = (error?.message ?? "") + " " + (error?.hint ?? "")
        #expect(said.contains(example.message), "\(said)")
    }

    @Test func valuesAreNotShown() {
        let error = #expect(throws: ModelError.self) { try PredicateText("a = \("secret") '\("secret")'").parse() }
        #expect(error?.message.contains("secret") == false)
        #expect(error?.message.contains("before ''«…»''") == true)
    }

    static let deep: [(opening: String, closing: String)] = [
        ("(", ")"), ("NOT (", ")"), ("!(", ")"), ("abs(", ")"), ("-(", ")"), ("a IN (", ")"), ("a = 1 || (", ")"),
        ("a = 1 AND (", ")"),
        ("a BETWEEN (", ")"), ("1 + (", ")"), ("1 + ", ""), ("b || ", ""), ("a = 1 || b || ", ""),
    ]

    @Test(arguments: deep.indices)
    func depthIsLimited(_ index: Int) {
        let (opening, closing) = Self.deep[index]
        for depth in [100_000, 1_000, 201] {
            let text =
                String(repeating: opening, count: depth) + "a" + String(repeating: closing, count: depth) + " = 1"
            #expect(throws: ModelError.self) { try PredicateText(unsafe: text).parse() }
        }
    }

    @Test func depthUpToTheLimitIsRead() throws {
        let depth = PredicateParser.nestingLimit
        let parentheses = String(repeating: "(", count: depth) + "a = 1" + String(repeating: ")", count: depth)
        #expect(try PredicateText(unsafe: parentheses).parse().written == "<a>@32 = 1")
        let sum = String(repeating: "1 + ", count: 200) + "a = 1"
        #expect(throws: Never.self) { try PredicateText(unsafe: sum).parse() }
        let many = String(repeating: "NOT ", count: 100_000) + "a = 1"
        #expect(try PredicateText(unsafe: many).parse().written == "<a>@400000 = 1")
        let signs = "a = " + String(repeating: "- ", count: 100_001) + "1"
        #expect(try PredicateText(unsafe: signs).parse().written == "<a>@0 = -1")
    }

    /// Darwin gives a secondary thread 512 KiB, and what is allowed must fit in it, in a debug build too: to read it, to
    /// turn it into SQL, and to release it.
    @Test func theLimitFitsASmallStack() async {
        let openings = [
            "(", "NOT (", "a = 1 || (", "a = 1 AND (", "abs(", "a BETWEEN 1 AND (", "a IN (", "NOT (1 + 2 * -(",
        ]
        let texts = openings.map { opening in
            let count = PredicateParser.nestingLimit / opening.count { $0 == "(" }
            let closing = String(repeating: ")", count: PredicateParser.nestingLimit)
            return String(repeating: opening, count: count) + "a = 1" + closing
        }
        let isRead = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            let thread = Thread {
                let nodes = texts.compactMap { try? PredicateText(unsafe: $0).parse() }
                let isSame = zip(nodes, texts).allSatisfy { $0 == (try? PredicateText(unsafe: $1).parse()) }
                continuation.resume(returning: isSame ? nodes.count : 0)
            }
            // A sanitizer's frames are several times as large; scripts/sanitize says that there is one.
            let factor = ProcessInfo.processInfo.environment["ZIM_SANITIZER"] == nil ? 1 : 8
            thread.stackSize = (512 << 10) * factor
            thread.start()
        }
        #expect(isRead >= 4)
    }
}

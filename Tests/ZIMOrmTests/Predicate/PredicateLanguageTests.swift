import Foundation
import Testing
import ZIMOrm
import ZIMSql

@Suite struct PredicateLanguageTests {
    /// A text and what it means.
    struct Case: Sendable, CustomStringConvertible {
        let text: PredicateText
        let meaning: String
        init(_ text: PredicateText, _ meaning: String) {
            self.text = text
            self.meaning = meaning
        }
        var description: String { text.description }
    }

    @Test(arguments: [
        Case("a = 1", "<a>@0 = 1"), Case("a == 1", "<a>@0 = 1"), Case("a=1", "<a>@0 = 1"),
        Case("a != 1", "<a>@0 <> 1"), Case("a <> 1", "<a>@0 <> 1"), Case("a<1", "<a>@0 < 1"),
        Case("a <= 1", "<a>@0 <= 1"), Case("a =< 1", "<a>@0 <= 1"), Case("a > 1", "<a>@0 > 1"),
        Case("a >= 1", "<a>@0 >= 1"), Case("a => 1", "<a>@0 >= 1"), Case("1 < a", "1 < <a>@4"),
        Case("a = b", "<a>@0 = <b>@4"), Case("a=-1", "<a>@0 = -1"), Case(" \n\ta\u{A0}= 1 ", "<a>@3 = 1"),
        Case("a = NULL", "<a>@0 IS NULL"), Case("a == nil", "<a>@0 IS NULL"), Case("nil = a", "<a>@6 IS NULL"),
        Case("a != nil", "<a>@0 IS NOT NULL"), Case("a <> Null", "<a>@0 IS NOT NULL"),
        Case("a IS NULL", "<a>@0 IS NULL"), Case("a is not nil", "<a>@0 IS NOT NULL"),
        Case("a NOT NULL", "<a>@0 IS NOT NULL"), Case("a IS TRUE", "(<a>@0 = 1) AND (<a>@0 IS NOT NULL)"),
        Case("a IS NOT 5", "(<a>@0 <> 5) OR (<a>@0 IS NULL)"), Case("NULL = NULL", "NULL IS NULL"),
        Case("NULL IS 5", "5 IS NULL"),
        Case("a = TRUE", "<a>@0 = 1"), Case("a = no", "<a>@0 = 0"), Case("TRUE = a", "1 = <a>@7"),
        Case("a LIKE 'x%'", "<a>@0 LIKE 'x%'"), Case("a like[c] 'x'", "<a>@0 LIKE[c] 'x'"),
        Case("a CONTAINS [C] 'x'", "<a>@0 CONTAINS[c] 'x'"), Case("a BEGINSWITH 'x'", "<a>@0 BEGINSWITH 'x'"),
        Case("a endswith[c]'x'", "<a>@0 ENDSWITH[c] 'x'"), Case("a ==[c] 'x'", "<a>@0 =[c] 'x'"),
        Case("a NOT LIKE 'x'", "NOT (<a>@0 LIKE 'x')"), Case("a NOT CONTAINS[c] 'x'", "NOT (<a>@0 CONTAINS[c] 'x')"),
        Case("a = [c]", "<a>@0 = <c>@4"), Case("a LIKE [c] AND b = 1", "(<a>@0 LIKE <c>@7) AND (<b>@15 = 1)"),
        Case("(a = [d])", "<a>@1 = <d>@5"), Case("a LIKE [c] [c]", "<a>@0 LIKE[c] <c>@11"),
    ])
    func comparisons(_ example: Case) throws {
        #expect(try example.text.parse().written == example.meaning)
    }

    @Test(arguments: [
        Case("a IN (1, 2)", "<a>@0 IN (1, 2)"), Case("a in {1,'x'}", "<a>@0 IN (1, 'x')"),
        Case("a NOT IN (1)", "<a>@0 NOT IN (1)"), Case("a IN ()", "<a>@0 IN ()"), Case("a IN {}", "<a>@0 IN ()"),
        Case("a NOT IN \([Int]())", "<a>@0 NOT IN ()"), Case("a IN \([1, 2, 3])", "<a>@0 IN (1, 2, 3)"),
        Case("a IN (0, \([1, 2]), b)", "<a>@0 IN (0, 1, 2, <b>@12)"),
        Case("a IN (1, NULL)", "(<a>@0 IN (1)) OR (<a>@0 IS NULL)"),
        Case("a NOT IN \([1, nil])", "NOT ((<a>@0 IN (1)) OR (<a>@0 IS NULL))"),
        Case("a NOT IN (NULL)", "NOT (<a>@0 IS NULL)"),
        Case("a IN (NULL)", "<a>@0 IS NULL"), Case("a IN (b + 1, -(2))", "<a>@0 IN ((<b>@6 + 1), (0 - 2))"),
        Case("a IN \(["x", "y"])", "<a>@0 IN ('x', 'y')"), Case("a = \([1, 2] as [UInt8])", "<a>@0 = x'0102'"),
        Case("a BETWEEN 1 AND 2", "<a>@0 BETWEEN 1 AND 2"), Case("a between {1, 2}", "<a>@0 BETWEEN 1 AND 2"),
        Case("a BETWEEN (1, 2)", "<a>@0 BETWEEN 1 AND 2"), Case("a BETWEEN \([1, 2])", "<a>@0 BETWEEN 1 AND 2"),
        Case("a NOT BETWEEN \(1) AND \(2)", "<a>@0 NOT BETWEEN 1 AND 2"),
        Case("a BETWEEN (1) AND (2)", "<a>@0 BETWEEN 1 AND 2"),
        Case("a BETWEEN (1) + 1 AND 2 * 3 AND b = 1", "(<a>@0 BETWEEN (1 + 1) AND (2 * 3)) AND (<b>@32 = 1)"),
        Case("a BETWEEN 1 AND 2 || b = 3", "(<a>@0 BETWEEN 1 AND 2) OR (<b>@21 = 3)"),
    ])
    func listsAndRanges(_ example: Case) throws {
        #expect(try example.text.parse().written == example.meaning)
    }

    @Test(arguments: [
        Case("a = 1 AND b = 2", "(<a>@0 = 1) AND (<b>@10 = 2)"), Case("a = 1 && b = 2", "(<a>@0 = 1) AND (<b>@9 = 2)"),
        Case("a=1 or b=2 and c=3", "(<a>@0 = 1) OR ((<b>@7 = 2) AND (<c>@15 = 3))"),
        Case("(a=1 or b=2) and c=3", "((<a>@1 = 1) OR (<b>@8 = 2)) AND (<c>@17 = 3)"),
        Case("NOT a = 1 AND b = 2", "(NOT (<a>@4 = 1)) AND (<b>@14 = 2)"),
        Case("NOT (a = 1 AND b = 2)", "NOT ((<a>@5 = 1) AND (<b>@15 = 2))"),
        Case("!a = 1", "NOT (<a>@1 = 1)"), Case("NOT NOT a = 1", "<a>@8 = 1"), Case("!!!(a=1)", "NOT (<a>@4 = 1)"),
        Case("((a = 1))", "<a>@2 = 1"), Case("(a) = (1)", "<a>@1 = 1"),
        Case("(a + 1) * 2 > 3", "((<a>@1 + 1) * 2) > 3"),
        Case("TRUEPREDICATE", "TRUE"), Case("falsepredicate OR TRUE", "(FALSE) OR (TRUE)"),
        Case("NOT YES", "NOT (TRUE)"),
        Case("a = 1 || b = 2", "(<a>@0 = 1) OR (<b>@9 = 2)"), Case("a = b || c", "<a>@0 = (<b>@4 || <c>@9)"),
        Case("a || b = c", "(<a>@0 || <b>@5) = <c>@9"), Case("a = 1 || NOT b = 2", "(<a>@0 = 1) OR (NOT (<b>@13 = 2))"),
        Case("a = 1 || b NOT IN (2)", "(<a>@0 = 1) OR (<b>@9 NOT IN (2))"),
        Case("a = 1 || (b = 2) && c = 3 || d = 4", "(<a>@0 = 1) OR ((<b>@10 = 2) AND (<c>@20 = 3)) OR (<d>@29 = 4)"),
        Case("(a = 1) || (b = 2)", "(<a>@1 = 1) OR (<b>@12 = 2)"),
        Case("a = 1 || b + 1 IS NULL", "(<a>@0 = 1) OR ((<b>@9 + 1) IS NULL)"),
        Case("a LIKE b || '%' || TRUEPREDICATE", "(<a>@0 LIKE (<b>@7 || '%')) OR (TRUE)"),
        Case("a IN (1) || b = 2", "(<a>@0 IN (1)) OR (<b>@12 = 2)"),
        Case("a = (b || c || d) || e = 1", "(<a>@0 = ((<b>@5 || <c>@10) || <d>@15)) OR (<e>@21 = 1)"),
    ])
    func connectives(_ example: Case) throws {
        #expect(try example.text.parse().written == example.meaning)
    }

    @Test(arguments: [
        Case("a + 2 * b - 1 = 0", "((<a>@0 + (2 * <b>@8)) - 1) = 0"), Case("a / 2 % 3 = 1", "((<a>@0 / 2) % 3) = 1"),
        Case("a - 1 - 2 = 0", "((<a>@0 - 1) - 2) = 0"), Case("-a = +3", "(0 - <a>@1) = 3"),
        Case("- -3 = 3", "3 = 3"), Case("a = 1 - -2", "<a>@0 = (1 - -2)"),
        Case("a || b + 1 = c", "(<a>@0 || (<b>@5 + 1)) = <c>@13"),
        Case("a = -9223372036854775808", "<a>@0 = -9223372036854775808"), Case("a = 0xFf", "<a>@0 = 255"),
        Case("a = 1.5", "<a>@0 = 1.5"), Case("a = .5", "<a>@0 = 0.5"), Case("a = 1.", "<a>@0 = 1.0"),
        Case("a = -1e3", "<a>@0 = -1000.0"), Case("a = 1E-2", "<a>@0 = 0.01"), Case("a = 007", "<a>@0 = 7"),
        Case("LOWER(name) = 'x'", "lower@0(<name>@6) = 'x'"),
        Case("coalesce (a, b, 1) > 0", "coalesce@0(<a>@10, <b>@13, 1) > 0"),
        Case("a < date('now', '-1 day')", "<a>@0 < date@4('now', '-1 day')"), Case("date() > a", "date@0() > <a>@9"),
        Case("round(abs(-a), 2) = 1", "round@0(abs@6((0 - <a>@11)), 2) = 1"), Case("lower = 1", "<lower>@0 = 1"),
        Case("dog.label = ''", "<dog>.<label>@0 = ''"), Case("a.b.c = 'it''s'", "<a>.<b>.<c>@0 = 'it''s'"),
        Case(#""odd name" = 1"#, "<odd name>@0 = 1"), Case(#""a.b".`c``d`.[e "f] = 1"#, #"<a.b>.<c`d>.<e "f>@0 = 1"#),
        Case(#""say ""hi""" = 1"#, #"<say "hi">@0 = 1"#),
        Case("#in = 1 AND dog.#and = 2", "(<in>@0 = 1) AND (<dog>.<and>@12 = 2)"),
        Case("größe = 1 AND 名前 = 2", "(<größe>@0 = 1) AND (<名前>@14 = 2)"), Case("line.no = 1", "<line>.<no>@0 = 1"),
        Case("'👩‍👩‍👧' = a\r\nAND b = 1", "('👩‍👩‍👧' = <a>@6) AND (<b>@12 = 1)"), Case("in.and = 1", "<in>.<and>@0 = 1"),
        Case("\(identifier: "a.b").c = 1", "<a.b>.<c>@0 = 1"), Case("a.\(identifier: "and") = 1", "<a>.<and>@0 = 1"),
        Case("a = \(1) AND b = 2", "(<a>@0 = 1) AND (<b>@10 = 2)"),
        Case("a \(unsafe: "> 1 OR b") = 2", "(<a>@0 > 1) OR (<b>@9 = 2)"),
    ])
    func operands(_ example: Case) throws {
        #expect(try example.text.parse().written == example.meaning)
    }

    @Test(arguments: [
        Case("lastName = \("Lovelace")", "<lastName>@0 = 'Lovelace'"),
        Case("id > 0 AND dog.label = '\("Lucy")'", "(<id>@0 > 0) AND (<dog>.<label>@11 = 'Lucy')"),
        Case("a = '\("O'Brien")'", "<a>@0 = 'O''Brien'"),
        Case("a LIKE '%\("x' OR 1 = 1")%'", "<a>@0 LIKE '%x'' OR 1 = 1%'"),
        Case("a = '\(1)\(2.5)''\(true)'", "<a>@0 = '12.5''1'"), Case("a = \(Int?.none)", "<a>@0 IS NULL"),
        Case("a != \(String?.none)", "<a>@0 IS NOT NULL"), Case("a IS \(Int?.none)", "<a>@0 IS NULL"),
        Case("a = \(Int?(3))", "<a>@0 = 3"), Case("\(1) = a", "1 = <a>@4"),
        Case("lower(\("X")) = a", "lower@0('X') = <a>@11"),
        Case("a = \(Date(timeIntervalSince1970: 0))", "<a>@0 = '1970-01-01T00:00:00.000Z'"),
        Case("a = \(SQLValue.blob([255]))", "<a>@0 = x'ff'"),
        Case("a = \("« ? :x %@ '; DROP TABLE a")", "<a>@0 = '« ? :x %@ ''; DROP TABLE a'"),
        Case(PredicateText(unsafe: "a = 'x'"), "<a>@0 = 'x'"),
    ])
    func interpolations(_ example: Case) throws {
        #expect(try example.text.parse().written == example.meaning)
    }

    @Test func descriptionHidesValues() {
        let text: PredicateText = "\(identifier: "odd name") = '\("secret")' AND a IN \([1, 2])"
        #expect(text.description == #""odd name" = '«…»' AND a IN «…»"#)
    }

    @Test func manyConditionsStayFlat() throws {
        let texts = (0..<10_000).map { "a = \($0)" }
        let node = try PredicateText(unsafe: texts.joined(separator: " OR ")).parse()
        guard case .or(let nodes) = node else {
            Issue.record("not an OR")
            return
        }
        #expect(nodes.count == 10_000)
    }

    @Test func patternsEscapeWildcards() {
        #expect(LikePattern.contains(#"50%_a\"#) == #"%50\%\_a\\%"#)
        #expect(LikePattern.beginsWith("a%\u{301}") == "a\\%\u{301}%")
        #expect(LikePattern.endsWith("") == "%")
    }
}

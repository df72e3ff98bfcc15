import Testing

@testable import ZIMOrm

/// What databases may take for one has one form; a collation says whether it is.
struct FoldedValueTests {
    @Test(arguments: [
        ("a", "A"), ("é", "E"), ("e\u{301}", "é"), ("Straße", "STRASSE"), ("ø", "O"), ("æ", "AE"), ("ア", "あ"),
        ("Ａ", "a"), ("①", "1"), ("Σ", "ς"), ("a ", "a"), ("a\u{200D}b", "ab"), ("٣", "3"), ("1.5", "+1.50"),
        ("07", "7"),
        ("-0.0", "0"), (".5", "0.50"), ("a0eebc99-9c0b", "A0EEBC999C0B"),
    ])
    func oneForm(_ text: String, _ other: String) {
        #expect(SQLValue.text(text).folded == SQLValue.text(other).folded)
    }

    @Test(arguments: [
        ("a", "b"), ("ab", "ba"), ("1", "10"), ("1.5", "15"), ("-1", "1"), ("2026-01-21", "2026-12-01"), ("王", "望"),
    ])
    func formsOfTheirOwn(_ text: String, _ other: String) {
        #expect(SQLValue.text(text).folded != SQLValue.text(other).folded)
    }

    @Test func numbersAndTheirTexts() {
        let values: [SQLValue] = [7, 7.0, "7", "07.0", .typed(SQLTypedText("7.00", type: "numeric"))]
        #expect(Set(values.map(\.folded)).count == 1)
        #expect(SQLValue.null.folded == .null && SQLValue.blob([1]).folded == .blob([1]))
    }
}

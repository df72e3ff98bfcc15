import Foundation
import Testing
import ZIMOrm

@testable import ZIMBrowse

/// Names and values in addresses: whatever they hold, they come back as they were.
@Suite struct AddressTests {
    @Test func valuesComeBack() throws { for value in Values.exact { try comesBack(value) } }

    private func comesBack(_ value: ExactValue) throws {
        let back = try #require(ExactValue(text: value.text), "\(value.text)")
        #expect(Values.areSame(back, value), "\(value.text)")
        #expect(value.text.utf8.allSatisfy { AddressText.isPlain($0) || $0 == 0x7E || $0 == 0x21 })
        for address in [RowAddress.key([value, value]), .key([value]), .place(value)] {
            #expect(RowAddress(text: address.text) == address)
        }
    }

    @Test func everyByteComesBack() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(AddressText.bytes(of: AddressText.encode(bytes)) == bytes)
        #expect(AddressText.decode("") == "")
        for wrong in ["~", "~4", "~G0", "a~", "~FF"] { #expect(AddressText.decode(wrong) == nil, "\(wrong)") }
    }

    @Test func whatIsNoValueIsRefused() {
        for wrong in [
            "", "i", "i1.5", "i99999999999999999999", "r", "rx", "x0", "xzz", "q", "nn", "t~", "y", "ya", "ya!b!c",
            "i1 ",
        ] {
            #expect(ExactValue(text: wrong) == nil, "\(wrong)")
        }
        for wrong in ["", "!", ",", "i1,", "i1,,i2", "!i1,i2"] { #expect(RowAddress(text: wrong) == nil, "\(wrong)") }
    }

    @Test func parametersComeBack() { for text in Hostile.strings { comesBack(text) } }

    private func comesBack(_ text: String) {
        let address = Address(.table).with(.table, AddressText.encode(text)).with(.filter, text).with(
            .equals, all: [text, ""])
        let request = WebRequest(address)
        #expect(request.name(.table)?.utf8.elementsEqual(text.utf8) == true)
        // Half a surrogate pair cannot be in a Swift text, and every text is valid UTF-8.
        #expect(request[.filter]?.utf8.elementsEqual(text.utf8) == true)
        #expect(request.all(.equals).map { Array($0.utf8) } == [Array(text.utf8), []])
        #expect(!address.text.contains { " \"'<>#&".contains($0) && $0 != "&" })
    }

    @Test func formsAreRead() {
        let request = WebRequest(page: "table", query: "t=a%20b&filter=a+%3D+%271%27&empty&sort=&x=%zz&filter=second")
        #expect(request.name(.table) == "a b")
        #expect(request[.filter] == "a = '1'")
        #expect(request[.sort] == "")
        #expect(request.all(.filter) == ["a = '1'", "second"])
        #expect(request[.row] == nil)
    }
}

/// Values of every kind, with what is hard about each.
enum Values {
    static let exact: [ExactValue] =
        [
            .null, .integer(0), .integer(-1), .integer(.max), .integer(.min), .real(0), .real(-0.0), .real(0.1),
            .real(1e300), .real(.leastNonzeroMagnitude), .real(-1.7976931348623157e308), .real(.infinity),
            .real(-.infinity), .real(7),
            .text(""), .text("n"), .text("i1"), .text(" "), .text("a,b!c~d"), .text("é"), .text("e\u{301}"),
            .text("\0"), .text("a\r\nb"), .text("../.."), .text("%2e%2e"), .text("👩‍👩‍👧"), .blob([]), .blob([0, 255]),
            .typed(SQLTypedText("12.3400", type: "numeric")), .typed(SQLTypedText("a!b,c", type: "odd type")),
        ].map { ExactValue($0) } + [ExactValue(.blob([0xC3, 0x28]), isBrokenText: true)]
        + Hostile.strings.map { ExactValue(.text($0)) }

    /// The same kind and the same bits.
    static func areSame(_ left: ExactValue, _ right: ExactValue) -> Bool {
        if case (.real(let one), .real(let other)) = (left.value, right.value) {
            return one.bitPattern == other.bitPattern
        }
        return left == right
    }
}

/// Texts that somebody could write to do harm, or that are merely odd.
enum Hostile {
    /// Always here.
    static let own = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg/onload=alert(1)>", "</title><script>",
        "javascript:alert(1)", "a\" onmouseover=\"alert(1)", "--><!--", "]]>", "&lt;b&gt;", "&#x3C;b&#x3E;", "{{7*7}}",
        "${7*7}", "a\nb", "a\r\nb", "a\tb", "\u{1B}[2J", "\u{202E}evil", "\u{0}nul\u{0}", "'; DROP TABLE x; --",
        "\"quoted\"",
        "`back`", "[bracket]", "a.b", "..", ".", "/", "//evil.example", "?a=b&c=d#e", "%2e%2e%2f", "~41", "a,b", "a!b",
        "*",
        " ", "  leading", "trailing  ", "é", "e\u{301}", "日本語", "😀", "\u{FEFF}bom", "\u{FFFD}",
        String(repeating: "long", count: 200),
        "</textarea><script>alert(1)</script>", "</style><script>", "</svg><script>", "\\", "\\\"", "\u{2028}", "rowid",
    ]

    static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../shared/data/hostile-strings.json").standardized.path

    static let strings: [String] = {
        guard let data = FileManager.default.contents(atPath: file),
            let list = try? JSONDecoder().decode([String].self, from: data)
        else { return own }
        return own + list
    }()
}

import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct TextValueTests {
    @Test func textComesBackByteForByte() throws {
        for text in [
            "", "Ada", "a\u{0}b", "🧑‍🚀", "e\u{301}", "\u{FFFD}", "\u{10FFFF}", String(repeating: "ß", count: 100_000),
        ] {
            let back = try Database.inMemory().read { try $0.value("SELECT \(text)", as: String.self) }
            #expect(back.map { Array($0.utf8) } == Array(text.utf8))
            try expectRoundTrip(text)
        }
        try expectRoundTrip(Substring("part"))
        try expectRoundTrip(Character("👩‍👩‍👧"))
    }

    @Test func brokenUTF8IsAnErrorThatShowsTheBytes() throws {
        expectMismatch(
            "CAST(x'61ff62' AS TEXT)", as: String.self,
            "column \"it\": blob x'61ff62' cannot be read as `String`: it is not valid UTF-8")
        // An overlong slash and a lone surrogate.
        for bytes in ["c0af", "eda080", "f4908080", "e282"] {
            #expect(throws: ValueMismatch.self) { try read("CAST(x'\(bytes)' AS TEXT)", as: String.self) }
        }
        #expect(try read("CAST(x'61ff62' AS TEXT)", as: [UInt8].self) == [0x61, 0xFF, 0x62])
        #expect(try read("CAST(x'61ff62' AS TEXT)", as: SQLValue.self) == .blob([0x61, 0xFF, 0x62]))
    }

    @Test func numbersAreReadAsTheirDigits() throws {
        #expect(try read("42", as: String.self) == "42")
        #expect(try read("2.5", as: String.self) == "2.5")
        expectMismatch("x'00'", as: String.self, "column \"it\": blob x'00' cannot be read as `String`")
        expectMismatch("NULL", as: String.self, "column \"it\": NULL cannot be read as `String`")
        expectMismatch("'ab'", as: Character.self, "column \"it\": text 'ab' cannot be read as `Character`")
    }

    @Test func aDatabaseInUTF16ReadsTheSame() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.withoutTransaction { session throws in
            try session.execute("PRAGMA encoding = 'UTF-16le'")
            try session.execute("CREATE TABLE t (v)")
            try session.execute("INSERT INTO t VALUES (\("Grüße 🧑‍🚀")), (\(""))")
        }
        #expect(try database.read { try $0.value("PRAGMA encoding", as: String.self) } == "UTF-16le")
        let rows = try database.read { try $0.rows("SELECT v FROM t") }
        #expect(rows.map { $0[0] } == ["Grüße 🧑‍🚀", ""])
        #expect(try database.read { try $0.value("SELECT v FROM t", as: String.self) } == "Grüße 🧑‍🚀")
    }

    @Test func uuidIsTextOr16Bytes() throws {
        let uuid = UUID()
        try expectRoundTrip(uuid)
        #expect(try read("'\(uuid.uuidString)'", as: UUID.self) == uuid)
        #expect(
            try read("x'00112233445566778899aabbccddeeff'", as: UUID.self).uuidString
                == "00112233-4455-6677-8899-AABBCCDDEEFF")
        expectMismatch("'not-a-uuid'", as: UUID.self, "column \"it\": text 'not-a-uuid' cannot be read as `UUID`")
        expectMismatch("x'0011'", as: UUID.self, "column \"it\": blob x'0011' cannot be read as `UUID`")
    }

    @Test func urlIsText() throws {
        let url = try #require(URL(string: "https://example.org/a?b=c#d"))
        try expectRoundTrip(url)
        expectMismatch("''", as: URL.self, "column \"it\": text '' cannot be read as `URL`")
    }
}

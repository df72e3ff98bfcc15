import Foundation

/// Texts that are somewhere something else than text.
enum HostileStrings {
    /// Ours, and those of a list where it lies beside the repository.
    static func all() throws -> (texts: [String], hasList: Bool) {
        let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("../shared/data/hostile-strings.json")
        guard let data = FileManager.default.contents(atPath: list.path) else { return (own, false) }
        return (own + (try JSONDecoder().decode([String].self, from: data)), true)
    }

    static let own = [
        "", " ", "'", "''", "\"", "\"\"", "`", "[", "]", "[]", "\\", "\\'", ";", "--", "/*", "*/", "#", "%", "_", "%_x",
        "?", "?1",
        ":a", "$1", "@a", "$$", "a.b", "a\"b", "a'b", "a]b", "a`b", "year.key", "sub-type", "2B", "Order Details",
        "'; DROP TABLE canary; --", "\"; DROP TABLE canary; --", "\") VALUES (1); DELETE FROM canary; --",
        "x' OR '1'='1", "Robert'); DROP TABLE canary;--", "select", "from", "where", "order", "group", "table", "index",
        "self",
        "init", "class", "Type", "Self", "func", "import", "NULL", "nil", "NaN", "true", "0", "-1", "1e309", "0x7f",
        "'0'",
        "\"; let zim_intruder = 1 //", "\\(zim_intruder)", "\\u{22}", "*/ let zim_intruder = 1 /*", "\"\"\"", "#\"",
        "a\nlet zim_intruder = 1", "a\r\nb", "a\tb", "\u{1B}[31m", "\u{7}", "\u{0}", "a\u{0}b", "\u{7F}", "\u{85}",
        "\u{2028}",
        "<script>alert(1)</script>", "&amp;", "]]>", "<!--", "-->", "${x}", "{{x}}", "| a | b |", "[a](javascript:b)",
        "![x](y)",
        "=1+1", "=cmd|' /C calc'!A0", "+1", "@SUM(1)", "a,b", "a;b", "\u{202E}abc", "\u{200B}", "\u{FEFF}", "é",
        "e\u{301}",
        "ß", "İ", "ſ", "🏳️‍🌈", "👩‍👩‍👧‍👦", "日本語", "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "zim_keys", "zim_1",
        "rowid", "oid", "sqlite_x", "ctid", "excluded", String(repeating: "x", count: 60),
        String(repeating: "ü", count: 2000),
        String(repeating: "\"", count: 300),
    ]
}

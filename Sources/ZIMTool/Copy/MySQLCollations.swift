import ZIMOrm
import ZIMSql

/// The collations of a server of MySQL or MariaDB, and the nearest of them to one that only another server has.
///
/// ```
/// utf8mb4_0900_ai_ci           → utf8mb4_uca1400_nopad_ai_ci  (MariaDB)
/// utf8mb4_de_pb_0900_ai_ci     → utf8mb4_uca1400_german2_nopad_ai_ci
/// utf8mb4_uca1400_ai_ci        → utf8mb4_unicode_520_ci       (MySQL)
/// ```
/// Near is first what takes the same texts for equal: with accents, case and spaces at the end; then the language.
///
/// Source: <https://mariadb.com/kb/en/supported-character-sets-and-collations/>,
/// <https://dev.mysql.com/doc/refman/8.0/en/charset-unicode-sets.html>
struct MySQLCollations: Sendable {
    private let names: Set<String>
    /// Those of the character sets, for a column that names none.
    let defaults: [String: String]

    /// What is no plain word is none: it would stand in statements as it is.
    init(names: Set<String>, defaults: [String: String]) {
        self.names = names.filter(Self.isPlain)
        self.defaults = defaults.filter { Self.isPlain($0.value) }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0 == "_" || ($0.isASCII && $0.properties.isAlphabetic) || "0"..."9" ~= $0
            }
    }

    /// - Throws: `DatabaseError`.
    init(of session: Session) throws {
        var names: Set<String> = []
        for row in try session.rows("SELECT COLLATION_NAME FROM information_schema.COLLATIONS") {
            let name = try row.get(0, as: String.self)
            // MariaDB lists these once for all character sets of Unicode.
            names.formUnion(name.hasPrefix("uca1400_") ? Self.unicode.map { "\($0)_\(name)" } : [name])
        }
        let rows = try session.rows(
            "SELECT CHARACTER_SET_NAME, DEFAULT_COLLATE_NAME FROM information_schema.CHARACTER_SETS")
        self.init(
            names: names,
            defaults: Dictionary(try rows.map { (try $0.get(0), try $0.get(1)) }) { first, _ in first })
    }

    private static let unicode = ["utf8mb3", "utf8mb4", "ucs2", "utf16", "utf32"]

    /// The collation itself if the server has it, or none that it could have in its place.
    func nearest(to name: String) -> String {
        // In a routine it is as somebody wrote it.
        let own = name.lowercased()
        if names.contains(own) { return name }
        return Self.candidates(for: own).first(where: names.contains) ?? fallback(for: own) ?? name
    }

    /// One that ignores case and accents for one that does; nothing stands for the others.
    private func fallback(for name: String) -> String? {
        guard name.hasSuffix("_ci"), !name.hasSuffix("_as_ci") else { return nil }
        return Self.aliases(of: Self.parts(of: name).set).lazy.compactMap { defaults[$0] }.first
    }

    /// In what texts are compared otherwise by one than by another, in words that go on from it; nil where only the order
    /// may differ.
    static func difference(_ name: String, _ other: String) -> String? {
        let (name, other) = (name.lowercased(), other.lowercased())
        func fills(_ name: String) -> Bool { !name.contains("nopad_") && !name.contains("0900_") }
        func isBinary(_ name: String) -> Bool { name.hasSuffix("bin") }
        func tellsCase(_ name: String) -> Bool { isBinary(name) || name.hasSuffix("_cs") || name.hasSuffix("_ks") }
        func tellsAccents(_ name: String) -> Bool {
            isBinary(name) || tellsCase(name) && !name.contains("_ai_") || name.contains("_as_")
        }
        // They take all characters beyond U+FFFF for one.
        func isOld(_ name: String) -> Bool {
            name.hasSuffix("_unicode_ci") || name.hasSuffix("_unicode_nopad_ci") || name.contains("_general_")
        }
        func word(_ tells: Bool) -> String { tells ? "tell" : "do not tell" }
        var found: [String] = []
        if fills(name) != fills(other) { found.append("spaces at the end \(word(!fills(other))) texts apart") }
        if tellsCase(name) != tellsCase(other) {
            found.append("case \(tellsCase(other) ? "tells" : "does not tell") texts apart")
        }
        if tellsAccents(name) != tellsAccents(other) {
            found.append("accents \(word(tellsAccents(other))) texts apart")
        }
        if isBinary(name) != isBinary(other) {
            found.append("texts are compared \(isBinary(other) ? "character by character" : "as languages do")")
        } else if isOld(name) != isOld(other) {
            found.append("characters beyond U+FFFF \(word(!isOld(other))) texts apart")
        }
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }

    /// `utf8mb3` was called `utf8`.
    private static func aliases(of set: String) -> [String] {
        set == "utf8mb3" || set == "utf8" ? ["utf8mb3", "utf8"] : [set]
    }

    private static func parts(of name: String) -> (set: String, rest: String) {
        guard let mark = name.firstIndex(of: "_") else { return (name, "") }
        return (String(name[..<mark]), String(name[name.index(after: mark)...]))
    }

    private static func candidates(for name: String) -> [String] {
        let (set, rest) = parts(of: name)
        let ends =
            if let mark = rest.firstRange(of: "0900_") {
                ofMariaDB(language: rest[..<mark.lowerBound], strength: String(rest[mark.upperBound...]))
            } else if rest.hasPrefix("uca1400_") {
                ofMySQL(String(rest.dropFirst("uca1400_".count)))
            } else {
                [rest] + ofMySQL(withoutPadding: rest)
            }
        return ends.flatMap { end in aliases(of: set).map { "\($0)_\(end)" } }
    }

    /// In place of `LANGUAGE_0900_STRENGTH`, none of which fills up with spaces.
    private static func ofMariaDB(language: Substring, strength: String) -> [String] {
        if strength == "bin" { return ["nopad_bin", "bin"] }
        let code = language.hasSuffix("_") ? String(language.dropLast()) : String(language)
        let name = languages.first { $0.code == code }?.name
        // That of Japanese tells Hiragana from Katakana, too.
        let strength = strength == "as_cs_ks" ? "as_cs" : strength
        let newest = (name.map { ["uca1400_\($0)_nopad_\(strength)"] } ?? []) + ["uca1400_nopad_\(strength)"]
        if strength != "ai_ci" { return newest + ["nopad_bin", "bin"] }
        return newest + (name.map { ["\($0)_ci"] } ?? [])
            + ["unicode_520_nopad_ci", "unicode_520_ci", "unicode_ci"]
    }

    /// In place of `uca1400_REST`. What MySQL has fills up with spaces where it tells no accents apart, and does not where
    /// it does.
    private static func ofMySQL(_ rest: String) -> [String] {
        let words = rest.split(separator: "_").map(String.init)
        let strength = words.suffix(2).joined(separator: "_")
        let isPadded = !words.contains("nopad")
        let name = words.dropLast(2).first { $0 != "nopad" }
        let code = languages.first { $0.name == name }.map { $0.code + "_" } ?? ""
        let older = (name.map { ["\($0)_ci"] } ?? []) + ["unicode_520_ci"]
        switch strength {
        case "ai_ci":
            let newest = ["\(code)0900_ai_ci", "0900_ai_ci"]
            return isPadded ? older + newest : newest + ["unicode_520_nopad_ci"] + older
        case "as_ci": return ["\(code)0900_as_ci", "0900_as_ci", "nopad_bin", "bin"]
        default: return ["\(code)0900_as_cs", "0900_as_cs", "nopad_bin", "bin"]
        }
    }

    /// In place of `unicode_nopad_ci`, `nopad_bin` and the like.
    private static func ofMySQL(withoutPadding rest: String) -> [String] {
        guard rest.contains("nopad_") else { return [] }
        let padded = rest.replacing("nopad_", with: "")
        switch padded {
        case "bin": return ["0900_bin", "bin"]
        case "unicode_ci", "unicode_520_ci": return ["0900_ai_ci", padded]
        default: return [padded]
        }
    }

    /// As MySQL's newest collations call them, and as MariaDB's do. Behind the others come those that MariaDB sorts as one of
    /// them.
    private static let languages: [(code: String, name: String)] = [
        ("is", "icelandic"), ("lv", "latvian"), ("ro", "romanian"), ("sl", "slovenian"), ("pl", "polish"),
        ("et", "estonian"), ("es", "spanish"), ("sv", "swedish"), ("tr", "turkish"), ("cs", "czech"),
        ("da", "danish"), ("lt", "lithuanian"), ("sk", "slovak"), ("es_trad", "spanish2"), ("la", "roman"),
        ("eo", "esperanto"), ("hu", "hungarian"), ("de_pb", "german2"), ("hr", "croatian"), ("vi", "vietnamese"),
        ("nb", "danish"), ("nn", "danish"), ("gl", "spanish"), ("bs", "croatian"), ("sr_latn", "croatian"),
    ]
}

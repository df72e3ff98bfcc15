/// A predicate's text while it is read: safe access to its bytes, and what an error says about a position in it.
struct PredicateSource {
    /// What ``byte(_:)`` answers behind the last byte; like the placeholder, it is no part of any UTF-8.
    static let end: UInt8 = 0xFE

    let bytes: [UInt8]
    let inserts: [PredicateText.Insert]
    let takesDoubleQuotedText: Bool
    /// The number of characters before each byte, where that differs from the number of bytes.
    private let characters: [Int]

    init(_ text: PredicateText) {
        bytes = text.bytes
        inserts = text.inserts
        takesDoubleQuotedText = text.takesDoubleQuotedText
        // A carriage return and a line feed are one character; every other pair of ASCII is two.
        let isPlain = bytes.allSatisfy { ($0 < 0x80 && $0 != 0x0D) || $0 == PredicateText.placeholder }
        characters = isPlain ? [] : Self.characterOffsets(in: bytes)
    }

    /// The byte at a position, ``end`` behind the last one.
    @inline(__always)
    func byte(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : Self.end }

    /// The bytes as a string; they are valid UTF-8 where no placeholder is among them.
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The scalar outside ASCII that begins at a position.
    func scalar(_ index: Int) -> Unicode.Scalar? {
        guard index >= 0, index < bytes.count, bytes[index] >= 0x80, bytes[index] < Self.end else { return nil }
        return string(index..<min(index + 4, bytes.count)).unicodeScalars.first
    }

    /// How many characters stand before a byte; an insert is one.
    func position(at byte: Int) -> Int {
        if characters.isEmpty { return byte }
        return byte >= 0 && byte < characters.count ? characters[byte] : (characters.last ?? -1) + 1
    }

    /// The error about what stands at a byte.
    func failure(_ what: String, at byte: Int, hint: String? = nil) -> ModelError {
        let position = position(at: byte)
        var message = what + " at character \(position)"
        let rest = Array(shown(min(byte, bytes.count)..<bytes.count))
        if rest.isEmpty {
            let all = Array(shown(0..<bytes.count))
            message += ", the end, after '" + (all.count > 30 ? "…" : "") + String(all.suffix(30)) + "'"
        } else {
            message += ", before '" + String(rest.prefix(30)) + (rest.count > 30 ? "…" : "") + "'"
        }
        return ModelError(.predicate, message, position: position, hint: hint)
    }

    /// A part of the text for a reader: values hidden, names quoted, control characters as spaces.
    func shown(_ range: Range<Int>) -> String {
        var insert = bytes[..<range.lowerBound].count { $0 == PredicateText.placeholder }
        var text = ""
        var start = range.lowerBound
        for index in range where bytes[index] == PredicateText.placeholder {
            text += printable(string(start..<index))
            if insert < inserts.count, case .name(let name) = inserts[insert] {
                text += "\"" + printable(name) + "\""
            } else {
                text += "«…»"
            }
            insert += 1
            start = index + 1
        }
        return text + printable(string(start..<range.upperBound))
    }

    private func printable(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0 == "\u{7F}" ? " " : $0 }))
    }

    /// Counts each run of text between two placeholders by itself, so that an accent behind an insert does not join it.
    private static func characterOffsets(in bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        offsets.reserveCapacity(bytes.count)
        var position = 0
        for run in bytes.split(separator: PredicateText.placeholder, omittingEmptySubsequences: false) {
            for character in String(decoding: run, as: UTF8.self) {
                offsets.append(contentsOf: repeatElement(position, count: character.utf8.count))
                position += 1
            }
            offsets.append(position)  // the placeholder behind this run, or the end
            position += 1
        }
        return offsets
    }
}

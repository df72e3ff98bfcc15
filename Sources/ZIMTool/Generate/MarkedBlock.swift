/// The part of a file that belongs to zim, between two lines of comment; what stands around it is a person's.
struct MarkedBlock {
    /// What the block is of: a table's name.
    let subject: String
    /// The text between the markers.
    let body: String

    static let begin = "// zim:begin "
    static let end = "// zim:end"

    private var opening: String { Self.begin + SwiftName.literal(subject) }

    /// A new file that holds the block.
    var file: String {
        """
        // Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
        \(opening)
        \(body)\(Self.end)

        """
    }

    /// The file with this block in place of the old one.
    func replacing(in text: String) throws -> String {
        guard let range = Self.range(of: subject, in: text) else { return text }
        return text.replacingCharacters(in: range, with: "\(opening)\n\(body)\(Self.end)\n")
    }

    /// The subjects of all blocks of a file.
    ///
    /// - Throws: ``ToolError`` for a beginning without an end.
    static func subjects(in text: String, file: String) throws -> [String] {
        var subjects: [String] = []
        var isOpen = false
        for line in marks(in: text) {
            if let subject = subject(of: text[line]) {
                if isOpen { throw broken(file) }
                subjects.append(subject)
                isOpen = true
            } else if text[line].trimmingEnd == end {
                isOpen = false
            }
        }
        if isOpen { throw broken(file) }
        return subjects
    }

    /// The text between the markers.
    static func body(of subject: String, in text: String) -> Substring? {
        range(of: subject, in: text).map { text[$0] }
    }

    private static func broken(_ file: String) -> ToolError {
        ToolError("\(file) has a \"\(begin)…\" without its \"\(end)\"", "Put the line back, or delete the block")
    }

    /// From the beginning marker's line to behind the end marker's.
    private static func range(of wanted: String, in text: String) -> Range<String.Index>? {
        var start: String.Index?
        for line in marks(in: text) {
            if let start, text[line].trimmingEnd == end {
                let isLast = line.upperBound == text.endIndex
                return start..<(isLast ? line.upperBound : text.utf8.index(after: line.upperBound))
            }
            if start == nil, subject(of: text[line]) == wanted { start = line.lowerBound }
        }
        return nil
    }

    /// The lines that may be markers, byte by byte: of a large folder all other lines need not be checked.
    private static func marks(in text: String) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        let bytes = text.utf8
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let lineEnd = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            if bytes[position..<lineEnd].starts(with: "// zim:".utf8) { found.append(position..<lineEnd) }
            position = lineEnd == bytes.endIndex ? lineEnd : bytes.index(after: lineEnd)
        }
        return found
    }

    private static func subject(of line: Substring) -> String? {
        guard line.hasPrefix(begin) else { return nil }
        return unquoted(String(line.dropFirst(begin.count)).trimmingEnd)
    }

    /// What a string literal of ``SwiftName/literal(_:)`` stands for.
    private static func unquoted(_ text: String) -> String? {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        var result = String.UnicodeScalarView()
        var rest = text.dropFirst().dropLast().unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                guard let number = UInt32(String(digits), radix: 16), let named = Unicode.Scalar(number) else {
                    return nil
                }
                result.append(named)
            case .some(let escaped): result.append(escaped)
            case nil: return nil
            }
        }
        return String(result)
    }
}

extension Substring {
    var trimmingEnd: String { String(self).trimmingEnd.replacing("\r", with: "") }
}

extension String {
    /// The text with a range replaced.
    func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}

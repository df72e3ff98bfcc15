/// Reads names as the statements' methods take them: `p.first_name`, `main.person`, `p.*`, `"year.key"."a b"`.
///
/// A dot separates; a part that begins with a quotation mark ends at the next single one and may hold dots, two
/// quotation marks inside it are one. `*` as the last part is a star.
extension SQLWriter {
    /// Writes such a name, quoted as the dialect quotes.
    mutating func name(_ path: String) throws {
        if !substitutions.isEmpty, let found = substitutions.first(where: { $0.name == path }) {
            return try substituting(found.expression)
        }
        var path = path
        let isWritten = path.withUTF8 { plainName($0) }
        if !isWritten { try quotedName(path) }
    }

    /// Writes a name without quotation marks of its own and reports whether it was one.
    private mutating func plainName(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !utf8.isEmpty else { return false }
        var dots = 0
        for byte in utf8 {
            if byte == UInt8(ascii: ".") { dots += 1 }
            if byte == UInt8(ascii: "\"") { return false }
        }
        if dots == 0 {
            part(utf8)
            return true
        }
        // An empty part is left to the slow reader, which says what is wrong with it.
        var previous = UInt8(ascii: ".")
        for byte in utf8 {
            if byte == UInt8(ascii: "."), previous == byte { return false }
            previous = byte
        }
        if previous == UInt8(ascii: ".") { return false }
        var start = utf8.startIndex
        for index in utf8.indices where utf8[index] == UInt8(ascii: ".") {
            identifier(utf8: UnsafeBufferPointer(rebasing: utf8[start..<index]))
            byte(UInt8(ascii: "."))
            start = index + 1
        }
        part(UnsafeBufferPointer(rebasing: utf8[start...]))
        return true
    }

    private mutating func part(_ utf8: UnsafeBufferPointer<UInt8>) {
        if utf8.count == 1, utf8.first == UInt8(ascii: "*") {
            byte(UInt8(ascii: "*"))
        } else {
            identifier(utf8: utf8)
        }
    }

    private mutating func quotedName(_ path: String) throws {
        let parts = try DottedName.parts(of: path)
        for (index, part) in parts.enumerated() {
            if index > 0 { raw(".") }
            if part.isStar { raw("*") } else { identifier(part.text) }
        }
    }
}

enum DottedName {
    struct Part {
        var text: String
        var isStar: Bool
    }

    /// The parts of a name.
    ///
    /// - Throws: ``SQLBuildError`` where a part is empty or a quotation mark is not closed.
    static func parts(of path: String) throws -> [Part] {
        var parts: [Part] = []
        var rest = Substring(path).unicodeScalars
        while true {
            var text = String.UnicodeScalarView()
            let isQuoted = rest.first == "\""
            if isQuoted {
                rest.removeFirst()
                var isClosed = false
                while let scalar = rest.popFirst() {
                    if scalar != "\"" {
                        text.append(scalar)
                    } else if rest.first == "\"" {
                        rest.removeFirst()
                        text.append(scalar)
                    } else {
                        isClosed = true
                        break
                    }
                }
                guard isClosed, rest.isEmpty || rest.first == "." else {
                    throw broken(path, "a quotation mark is not closed")
                }
            } else {
                while let scalar = rest.first, scalar != "." {
                    text.append(scalar)
                    rest.removeFirst()
                }
                if text.isEmpty { throw broken(path, "a part is empty") }
            }
            let part = String(text)
            parts.append(Part(text: part, isStar: !isQuoted && rest.isEmpty && part == "*"))
            guard rest.popFirst() != nil else { return parts }
        }
    }

    private static func broken(_ path: String, _ what: String) -> SQLBuildError {
        SQLBuildError(
            .invalid, "the name '\(path)' cannot be read: \(what)",
            hint: "Use SQLIdentifier or .column(_:of:), whose names are taken as they are")
    }
}

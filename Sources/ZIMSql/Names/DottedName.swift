/// Reads names as the statements' methods take them: `p.first_name`, `main.person`, `p.*`, `"year.key"."a b"`.
///
/// A dot separates; a part that begins with a quotation mark ends at the next single one and may hold dots, two
/// quotation marks inside it are one. `*` as the last part is a star.
extension SQLWriter {
    /// Writes such a name, quoted as the dialect quotes.
    mutating func name(_ path: String) throws {
        if looksNamesUp, try lookedUpName(path) { return }
        if !plainName(path) { try quotedName(path) }
    }

    /// Writes what stands in for a name and reports whether something did.
    mutating func lookedUpName(_ path: String) throws -> Bool {
        if let found = substitutions.first(where: { $0.name == path }) {
            // The names inside what stands in mean themselves.
            let kept = substitutions
            substitutions = []
            try found.write(&self)
            substitutions = kept
            return true
        }
        guard lowersRowNames || depthOfValues != nil, let parts = try? DottedName.parts(of: path),
            let last = parts.last,
            parts.count == 2
        else { return false }
        return try rowName(parts.first?.text, last.text)
    }

    /// Writes a column of a trigger's `OLD` or `NEW` and reports whether it was one.
    mutating func rowName(_ row: String?, _ column: String) throws -> Bool {
        if let depthOfValues, row == "excluded" {
            // MySQL would take it for NULL, and MariaDB cannot read it.
            guard depth == depthOfValues else {
                throw SQLBuildError(
                    .unsupported, "\(dialect.name) has no new row of an upsert inside of a query",
                    hint: "Compare with .excluded(…) outside of the query, or give it the value itself")
            }
            put("VALUES(")
            identifier(column)
            put(")")
            return true
        }
        guard lowersRowNames, let row = row?.uppercased(), row == "OLD" || row == "NEW" else { return false }
        raw(row)
        put(".")
        identifier(column)
        return true
    }

    private mutating func quotedName(_ path: String) throws {
        let parts = try DottedName.parts(of: path)
        for (index, part) in parts.enumerated() {
            if index > 0 { put(".") }
            if part.isStar { put("*") } else { identifier(part.text) }
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
    /// - Throws: ``SQLBuildError`` if a part is empty or a quotation mark is not closed.
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

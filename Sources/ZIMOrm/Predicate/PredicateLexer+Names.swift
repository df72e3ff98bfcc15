extension PredicateLexer {
    /// A keyword, or a path that begins with an unquoted name.
    mutating func word() throws -> PredicateToken.Kind {
        let start = cursor
        try skipName()
        if current == .dot { return try path(from: start) }
        if let meaning = PredicateKeyword.meaning(of: source.bytes[start..<cursor]) { return meaning }
        return .path([source.string(start..<cursor)], isBare: true)
    }

    /// A path that begins with any kind of name.
    mutating func path() throws -> PredicateToken.Kind { try path(from: cursor) }

    private mutating func path(from start: Int) throws -> PredicateToken.Kind {
        var parts = [start < cursor ? source.string(start..<cursor) : try name()]
        while current == .dot {
            cursor += 1
            parts.append(try name())
        }
        return .path(parts, isBare: false)
    }

    /// One part of a path.
    private mutating func name() throws -> String {
        let start = cursor
        let name: String
        switch current {
        case "\"", "`": name = try quoted(by: current)
        case "[": name = try quoted(by: .closingBracket)
        case PredicateText.placeholder:
            guard case .name(let interpolated) = try takeInsert() else {
                throw source.failure(
                    "a name is expected, this is a value", at: start,
                    hint: #"A name is interpolated as \(identifier: name)"#)
            }
            name = interpolated
        default:
            if current == UInt8(ascii: "#") { cursor += 1 }
            let first = cursor
            try skipName()
            name = source.string(first..<cursor)
            guard first < cursor, !source.byte(first).isDigit else {
                throw source.failure("a name is expected", at: first)
            }
        }
        guard !name.isEmpty else { throw source.failure("a name is empty", at: start) }
        return name
    }

    private mutating func quoted(by close: UInt8) throws -> String {
        try quoted(by: close, "a name") { lexer in
            throw lexer.source.failure(
                "a name cannot contain an interpolation", at: lexer.cursor,
                hint: #"A text stands between single quotes: '\(text)'; a name is interpolated as \(identifier: name)"#)
        }
    }

    /// What stands between quotation marks; the closing one is doubled to stand in it, except for `]`.
    ///
    /// - Parameter interpolated: reads what is interpolated in it.
    mutating func quoted(
        by close: UInt8, _ what: String, _ interpolated: (inout Self) throws -> String
    ) throws -> String {
        let start = cursor
        cursor += 1
        var text = ""
        var chunk = cursor
        while true {
            switch current {
            case PredicateSource.end:
                throw source.failure("\(what) has no closing \(Character(Unicode.Scalar(close)))", at: start)
            case PredicateText.placeholder:
                text += source.string(chunk..<cursor)
                text += try interpolated(&self)
                chunk = cursor
            case close:
                text += source.string(chunk..<cursor)
                cursor += 1
                guard close != .closingBracket, current == close else { return text }
                chunk = cursor  // the second mark is the first byte of the next chunk
                cursor += 1
            default: cursor += 1
            }
        }
    }

    /// Goes to the end of an unquoted name.
    private mutating func skipName() throws {
        while true {
            let byte = current
            if byte.continuesName {
                cursor += 1
            } else if byte >= 0x80, isNameScalar(at: cursor), let scalar = source.scalar(cursor) {
                cursor += UTF8.width(scalar)
            } else {
                return
            }
        }
    }

    /// Whether an unquoted name may contain what is at a position outside ASCII: letters, marks and digits of all scripts.
    func isNameScalar(at index: Int) -> Bool {
        source.scalar(index)?.properties.isXIDContinue ?? false
    }
}

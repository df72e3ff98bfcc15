import ZIMOrm
import ZIMSql

/// What an expression compares, by the types that its columns have at both ends: a literal is written as the target has
/// such a value, and what would be compared in another way is refused.
struct PortableComparisons {
    typealias Failure = PortableExpression.Failure

    let table: CopyTable
    let source: CopyEngine
    let target: CopyEngine
    let collations: TextCollations
    /// Whether the values of the expression are kept apart.
    let isUnique: Bool
    /// How literals are written, by the positions of their tokens.
    private(set) var literals: [Int: String] = [:]
    /// The columns that are compared by their characters only if the target is told so, by the positions of their tokens.
    private(set) var collated: Set<Int> = []

    private let tokens: [SQLToken]
    private let names: [String]

    init(
        _ tokens: [SQLToken], of table: CopyTable, from source: CopyEngine, to target: CopyEngine,
        _ collations: TextCollations, isUnique: Bool = false
    ) throws(Failure) {
        self.tokens = tokens
        self.table = table
        names = table.columns.map(\.name)
        self.source = source
        self.target = target
        self.collations = collations
        self.isUnique = isUnique
        try read()
    }

    /// What stands between AND, OR and the like.
    private struct Clause {
        var columns: [(position: Int, column: CopyColumn)] = []
        var texts: [Int] = []
        var hasNumber = false
        /// The first function or operator that takes texts, or numbers, only.
        var textual: String?
        var numeric: String?
        var compares = false
        var orders = false
    }

    // MARK: Clauses

    private mutating func read() throws(Failure) {
        var clause = Clause()
        var pendingBetweens = 0
        var position = 0
        while position < tokens.count {
            let token = tokens[position]
            let word = token.text.uppercased()
            let isCall = text(position + 1) == "("
            switch token.kind {
            case .integer, .real, .hexadecimal: clause.hasNumber = true
            case .string:
                if let number = castNumber(position) {
                    clause.hasNumber = true
                    literals[position] = number
                } else {
                    clause.texts.append(position)
                }
            case .operator where word == "::":
                switch try made(position) {
                case .text: clause.textual = clause.textual ?? "::text"
                case .number: clause.hasNumber = true
                default: break
                }
                position += castLength(position) - 1
            case .operator where ["=", "==", "<>", "!="].contains(word): clause.compares = true
            case .operator where ["<", ">", "<=", ">="].contains(word): (clause.compares, clause.orders) = (true, true)
            case .operator where word == "||": clause.textual = clause.textual ?? word
            case .operator where ["+", "-", "*"].contains(word): clause.numeric = clause.numeric ?? word
            case .identifier, .keyword:
                if !isCall, let column = column(token) {
                    if !isAskedForNull(position) { clause.columns.append((position, column)) }
                    break
                }
                guard token.text == token.name else { break }
                switch word {
                case "AND" where pendingBetweens > 0: pendingBetweens -= 1
                case "AND", "OR", "WHEN", "THEN", "ELSE", "END":
                    try check(clause)
                    clause = Clause()
                case "BETWEEN":
                    (clause.compares, clause.orders) = (true, true)
                    pendingBetweens += 1
                case "IN", "ANY", "NULLIF": clause.compares = true
                case "CASE":
                    // CASE a WHEN 1 compares a with each of them.
                    let isSimple = position + 1 < tokens.count && !tokens[position + 1].isWord("WHEN")
                    if isSimple || source == .mySQL || target == .mySQL { throw Failure(reason: "uses \(token.text)") }
                case "TRIM", "LTRIM", "RTRIM", "REPLACE": clause.textual = clause.textual ?? word.lowercased()
                case "ABS": clause.numeric = clause.numeric ?? word.lowercased()
                case source.traits.lengthFunction.uppercased() where isCall:
                    position = try readLength(position)
                    clause.hasNumber = true
                default: break
                }
            default: break
            }
            position += 1
        }
        try check(clause)
    }

    private func text(_ position: Int) -> String? { tokens.indices.contains(position) ? tokens[position].text : nil }

    private func column(_ token: SQLToken) -> CopyColumn? {
        PortableExpression.column(token, of: names, source.traits).flatMap { table.column($0) }
    }

    /// How many tokens a cast has: `::character varying(10)[]`.
    private func castLength(_ position: Int) -> Int {
        var end = position + 1
        while let word = text(end), PortableExpression.types.contains(word.uppercased()) { end += 1 }
        if text(end) == "(", text(end - 1) != "::" {
            while let part = text(end), part != ")" { end += 1 }
            end += 1
        }
        while text(end) == "[", text(end + 1) == "]" { end += 2 }
        return end - position
    }

    /// `'-1'::integer`, which is how PostgreSQL prints a number below 0.
    private func castNumber(_ position: Int) -> String? {
        let types = ["NUMERIC", "INTEGER", "SMALLINT", "BIGINT", "DOUBLE", "REAL"]
        guard text(position + 1) == "::", let type = text(position + 2), types.contains(type.uppercased()) else {
            return nil
        }
        let text = source.traits.text(ofLiteral: tokens[position])
        return DecimalNumber(copied: text) == nil ? nil : "(\(text))"
    }

    /// Whether a cast makes a number, or a text of what is none; nil where it says what a literal, a list or a text is.
    ///
    /// - Throws: where it makes another value: `n::integer`, `(n * 1.5)::integer`, `v::character varying(2)`.
    private func made(_ position: Int) throws(Failure) -> CopyColumn.Family? {
        func isType(_ token: SQLToken) -> Bool { PortableExpression.types.contains(token.text.uppercased()) }
        let type = tokens.dropFirst(position + 1).prefix(castLength(position) - 1).map { $0.text.uppercased() }
        var place = position - 1
        // `h::numeric::integer` is of h.
        while place > 0, isType(tokens[place]), let mark = tokens[..<place].lastIndex(where: { !isType($0) }),
            tokens[mark].text == "::"
        { place = mark - 1 }
        if text(place) == ")", text(place - 2) == "(" { place -= 1 }
        guard tokens.indices.contains(place), type.last != "]", ![.string, .integer].contains(tokens[place].kind),
            !tokens[place].isWord("NULL")
        else { return nil }
        let isName = tokens[place].kind == .identifier || tokens[place].kind == .keyword
        let column = isName ? self.column(tokens[place]) : nil
        let isKept =
            switch (type.first, column?.origin) {
            case ("INTEGER", .integer?), ("BIGINT", .integer?), ("SMALLINT", .integer?), ("INTEGER", .boolean?),
                ("REAL", .real?), ("BOOLEAN", .boolean?):
                true
            case ("INTEGER", _), ("BIGINT", _), ("SMALLINT", _), ("REAL", _), ("BOOLEAN", _): false
            default: !type.contains("(")
            }
        if !isKept {
            let name = type.prefix { $0 != "(" }.joined(separator: " ").lowercased()
            throw Failure(reason: "makes \(name) of \(column?.name ?? "another value")")
        }
        if ["TEXT", "CHARACTER", "VARCHAR", "BPCHAR"].contains(type.first) {
            return column.map { CopyColumn.Family($0.kind) } == .text ? nil : .text
        }
        return type.first == "BOOLEAN" ? nil : .number
    }

    /// Whether nothing is asked but whether a column is NULL: `(a) IS NOT NULL`.
    private func isAskedForNull(_ position: Int) -> Bool {
        var (before, behind) = (position - 1, position + 1)
        while let next = text(behind) {
            if next == "::" {
                behind += castLength(behind)
            } else if next == ")", text(before) == "(" {
                // A function makes another value of it.
                if let caller = text(before - 1), PortableExpression.functions.contains(caller.uppercased()) {
                    return false
                }
                (before, behind) = (before - 1, behind + 1)
            } else {
                break
            }
        }
        // a = b IS NULL asks for what the comparison says.
        if before >= 0, tokens[before].kind == .operator, tokens[before].text != "(" { return false }
        let words = tokens.dropFirst(behind).prefix(3).map { $0.text.uppercased() }
        return words.first == "ISNULL" || words.first == "NOTNULL" || words.starts(with: ["IS", "NULL"])
            || words == ["IS", "NOT", "NULL"]
    }

    /// The characters of a text, or the bytes of bytes: everything else has another length at each end.
    ///
    /// - Returns: the position of the last parenthesis.
    private func readLength(_ position: Int) throws(Failure) -> Int {
        var level = 0
        for end in position + 1..<tokens.count {
            let token = tokens[end]
            if token.text == "(" { level += 1 }
            if token.text == ")" { level -= 1 }
            if level == 0 { return end }
            if token.text == "::" { _ = try made(end) }
            guard token.kind == .identifier || token.kind == .keyword, text(end - 1) != "::",
                let column = column(token), text(end + 1) != "("
            else { continue }
            let isBare = end == position + 2 && text(end + 1) == ")"
            let family = try family(of: column)
            guard family == .text || (family == .bytes && isBare) else {
                throw Failure(reason: "takes the length of \(column.name), which is no text")
            }
        }
        return tokens.count
    }

    // MARK: Comparisons

    /// The family of a column, at both ends.
    private func family(of column: CopyColumn) throws(Failure) -> CopyColumn.Family {
        var (before, family) = (CopyColumn.Family(column.origin), CopyColumn.Family(column.kind))
        if column.origin == .stored { before = family }
        guard before == family else { throw Failure(reason: "uses \(column.name), which becomes another type") }
        // Only PostgreSQL has types of their own for these.
        guard source != .postgreSQL, target != .postgreSQL else { return family }
        return family == .json ? .text : family == .truth ? .number : family
    }

    private mutating func check(_ clause: Clause) throws(Failure) {
        var families: Set<CopyColumn.Family> = []
        for (_, column) in clause.columns { families.insert(try family(of: column)) }
        if let special = families.first(where: { $0 != .number && $0 != .text }), let column = clause.columns.first {
            guard families.count == 1 else { throw Failure(reason: "compares columns of different types") }
            return try check(clause, special, column.column)
        }
        let hasText = families.contains(.text) || !clause.texts.isEmpty
        if hasText, families.contains(.number) || clause.hasNumber, source != .sqlite || target == .mySQL {
            throw Failure(reason: "compares a text with a number")
        }
        if families.contains(.number), let function = clause.textual {
            throw Failure(reason: "uses \(function) with a number")
        }
        for (position, column) in clause.columns where families.contains(.text) {
            guard clause.compares || isUnique else { break }
            let isSpaced = clause.texts.contains { tokens[$0].text.dropLast().hasSuffix(" ") }
            if let reason = collations.equality[column.name] ?? (isSpaced ? collations.padding[column.name] : nil)
                ?? (clause.orders && text(position + 1)?.uppercased() != "COLLATE"
                    ? collations.order[column.name] : nil)
            {
                throw Failure(reason: reason)
            }
            if clause.orders, target == .postgreSQL, CopyColumn.Family(column.kind) == .text {
                collated.insert(position)
            }
        }
    }

    /// Columns of one type that is neither a number nor a text: each engine has its own way to write such values.
    private mutating func check(
        _ clause: Clause, _ family: CopyColumn.Family, _ column: CopyColumn
    ) throws(Failure) {
        if family == .truth {
            if !clause.texts.isEmpty { throw Failure(reason: "compares a Boolean with a text") }
            return
        }
        if family == .json || family == .other {
            throw Failure(
                reason:
                    "compares \(column.name), which is \(family == .json ? "JSON" : "no text in \(source.rawValue)")")
        }
        if clause.hasNumber { throw Failure(reason: "compares \(column.name) with a number") }
        if let function = clause.textual ?? clause.numeric {
            throw Failure(reason: "uses \(function) with \(column.name), which is no text and no number")
        }
        // The file compares what is written there.
        if clause.columns.count > 1, let own = clause.columns.first(where: { $0.column.dates != nil })?.column {
            throw Failure(reason: "compares \(own.name), whose dates have a format of their own")
        }
        // What a text without a zone means, and how times with zones are ordered as texts.
        if family == .instant, !clause.texts.isEmpty || source == .sqlite || target == .sqlite {
            throw Failure(reason: "compares \(column.name), whose time zone the engines treat differently")
        }
        let hours = family == .time && source == .mySQL && target == .sqlite
        if clause.orders, family == .uuid || hours {
            throw Failure(reason: "orders \(column.name), which \(target.rawValue) orders in another way")
        }
        for position in clause.texts {
            guard let literal = literal(tokens[position], column, family) else {
                if family == .bytes { throw Failure(reason: "compares \(column.name), which holds bytes, with a text") }
                throw Failure(
                    reason:
                        "compares \(column.name) with \(tokens[position].text), which is not written like its values")
            }
            literals[position] = literal
        }
    }

    /// A text of the source as the target writes a value of a column; nil where both may not mean the same by it.
    private func literal(_ token: SQLToken, _ column: CopyColumn, _ family: CopyColumn.Family) -> String? {
        let text = source.traits.text(ofLiteral: token)
        if family == .bytes {
            // In SQLite bytes never equal a text.
            guard source != .sqlite, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            return try? target.traits.dialect.literal(.blob(Array(text.utf8)))
        }
        // 9:00:00 is a time in MySQL.
        let reader =
            source == .mySQL && family == .time ? ColumnReader(kind: .span, dates: nil, isPadded: false) : column.reader
        guard let meaning = try? reader.meaning(of: .text(text)) else { return nil }
        // SQLite compares texts: one that stands for the same in their order is written like the values.
        let isPlain =
            source == .sqlite
            ? (try? meaning.value(of: column.kind, in: .sqlite)) == .text(text) : Self.isPlain(text, family)
        guard isPlain, let value = try? meaning.value(of: column.kind, in: target) else { return nil }
        return try? target.traits.dialect.literal(value)
    }

    /// Whether a server reads a text as the copy does: no zone, no days before the hours.
    private static func isPlain(_ text: String, _ family: CopyColumn.Family) -> Bool {
        let bytes = Array(text.utf8)
        let hyphens = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
        guard family != .uuid else { return true }
        guard bytes.allSatisfy({ "0123456789-:. ".utf8.contains($0) }) else { return false }
        if family == .time { return text.contains(":") }
        return hyphens == [4, 7]
            || (bytes.count == 8 && bytes.allSatisfy { UInt8(ascii: "0") <= $0 && $0 != UInt8(ascii: ":") })
    }
}

extension CopyColumn {
    /// What can be compared without a word about how.
    enum Family {
        case number, truth, text, bytes, date, timestamp, instant, time, uuid, json, other

        init(_ kind: CopyKind) {
            switch kind {
            case .boolean: self = .truth
            case .integer, .unsigned, .real, .decimal, .number: self = .number
            case .text: self = .text
            case .bytes, .anyBytes: self = .bytes
            case .date: self = .date
            case .timestamp: self = .timestamp
            case .instant: self = .instant
            case .time, .span: self = .time
            case .uuid: self = .uuid
            case .json: self = .json
            case .printed, .stored: self = .other
            }
        }
    }
}

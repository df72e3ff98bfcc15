import ZIMOrm
import ZIMSql

/// An expression of a check, of an index or its condition in words that both engines take for the same.
///
/// What is not known to mean the same is not translated: better a check that is missing and reported than one that
/// holds for other rows.
struct PortableExpression {
    /// Why an expression stays behind.
    struct Failure: Error { let reason: String }

    let sql: SQL

    /// - Parameters:
    ///   - tokens: the expression as the engine or the table's definition spells it, without spaces.
    ///   - columns: the columns of its table.
    ///   - booleans: those of them that are truth values at the target: 0 and 1 beside them become FALSE and TRUE.
    ///   - comparisons: what is written in another way, since the engines compare in other ways.
    ///   - isHint: whether nothing but speed depends on it, as for what an index computes that keeps no rows apart.
    init(
        _ tokens: [SQLToken], from source: CopyEngine, to target: CopyEngine, columns: [String],
        booleans: Set<String> = [], comparisons: PortableComparisons? = nil, isHint: Bool = false
    ) throws(Failure) {
        var reader = Reader(
            tokens: tokens, source: source.traits, target: target.traits, columns: columns, booleans: booleans,
            comparisons: comparisons, isHint: isHint)
        try reader.read()
        sql = SQL(segments: reader.segments)
    }

    private static let words: Set<String> = [
        "AND", "OR", "NOT", "NULL", "IS", "ISNULL", "NOTNULL", "IN", "BETWEEN", "TRUE", "FALSE", "CASE", "WHEN", "THEN",
        "ELSE", "END",
    ]
    static let functions: Set<String> = [
        "ABS", "COALESCE", "NULLIF", "TRIM", "LTRIM", "RTRIM", "REPLACE",
    ]
    /// SQLite changes the case of ASCII letters only, a server that of the letters of its locale.
    private static let hints: Set<String> = ["LOWER", "UPPER"]
    /// The words of the types that a cast of PostgreSQL may name.
    static let types: Set<String> = [
        "TEXT", "CHARACTER", "VARYING", "VARCHAR", "BPCHAR", "NUMERIC", "INTEGER", "SMALLINT", "BIGINT", "DOUBLE",
        "PRECISION", "REAL", "BOOLEAN",
    ]
    private static let operators: Set<String> = [
        "=", "==", "<>", "!=", "<", "<=", ">", ">=", "+", "-", "*", "||", "(", ")", ",",
    ]

    /// The column that a word of the source names.
    static func column(_ token: SQLToken, of columns: [String], _ source: any CopyTraits) -> String? {
        guard source.isCaseless else {
            return columns.first { $0 == (token.text == token.name ? token.text.lowercased() : token.name) }
        }
        return columns.first { $0 == token.name } ?? columns.first { $0.lowercased() == token.name.lowercased() }
    }

    private struct Reader {
        let tokens: [SQLToken]
        let source: any CopyTraits
        let target: any CopyTraits
        let columns: [String]
        let booleans: Set<String>
        let comparisons: PortableComparisons?
        let isHint: Bool
        var segments: [SQL.Segment] = []
        var position = 0
        var isAfterFunction = false

        /// Whether the column that was named last is a truth value.
        var isAfterBoolean = false

        private func token(_ offset: Int = 0) -> SQLToken? {
            tokens.indices.contains(position + offset) ? tokens[position + offset] : nil
        }

        private mutating func put(_ text: String) {
            let isTight = text == ")" || text == "," || (text == "(" && isAfterFunction)
            isAfterFunction = false
            if !segments.isEmpty, !isTight, !endsInParenthesis { segments.append(.sql(" ")) }
            segments.append(.sql(text))
        }

        private var endsInParenthesis: Bool { segments.last == .sql("(") }

        mutating func read() throws(Failure) {
            guard !tokens.isEmpty else { throw Failure(reason: "cannot be parsed") }
            while let token = token() {
                switch token.kind {
                case .integer where isAfterBoolean && (token.text == "0" || token.text == "1"):
                    put(token.text == "1" ? "TRUE" : "FALSE")
                case .integer, .real: put(token.text)
                case .string:
                    guard token.text.hasPrefix("'") else { throw Failure(reason: "uses \(token.text)") }
                    put(try literal(token))
                case .identifier, .keyword: try readName(token)
                case .operator:
                    if token.text == "::" {
                        try skipCast()
                        continue
                    }
                    if token.text == "=", try readAny() { continue }
                    let isJoining = token.text != "||" || (source.joinsWithBars && target.joinsWithBars)
                    guard operators.contains(token.text), isJoining else {
                        throw Failure(reason: "uses \(token.text)")
                    }
                    put(token.text == "==" ? "=" : token.text == "!=" ? "<>" : token.text)
                default: throw Failure(reason: "uses \(token.text)")
                }
                position += 1
            }
        }

        private func literal(_ token: SQLToken) throws(Failure) -> String {
            if let literal = comparisons?.literals[position] { return literal }
            let value = SQLValue.text(source.text(ofLiteral: token))
            do { return try target.dialect.literal(isPadding(2) ? value.withoutPadding : value) } catch {
                throw Failure(reason: "uses \(token.text)")
            }
        }

        /// Whether a token makes a `char(n)` of what stands before it, whose spaces at the end mean nothing.
        private func isPadding(_ offset: Int) -> Bool {
            guard token(offset - 1)?.text == "::", let word = token(offset)?.text.uppercased() else { return false }
            return word == "BPCHAR" || (word == "CHARACTER" && token(offset + 1)?.text.uppercased() != "VARYING")
        }

        private var operators: Set<String> { PortableExpression.operators }

        private mutating func readName(_ token: SQLToken) throws(Failure) {
            let isQuoted = token.text != token.name
            let word = token.text.uppercased()
            if let column = PortableExpression.column(token, of: columns, source), self.token(1)?.text != "(" {
                if !segments.isEmpty, !endsInParenthesis { segments.append(.sql(" ")) }
                segments.append(.identifier(column))
                if comparisons?.collated.contains(position) == true { put("COLLATE \"C\"") }
                isAfterBoolean = booleans.contains(column)
                return
            }
            if !isQuoted, PortableExpression.words.contains(word) {
                if ["AND", "OR", "THEN", "ELSE"].contains(word) { isAfterBoolean = false }
                return put(word)
            }
            let isKnown =
                PortableExpression.functions.contains(word) || isHint && PortableExpression.hints.contains(word)
            if !isQuoted, isKnown, self.token(1)?.text == "(" {
                put(word.lowercased())
                isAfterFunction = true
                return
            }
            if !isQuoted, word.lowercased() == source.lengthFunction, self.token(1)?.text == "(" {
                put(target.lengthFunction)
                isAfterFunction = true
                return
            }
            // By its characters, which is how the others compare.
            if !isQuoted, word == "COLLATE", self.token(1)?.text == "\"C\"" {
                position += 1
                return
            }
            let isCase = !isQuoted && PortableExpression.hints.contains(word)
            throw Failure(reason: "uses \(token.text)\(isCase ? ", which is not the same for all letters" : "")")
        }

        /// `::numeric`, `::character varying(10)`, `::text[]`: the other engine finds the type itself.
        private mutating func skipCast() throws(Failure) {
            if isPadding(1), token(-1)?.kind != .string {
                throw Failure(reason: "ignores spaces at the end of a text")
            }
            position += 1
            var isFirst = true
            while let token = token() {
                if token.kind == .identifier || token.kind == .keyword,
                    PortableExpression.types.contains(token.text.uppercased())
                {
                    position += 1
                } else if !isFirst, token.text == "(", self.token(1)?.kind == .integer {
                    while let part = self.token(), part.text != ")" { position += 1 }
                    position += 1
                } else if !isFirst, token.text == "[", self.token(1)?.text == "]" {
                    position += 2
                } else {
                    break
                }
                isFirst = false
            }
            if isFirst { throw Failure(reason: "uses a type that only PostgreSQL has") }
        }

        /// `= ANY (ARRAY[1, 2])`, which is what the server makes of `IN (1, 2)`.
        private mutating func readAny() throws(Failure) -> Bool {
            guard token(1)?.isWord("ANY") == true, token(2)?.text == "(" else { return false }
            var start = 3
            // (ARRAY['a'::character varying, …])::text[] has parentheses of its own.
            let isWrapped = token(start)?.text == "("
            if isWrapped { start += 1 }
            guard token(start)?.isWord("ARRAY") == true, token(start + 1)?.text == "[" else {
                throw Failure(reason: "uses ANY")
            }
            position += start + 2
            put("IN")
            put("(")
            while let token = token(), token.text != "]" {
                switch token.kind {
                case .string where token.text.hasPrefix("'"): put(try literal(token))
                case .integer, .real: put(token.text)
                case .operator where token.text == ",": put(",")
                case .operator where token.text == "::":
                    try skipCast()
                    continue
                case .operator where token.text == "-" || token.text == "(" || token.text == ")": put(token.text)
                default: throw Failure(reason: "uses \(token.text)")
                }
                position += 1
            }
            position += 1
            if token()?.text == "::" { try skipCast() }
            if isWrapped {
                guard token()?.text == ")" else { throw Failure(reason: "uses ANY") }
                position += 1
                if token()?.text == "::" { try skipCast() }
            }
            guard token()?.text == ")" else { throw Failure(reason: "uses ANY") }
            put(")")
            position += 1
            return true
        }
    }
}

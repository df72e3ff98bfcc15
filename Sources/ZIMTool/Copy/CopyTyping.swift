import ZIMOrm
import ZIMSql

/// What the copy makes of a column: the meaning of its values, and the type that it gets at the other end.
struct CopyTyping: Hashable, Sendable {
    var kind: CopyKind
    /// nil for a column that is made by its own definition.
    var type: SQLDataType?
    /// What somebody should know who did not expect it.
    var note: String?

    init(_ kind: CopyKind, _ type: SQLDataType?, note: String? = nil) {
        self.kind = kind
        self.type = type
        self.note = note
    }

    /// The type as the target's engine calls it.
    func name(in engine: CopyEngine) -> String {
        guard let type else { return "the same" }
        return engine == .postgreSQL ? PostgreSQLDialect().typeName(type) : type.name
    }
}

// MARK: From SQLite

extension CopyTyping {
    /// The type in PostgreSQL of a column that was declared in SQLite, where the declaration decides.
    ///
    /// An INTEGER of SQLite holds 64 bits; CHAR(n) would be filled up with spaces, so it is VARCHAR(n).
    init(sqlite declared: String, _ facts: ColumnFacts) {
        let type = DeclaredType(declared)
        switch type.family {
        case .integer: self = Self.integer(declared.uppercased())
        case .boolean: self.init(.boolean, .boolean)
        case .real: self.init(.real, .doublePrecision)
        case .decimal: self = Self.decimal(declared)
        case .text:
            let limit = Self.numbers(in: declared).first.flatMap { (1...10_485_760).contains($0) ? $0 : nil }
            self.init(.text(limit), limit.map { .varchar($0) } ?? .text)
        case .blob:
            if facts.blobs == 0, facts.count > 0 { self = Self.found(facts) } else { self.init(.bytes, .blob) }
        case .date: self = Self.date(type, facts)
        case .time:
            if declared.uppercased().hasPrefix("TIME") && !declared.uppercased().contains("ZONE") {
                self.init(.time, .time)
            } else {
                self.init(.text(nil), .text)
            }
        case .uuid: self.init(.uuid, .uuid)
        case .json: self.init(.json, .json)
        case .any: self = Self.found(facts)
        }
    }

    private static func integer(_ type: String) -> CopyTyping {
        let isUnsigned = type.contains("UNSIGNED")
        let words = type.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let bytes: Int
        switch words.first(where: { $0 != "UNSIGNED" }) {
        case "TINYINT", "BYTE", "YEAR", "INT1": bytes = 2
        case "SMALLINT", "INT2", "SHORT", "SMALLSERIAL": bytes = isUnsigned ? 4 : 2
        case "MEDIUMINT", "INT3", "INT4", "SERIAL": bytes = isUnsigned ? 8 : 4
        case "BIG", "BIGINT", "INT8":
            if isUnsigned { return CopyTyping(.decimal(precision: 20, scale: 0), .numeric(20, 0)) }
            bytes = 8
        default: bytes = 8
        }
        return CopyTyping(integer: bytes)
    }

    init(integer bytes: Int) {
        self.init(.integer(bytes), bytes == 2 ? .smallInt : bytes == 4 ? .integer : .bigInt)
    }

    private static func decimal(_ declared: String) -> CopyTyping {
        let numbers = numbers(in: declared)
        guard let precision = numbers.first, (1...1_000).contains(precision) else {
            return CopyTyping(.number, .numeric)
        }
        let scale = numbers.count > 1 ? numbers[1] : 0
        guard (0...precision).contains(scale) else { return CopyTyping(.number, .numeric) }
        return CopyTyping(.decimal(precision: precision, scale: scale), .numeric(precision, scale))
    }

    private static func date(_ type: DeclaredType, _ facts: ColumnFacts) -> CopyTyping {
        if type.isDay { return CopyTyping(.date, .date) }
        let word = type.text.uppercased()
        let isZoned =
            word.contains("WITH TIME ZONE") || word.hasPrefix("TIMESTAMPTZ") || word.hasPrefix("DATETIMEOFFSET")
        // All say their zone: what they mean is an instant. Some do: those that do not are of UTC, as for SQLite itself.
        let allZoned = facts.zonedTexts > 0 && facts.zonedTexts == facts.texts && facts.count == facts.texts
        return isZoned || allZoned
            ? CopyTyping(.instant, "TIMESTAMP WITH TIME ZONE") : CopyTyping(.timestamp, .timestamp)
    }

    /// The type of a column whose declaration says nothing: what its values are.
    private static func found(_ facts: ColumnFacts) -> CopyTyping {
        let kinds = (facts.integers > 0, facts.reals > 0, facts.texts > 0, facts.blobs > 0)
        switch kinds {
        case (true, false, false, false): return CopyTyping(integer: 8)
        case (_, true, false, false) where facts.wideIntegers == 0: return CopyTyping(.real, .doublePrecision)
        case (_, true, false, false): return CopyTyping(.number, .numeric)
        case (false, false, false, true): return CopyTyping(.bytes, .blob)
        case (false, false, _, false): return CopyTyping(.text(nil), .text)
        default:
            return CopyTyping(.text(nil), .text, note: "holds \(facts.words), all of which become text")
        }
    }

    /// The numbers in `DECIMAL(10, 2)`.
    static func numbers(in type: String) -> [Int] {
        guard let open = type.firstIndex(of: "("), let close = type[open...].firstIndex(of: ")") else { return [] }
        let parts = type[type.index(after: open)..<close].split(separator: ",")
        let numbers = parts.compactMap { Int($0.filter { !$0.isWhitespace }) }
        return numbers.count == parts.count ? numbers : []
    }
}

// MARK: From PostgreSQL

extension CopyTyping {
    /// What a type of PostgreSQL means, as the server or a person spells it.
    static func kind(postgres type: String) -> CopyKind {
        let text = type.lowercased()
        let word = text.prefix { $0 != "(" && $0 != "[" }.trimmingSpaces
        let numbers = numbers(in: type)
        if text.hasSuffix("]") { return .printed }
        switch word {
        case "smallint", "int2", "smallserial": return .integer(2)
        case "integer", "int", "int4", "serial": return .integer(4)
        case "bigint", "int8", "bigserial", "oid": return .integer(8)
        case "boolean", "bool": return .boolean
        case "real", "float4", "double precision", "float8", "float": return .real
        case "numeric", "decimal":
            guard let precision = numbers.first else { return .number }
            let scale = numbers.count > 1 ? numbers[1] : 0
            return scale >= 0 && scale <= precision ? .decimal(precision: precision, scale: scale) : .number
        case "text", "citext", "name", "\"char\"": return .text(nil)
        case "character varying", "varchar", "character", "char", "bpchar": return .text(numbers.first)
        case "bytea": return .bytes
        case "date": return .date
        case "time", "time without time zone": return text.contains("with time zone") ? .printed : .time
        case "uuid": return .uuid
        case "json": return .json
        default: break
        }
        if word.hasPrefix("timestamp") {
            return text.contains("with time zone") || word == "timestamptz" ? .instant : .timestamp
        }
        return .printed
    }

    /// The declaration in SQLite of a column of PostgreSQL.
    ///
    /// The names keep the affinity that leaves the values as they are: a JSON column of affinity NUMERIC would make the
    /// number 1 of the text `1.0`.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html>, section 3.1
    init(postgres type: String) {
        let kind = Self.kind(postgres: type)
        switch kind {
        case .boolean: self.init(kind, .boolean)
        case .integer(let bytes): self.init(kind, bytes == 2 ? .smallInt : bytes == 4 ? .integer : .bigInt)
        case .real: self.init(kind, type.lowercased() == "real" ? .real : .doublePrecision)
        case .decimal(let precision, let scale): self.init(kind, .numeric(precision, scale))
        case .number: self.init(kind, .numeric)
        case .text(let limit):
            let isPadded = type.lowercased().hasPrefix("character(")
            self.init(kind, limit.map { isPadded ? .character($0) : .varchar($0) } ?? .text)
        case .bytes, .anyBytes: self.init(kind, .blob)
        case .date: self.init(kind, .date)
        case .timestamp: self.init(kind, .timestamp)
        case .instant: self.init(kind, "TIMESTAMPTZ")
        case .time: self.init(kind, .time)
        case .uuid: self.init(kind, .uuid)
        case .json: self.init(kind, "JSON TEXT")
        case .printed, .stored:
            self.init(kind, .text, note: "is of the type \(type), which becomes text")
        }
    }

    /// The type that a person asked for.
    init(asked type: String, in engine: CopyEngine) {
        switch engine {
        case .postgreSQL: self.init(Self.kind(postgres: type), SQLDataType(type))
        case .sqlite:
            var typing = CopyTyping(sqlite: type, ColumnFacts())
            if DeclaredType(type).family == .any { typing.kind = .printed }
            self.init(typing.kind, SQLDataType(type))
        }
    }
}

// MARK: Wider

extension CopyTyping {
    /// The next type that holds all that this one holds, and more; nil where there is none.
    func wider(in engine: CopyEngine) -> CopyTyping? {
        switch kind {
        case .integer(2): return CopyTyping(integer: 4)
        case .integer(4): return CopyTyping(integer: 8)
        case .integer, .decimal:
            return engine == .postgreSQL ? CopyTyping(.number, .numeric) : CopyTyping(.text(nil), .text)
        case .date: return CopyTyping(.timestamp, .timestamp)
        case .text(.some), .boolean, .real, .number, .timestamp, .instant, .time, .uuid, .json:
            return CopyTyping(.text(nil), .text)
        case .text, .bytes: return CopyTyping(.anyBytes, .blob)
        case .anyBytes, .printed, .stored: return nil
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

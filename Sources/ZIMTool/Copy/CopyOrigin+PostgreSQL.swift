import ZIMOrm
import ZIMSql

extension CopyOrigin {
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
}

extension CopyOrigin {
    /// Whether it is `char(n)`, which the server fills up with spaces that no comparison sees.
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-character.html>
    static func isPadded(postgres type: String) -> Bool {
        guard !type.hasSuffix("]") else { return false }
        let word = type.lowercased().prefix { $0 != "(" }.trimmingSpaces
        return ["character", "char", "bpchar"].contains(word)
    }
}

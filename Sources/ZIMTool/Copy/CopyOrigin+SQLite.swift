import ZIMOrm
import ZIMSql

extension CopyOrigin {
    /// What a column of SQLite holds, where the declaration decides.
    ///
    /// An INTEGER of SQLite holds 64 bits.
    init(sqlite declared: String, _ facts: ColumnFacts) {
        let type = DeclaredType(declared)
        switch type.family {
        case .integer: self.init(Self.integer(declared.uppercased()), declared)
        case .boolean: self.init(.boolean, declared)
        case .real: self.init(.real, declared)
        case .decimal: self.init(Self.decimal(declared), declared)
        case .text:
            let limit = Self.numbers(in: declared).first.flatMap { (1...10_485_760).contains($0) ? $0 : nil }
            self.init(.text(limit), declared)
        case .blob:
            if facts.blobs == 0, facts.count > 0 {
                self = Self.found(facts, declared)
            } else {
                self.init(.bytes, declared)
            }
        case .date: self.init(Self.date(type, facts), declared)
        case .time:
            let word = declared.uppercased()
            self.init(word.hasPrefix("TIME") && !word.contains("ZONE") ? .time : .text(nil), declared)
        case .uuid: self.init(.uuid, declared)
        case .json: self.init(.json, declared)
        case .any: self = Self.found(facts, declared)
        }
    }

    private static func integer(_ type: String) -> CopyKind {
        let isUnsigned = type.contains("UNSIGNED")
        let words = type.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let bytes: Int
        switch words.first(where: { $0 != "UNSIGNED" }) {
        case "TINYINT", "BYTE", "YEAR", "INT1": bytes = 2
        case "SMALLINT", "INT2", "SHORT", "SMALLSERIAL": bytes = isUnsigned ? 4 : 2
        case "MEDIUMINT", "INT3", "INT4", "SERIAL": bytes = isUnsigned ? 8 : 4
        case "BIG", "BIGINT", "INT8":
            if isUnsigned { return .unsigned }
            bytes = 8
        default: bytes = 8
        }
        return .integer(bytes)
    }

    private static func decimal(_ declared: String) -> CopyKind {
        let numbers = numbers(in: declared)
        guard let precision = numbers.first, (1...1_000).contains(precision) else {
            return .number
        }
        let scale = numbers.count > 1 ? numbers[1] : 0
        guard (0...precision).contains(scale) else { return .number }
        return .decimal(precision: precision, scale: scale)
    }

    private static func date(_ type: DeclaredType, _ facts: ColumnFacts) -> CopyKind {
        if type.isDay { return .date }
        let word = type.text.uppercased()
        let isZoned =
            word.contains("WITH TIME ZONE") || word.hasPrefix("TIMESTAMPTZ") || word.hasPrefix("DATETIMEOFFSET")
        // All say their zone: what they mean is an instant. Some do: those that do not are of UTC, as for SQLite itself.
        let allZoned = facts.zonedTexts > 0 && facts.zonedTexts == facts.texts && facts.count == facts.texts
        return isZoned || allZoned ? .instant : .timestamp
    }

    /// The type of a column whose declaration says nothing: what its values are.
    private static func found(_ facts: ColumnFacts, _ declared: String) -> CopyOrigin {
        let kinds = (facts.integers > 0, facts.reals > 0, facts.texts > 0, facts.blobs > 0)
        switch kinds {
        case (true, false, false, false): return CopyOrigin(.integer(8), declared)
        case (_, true, false, false) where facts.wideIntegers == 0: return CopyOrigin(.real, declared)
        case (_, true, false, false): return CopyOrigin(.number, declared)
        case (false, false, false, true): return CopyOrigin(.bytes, declared)
        case (false, false, _, false): return CopyOrigin(.text(nil), declared)
        default:
            return CopyOrigin(.text(nil), declared, note: "holds \(facts.words), all of which become text")
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

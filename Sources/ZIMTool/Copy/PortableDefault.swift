import ZIMOrm
import ZIMSql

/// A column's default value for the other engine, where it is a value or the time.
enum PortableDefault {
    /// Why a default stays behind.
    struct Failure: Error { let reason: String }

    /// - Parameters:
    ///   - text: the default as the source's schema has it.
    ///   - reader: what reads the values of the column; the value must be one of it.
    /// - Returns: the value, and its text where that is written in another way.
    static func value(
        _ text: String, from source: CopyEngine, to target: CopyEngine, reader: ColumnReader
    ) throws(Failure) -> (value: SQLDefaultValue?, spelling: String?) {
        let kind = reader.kind
        let rules = source.traits.rules
        let tokens = ConstantDefault.bare(text, rules: rules)
        let isCast = text.lowercased().split(separator: ")").contains { $0 == "::date" }
        if let time = try time(tokens, kind, target, isCast: isCast) {
            return (time, nil)
        }
        guard var value = ConstantDefault(tokens, rules: rules).flatMap({ self.value($0, source) }) else {
            throw Failure(reason: "is no value")
        }
        if kind == .bytes, case .text(let text) = value { value = .blob(try bytes(text, source)) }
        if value.isNull { return (nil, nil) }
        do {
            let own = try reader.meaning(of: value).value(of: kind, in: target)
            if kind == .boolean, case .integer(let truth) = own {
                return (target.traits.defaultValue(truth: truth == 1), nil)
            }
            guard case .text(let before) = value, case .text(let after) = own, before != after else {
                return (.value(own), nil)
            }
            return (.value(own), after)
        } catch { throw Failure(reason: error.reason) }
    }

    /// CURRENT_TIMESTAMP and the like. SQLite's is of UTC, PostgreSQL's of the session's zone unless told otherwise.
    ///
    /// - Parameter isCast: whether PostgreSQL makes a day of it, on the way to another type, too, which the tokens do not say.
    private static func time(
        _ tokens: ArraySlice<SQLToken>, _ kind: CopyKind, _ target: CopyEngine, isCast: Bool
    ) throws(Failure) -> SQLDefaultValue? {
        let words = tokens.map { $0.text.lowercased() }
        // current_timestamp(3)
        let isPrecise = words.count == 4 && words[1] == "(" && words[3] == ")" && Int(words[2]) != nil
        let text = (isPrecise ? words.prefix(1) + ["(", ")"] : words[...]).joined(separator: " ")
        let isNow = [
            "current_timestamp", "current_timestamp ( )", "now ( )", "datetime ( 'now' )", "utc_timestamp ( )",
            "current_timestamp at time zone 'utc'", "now ( ) at time zone 'utc'", "localtimestamp",
            "localtimestamp ( )",
        ].contains(text)
        let isToday =
            isNow && isCast || ["current_date", "date ( 'now' )", "curdate ( )", "utc_date ( )"].contains(text)
        guard isNow || isToday else { return nil }
        // PostgreSQL makes the day of such a time without a cast, too.
        let isDay = kind != .date || isToday || text.hasSuffix(" at time zone 'utc'")
        guard isDay, let value = target.traits.now(for: kind, isDay: isToday) else {
            throw Failure(reason: "is the time, in a column of another type")
        }
        return value
    }

    /// A constant as the source's rows would have it; nil where there is no such value.
    private static func value(_ constant: ConstantDefault, _ source: CopyEngine) -> SQLValue? {
        switch constant {
        case .text(let text): .text(text)
        case .number(let digits): number(digits)
        // MySQL's bits are a number, PostgreSQL's a text of digits.
        case .bits(let digits):
            source.traits.rules == .mySQL ? Int64(digits, radix: 2).map { .integer($0) } : .text(digits)
        case .bytes(let bytes): .blob(bytes)
        case .truth(let isTrue): .integer(isTrue ? 1 : 0)
        case .null: .null
        case .now: nil
        }
    }

    /// PostgreSQL prints bytes as `\x00ff`, MariaDB as a text, with question marks for what is none.
    private static func bytes(_ text: String, _ source: CopyEngine) throws(Failure) -> [UInt8] {
        let isPostgres = source.traits.rules == .postgreSQL
        if isPostgres, text.hasPrefix("\\x"), let bytes = SQLValue.bytes(hexadecimal: text.dropFirst(2)) {
            return bytes
        }
        guard source.traits.rules == .mySQL else { throw Failure(reason: "is not a blob") }
        guard !text.contains("?") else { throw Failure(reason: "is bytes that the server prints as a text") }
        return Array(text.utf8)
    }

    private static func number(_ digits: String) -> SQLValue {
        if digits.lowercased().hasPrefix("0x"), let bits = UInt64(digits.dropFirst(2), radix: 16) {
            return .integer(Int64(bitPattern: bits))
        }
        if let whole = Int64(digits) { return .integer(whole) }
        let isWhole = digits.allSatisfy { $0.isWholeNumber || $0 == "-" }
        return isWhole ? .text(digits) : .typed(SQLTypedText(digits, type: "numeric"))
    }
}

import ZIMSql

/// The value that is written at the other end.
extension CopyMeaning {
    /// The value of a column of a kind in an engine.
    ///
    /// - Throws: ``Unfit`` where the engine cannot hold it at all.
    func value(of kind: CopyKind, in engine: CopyEngine) throws(Unfit) -> SQLValue {
        switch self {
        case .null: return .null
        case .truth(let isTrue): return .integer(isTrue ? 1 : 0)
        case .integer(let number): return .integer(number)
        case .real(let number):
            if number.isNaN, engine == .sqlite { throw Unfit("is NaN, which SQLite would store as NULL") }
            return .real(number)
        case .decimal(let decimal): return try Self.value(decimal, engine)
        case .special(let number):
            guard engine == .sqlite else { return .text(number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity") }
            if number.isNaN { throw Unfit("is NaN, which SQLite would store as NULL") }
            return .real(number)
        case .text(let text):
            if engine == .postgreSQL, text.utf8.contains(0) {
                throw Unfit("contains a NUL character, which PostgreSQL cannot store")
            }
            return .text(text)
        case .bytes(let bytes): return kind == .uuid ? .text(Self.uuidText(bytes)) : .blob(bytes)
        case .day(let days):
            if engine == .postgreSQL, !CopyTimestamp.isServerDay(days) { throw Unfit("is a date out of range") }
            return .text(CopyTimestamp.text(days: days))
        case .instant(let instant):
            if engine == .postgreSQL, !CopyTimestamp.isServerInstant(instant) { throw Unfit("is a date out of range") }
            // SQLite's own functions read Z, not +00.
            let zone = kind == .instant ? (engine == .sqlite ? "Z" : "+00") : ""
            return .text(CopyTimestamp.text(instant: instant, zone: zone))
        case .time(let time): return .text(CopyTimestamp.text(time: time))
        case .stored(let value): return value
        }
    }

    private static func value(_ decimal: CopyDecimal, _ engine: CopyEngine) throws(Unfit) -> SQLValue {
        if let integer = decimal.integer { return .integer(integer) }
        guard engine == .sqlite else { return .text(decimal.text) }
        guard let real = decimal.exactReal else { throw Unfit("has more digits than a number in SQLite can hold") }
        return .real(real)
    }

    private static func uuidText(_ bytes: [UInt8]) -> String {
        var text = ""
        for (index, digit) in SQLValue.hexadecimal(bytes).enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
            text.append(digit)
        }
        return text
    }
}

extension CopyTimestamp {
    /// Whether PostgreSQL has the day: from 4713 BC to 5874897.
    static func isServerDay(_ days: Int64) -> Bool {
        days == .max || days == .min || (-2_451_545..<2_145_031_949).contains(days)
    }

    /// Whether PostgreSQL has the timestamp: from 4713 BC to 294276.
    static func isServerInstant(_ instant: Int64) -> Bool {
        instant == .max || instant == .min
            || (-211_813_488_000_000_000..<9_223_371_331_200_000_000).contains(instant)
    }
}

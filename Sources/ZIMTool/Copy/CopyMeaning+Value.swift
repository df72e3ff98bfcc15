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
        case .real(let number): return try engine.traits.value(real: number)
        case .decimal(let decimal): return try engine.traits.value(decimal: decimal, of: kind)
        case .special(let number): return try engine.traits.value(special: number)
        case .text(let text): return try engine.traits.value(text: text, of: kind)
        case .bytes(let bytes): return kind == .uuid ? .text(Self.uuidText(bytes)) : .blob(bytes)
        case .day(let days): return try engine.traits.value(day: days)
        case .instant(let instant): return try engine.traits.value(instant: instant, isZoned: kind == .instant)
        case .time(let time): return try engine.traits.value(time: time)
        case .noDay(let text): return try engine.traits.value(noDay: text)
        case .stored(let value): return value
        }
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

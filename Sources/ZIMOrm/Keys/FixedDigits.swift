import ZIMDb

/// Values with more digits than a server's column keeps. No row holds them, but a server that knows such a value when it plans
/// may round it first, and find what is stored as the rounded one.
enum FixedDigits {
    /// What a column with so many digits behind the point holds of a number: the number, or nothing, between the whole ones beside
    /// it, as not every server compares whole numbers with others.
    static func range(of value: SQLValue, scale: Int) -> ReadRange {
        var range = ReadRange(value)
        let limit = scale == 0 ? ValueLimit.whole : .decimal(scale: scale)
        guard !limit.canHold(numberOf: value) else { return range }
        guard scale == 0, let (low, high) = neighbours(of: value) else {
            range.exclude()
            return range
        }
        return ReadRange(.integer(high), .integer(low), isEmpty: true)
    }

    private static func neighbours(of value: SQLValue) -> (low: Int64, high: Int64)? {
        guard let number = DecimalNumber(of: value), let whole = number.whole else { return nil }
        let isNegative = number.isNegative
        let (next, isBeyond) = isNegative ? whole.subtractingReportingOverflow(1) : whole.addingReportingOverflow(1)
        guard !isBeyond else { return nil }
        return isNegative ? (next, whole) : (whole, next)
    }

    /// How many digits of a second a point in time has.
    static func ofSecond(_ time: SQLValue) -> Int {
        guard case .typed(let typed) = time, let point = typed.text.lastIndex(of: ".") else { return 0 }
        let digits = typed.text[point...].dropFirst().prefix { $0.isNumber }
        return digits.lastIndex { $0 != "0" }.map { digits.distance(from: digits.startIndex, to: $0) + 1 } ?? 0
    }
}

import Foundation
import ZIMDb

/// The range of stored values that are read as one value. Its bounds may be exclusive.
struct ReadRange {
    var low: SQLValue
    var high: SQLValue
    var includesLow = true
    var includesHigh = true
    /// Whether nothing lies between: no row can hold what is read as the value. Below it lie the values below `low`, and
    /// above it those above `high`.
    var isEmpty = false

    init(_ value: SQLValue) { (low, high) = (value, value) }

    init(
        _ low: SQLValue, _ high: SQLValue, includesLow: Bool = true, includesHigh: Bool = true, isEmpty: Bool = false
    ) {
        (self.low, self.high) = (low, high)
        (self.includesLow, self.includesHigh, self.isEmpty) = (includesLow, includesHigh, isEmpty)
    }

    /// Takes the value itself out: no row can hold it.
    mutating func exclude() { (includesLow, includesHigh, isEmpty) = (false, false, true) }

    /// The only value; nil where there are more, or none.
    var only: SQLValue? {
        guard !isEmpty, low.isIdentical(to: high) else { return nil }
        return low
    }

    /// `"id" = ?`, `"id" BETWEEN ? AND ?`, `"id" < ?`
    func condition(_ column: SQLExpression, _ operation: SQLOperator) -> SQLExpression {
        func compared(_ operation: SQLOperator, _ end: SQLValue) -> SQLExpression {
            .binary(column, operation, .value(end))
        }
        switch operation {
        case .lessThan: return compared(includesLow ? .lessThan : .lessThanOrEqualTo, low)
        case .greaterThanOrEqualTo: return compared(includesLow ? .greaterThanOrEqualTo : .greaterThan, low)
        case .greaterThan: return compared(includesHigh ? .greaterThan : .greaterThanOrEqualTo, high)
        case .lessThanOrEqualTo: return compared(includesHigh ? .lessThanOrEqualTo : .lessThan, high)
        default: break
        }
        if let only { return compared(operation, only) }
        let isEqual = operation == .equalTo || operation == .is
        guard includesLow, includesHigh else {
            return isEqual
                ? condition(column, .greaterThanOrEqualTo) && condition(column, .lessThanOrEqualTo)
                : condition(column, .lessThan) || condition(column, .greaterThan)
        }
        return isEqual
            ? column.between(.value(low), .value(high)) : column.notBetween(.value(low), .value(high))
    }

    /// `"id" BETWEEN ? AND ?`: from what is read as one value to what is read as another.
    static func condition(_ column: SQLExpression, from first: ReadRange, to last: ReadRange) -> SQLExpression {
        guard first.includesLow, last.includesHigh else {
            return first.condition(column, .greaterThanOrEqualTo) && last.condition(column, .lessThanOrEqualTo)
        }
        return column.between(.value(first.low), .value(last.high))
    }
}

extension ColumnMatch.NumberRange {
    /// The stored values that are read as a value.
    func range(of value: SQLValue) throws -> ReadRange {
        switch self {
        case .float:
            let (low, high) = Self.doubles(of: try Float(column: value))
            return ReadRange(.real(low), .real(high))
        case .floatOfDecimal:
            let (low, high) = Self.doubles(of: try Float(column: value))
            return Self.decimals(from: low, to: high)
        case .doubleOfDecimal:
            // That of an `NSNumber`, which reads whole numbers as such: a Double would stand for several of these.
            if case .integer(let whole) = value, whole.magnitude > 1 << 53 { return ReadRange(value) }
            let number = try Double(column: value)
            return Self.decimals(from: number, to: number)
        case .numberOfFloat: return Self.floats(of: value)
        case .julianDay(let format):
            guard let date = format.date(from: value), let range = format.range(of: date) else {
                return ReadRange(value)
            }
            return ReadRange(.real(range.lowerBound), .real(range.upperBound))
        case .microseconds:
            guard let date = DateFormat.iso8601.date(from: value), let texts = DateText.range(of: date) else {
                return ReadRange(value)
            }
            return ReadRange(Self.time(texts.low), Self.time(texts.high))
        case .microsecondsTo9999(let digits):
            var range = Self.timesTo9999(of: value)
            if let time = range.only, FixedDigits.ofSecond(time) > digits { range.exclude() }
            return range
        case .fixed(let scale): return FixedDigits.range(of: value, scale: scale)
        }
    }

    private static func time(_ text: String) -> SQLValue { .typed(SQLTypedText(text, type: "timestamptz")) }

    /// The same between the first and the last point in time that the column can hold: the server compares nothing with
    /// others.
    private static func timesTo9999(of value: SQLValue) -> ReadRange {
        guard let date = DateFormat.iso8601.date(from: value) else { return ReadRange(value) }
        let (first, last) = (time("0001-01-01 00:00:00+00"), time("9999-12-31 23:59:59.999999+00"))
        let texts = DateText.range(of: date)
        // From 10000-01-01 on, and before 0001-01-01; where both ends lie there, so does the date.
        let isLate = date.timeIntervalSince1970 >= 253_402_300_800
        let isEarly = date.timeIntervalSince1970 < -62_135_596_800
        let touches = texts.map { isLate ? $0.low.hasPrefix("9999") : !$0.high.hasSuffix("BC") } ?? false
        if isLate || isEarly, !touches {
            let end = isLate ? last : first
            return ReadRange(end, end, includesLow: isEarly, includesHigh: isLate, isEmpty: true)
        }
        guard let texts else { return ReadRange(value) }
        return ReadRange(
            texts.low.hasSuffix("BC") ? first : time(texts.low), texts.high.hasPrefix("10000") ? last : time(texts.high)
        )
    }

    /// Whether a column may hold a value as it is written.
    func mayBeStored(_ value: SQLValue) throws -> Bool {
        // A year that has no text.
        if value.isFarDate { return false }
        return try !range(of: value).isEmpty
    }

    /// What a column holds, for a message.
    var described: String {
        switch self {
        case .float, .floatOfDecimal: "numbers that Float rounds"
        case .doubleOfDecimal: "numbers that Double rounds"
        case .numberOfFloat: "numbers of 32 bits"
        case .julianDay, .microseconds, .microsecondsTo9999: "points in time that Date rounds"
        case .fixed(let scale): "numbers with \(scale) digits behind the point"
        }
    }

    /// The first and the last of the numbers of 64 bits that are rounded to one of 32.
    private static func doubles(of float: Float) -> (low: Double, high: Double) {
        let own = Double(float)
        // Only 0 itself is read as 0, infinity as infinity, and NaN as NaN.
        guard float.isFinite, float != 0 else { return (own, own) }
        func end(_ next: Float, _ inward: (Double) -> Double) -> Double {
            let middle =
                next.isFinite
                ? (own + Double(next)) / 2 : own + (own - Double(next == .infinity ? float.nextDown : float.nextUp)) / 2
            return Float(middle) == float ? middle : inward(middle)
        }
        return (end(float.nextDown, \.nextUp), end(float.nextUp, \.nextDown))
    }

    /// The decimal numbers that are rounded to some of 64 bits.
    private static func decimals(from low: Double, to high: Double) -> ReadRange {
        // Only 0 itself is read as 0.
        guard low.isFinite, low != 0 else { return ReadRange(.real(low), .real(high)) }
        return ReadRange(
            .text(low < 0 ? "-" + DecimalMiddle.above(-low) : DecimalMiddle.below(low)),
            .text(high < 0 ? "-" + DecimalMiddle.below(-high) : DecimalMiddle.above(high)),
            // What lies in the middle is rounded to the even number.
            includesLow: low.significandBitPattern % 2 == 0, includesHigh: high.significandBitPattern % 2 == 0)
    }

    /// The number of 32 bits that a number is, and where it is none, its neighbours.
    private static func floats(of value: SQLValue) -> ReadRange {
        let whole: Double? = if case .integer(let whole) = value { Double(whole) } else { nil }
        // A Decimal that is no number is a word.
        guard let number = whole ?? (try? Double(column: value)) else { return ReadRange(value) }
        let float = Float(number)
        let own = Double(float)
        if case .integer(let whole) = value, Int64(exactly: own) == whole { return ReadRange(value) }
        var (isBelow, isAbove) = (own < number, own > number)
        // All digits count: 2^60 + 1 is no number of 64 bits either.
        if own == number, !isRead(own, as: value), let digits = try? Decimal(column: value),
            let held = Decimal(string: String(format: own.magnitude < 0x1p53 ? "%.17g" : "%.0f", own))
        {
            (isBelow, isAbove) = (held < digits, held > digits)
        }
        if isBelow { return ReadRange(.real(Double(float.nextUp)), .real(own), isEmpty: true) }
        if isAbove { return ReadRange(.real(own), .real(Double(float.nextDown)), isEmpty: true) }
        return ReadRange(value)
    }

    /// Whether a decimal number is read of a stored one: its shortest digits.
    private static func isRead(_ number: Double, as value: SQLValue) -> Bool {
        switch value {
        case .integer: false
        case .real: true
        default: (try? Decimal(column: .real(number))) == (try? Decimal(column: value))
        }
    }
}

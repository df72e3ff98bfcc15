import ZIMOrm

/// What a column really holds, whatever it was declared as; filled row by row in constant memory.
package struct ColumnProfile: Sendable, Hashable, Codable {
    package internal(set) var nulls = 0
    package internal(set) var integers = 0
    package internal(set) var reals = 0
    package internal(set) var texts = 0
    package internal(set) var blobs = 0
    /// Text that is not valid UTF-8.
    package internal(set) var brokenTexts = 0
    /// Text that reads as a number.
    package internal(set) var numericTexts = 0
    /// Reals with a fraction.
    package internal(set) var fractions = 0
    /// Whole numbers beyond Int64, as an unsigned column holds them.
    package internal(set) var unsigned = 0
    /// Numbers that no `Decimal` is: infinities, magnitudes beyond its own, more digits than it keeps.
    package internal(set) var beyondDecimal = 0
    /// Integers that no real number holds exactly.
    package internal(set) var wideIntegers = 0
    /// Values that are no truth value: other than 0, 1, t, f, true, false.
    package internal(set) var untruths = 0
    /// How often each way to write a date was found. Numbers count only where the column was declared to hold dates.
    package internal(set) var dates: [DateForm: Int] = [:]
    /// How many dates are in the very form that a column can be declared to have.
    package internal(set) var formedDates = 0
    /// Values that are invalid for the declared type.
    package internal(set) var invalidValues = 0
    /// The first of them, and the key of its row.
    package internal(set) var invalidValue: Example?
    /// The first value of each way to write a date.
    package internal(set) var dateExamples: [DateForm: String] = [:]

    /// A value for a message, with the row that it stands in.
    package struct Example: Sendable, Hashable, Codable {
        package let value: String
        package let row: String
    }

    /// All but ``formedDates``, ``unsigned``, ``beyondDecimal`` and ``wideIntegers``, which only the generator needs.
    enum CodingKeys: String, CodingKey {
        case nulls, integers, reals, texts, blobs, brokenTexts, numericTexts, fractions, untruths, dates, invalidValues,
            invalidValue
        case dateExamples
    }

    package init() {}

    /// How many values are not NULL.
    package var count: Int { integers + reals + texts + blobs }

    /// How many values are dates in a known form.
    package var dateCount: Int { dates.values.reduce(0, +) }

    /// The kinds of value in words, the most frequent first: `integer`, `text and null`.
    package var kinds: String {
        let kinds = [("integer", integers), ("real", reals), ("text", texts), ("blob", blobs)]
        let found = kinds.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }
        if found.isEmpty { return nulls > 0 ? "null" : "" }
        let total = count
        return found.map { $0.1 == total ? $0.0 : "\($0.0) \($0.1.grouped)" }.joined(separator: ", ")
    }
}

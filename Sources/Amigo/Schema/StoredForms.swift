import Synchronization

/// How the database holds decimals and dates.
///
/// The mappings are made before the database is opened, so that models which contradict each other open none; so this is
/// told them later.
final class StoredForms: Sendable {
    private let keepsAll = Atomic<Bool>(false)
    private let decimals = Atomic<Int>(Int.max)
    private let seconds = Atomic<Bool>(false)

    /// Whether all digits are kept; SQLite turns them into a number of 64 bits.
    var keepsAllDigits: Bool {
        get { keepsAll.load(ordering: .relaxed) }
        set { keepsAll.store(newValue, ordering: .relaxed) }
    }

    /// How many digits behind the point are kept: MariaDB and MySQL would round the others off.
    var fractionDigits: Int {
        get { decimals.load(ordering: .relaxed) }
        set { decimals.store(newValue, ordering: .relaxed) }
    }

    /// Whether dates are written as seconds since 1970.
    var writesSeconds: Bool {
        get { seconds.load(ordering: .relaxed) }
        set { seconds.store(newValue, ordering: .relaxed) }
    }

    /// The coding of a date, which is read in the form that is written: rows are found and sorted by that.
    ///
    /// FMDB binds a date as a number, which a column of type TEXT turns into text: `1479152411.25`.
    var date: ColumnCoding {
        ColumnCoding(
            form: { [self] in .date(dateFormat) }, encode: { [self] in try encode($0) },
            decode: { [self] value in
                // A server's own type has one form.
                if case .typed = value { return value }
                if value.isNull { return value }
                guard let date = dateFormat.date(from: value), isWritten(value, date) else {
                    throw ValueMismatch(
                        value: value, type: "Date",
                        reason:
                            "is no date in the form \(writesSeconds ? ".seconds" : ".iso8601"), in which this Amigo "
                            + "keeps dates (dates: in its init)")
                }
                return date.sqlValue
            })
    }

    private var dateFormat: DateFormat { writesSeconds ? .unixSeconds : .iso8601 }

    /// Seconds are real numbers, also where they are whole.
    private func encode(_ value: SQLValue) throws -> SQLValue {
        guard writesSeconds, !value.isNull else { return value }
        return .real(try Double(column: dateFormat.wholeValue(of: Date(column: value))))
    }

    /// Whether a column holds a date as it is written here. SQLite makes text of 3.0, a server of 3.
    private func isWritten(_ stored: SQLValue, _ date: Date) -> Bool {
        guard writesSeconds else { return stored == date.sqlValue }
        guard case .text(let text) = stored, !keepsAllDigits else { return dateFormat.isForm(of: stored, date) }
        return Int64(text) == nil && Double(text).map { NumberText.isText(text, of: $0) } == true
    }

    /// The coding of a decimal: more digits than the column keeps are refused.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html#type_affinity>
    var decimal: ColumnCoding {
        ColumnCoding(
            encode: { [self] value in
                guard case .text(let text) = value else { return value }
                if let number = Decimal(string: text), !number.isNaN, fractionDigits < Int.max {
                    var (given, rounded) = (number, Decimal())
                    NSDecimalRound(&rounded, &given, fractionDigits, .plain)
                    if rounded != number {
                        throw ValueMismatch.binding(
                            value, as: "Decimal",
                            reason:
                                "has more than the \(fractionDigits) digits behind the point that a decimal column keeps"
                        )
                    }
                }
                if keepsAllDigits { return value }
                // "NaN", which the column would keep as a text.
                guard text.contains(where: \.isNumber) else { throw ValueMismatch.binding(value, as: "Decimal") }
                let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
                let significant = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }
                guard significant.count <= 15 else {
                    throw ValueMismatch.binding(
                        value, as: "Decimal", reason: "has more than the 15 digits that a numeric column keeps")
                }
                return value
            },
            decode: { $0 })
    }
}

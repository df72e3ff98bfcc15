import Synchronization

/// How the database holds decimals and dates.
///
/// The mappings are made before the database is opened, so that models which contradict each other open none; so this is
/// told them later.
final class StoredForms: Sendable {
    private let keepsAll = Atomic<Bool>(false)
    private let seconds = Atomic<Bool>(false)

    /// Whether all digits are kept; SQLite turns them into a number of 64 bits.
    var keepsAllDigits: Bool {
        get { keepsAll.load(ordering: .relaxed) }
        set { keepsAll.store(newValue, ordering: .relaxed) }
    }

    /// Whether dates are written as seconds since 1970.
    var writesSeconds: Bool {
        get { seconds.load(ordering: .relaxed) }
        set { seconds.store(newValue, ordering: .relaxed) }
    }

    /// The coding of a date: text that is a number is read as seconds since 1970, in either form.
    ///
    /// FMDB binds a date as a number, which a column of type TEXT turns into text: `1479152411.25`.
    var date: ColumnCoding {
        ColumnCoding(
            encode: { [self] value in
                guard writesSeconds, !value.isNull else { return value }
                return .real(try Date(column: value).timeIntervalSince1970)
            },
            decode: { [self] value in
                switch value {
                case .text(let text):
                    guard let seconds = Double(text) else { return value }
                    return Date(timeIntervalSince1970: seconds).sqlValue
                case .real(let seconds) where writesSeconds: return Date(timeIntervalSince1970: seconds).sqlValue
                default: return value
                }
            })
    }

    /// The coding of a decimal: more digits than the column keeps are refused.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html#type_affinity>
    var decimal: ColumnCoding {
        ColumnCoding(
            encode: { [self] value in
                guard !keepsAllDigits, case .text(let text) = value else { return value }
                let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
                let significant = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }
                guard significant.count <= 15 else {
                    throw ValueMismatch(
                        value: value, type: "Decimal",
                        reason: "has more than the 15 digits that a numeric column keeps, it does not fit")
                }
                return value
            },
            decode: { $0 })
    }
}

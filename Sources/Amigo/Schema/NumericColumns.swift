import Synchronization

/// What numeric columns of the database keep of a decimal's digits.
///
/// The mappings are made before the database is opened, so that models which contradict each other open none; so this is
/// told them later.
final class NumericColumns: Sendable {
    private let keepsAll = Atomic<Bool>(false)

    /// Whether all digits are kept; SQLite turns them into a number of 64 bits.
    var keepsAllDigits: Bool {
        get { keepsAll.load(ordering: .relaxed) }
        set { keepsAll.store(newValue, ordering: .relaxed) }
    }

    /// The coding of a decimal: more digits than the column keeps are refused.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html#type_affinity>
    var coding: ColumnCoding {
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

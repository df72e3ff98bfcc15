extension SQLWriter {
    /// A value that becomes a column, with its type.
    func result(_ value: SQLExpression) -> SQLExpression {
        features.contains(.rowidTables) ? value.asResult : typed(value)
    }
}

extension SQLExpression {
    /// A decimal number of a program as a number, where that keeps its digits, also in a column that makes a text of it. As a text
    /// SQLite would put it behind all numbers.
    var asResult: SQLExpression {
        guard case .value(let value) = node, let digits = value.decimalDigits, Self.keeps(digits) else { return self }
        return asNumber
    }

    /// Whether SQLite prints a number of these digits as they are: 15 at most where some are behind the point, and none that it
    /// would write with an exponent.
    ///
    /// Source: <https://www.sqlite.org/floatingpoint.html>
    private static func keeps(_ digits: String) -> Bool {
        let parts = digits.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.count <= 18 else { return false }
        guard parts.count == 2, let fraction = parts.last else { return parts.count == 1 }
        guard fraction.last != "0" else { return false }
        if whole == "0" { return fraction.count <= 15 && !fraction.hasPrefix("0000") }
        return whole.count + fraction.count <= 15
    }
}

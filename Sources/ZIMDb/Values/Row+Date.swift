import CSQLite
public import Foundation

extension Row {
    /// The date that a column holds in a format.
    ///
    /// ```swift
    /// delivered = try row.get(6, date: .unixSeconds)
    /// ```
    ///
    /// - Parameters:
    ///   - index: the column's index, from 0.
    ///   - format: how the column stores its dates.
    /// - Throws: ``ValueMismatch`` if the value is not a date in that format, or there is no such column.
    public func get(_ index: Int, date format: DateFormat) throws -> Date { try date(index, format, as: Date.self) }

    /// The date that a column holds in a format; nil for NULL.
    public func get(_ index: Int, date format: DateFormat) throws -> Date? {
        try checkColumn(index, Date?.self)
        return isNull(index) ? nil : try date(index, format, as: Date?.self)
    }

    private func date(_ index: Int, _ format: DateFormat, as type: Any.Type) throws -> Date {
        if let date = date(ofDigits: index, format) { return date }
        guard let date = Date.find(in: self, at: index, format: format) else {
            throw mismatch(index, type, "is in no known date format")
        }
        // What the format itself would write was not noted as a spelling.
        guard isSpelled(index), !format.isForm(of: unpadded(index), date) else { return date }
        throw mismatch(index, type, "is not in the declared form .date(\(format))")
    }

    /// The date of a pattern's digits that the column's type has made a number of: 20240101 of "yyyyMMdd".
    private func date(ofDigits index: Int, _ format: DateFormat) -> Date? {
        guard format.hasPattern, !isText(index), convertsKinds(index),
            let number = try? Int64(column: value(at: index)),
            let digits = format.digits(of: number), let date = format.date(from: .text(digits)),
            format.isForm(of: .text(digits), date)
        else { return nil }
        noteSpelling(index)
        return date
    }

    /// Whether a column's type makes numbers of texts or texts of numbers, so that it does not hold the one beside the other.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html>, section 3.1
    package func convertsKinds(_ index: Int) -> Bool {
        guard let handle = statement.handle else { return true }
        guard let name = sqlite3_column_decltype(handle, Int32(truncatingIfNeeded: index)) else { return false }
        let type = String(cString: name)
        return type.uppercased() != "ANY" && ColumnAffinity(type) != .blob
    }

    /// Whether it is a row of another engine than SQLite.
    package var isOnServer: Bool { statement.handle == nil }
}
